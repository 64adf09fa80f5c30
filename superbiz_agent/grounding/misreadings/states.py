"""States that no source tells in any of their words: dead, banned, expired, offline (section 7).

A row is one state in both languages: a text may name it only where a source does. "Is slow" is not
"is broken", "ends in 9 days" is not "has expired". Extend the table here.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.misreadings.parts import parts_of

_ROWS = tuple(
    (cued(said, re.IGNORECASE), cued(known, re.IGNORECASE))
    for said, known in (
        (
            (
                r"(?<![a-z])(?:has|have|had) (?:already )?(?:expired|lapsed)(?![a-z])"
                r"|(?:(?<!会话)已(?:经)?)(?:过期|失效|到期)"
            ),
            (
                r"(?<![a-z])(?:expired|lapsed|run out|ran out|not yet valid|not_after"
                r"|valid until)(?![a-z])|过期|失效|已到期|有效期"
            ),
        ),
        (
            r"(?<![a-z])(?:banned|blacklisted|blocklisted)(?![a-z])|拉黑|封禁|被封(?!存)",
            (
                r"(?<![a-z])(?:ban|banned|blacklist|blacklisted|blocklisted|blocked"
                r"|denylist)(?![a-z])|拉黑|封禁|黑名单|屏蔽"
            ),
        ),
        (
            (
                r"(?<![a-z])(?:(?:is|are|was|were|has been|have been) (?:completely "
                r"|totally )?(?:broken|defective|destroyed)|(?:has|have) died"
                r"|(?:is|are) dead)(?![a-z])|(?:已|经)?损坏|坏了|已死"
            ),
            (
                r"(?<![a-z])(?:broken|defective|destroyed|died|dead|killed|corrupt(?:ed)?"
                r"|damaged|fault(?:y)?)(?![a-z])|坏|损|死"
            ),
        ),
        (
            (
                r"(?:已|已经|完全|全部|都)?(?:掉线|断线|断连)|(?:消费者|节点|传感器|打印机|设备"
                r"|终端)[^，。；]{0,8}(?:离线|下线)"
            ),
            (
                r"(?<![a-z])(?:offline|disconnect(?:ed|s)?|lost|down|left the group|closed"
                r"|unreachable)(?![a-z])|掉线|断线|断连|离线|下线|断开|失联"
            ),
        ),
        (
            (
                r"停止(?:服务|响应|工作)|(?:服务|业务)(?:已)?(?:完全)?中断|中断(?:了)?服务"
                r"|(?:线路|专线|链路)[^，。；]{0,6}(?:完全)?中断"
            ),
            (
                r"(?<![a-z])(?:down|stopped|outage|unavailable|not respond(?:ing)?|no response"
                r"|interrupted|unreachable|refused|hang|hung|shut ?down)"
                r"(?![a-z])|停止|中断|无响应|不可用|宕"
            ),
        ),
        (
            (
                r"(?<![a-z])(?:stopped|ceased) (?:responding|working|serving)(?![a-z])"
                r"|(?<![a-z])(?:is|are) (?:unresponsive|hung)(?![a-z])"
            ),
            (
                r"(?<![a-z])(?:down|stopped|outage|unavailable|not respond(?:ing)?|no response"
                r"|hang|hung|unresponsive|refused)(?![a-z])"
                r"|停止|无响应|不可用|宕"
            ),
        ),
        (
            (
                r"(?<![a-z])(?:is|are|was|were) (?:refusing|rejecting|turning away)(?![a-z])"
                r"|(?:正在|开始)拒绝"
            ),
            r"(?<![a-z])(?:refus|reject|den(?:y|ied)|turn)|拒绝",
        ),
        (
            (
                r"停止(?:了)?(?:销售|出票|打印|发送)|已停售|(?<![a-z])stopped (?:selling"
                r"|printing|sending)(?![a-z])"
            ),
            r"(?<![a-z])stopp?(?:ed|s)?(?![a-z])|停止|停售",
        ),
        (
            r"(?<![a-z])(?:is|was) (?:definitely |surely |certainly )?stale(?![a-z])",
            r"(?<![a-z])stale(?![a-z])|陈旧|过期|older than|age",
        ),
    )
)
"""How a state is told, and the words of a source that tell of it."""

_DENIED = cued(
    r"(?<![a-z])(?:not|never|no|nor|whether|if|when|once|beyond|may|might|possibly|likely"
    r"|probably|suspected|runbook|says)(?![a-z])|n't"
    r"|[没未不无若]|是否|如果|可能|或许|疑似|推断|手册",
    re.IGNORECASE,
)


def adds_a_state(text: str, sources: Sequence[str]) -> bool:
    """Whether a clause of ``text`` tells plainly of a state that no source has a word for."""
    rows = [row for row in _ROWS if row[0].may_match(text)]
    return bool(rows) and any(
        said.search(part) and not _DENIED.search(part) and not any(map(known.search, sources))
        for part in parts_of(text)
        for said, known in rows
    )
