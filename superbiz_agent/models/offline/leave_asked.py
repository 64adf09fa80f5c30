"""Whether something may, should or must be done ("Should I restart X?", 可以重启吗), and what a
runbook's sentence that forbids or bounds just that says of it.

Who asks this at night may do it in the next minute: such a sentence is told first. What it speaks
of is read by closed tables of deeds in both languages and by the words of the deed itself.
"""

import re
from collections.abc import Sequence
from typing import Final

from superbiz_agent.models.offline.claims import knowledge_said
from superbiz_agent.models.offline.documents import page_of_alert
from superbiz_agent.models.offline.drafts import Draft, is_sayable
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.kinds import asked_by
from superbiz_agent.models.offline.matching import mentions, speaks_of
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.relevance import concepts_of
from superbiz_agent.models.offline.topics import is_stop_word
from superbiz_agent.models.offline.vocabulary import INSTRUCTION

MAX_BOUNDS: Final = 2

_WHO: Final = "(?:i|we|one|you|somebody|someone|anyone)"
_LOOKING: Final = (
    r"(?:see|look|find|know|tell|say|expect|get|have|be sure|assume|rely|trust|check|read|view"
    r"|list|show|search|explain|confirm|verify)"
)
"""To look is always allowed: nothing is to be done."""

_ENGLISH: Final = re.compile(
    rf"(?<![a-z])(?:(?:should|shall|may|must) {_WHO}|(?:can|could) {_WHO}(?: just| safely| now)?"
    rf"|(?:do|does) {_WHO} (?:need|have) to|am i allowed to|are we allowed to"
    r"|is it (?:ok|okay|safe|fine|wise|allowed|necessary|a good idea|advisable)(?: for us)? to"
    r"|(?:is|are) (?:an? |the )?(?=[^?]{1,60} (?:safe|allowed|advisable)(?![a-z])))"
    rf"(?: (?:just|simply|now|really|safely|already|better))? (?!{_LOOKING}(?![a-z]))"
    r"(?P<deed>[^?!.;]{2,120})",
    re.IGNORECASE,
)
_NEEDS: Final = re.compile(
    r"(?<![a-z])does [^?]{2,80} need (?P<deed>(?:to be |any )?"
    r"(?:action|handling|attention|intervention|restart\w{0,3}|[a-z]{3,20}ed)[^?]{0,40})",
    re.IGNORECASE,
)
_SAFE: Final = re.compile(
    r"(?<![a-z])(?:is|are) (?P<deed>[^?]{3,80}?) (?:safe|allowed|advisable|a good idea)(?![a-z])",
    re.IGNORECASE,
)
_CHINESE: Final = re.compile(
    "(?:可不可以|能不能|要不要|该不该|需不需要|应不应该|是否(?:可以|需要|应该|能|要|该|允许)"
    "|(?:可以|能够?|应该|应当|该|需要|必须|允许|要)(?=[^，。？?]{1,40}(?:吗|么|不|？|\\?)))"
    "(?:直接|现在|先|马上|再|去|对|把|将)?(?![吗么看查找]|知道|解释|说明|确认)(?P<deed>[^，。？?]{1,40})"
)
_AFTER_DEED: Final = re.compile(
    "(?P<deed>[^，。？?]{1,40}?)(?:可以|可行|安全|合适|有必要|有用)(?:吗|么|不)"
)

_GENERIC: Final = asked_by(
    r"action|act|handl\w{1,3}|attention|intervention|intervene|do (?:any|some)thing|worr(?:y|ied)"
    r"|concerned|care|react|respond|deal with|be alarmed|mind|escalate",
    "处理|干预|介入|管|操作|行动|担心|理会|关注|动手",
)
"""To do whatever is to be done: each bound of the page is one of it."""

_DEEDS: Final[tuple[tuple[str, str], ...]] = (
    ("restart|reboot|bounce", "重启"),
    ("roll back|rollback|rolling back|revert|undo", "回滚|回退"),
    ("flush|purge|clear|clean|empty|wipe", "清理|清空|刷掉|清除|清掉"),
    ("delete|remove|drop|truncate|rm", "删除|删掉|移除"),
    ("raise|increase|enlarge|expand", "调大|提高|增加|扩大|调高|加大"),
    ("lower|reduce|decrease|shrink", "调小|降低|减少|调低|缩小"),
    ("scale|scale up|scale out|scale down", "扩容|缩容"),
    ("fail over|failover|switch|promote", "切换|切流|主备切换"),
    ("stop|kill|shut down|terminate|shutdown", "停掉|停止|关闭|杀掉|停机"),
    ("start|enable|turn on", "启动|打开|启用|开启"),
    ("disable|silence|mute|turn off", "禁用|静默|屏蔽|停用"),
    ("deploy|redeploy|release|ship", "部署|发布|上线"),
    ("upgrade|update", "升级|更新"),
    ("downgrade", "降级"),
    ("drain|cordon|evict", "驱逐|摘除|下线|排空"),
    ("renew|rotate|replace", "续期|更换|轮换|替换"),
    ("rebuild|reindex|recreate", "重建"),
    ("move|migrate", "迁移|移动|转移"),
    ("retry|replay|requeue|resend", "重试|重放|重发"),
    ("reset", "重置"),
    ("change|modify|edit|configure", "修改|更改|改动|调整|配置"),
)
"""Deeds by what they are called in both languages."""

