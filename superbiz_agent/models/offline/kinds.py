"""What kind of answer a question wants: one table, in the order in which it is read."""

import re
from typing import Final, Literal, TypeAlias

QuestionKind: TypeAlias = Literal[
    "why", "remediation", "meaning", "how_many", "which_version", "when", "yes_no", "what"
]
"""``why``: a cause; ``remediation``: what to do; ``meaning``: what something is; ``how_many``: a
count; ``which_version``: a version, or what was deployed; ``when``: an instant; ``yes_no``; and
``what`` for everything else: the situation, or a list of what is on record."""


OPERATION: Final = (
    r"(?:roll(?:ing)? ?-?back|restart|reboot|scale|fail ?over|switch|drain|cordon|rotate|renew"
    r"|purge|flush|clean|clear|free|expand|resize|upgrade|downgrade|deploy|release|redeploy|revert"
    r"|undo|migrate|back up|rebuild|reindex|replay|requeue|retry|disable|enable|stop|start|kill"
    r"|evict|increase|decrease|raise|lower|reduce|change|configure|replace|isolate|throttle"
    r"|escalate)"
)
"""What is done to a system: how to do it stands in a runbook."""

CHINESE_OPERATION: Final = (
    "(?:回滚|回退|重启|扩容|缩容|切换|切流|升级|降级|部署|发布|下线|上线|摘除|隔离|清理|清空|释放"
    "|扩大|迁移|备份|重建|重试|重放|续期|更换|轮换|替换|删除|停掉|停止|启动|关闭|打开|调整|调大|调小"
    "|修改|配置|限流|熔断|升配|通知|上报)(?!了|的|失败|报错|超时)"
)
"""The same in Chinese, not told as what happened."""


def asked_by(english: str, chinese: str) -> re.Pattern[str]:
    """The pattern of a question's words: English ones whole, Chinese ones anywhere."""
    return re.compile(rf"(?<![a-z])(?:{english})(?![a-z])|{chinese}", re.IGNORECASE)


KINDS: Final[tuple[tuple[QuestionKind, re.Pattern[str]], ...]] = (
    (
        "why",
        asked_by(
            r"why|how come|what(?:'s|s| is| was)? (?:the )?(?:caus(?:e|es|ed|ing)|reason)"
            r"|(?:root )?causes?|reasons?|explain",
            "为什么|为何|为啥|原因|根因|怎么回事|导致",
        ),
    ),
    (
        "remediation",
        asked_by(
            r"how (?:do|can|could|should|would|to)(?: (?:i|we|you|one))?(?: (?:best|safely))? "
            r"(?:fix|solve|resolve|handle|mitigate|remedy|repair|recover|deal|proceed|avoid"
            r"|prevent)"
            r"|what (?:do|can|should|must|could) (?:i|we) do|what to do|what now"
            r"|(?:next|recommended|remediation|mitigation) steps?|remed(?:y|iation)|mitigations?",
            rf"(?<![a-z])how (?:do|can|could|should|would|to)(?: (?:i|we|you|one))?"
            rf"(?: (?:best|safely|quickly|properly))? (?={OPERATION}(?![a-z]))"
            f"|(?:怎么|怎样|如何|咋|应该|该)(?:样|才能|去)?(?:对|把)?(?={CHINESE_OPERATION})"
            "|怎么办|咋办|(?:怎么|怎样|如何|该)(?:处理|解决|修复|应对|恢复|缓解|操作)"
            "|处理(?:步骤|方法|流程)|解决(?:办法|方法|方案)|应急预案|该做什么|需要做什么",
        ),
    ),
    (
        "meaning",
        asked_by(
            r"mean(?:s|ing)?|meant by|what (?:is|are) an?",
            "含义|意思|什么是|是什么(?!情况|时候|原因|问题|版本)|指什么",
        ),
    ),
    (
        "how_many",
        asked_by(
            r"how many|how often|number of|count of",
            "多少(?!时间|秒|分钟|毫秒)|几[次个条台]|次数|数量",
        ),
    ),
    (
        "which_version",
        asked_by(
            r"(?:which|what) (?:version|release|build|image|tag|deploy\w{0,6}|rollout)s?"
            r"|what (?:was|were|is|has been|have been) (?:deployed|released|rolled out|shipped)",
            "(?:部署|发布|上线)了(?:什么|哪些)|(?:哪个|什么|哪些|哪次)(?:版本|发布|部署|镜像|变更|上线)|版本(?:号|是)",
        ),
    ),
    (
        "when",
        asked_by(
            r"(?:since|from|until) when|when (?:did|do|does|was|were|is|are|has|have|had|exactly)"
            r"|what time|how long ago",
            "什么时候|啥时候|何时|几点|什么时间|哪天|多久(?:前|之前)",
        ),
    ),
    (
        "yes_no",
        asked_by(
            r"\A\s{0,8}(?:(?:and|so|but|hey|hi|hello|then),? )?(?:is|are|was|were|does|do|did|has"
            r"|have|had|can|could|will|any|(?:more|fewer|less)(?= \S[^?.]{0,60} than))|whether"
            r"|confirm|verify",
            "是不是|是否|有没有|有无|吗|(?<![什怎那这])么(?=[？?]|$)|[能会可]否",
        ),
    ),
)
"""Kind -> how it is asked for; the first row that matches counts."""

ASKING: Final = tuple(asked for kind, asked in KINDS if kind not in ("which_version", "why"))
"""The patterns whose words only ask: nothing in them is to be searched for."""


def kind_of(text: str) -> QuestionKind:
    """Return the kind of answer that ``text`` asks for; any text has one."""
    for kind, asked in KINDS:
        if asked.search(text):
            return kind
    return "what"
