"""A frame lost: "the consumers are paused" over "if the queue exceeds 500 then ..." (section 7).

A condition, a drill, an example, what somebody claims or denies, what was expected, nearly done,
tried, put off or waited for is not so because a record speaks of it. A sentence that rests on such
words keeps the frame, in either language. What is asked for or planned is for ``pending``, a
possibility for ``wording.possibility``. Extend the table here.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts.cued_pattern import CuedPattern, cued
from superbiz_agent.grounding.misreadings.about import sources_about
from superbiz_agent.grounding.misreadings.exceptions import content_of
from superbiz_agent.grounding.wording.clauses import clauses
from superbiz_agent.grounding.wording.language import language_of
from superbiz_agent.grounding.wording.possibility import is_hedged, is_reported


class _Frame(NamedTuple):
    """Words that frame what stands behind them, or the whole sentence, and those that keep the
    frame."""

    words: CuedPattern
    keeps: CuedPattern
    ends: CuedPattern
    is_of_sentence: bool = False


_END: Final = r'[;；"。]|\.(?=\s|\Z)| \([a-z0-9_.-]+:[0-9]+\)'
_COMMA: Final = r"[,，]"


def _frame(words: str, keeps: str, ends: str = "", *, is_of_sentence: bool = False) -> _Frame:
    return _Frame(
        cued(rf"(?<![A-Za-z_./=-])(?:{words})", re.IGNORECASE),
        cued(rf"(?<![a-z])(?:{keeps})", re.IGNORECASE),
        cued(rf"{_END}|{ends}" if ends else _END, re.IGNORECASE),
        is_of_sentence=is_of_sentence,
    )


_FRAMES: Final = (
    _frame(
        r"(?<!check )(?<!see )(?<!decide )if (?!possible|any|needed)"
        r"|when (?=[^,;:]{1,40}? (?:is|are|exceeds?|reaches|falls) [^;:]{1,60}? (?:is|are|will) )"
        r"|in case (?:of )?|provided that |如果|倘若|假如|若(?!干)|一旦",
        r"if|when|whenever|once|unless|in case|provided|until|as soon as|on condition|should|would"
        r"|如果|倘若|假如|若|一旦|只要|当|时|的话|除非|规则|条件",
    ),
    _frame(
        r"unless |除非",
        r"unless|except|without|if .{1,60}(?:not|n't)(?![a-z])|除非|否则|[若如].{1,24}[不未没]",
        is_of_sentence=True,
    ),
    _frame(
        r"simulat(?:e|es|ed|ing|ion)(?![a-z_])|(?:disaster |fire |failover )?drill(?![\w-])"
        r"|game ?day(?![a-z])|chaos (?:test|experiment)|rehears(?:al|ing)|模拟|演练|预演",
        r"simulat|drill|game ?day|chaos|rehears|dry[- ]run|exercise|test|mock|would"
        r"|模拟|演练|预演|测试|试运行",
        is_of_sentence=True,
    ),
    _frame(
        r"(?:for )?example(?:: |, )|e\.g\. |sample: |test case|unit test|template: "
        r"|alert(?:ing)? rule: |示例|举例|样例|测试用例|告警规则[:：]|模板[:：]",
        r"example|e\.g\.|sample|test|templat|rule|means?(?![a-z])|示例|举例|例|测试|用例|模板|规则",
    ),
    _frame(
        r"den(?:ies|ied) (?:that|having|any) |否认",
        r"den(?:y|ies|ied|ial)|disput|reject|not|no|never|否认|[没未不无]",
    ),
    _frame(
        r"(?:claim|alleg|believ|think|suspect|insist)(?:e?s|e?d) "
        r"(?:that|the|its|his|her|their|an?|no|all) |says that |said that "
        r"|声称|宣称|据称|怀疑|认为",
        r"claim|alleg|believ|think|thought|suspect|insist|says|said|according|unconfirmed"
        r"|[^。]{0,12}(?:声称|宣称|据|称|说|怀疑|认为|未经证实)",
    ),
    _frame(
        r"expected (?!\w+ly)|应为|预期(?!之)|期望",
        r"expect|should|want|instead|due|foreseen|forecast|would|will|suppos|rather|not|没|未"
        r"|预期|预计|期望|应|将|原本",
        rf"{_COMMA}|(?<![a-z])(?:but|got|found|received|was|actual)(?![a-z])|实际|但",
    ),
    _frame(
        r"(?:almost|nearly) (?![0-9])|about to |on the verge of |close to (?![0-9])"
        r"|差点|险些|即将|快要|几乎(?! ?[0-9])",
        r"almost|near|about to|verge|close|soon|shortly|will|not|no|still|yet|before"
        r"|差点|险些|即将|快|几乎|接近|将|尚未|[未没]",
        _COMMA,
    ),
    _frame(
        r"attempting (?:to )?|attempt(?:s|ed) to |(?:trying|tries|tried) to |尝试|试图",
        r"attempt|try|tries|tried|fail|not|no|could|cannot|unable|refus|reject"
        r"|(?:is|are|was|were) (?:\w+ )?\w+ing|尝试|试图|失败|正在|[未没无不]",
        _COMMA,
    ),
    _frame(
        r"postponed|deferred|rescheduled|推迟|延期|延后",
        r"postpon|defer|reschedul|delay|later|put off|moved|not|推迟|延|改期|[未没]",
        _COMMA,
    ),
    _frame(
        r"(?:a?waiting|waits) for (?:approval|confirmation|permission|review|sign-?off)[a-z]* ?"
        r"|等待(?:审批|批准|确认|审核|许可)",
        r"a?wait|pending|approval (?:of|for)|not|requested|asked|等|待|未|申请",
        _COMMA,
    ),
    _frame(
        r"(?:refus|declin)(?:ed|es|ing) to |拒绝(?=删除|执行|切换|重启|回滚)",
        r"refus|declin|reject|den(?:y|ied)|not|no|never|拒|[未没不无]",
        _COMMA,
    ),
)
_HEAD: Final = re.compile(
    r"\A(?:[0-9T:.Z+-]+ )?(?:(?:INFO|WARN(?:ING)?|ERROR|DEBUG|FATAL|CRITICAL|NOTICE) )?"
    r"(?:[A-Za-z0-9]+[-_.][\w.-]+:? )*"
)
"""The instant, level and service before a record's own words."""