_LIGHT: Final = frozenset(
    [
        "run",
        "do",
        "execute",
        "use",
        "issue",
        "perform",
        "make",
        "try",
        "call",
        "type",
        "apply",
        "go",
        "ahead",
        "again",
        "just",
        "now",
        "please",
        "any",
        "be",
        "been",
        "need",
        "to",
        "the",
        "all",
        "more",
        "some",
        "this",
        "that",
        "with",
        "for",
        "from",
    ]
)
"""Words of a deed that say nothing of what is done."""

_FORBIDS: Final = asked_by(
    r"do not|don['’]?t|never|must not|mustn['’]?t|should not|shouldn['’]?t|may not|forbid(?:den|s)?"
    r"|prohibited|not (?:be )?(?:allowed|permitted|safe|needed|necessary)|avoid|no need|no action"
    r"|only (?:above|below|over|under|after|before|when|if|during|in|within|with|by|once|at|while)"
    r"|not (?:before|until|without|unless)|unless|without (?:approval|asking)|at most|dangerous"
    r"|unsafe|refrain|(?:does|do|will) not help|needs? (?:the )?approval|ask [a-z ]{1,30} before",
    "不要|禁止|严禁|切勿|请勿|勿|不得|不可以?|不应该?|不允许|不许|不准|不宜|只有|仅在|仅当|只在|只能"
    "|除非|无需|不必|不用|避免|没有用|不起作用|无济于事|才能|才可|才需要|须经|先经|经.{1,12}(?:同意|批准)",
)
"""How a sentence forbids a deed, or says when alone it is done."""

_START: Final = re.compile(r"^[\s。！；.!;]*(?:[0-9]{1,2}[.)、]\s|[-*•]\s)?\s*")
_BREAK: Final = re.compile(r"(?<=[。！；])|(?<=[.!;])\s+|\s+(?=[0-9]{1,2}[.)、]\s)|\s+(?=[-*•]\s)")
_LATIN: Final = re.compile("[A-Za-z][A-Za-z0-9_]{2,40}")
_HAN: Final = re.compile("[\u3400-\u9fff]{2,20}")


def deed_asked(text: str) -> str | None:
    """The words of the deed of which ``text`` asks whether it may, should or must be done; null
    for any other question."""
    for pattern in (_SAFE, _ENGLISH, _NEEDS, _CHINESE, _AFTER_DEED):
        found = pattern.search(text)
        if found and (pattern is not _AFTER_DEED or _kinds_of(found["deed"])):
            return found["deed"]
    return None


def bounds_told(question: Question, evidence: Evidence, alerts: Sequence[Line]) -> list[Draft]:
    """The runbooks' sentences that forbid or bound the deed that is asked of, of pages about the
    thing that is named or one of the ``alerts``."""
    deed = deed_asked(question.text)
    if deed is None:
        return []
    blocks = [line for line in evidence.of("knowledge") if not INSTRUCTION.search(line.body)]
    own = [block for block in blocks if _is_of(block, blocks, question, deed, evidence, alerts)]
    told = (
        knowledge_said(block, said, question.language)
        for block in own
        for said in _sentences(block.message)
        if _FORBIDS.search(said) and _speaks_of_deed(said, deed, question)
    )
    sayable = [draft for draft in told if is_sayable(draft, evidence.names)]
    return list({draft.wordings[0]: draft for draft in sayable}.values())[:MAX_BOUNDS]


def _sentences(message: str) -> list[str]:
    return [_START.sub("", each).strip(" 。；;") for each in _BREAK.split(message) if each.strip()]


def _speaks_of_deed(sentence: str, deed: str, question: Question) -> bool:
    """Whether the sentence is of the deed: any is, where no particular deed is asked of."""
    if not _kinds_of(sentence).isdisjoint(_kinds_of(deed)):
        return True
    for name in question.entities:
        deed = deed.replace(name, " ")
    words = [x for x in _LATIN.findall(deed) if x.casefold() not in _LIGHT]
    first = [word for word in words if not is_stop_word(word)][:1]
    if first and _holds(sentence, first[0]):
        return True
    return bool(_GENERIC.search(deed)) and not _kinds_of(deed)


def _holds(sentence: str, word: str) -> bool:
    stem = re.sub("(?:ing|ed|es|s|e)$", "", word) if len(word) > 4 else word
    pattern = rf"(?<![A-Za-z0-9]){re.escape(stem)}(?:e|es|s|ed|ing)?(?![A-Za-z0-9])"
    command = rf"(?<![A-Za-z0-9]){re.escape(stem.upper())}[A-Z]{{0,12}}(?![A-Za-z0-9])"
    return bool(re.search(pattern, sentence, re.IGNORECASE) or re.search(command, sentence))


def _kinds_of(text: str) -> set[str]:
    return {
        english
        for english, chinese in _DEEDS
        if re.search(rf"(?<![a-z])(?:{english})(?:e?s|d|ed|ing|ting|ping)?(?![a-z])|{chinese}",
                     text, re.IGNORECASE)
    }  # fmt: skip


def _is_of(
    block: Line,
    blocks: Sequence[Line],
    question: Question,
    deed: str,
    evidence: Evidence,
    alerts: Sequence[Line],
) -> bool:
    """Whether the block's page is about what is named, or leads from one of the alerts."""
    if any(evidence.pages.get(page_of_alert(alert)) == block.page for alert in alerts):
        return True
    page = " ".join(f"{x.name} {x.message}" for x in blocks if x.page == block.page)
    named = [*question.entities, *question.terms]
    if named:
        return any(mentions(page, name) for name in named)
    things = concepts_of(question.text)
    if things & concepts_of(page):
        return True
    words = [x for x in question.words if x.isascii() and x not in deed]
    return any(speaks_of(block, word) or mentions(page, word) for word in words) or not (
        words or things or alerts
    )
