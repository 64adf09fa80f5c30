"""Words that make a count a whole ("exactly 7", 总共 7), and words of an end (contract section 4).

Where only a part was read, "7 requests timed out" is what was seen; "7 in all" and "they ended at
09:55" are claims over what nobody read. Extend the tables here.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.wording.lexicon import words


def _any_of(table: str) -> str:
    entries = sorted(words(table), key=len, reverse=True)
    return f"(?:{'|'.join(re.escape(entry) for entry in entries)})"


_UNIT = (
    r"(?! ?(?:%|percent(?![a-z])|ms(?![a-z])|s(?![a-z])|min(?:ute)?s?(?![a-z])|h(?:ours?)?(?![a-z])"
    r"|sec(?:ond)?s?(?![a-z])|[KMG]i?B(?![a-z])|毫秒|秒|分钟|小时))"
)
_ENGLISH = _any_of(
    "one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve | twenty"
    " | a dozen | a hundred"
)
_NUMBER = (
    rf"(?:(?<![A-Za-z0-9.,:/_-])[0-9][0-9,]{{0,12}}(?![0-9A-Za-z_]|[.,:/-][0-9])"
    rf"|(?<![A-Za-z]){_ENGLISH}(?![A-Za-z])|(?<![一二两三四五六七八九十百千])"
    rf"[一二两三四五六七八九十百千]{{1,8}}(?= ?[次条个笔项起]))"
)
"""A number as it counts: no value of a unit, no part of a ratio, an instant or a name."""

_PLAIN = r"[^.;,:，。；：!?！？0-9\n]"
"""What may stand between a word and its number: no end of a phrase."""

_BEFORE = _any_of("""
exactly | precisely | a total of | in total | in all | all in all | altogether | overall | all told
just | merely | only | no more than | not more than | at most | at the most | a maximum of
a grand total of | totalling | totaling
""")
_BEFORE_ZH = _any_of("""
总共 | 共有 | 一共 | 恰好 | 恰有 | 正好 | 刚好 | 最多 | 至多 | 顶多 | 不超过 | 不多于 | 共计 | 总计
合计 | 累计 | 统共 | 拢共 | 仅仅 | 仅有 | 仅 | 只有
""")
_AFTER = _any_of("""
in all | all told | in total | altogether | overall | exactly | precisely | at most | at the most
and no more | no more | tops | total
""")
_NUMBER_OF = _any_of("number of | total of | count of | tally of | total number of | total")
_COMES_TO = _any_of("""
is | was | were | are | equals | came to | comes to | stands at | stood at | amounts to
amounted to | reached | totalled | totaled
""")
_TOTALS = _any_of("""
totalled | totaled | numbered | add up to | added up to | adds up to | amount to | amounted to
count was | count is | total was | total is | total: | count:
""")
_TOTALS_ZH = _any_of("次数 | 总数 | 总量 | 总次数 | 数量 | 条数 | 数目 | 个数")

_WHOLE = re.compile(
    rf"(?<![A-Za-z]){_BEFORE},? (?:(?:the|these|those|some) )?{_NUMBER}{_UNIT}"
    rf"|{_BEFORE_ZH}(?!的){_PLAIN}{{0,14}}?{_NUMBER}{_UNIT}"
    rf"|{_NUMBER} total(?= [a-z])"
    rf"|{_NUMBER}{_UNIT}{_PLAIN}{{0,80}}?,? {_AFTER}"
    r"(?= ?(?:[.,;!?)，。；]|\Z)| (?:of|from|at|between|and|in|on|for|since|before|after) )",
    re.IGNORECASE,
)
"""A count with a word that makes it a whole or a bound from above."""

_NUMBERED = re.compile(
    rf"(?<![A-Za-z]){_NUMBER_OF} {_PLAIN}{{1,80}}?(?: {_COMES_TO}|:) (?P<a>{_NUMBER}){_UNIT}"
    rf"|(?<![A-Za-z]){_TOTALS} (?P<b>{_NUMBER}){_UNIT}"
    rf"|{_TOTALS_ZH}(?:为|是|达到|达|有|共|：|:|=)? ?(?P<c>{_NUMBER}){_UNIT}",
    re.IGNORECASE,
)
"""A number that is told as the number of something: a whole, unless a record tells it."""

_PART = re.compile(
    rf"(?<![A-Za-z])(?:at least|no fewer than|not fewer than|no less than|not less than|at minimum"
    rf"|a minimum of) {_NUMBER}|{_NUMBER} or more(?![A-Za-z])"
    rf"|{_NUMBER}{_PLAIN}{{0,40}}? (?:was|were|are|is|have been|has been)"
    r" (?:read|shown|kept|returned|displayed|listed)(?![A-Za-z])"
    rf"|(?:至少|不少于|不低于|起码){_PLAIN}{{0,12}}?{_NUMBER}"
    rf"|(?:显示|展示|读取|返回|读到|列出)(?:了|的)?(?:是|为)?{_PLAIN}{{0,6}}?{_NUMBER}"
    rf"|{_NUMBER}{_PLAIN}{{0,20}}?(?:被(?:显示|展示|读取|返回|列出)|以上|或更多)",
    re.IGNORECASE,
)
"""A count that says itself that it is a bound from below, or of what was read or shown."""

_END = _any_of("""
ended | ends | came to an end | come to an end | ceased | ceases | finished | subsided | were over
was over | is over | are over | final | most recent | newest | lasted | until | till | up until
""")
_STOPPED = (
    r"stopp?(?:ed|s)(?= (?:at|by|before|after|on|for|coming|occurring|appearing|happening|arriving"
    r"|timing out|failing)(?![A-Za-z])|[.,;]|\Z)"
)
_ENDS = re.compile(
    rf"(?<![A-Za-z])(?:{_END}|{_STOPPED})(?![A-Za-z])"
    r"|结束|停止|终止|止于|截止|截至|直到|直至|为止|持续到|持续至|平息|最近一[次条个]|最终一[次条个]",
    re.IGNORECASE,
)
"""Words of an end; "last" and 最后 are quantifiers (``quantifiers``)."""

_OWN_END = re.compile(
    r"(?<![A-Za-z])(?:ended|ends|finished|completed|stopped|terminated)(?![A-Za-z])|结束|停止|终止|完成",
    re.IGNORECASE,
)
"""What a record says of the end of that which it tells of."""

_SENTENCE = re.compile(r"[;；。!！?？\n]|\.(?=\s|\Z)")


def counts_whole(text: str, own_words: Sequence[str]) -> bool:
    """Whether ``text`` tells a count as a whole or as its upper bound. ``own_words`` are the
    stored texts without the counts that code wrote: a number or words told there are evidence."""
    bare = _PART.sub(" ", text)
    if any(not _stands_in(match.group(), own_words) for match in _WHOLE.finditer(bare)):
        return True
    told = {fact.number for each in own_words for fact in extract_facts(each)}
    return any(_number_of(match) not in told for match in _NUMBERED.finditer(bare))


def tells_end(text: str, stored: Sequence[str]) -> bool:
    """Whether a sentence of ``text`` tells until what instant something went on, in words of an
    end that stand in none of the ``stored`` texts; a record's own end may be told in another word
    ("finished", 结束)."""
    known = {match.group().lower() for each in stored for match in _ENDS.finditer(each)}
    ends_itself = any(map(_OWN_END.search, stored))

    def is_known(word: str) -> bool:
        return word.lower() in known or (ends_itself and bool(_OWN_END.fullmatch(word)))

    return any(
        any(not is_known(match.group()) for match in _ENDS.finditer(sentence))
        and any(fact.kind == "timestamp" for fact in extract_facts(sentence))
        for sentence in _SENTENCE.split(text)
    )


def _number_of(match: re.Match[str]) -> object:
    number = match["a"] or match["b"] or match["c"]
    return next((fact.number for fact in extract_facts(f"{number} records")), None)


def _stands_in(words_told: str, sources: Sequence[str]) -> bool:
    return any(words_told.lower() in source.lower() for source in sources)