_TAIL: Final = re.compile(r"; [0-9]+ records of this form.*\Z| \([\w.-]+:[0-9]+\)", re.DOTALL)
_SENTENCE_END: Final = re.compile(r"[;；。!?！？\n]|\.(?=\s|\Z)")


class _Framed(NamedTuple):
    """What a frame holds, and what of its record stands outside."""

    frame: _Frame
    inner: str
    outer: str


def loses_a_frame(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` tells as a fact what its sources put into a frame that it does not keep."""
    if not any(map(_framed, sources)) or is_reported(text):
        return False
    return any(
        _loses(part, sentence, sources_about(part, sources))
        for sentence in _SENTENCE_END.split(text)
        for part in clauses(sentence)
    )


def quotes_out_of_a_frame(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text``, which stands in ``sources`` word for word, was cut out of its frame."""
    found = [each for source in sources_about(text, sources) for each in _framed(source)]
    return any(not _keeps(each.frame, text) and _is_within(text, each) for each in found)


def _loses(part: str, sentence: str, sources: Sequence[str]) -> bool:
    framed = {source: _framed(source) for source in sources}
    content = content_of(part)
    if any(not found and content & content_of(source) for source, found in framed.items()):
        return False
    return any(
        not _keeps(each.frame, sentence) and _is_within(part, each)
        for found in framed.values()
        for each in found
    )


def _keeps(frame: _Frame, sentence: str) -> bool:
    return frame.keeps.search(sentence) is not None or is_hedged(sentence)


def _is_within(part: str, framed: _Framed) -> bool:
    """Whether ``part`` speaks of what is framed rather than of the rest; across languages, where
    it shares neither, of the longer of the two if they are one sentence."""
    told, inner, outer = map(content_of, (part, framed.inner, framed.outer))
    within, without = len(told & (inner - outer)), len(told & (outer - inner))
    if within or without or language_of(part) == language_of(framed.inner):
        return within > 0 and within >= without
    is_one_sentence = not _SENTENCE_END.search(framed.outer.rstrip(" .。"))
    return is_one_sentence and len(inner) > len(outer)


@lru_cache(maxsize=1024)
def _framed(source: str) -> tuple[_Framed, ...]:
    return tuple(_read(source))


def _read(source: str) -> Iterator[_Framed]:
    bare = _HEAD.sub("", _TAIL.sub("", source), count=1)
    for frame in _FRAMES:
        for found in frame.words.finditer(bare):
            ends = [(each.start(), each.end()) for each in frame.ends.finditer(bare)]
            first, start = found.span()
            if frame.is_of_sentence:
                first = start = max((after for _, after in ends if after <= first), default=0)
            stop = min((at for at, _ in ends if at >= found.end()), default=len(bare))
            yield _Framed(frame, bare[start:stop], f"{bare[:first]} {bare[stop:]}")
