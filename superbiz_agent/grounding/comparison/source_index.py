"""The sources of a comparison, indexed once: what they state, of whom, under which noun."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import combinations

from superbiz_agent.grounding.comparison.implied_facts import stated_facts
from superbiz_agent.grounding.comparison.nouns import all_terms, like, named_metrics
from superbiz_agent.grounding.comparison.ownership import Owned, owned_facts, with_quoted_names
from superbiz_agent.grounding.facts import Fact, FactKey, extract_facts
from superbiz_agent.grounding.facts.folding import ENGLISH_STOP_WORDS, fold
from superbiz_agent.grounding.facts.numerals import EXACT
from superbiz_agent.grounding.facts.owners import (
    SHARED_FORMS,
    entity_key,
    is_namespaced,
    is_owner,
)

INSTANTS = ("timestamp", "date")

FILTER_FORMS = frozenset({"level", "setting"})
"""Forms of facts by which a search is narrowed."""

SEARCH_LINE = 'search for "'
"""How a ``$.search`` text begins: what it was asked for is no measurement of anything."""

_OF_SEARCH = re.compile(
    r"search for |window |(?:service|namespace|pod|source|matched|tool)=[^,]{0,300}$"
)
_OF_FILTER = re.compile(r"search for |(?:namespace|pod)=[^,]{0,300}$")


def is_of_search(source: str) -> bool:
    """True if a source tells of a search (its filter, window or count), not of the incident."""
    return bool(_OF_SEARCH.match(source))


MAX_VALUES = 48
"""At most so many values of one dimension are tried in pairs."""

MAX_SCANNED = 512
"""At most so many values of one dimension are looked through for one fact."""


class SourceIndex:
    """What the sources state. Built once for a set of sources, read by every check."""

    def __init__(self, sources: tuple[str, ...], names: tuple[str, ...]) -> None:
        self.sources = sources
        read = [with_quoted_names(owned_facts(source, names)) for source in sources]
        self.facts = _also_by_pod(read)
        self.folded = [fold(source) for source in sources]
        self.owners: dict[FactKey, set[str]] = defaultdict(set)
        self.nouns: dict[FactKey, set[str]] = defaultdict(set)
        self.unnamed: set[FactKey] = set()
        self.rivals: dict[tuple[str, str, str], set[str]] = defaultdict(set)
        self.values: dict[tuple[str, str], list[Owned]] = defaultdict(list)
        self.entities: dict[str, str] = {}
        self.keyless: set[FactKey] = set()
        self._filters_only: set[str] = set()
        self._filters: set[FactKey] = set()
        self._windows: set[FactKey] = set()
        self._measured: dict[str, set[tuple[str, str]]] = defaultdict(set)
        self._aliases: dict[str, set[str]] = defaultdict(set)
        self._by_form: dict[str, set[str]] = defaultdict(set)
        self._holders: dict[FactKey, dict[int, None]] = defaultdict(dict)
        observed: set[str] = set()
        everything = _also_by_pod(
            [with_quoted_names(stated_facts(source, names)) for source in sources]
        )
        for place, (facts, stated) in enumerate(zip(self.facts, everything, strict=True)):
            is_measured = not sources[place].startswith(SEARCH_LINE)
            for owned in stated:
                self._add(owned, place, is_measured=is_measured)
            if is_of_search(sources[place]):
                self._windows |= {each.fact.key for each in facts if each.fact.kind in INSTANTS}
            if not is_measured:
                self._filters |= {each.fact.key for each in facts if each.fact.form in FILTER_FORMS}
            if not _OF_FILTER.match(sources[place]):
                observed.update(entity_key(owned.fact) for owned in facts if owned.is_owner)
        self._filters_only = set(self.entities) - observed

    @cached_property
    def by_number(self) -> list[dict[Decimal, list[Owned]]]:
        """The facts of each source that are numbers, by number."""
        found: list[dict[Decimal, list[Owned]]] = []
        for facts in self.facts:
            found.append({})
            for owned in facts:
                if owned.fact.number is not None:
                    found[-1].setdefault(owned.fact.number, []).append(owned)
        return found

    def _add(self, owned: Owned, place: int, *, is_measured: bool) -> None:
        fact, owners, nouns = owned.fact, owned.owners, owned.nouns
        key = fact.key
        self._holders[key][place] = None
        self.owners[key].update(owners)
        if owned.subject is not None:
            self.owners[key].add(owned.subject)
        self.nouns[key].update(nouns)
        if not nouns:
            self.unnamed.add(key)
        if not owned.has_key:
            self.keyless.add(key)
        if is_owner(fact):
            self._add_entity(key[1], fact.form)
        elif fact.number is not None:
            self.values[key[0], fact.unit].append(owned)
            for owner in owners if is_measured else ():
                self._measured[owner].add((key[0], fact.unit))
            for noun in nouns:
                self.rivals[key[0], fact.unit, noun].add(key[1])

    def _add_entity(self, entity: str, form: str) -> None:
        self.entities[entity] = form
        self._by_form[form].add(entity)
        self._aliases[entity.partition("-")[0]].add(entity)

    def states(self, key: FactKey) -> bool:
        """True if a source holds an equal fact, whoever owns it."""
        return key in self.owners

    def holders(self, key: FactKey) -> Collection[int]:
        """The places of the sources that hold an equal fact."""
        return self._holders[key].keys() if key in self._holders else ()

    def is_filter(self, key: FactKey) -> bool:
        """True if a search was narrowed to it: the level that was searched for is of no entity."""
        return key in self._filters

    def is_window(self, key: FactKey) -> bool:
        """True if a search began or ended there: a window is of no entity."""
        return key in self._windows

    def is_lone(self, entity: str) -> bool:
        """True if ``entity`` is the only one of its form, so that nothing can be mixed up.

        What only a filter of a search names owns nothing that the search found.
        """
        form = self.entities.get(entity)
        if form is None or entity in self._filters_only:
            return False
        return len(self._by_form[form]) == 1

    def observed(self) -> list[tuple[str, tuple[Owned, ...]]]:
        """Each source that tells of the incident, not of a search, with its facts."""
        return [
            (source, facts)
            for source, facts in zip(self.sources, self.facts, strict=True)
            if not is_of_search(source)
        ]

    def is_named(self, key: FactKey, noun: str) -> bool:
        """True if a source that holds the fact names ``noun``, as a word or within a name."""
        return any(like(noun) & all_terms(self.sources[i]) for i in self._holders.get(key, ()))

    def tells_of(self, key: FactKey, nouns: Set[str]) -> bool:
        """True if the words of a source that holds the fact name what is counted: records that
        tell of a sign-in are sign-ins."""
        counted = {noun.rstrip("s") for noun in nouns if not noun.endswith("ed")}
        told = (all_terms(self.sources[i]) for i in self._holders.get(key, ()))
        return not nouns or any(counted & {term.rstrip("s") for term in terms} for terms in told)

    def resolve(self, entity: str) -> str:
        """The sources' own name of an entity: order (订单服务) is order-service, if only one is."""
        spelt = self._aliases.get(entity, set())
        return next(iter(spelt)) if entity not in self.entities and len(spelt) == 1 else entity

    def belongs(self, owned: Owned, having: Set[str]) -> bool:
        """True if each entity that the text gives ``owned`` to is among those ``having`` it, or
        cannot be mixed up with another."""
        if owned.subject is not None and self.resolve(owned.subject) in having:
            return True
        if owned.is_free:
            return True
        enough = any if owned.is_any else all
        return not owned.owners or enough(
            owner in having
            or self.is_lone(owner)
            or self._is_bystander(owner, owned)
            or self._is_program(owner, owned)
            for owner in map(self.resolve, owned.owners)
        )

    def _is_bystander(self, entity: str, owned: Owned) -> bool:
        """True for a technology or alert (HikariCP) that has no value of this kind of its own."""
        if self.entities.get(entity) not in SHARED_FORMS:
            return False
        if owned.fact.kind == "comparative":
            return entity not in self._measured
        return dimension(owned.fact) not in self._measured.get(entity, set())

    def _is_program(self, entity: str, owned: Owned) -> bool:
        """True for an instant of a record that names ``entity`` by its path: cron ran
        /opt/backup/bin/nightly-backup then."""
        return owned.fact.kind == "timestamp" and any(
            each.fact.form == "path" and each.fact.value.lower().rsplit("/", 1)[-1] == entity
            for source in self._holders.get(owned.fact.key, ())
            for each in self.facts[source]
        )

    def may_own(self, owned: Owned, source: Owned) -> bool:
        """True if every entity that the text gives a fact to has ``source``'s too."""
        subject = {source.subject} if source.subject is not None else set[str]()
        return self.belongs(owned, source.owners | subject)

    def values_of(self, dimension: tuple[str, str], owned: Owned) -> list[Fact]:
        """Source values of a dimension that belong to the entities of ``owned``."""
        return [value.fact for value in self.owned_values(dimension, owned)]

    def owned_values(self, dimension: tuple[str, str], owned: Owned) -> list[Owned]:
        """The same values, each with what it belongs to."""
        values = self.values.get(dimension, [])[:MAX_SCANNED]
        return [value for value in values if self.may_own(owned, value)]

    def values_like(self, owned: Owned) -> list[Fact]:
        """Source values that can be compared and calculated with ``owned``."""
        return self.values_of(dimension(owned.fact), owned)

    def measures(self, key: FactKey, metrics: frozenset[str]) -> bool:
        """True if a source that holds the fact names one of ``metrics``."""
        return any(metrics & named_metrics(self.sources[i]) for i in self._holders.get(key, ()))


