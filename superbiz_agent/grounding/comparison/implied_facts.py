"""What a source says along with its facts: the parts of a ratio, the host of a URL (section 7)."""

from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache

from superbiz_agent.grounding.comparison.ownership import Owned, owned_facts
from superbiz_agent.grounding.facts import FactKind
from superbiz_agent.grounding.facts.extraction import names_of
from superbiz_agent.grounding.facts.identifiers import shape_of
from superbiz_agent.grounding.facts.numerals import EXACT, plain
from superbiz_agent.grounding.facts.owners import held_names, is_namespaced
from superbiz_agent.grounding.facts.quantities import ratio_parts
from superbiz_agent.grounding.facts.tables import words

RATIO_NOUNS = words(
    "ratio rate fraction utilization utilisation usage percentage percent share 比例 比率 占比 "
    "使用 用率 利用 命中 中率 失败 败率 误率 错误 成功 功率"
)
"""Nouns under which 0.91 means 91 %."""

SECONDS = {
    name: Decimal(seconds)
    for seconds, names in (
        ("0.000001", "us micros microseconds"),
        ("0.001", "ms millis milliseconds msec"),
        ("1", "seconds secs sec"),
    )
    for name in names.split()
}
"""Nouns of a bare number that give it a unit, as log fields do (``took_ms=41``), in seconds."""

_HOLDERS = frozenset({"url", "host and port", "path", "exception", "dotted"})


def stated_facts(source: str, names: tuple[str, ...]) -> tuple[Owned, ...]:
    """The facts of ``source``, each followed by what it says along with them."""
    return _stated_facts(source, names_of(source, names))


@lru_cache(maxsize=2048)
def _stated_facts(source: str, names: tuple[str, ...]) -> tuple[Owned, ...]:
    facts = owned_facts(source, names)
    return tuple(each for owned in facts for each in (owned, *implied_facts(owned)))


def implied_facts(owned: Owned) -> Iterable[Owned]:
    """What a source says along with a fact: the parts of a ratio, a status as a number, the host
    of a URL, the folders of a path, the class of an exception, the duration that ``took_ms=41`` is.
    """
    fact = owned.fact
    if fact.form == "ratio":
        yield from _of_ratio(owned)
    elif fact.form in _HOLDERS or "@" in fact.value or is_namespaced(fact):
        yield from (_named(owned, name) for name in held_names(fact))
    elif fact.form == "status" and fact.value.startswith("HTTP "):
        yield _replace(owned, "number", Decimal(fact.value[5:]))
    elif fact.kind == "number" and fact.number is not None:
        for noun in owned.nouns & SECONDS.keys():
            yield _replace(owned, "duration", EXACT.multiply(fact.number, SECONDS[noun]))
        if 0 <= fact.number <= 1 and owned.nouns & RATIO_NOUNS:
            yield _replace(owned, "percentage", EXACT.multiply(fact.number, Decimal(100)))
        if 100 <= fact.number <= 599:
            status = fact._replace(kind="identifier", value=f"HTTP {fact.value}", form="status")
            yield Owned(status, owned.owners, owned.nouns, owned.has_key)


def _named(owned: Owned, name: str) -> Owned:
    form = shape_of(name) or "host"
    fact = owned.fact._replace(value=name, form=form)
    return Owned(fact, owned.owners, owned.nouns, owned.has_key)


def _of_ratio(owned: Owned) -> Iterable[Owned]:
    part, whole = ratio_parts(owned.fact)
    for number in {part, whole}:
        yield _replace(owned, "number", number)
    if whole:
        yield _replace(owned, "percentage", EXACT.divide(part * 100, whole))


def _replace(owned: Owned, kind: FactKind, number: Decimal) -> Owned:
    fact = owned.fact._replace(
        kind=kind,
        value=plain(number),
        number=number,
        unit="%" if kind == "percentage" else "",
        form="implied",
    )
    return Owned(fact, owned.owners, owned.nouns, owned.has_key)
