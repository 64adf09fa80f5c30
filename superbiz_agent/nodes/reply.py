"""reply: a fixed text for a question that asks nothing about an incident."""

from superbiz_agent.contracts.base import Language
from superbiz_agent.nodes.step import Scope, Step
from superbiz_agent.state import DiagnosisState

REPLIES: dict[Language, str] = {
    "zh": (
        "你好，我负责依据证据回答线上故障问题：查询告警与指标、日志和运行手册，并为每个结论标注证据来源。"
        "请告诉我服务名、告警或错误信息，例如“order-service 为什么超时？”。"
    ),
    "en": (
        "Hello. I answer questions about production incidents from evidence: alerts and metrics, "
        "logs and runbooks, with a reference for every finding. Name a service, an alert or an "
        'error, for example "Why does order-service time out?".'
    ),
}


def reply(state: DiagnosisState, scope: Scope) -> Step:
    """Say what the agent can do; no model is asked."""
    scope.emit("node", node="reply")
    return {"answer": REPLIES[state["language"]], "composer_status": "not_called"}
    yield  # a step is a generator, even one without effects