def _also_by_pod(sources: list[tuple[Owned, ...]]) -> list[tuple[Owned, ...]]:
    """What ``maps/web-0`` owns is ``web-0``'s as well, as long as no other namespace has one; and
    what ``redis-2:6379`` owns is ``redis-2``'s, as long as it is named with one port."""
    written = {
        entity_key(owned.fact)
        for facts in sources
        for owned in facts
        if is_namespaced(owned.fact) or owned.fact.form == "host and port"
    }
    found: dict[str, set[str]] = defaultdict(set)
    for name in written:
        found[_short_name(name)].add(name)
    pods = {next(iter(names)): pod for pod, names in found.items() if len(names) == 1}
    if not pods:
        return sources
    return [tuple(_owned_by_pods_too(owned, pods) for owned in facts) for facts in sources]


def _short_name(name: str) -> str:
    namespace, slash, pod = name.partition("/")
    return pod if slash else namespace.rpartition(":")[0]


def _owned_by_pods_too(owned: Owned, pods: Mapping[str, str]) -> Owned:
    more = {pods[owner] for owner in owned.owners if owner in pods}
    return owned._replace(owners=owned.owners | more) if more else owned


def shows(fact: Fact, number: Decimal | None) -> bool:
    """True if ``number``, shown with the digits that ``fact`` shows, is ``fact``."""
    if fact.number is None or number is None:
        return False
    if fact.is_exact or fact.step is None:
        return number == fact.number
    return abs(EXACT.subtract(number, fact.number)) <= fact.step / 2


def ordered_pairs(values: Sequence[Fact]) -> Iterator[tuple[Decimal, Decimal]]:
    """Pairs of numbers from different places, the earlier first; of the first ``MAX_VALUES``."""
    numbers = [value.number for value in values[:MAX_VALUES]]
    return combinations([number for number in numbers if number is not None], 2)


def dimension(fact: Fact) -> tuple[str, str]:
    """Values of one dimension can be compared and calculated with."""
    return fact.key[0], fact.unit


@lru_cache(maxsize=256)
def names_in(sources: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """``names`` and the plain words that the sources' own labels name: service=checkout."""
    labelled = {
        fact.value
        for source in sources
        for fact in extract_facts(source, names=names)
        if fact.form == "label" and fact.value.casefold() not in ENGLISH_STOP_WORDS
    }
    return (*names, *sorted(labelled))


@lru_cache(maxsize=256)
def index_of(sources: tuple[str, ...], names: tuple[str, ...]) -> SourceIndex:
    """The index of ``sources``; built once for equal arguments."""
    return SourceIndex(sources, names)
