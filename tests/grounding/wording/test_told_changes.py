"""What may be claimed of a group whose records start, stop or jump, and what may not."""

import pytest

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding import check_executor_output, normalise_checks
from tests.grounding.evidence_rows import SESSION, row

GROUP = (
    "2026-07-07T09:34:05Z ERROR app.log checkout upstream payments timed out after 3039 ms "
    "(app.log:342); 872 records of this form from 2026-07-07T09:34:05Z to 2026-07-07T10:29:39Z; "
    "starts at 2026-07-07T09:34:05Z; jumps from 2/min to 40/min at 2026-07-07T10:10:00Z; "
    "stops at 2026-07-07T10:29:39Z; after 3000 to 3100 ms"
)


def judged(claim: str) -> str:
    binding: JsonObject = {
        "tool_name": "query_logs",
        "source_invocation_id": 1,
        "raw_path": "$.logs[0]",
    }
    stated: JsonObject = {
        "claim_id": "claim-1",
        "claim_text": claim,
        "claim_type": "observation",
    }
    output: JsonObject = {
        "answer_version": "executor_evidence_v2",
        "claims": [stated | {"evidence_bindings": [binding | {"evidence_excerpt": GROUP}]}],
        "hypotheses": [],
        "recommended_actions": [],
        "missing_info": [],
    }
    rows = [row(1, "query_logs", {"$.logs[0]": GROUP})]
    query = "When did the timeouts of checkout start?"
    outcome = check_executor_output(output, rows, session_id=SESSION, original_query=query)
    check: JsonObject = stated | {
        "verification": "direct_observation",
        "detail": "",
        "evidence_refs": [binding | {"claim_id": "claim-1", "note": ""}],
    }
    reply: JsonObject = {
        "verdict": "PASS",
        "groundedness_score": 1.0,
        "critical_fact_count": 1,
        "claim_checks": [check],
        "facts_checked": [],
        "rationale": "",
    }
    result = normalise_checks(reply, outcome, original_query=query, invocations=rows)
    return result.claim_checks[0].verification


@pytest.mark.parametrize(
    "claim",
    [
        "The timeouts of checkout start at 09:34:05Z.",
        "Timeouts to payments started at 09:34 UTC.",
        "The timeouts began at 09:34:05Z and ended at 10:29:39Z.",
        "Timeouts stopped at 10:29:39Z",
        (
            "The timeouts in app.log start at 2026-07-07T09:34:05Z, jump from 2/min to 40/min at "
            "2026-07-07T10:10:00Z and stop at 2026-07-07T10:29:39Z."
        ),
        "The timeouts jump from 2 to 40 a minute at 10:10Z.",
        "Timeouts rose from 2 to 40 per minute at 10:10 UTC.",
        "超时从 09:34:05Z 开始，10:10Z 从 2/min 升至 40/min，10:29:39Z 停止。",
        "超时于 10:10Z 从每分钟 2 条升至每分钟 40 条。",
        "超时于 10:29:39Z 停止。",
    ],
)
def test_what_a_group_tells_may_be_claimed(claim: str) -> None:
    assert judged(claim) == "direct_observation"


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param("The timeouts start at 10:10 UTC", id="another start"),
        pytest.param("The timeouts stop at 09:34:05Z", id="the end at the start"),
        pytest.param("The timeouts jump from 2/min to 40/min at 09:34 UTC", id="another instant"),
        pytest.param("The timeouts jump from 3/min to 40/min at 10:10 UTC", id="another rate"),
        pytest.param("The timeouts jump from 2/h to 40/h at 10:10 UTC", id="another unit"),
        pytest.param("The timeouts fell from 40/min to 2/min at 10:10 UTC", id="turned round"),
        pytest.param("The timeouts did not stop at 10:29:39Z.", id="denied"),
        pytest.param("The timeouts never stopped.", id="denied for good"),
        pytest.param("checkout stopped at 10:29:39Z", id="who wrote them"),
        pytest.param("After the timeouts checkout stopped at 10:29:39Z.", id="who comes behind"),
        pytest.param("The timeouts stopped checkout at 10:29:39Z.", id="whom they stopped"),
        pytest.param("The checkout service started at 09:34:05Z.", id="a service"),
        pytest.param("支付服务于 10:29:39Z 停止。", id="a Chinese service"),
    ],
)
def test_what_it_does_not_tell_may_not(claim: str) -> None:
    assert judged(claim) not in ("direct_observation", "reasonable_inference")
