"""Nothing told as something, and something as nothing: ``waiting=0`` has no callers (section 7).

A counter stands in a source as ``key=0``, "0 keys", 失败 0 张. What a clause says of it without a
negation needs one source in which it is more than zero; what it denies needs one where it is zero.
Extend the rows here.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.misreadings.about import sources_about
from superbiz_agent.grounding.wording.lexicon import words

_ROWS = words(
    """
waiting wait waits waited queued queueing pending waiters ; 等待 排队 在等
failed fail fails failing failure failures ; 失败
succeeded succeed succeeds success successes successful ok ; 成功
idle free ; 空闲
errors error ; 错误 报错
slow ; 慢
lost lose loses losing ; 丢失 丢了 遗失
evicted evict evicts evictions eviction ; 驱逐
dropped drop drops dropping drops ; 丢弃
rejected reject rejects rejections rejection refused refuse refusals ; 拒绝
retries retry retried ; 重试
late delayed ; 延误 迟到
stalled stall stalls ; 停滞
timeouts timeout ; 超时
consumers consumer ; 消费者
lag lags lagging backlog ; 积压 滞后 落后
busy active used ; 在用 占用
skipped skip skips ; 跳过
""".replace(" ; ", " § ")
)
_ROW_OF = {word: row for row, entry in enumerate(_ROWS) for word in entry.replace("§", " ").split()}
"""Word of a counter, in either language -> its row."""

_IDLE = _ROW_OF["idle"]
"""What is not there may be told as used up in many words."""

_LATIN = "|".join(
    f"{initial}(?:{'|'.join(sorted((word[1:] for word in same), key=len, reverse=True))})"
    for initial, same in groupby(sorted(filter(str.isascii, _ROW_OF)), key=itemgetter(0))
)
"""By their first letter, so that a text is compared with few of them."""

_HAN = "|".join(sorted((w for w in _ROW_OF if not w.isascii()), key=len, reverse=True))
_ANY_CASE = re.IGNORECASE | re.ASCII
_WORD = cued(rf"(?<![A-Za-z_=-])(?:{_LATIN})(?![A-Za-z_=-])|{_HAN}", _ANY_CASE)
_VALUE = r"(?P<{0}>[0-9]{{1,12}})(?![0-9A-Za-z%/:-]|\.[0-9])"
_COUNTER = cued(
    rf"(?<![A-Za-z])(?P<key>{_LATIN})(?:_[a-z]{{1,12}})?[=:] ?{_VALUE.format('a')}"
    rf"|(?<![0-9A-Za-z.:/-]){_VALUE.format('b')} "
    rf"(?:[a-z]{{2,14}} ){{0,2}}?(?P<after>{_LATIN})(?![A-Za-z=:])"
    rf"|(?<![A-Za-z])(?P<before>{_LATIN}) {_VALUE.format('c')}(?= [a-z])"
    rf"|(?P<han>{_HAN})(?:数|次数|为|了)? ?{_VALUE.format('d')}",
    _ANY_CASE,
)
_DENIED = cued(
    r"(?<![a-z])(?:no|none|not|nothing|never|without|zero|neither|nor|cannot|nobody)(?![a-z])|n't"
    r"|(?<![a-z])(?:exhausted|used up|ran out|run out|out of|free of|lacks?|lacking|stopped"
    r"|ceased|gone|left)(?![a-z])"
    r"|(?<![0-9.])0(?![0-9.])|没有?|[未无零不缺停]|并非|耗尽|用[尽完光]|占满|消失",
    re.IGNORECASE,
)
_NONE_OF = cued(
    rf"(?<![a-z])(?:no|none of the|not one of the|not a single"
    rf"|not one) (?:[a-z]+ ){{0,2}}?(?P<en>{_LATIN})(?![a-z])"
    rf"|(?<![a-z])no (?:[a-z]+ ){{1,2}}(?P<verb>{_LATIN})(?![a-z])"
    rf"|(?:没有|无)(?:任何)?(?P<zh>{_HAN})|(?:没有|无)任何[{HAN}]{{1,4}}?(?P<zh2>{_HAN})",
    _ANY_CASE,
)
_CLAUSE = cued(r"[,;，；。:：]|\.(?:\s|\Z)|(?<![a-z])(?:but|while|and|whereas)(?![a-z])|而|但")
_ASKED = cued(r"(?<![a-z])(?:whether|if|unless)(?![a-z])|是否|若|如果", re.IGNORECASE)


def turns_a_zero(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` tells of what every source counts as zero, or denies what each counts."""
    parts = [part for part in _CLAUSE.split(text) if _WORD.search(part) or _NONE_OF.search(part)]
    if not parts or not _counters(tuple(sources)):
        return False
    return any(_turns(clause, _counters(tuple(sources_about(clause, sources)))) for clause in parts)


def names_counter(text: str, key: str) -> bool:
    """Whether ``text`` has a word for the counter ``key``, in either language."""
    row = _ROW_OF.get(key.lower())
    return row is not None and any(
        _ROW_OF[found.group().lower()] == row for found in _WORD.finditer(text)
    )


def _turns(clause: str, counted: dict[int, set[int]]) -> bool:
    if _ASKED.search(clause):
        return False
    for found in _NONE_OF.finditer(clause):
        word = found["en"] or found["verb"] or found["zh"] or found["zh2"]
        values = counted.get(_ROW_OF[word.lower()])
        if values and 0 not in values:
            return True
    if _DENIED.search(clause):
        return False
    rows = {_ROW_OF[found.group().lower()] for found in _WORD.finditer(clause)}
    return any(counted.get(row) == {0} for row in rows - {_IDLE})


@lru_cache(maxsize=512)
def _counters(sources: tuple[str, ...]) -> dict[int, set[int]]:
    """Row of a counter -> its values in all ``sources``."""
    found: dict[int, set[int]] = defaultdict(set)
    for source in sources:
        for row, value in _read(source):
            found[row].add(value)
    return dict(found)


def _read(source: str) -> Iterator[tuple[int, int]]:
    for match in _COUNTER.finditer(source):
        word = match["key"] or match["after"] or match["before"] or match["han"]
        value = next(match[name] for name in "abcd" if match[name])
        yield _ROW_OF[word.lower()], int(value)
