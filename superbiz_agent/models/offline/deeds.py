"""Who did a thing, and which ones had none: what is asked for is that it was done, or was not.

A failed attempt is no answer to who did it, and what some had says nothing of which had none.
"""

from collections.abc import Iterable
from typing import Final

from superbiz_agent.grounding.question import subject_terms
from superbiz_agent.grounding.question_terms import ERRORS
from superbiz_agent.models.offline.causes import tells_failure
from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.kinds import asked_by
from superbiz_agent.models.offline.question import Question

_WHICH: Final = asked_by(
    r"who|whose|whom|which|when", "谁|哪(?:个|些|几|台|条|位|次|一)|什么时候|何时"
)
_WHO: Final = asked_by("who|whose|whom|which", "谁|哪(?:个|些|几|台|位|一)")
_DEED: Final = asked_by(
    r"(?:logged|signed)[ -]in|logins?|deployed|released|rolled[ -](?:out|back)|shipped|merged"
    r"|pushed|deleted|dropped|removed|created|restarted|rebooted|started|stopped|changed|modified|updated"
    r"|edited|approved|enabled|disabled|uploaded|downloaded|granted|revoked|accessed|connected"
    r"|succeeded|successfully|finished|completed",
    "登录|部署|发布|上线|回滚|回退|删|移除|创建|重启|启动|停止|修改|更改|变更|更新|批准|启用|禁用"
    "|上传|下载|授权|访问|成功|完成",
)
"""What is done on purpose, and tried in vain."""

_NONE: Final = asked_by(
    r"(?:which|who|what)(?: (?!no |not )[a-z0-9_-]{1,40}){0,5}? (?:(?:had|have|has|saw|see|logged"
    r"|reported|showed|show|raised|wrote|got|with) no|without"
    r"|(?:did|does|do|have|has|had)(?: not|n['’]t)|never)"
    r"(?: [a-z0-9_-]{1,40}){0,3}? (?:errors?|exceptions?|failures?|warnings?|alerts?|problems?"
    r"|issues?|incidents?|records?|logs?|log|report|fail|failed|restarts?|restarted|crash|crashed"
    r"|timeouts?)",
    "哪(?:个|些|几|台|位|一)[^，。？?]{0,20}?(?<!有)(?:没有?|未|无)(?:出现|发生|任何|过|有){0,2}"
    "(?:报错|错误|异常|告警|失败|出错|故障|问题|日志|记录|重启|超时|警告)"
    "|(?<!有)(?:没有?|未|无)(?:出现|发生|任何|过|有){0,2}"
    "(?:报错|错误|异常|告警|失败|出错|故障|问题|日志|记录|重启|超时|警告)过?的[^，。？?]{1,12}(?:哪|谁|什么)",
)
"""Those are asked for of which nothing is on record."""

_ERRORS: Final = frozenset(row[0] for row in ERRORS)


def asks_which(question: Question) -> bool:
    """One thing by name or by its time is asked for, and not its cause."""
    return _WHICH.search(question.text) is not None and not question.asks_cause


def asks_none(question: Question) -> bool:
    """Those are asked for that had none of a thing: no search for it tells them."""
    return _NONE.search(question.text) is not None


def asks_done(question: Question) -> bool:
    """Who did a thing is asked, and not who failed to."""
    text = question.text
    asked = _WHO.search(text) and _DEED.search(text)
    by_trouble = question.asks_trouble or question.level or question.asks_alerts
    is_else = by_trouble or question.asks_cause or question.asks_knowledge
    return bool(asked) and not (is_else or tells_failure(text) or subject_terms(text) & _ERRORS)


def is_done(line: Line) -> bool:
    """Whether a record may tell of a thing that was done: one of a failure does not."""
    return line.kind in ("log", "other") and not tells_failure(line.message or line.body)


def tells_none_done(question: Question, lines: Iterable[Line]) -> bool:
    """Whether who did a thing is asked, and what was observed tells of failures alone."""
    return asks_done(question) and not any(map(is_done, lines))
