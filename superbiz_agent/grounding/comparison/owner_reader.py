"""Reading a text from left to right, and handing each value the entities it belongs to (section 7).

The rules, in order:
- ``service=order-service`` owns every value of its record;
- an entity in prose owns the values that follow it, until the next clause names another; one that
  takes part in what its clause tells shares them;
- a value before any entity, or before "on <entity>", belongs to the entity that follows;
- the topic of a sentence owns what its clauses give to nobody else, and what another is compared
  with owns nothing;
- what is behind something ("because ...") needs no owner.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from superbiz_agent.grounding.comparison.owner_words import (
    ADJUNCT,
    ARTICLES,
    CAUSE_LINK,
    COMPARED,
    FILLED,
    FORWARD,
    LABELLED,
    LEVEL,
    LIST,
    MAX_CLAUSE,
    MAX_GROUP,
    NEW_CLAUSE,
    POSSESSIVE,
    RESPECTIVELY,
    SENTENCE_END,
    STRONG_CLAUSE,
    TIMES,
    TOPIC,
    WORDS,
)
from superbiz_agent.grounding.comparison.value_nouns import CLAUSE, key_before
from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.identifiers import ENTITY_LABELS
from superbiz_agent.grounding.facts.owners import SHARED_FORMS, entity_key, is_owner


@dataclass
class _Group:
    """Entities that own the same values; filled while the text is read."""

    members: set[str] = field(default_factory=set[str])
    labels: dict[str, str] = field(default_factory=dict[str, str])
    is_list: bool = True
    """Whether its members stand in one list ("a and b"), not as doer and object ("a calls b")."""
    is_free: bool = False
    """Whether what they own needs no owner."""
    is_any: bool = False
    """Whether they take part in one thing, each in its own way."""
    frozen: frozenset[str] | None = None

    def freeze(self) -> frozenset[str]:
        if self.frozen is None or len(self.frozen) != len(self.members):
            self.frozen = frozenset(self.members)
        return self.frozen


class OwnerReader:
    """Reads a text once, from left to right, and hands each value its owners."""

    def __init__(self, text: str, facts: Sequence[Fact]) -> None:
        self._text = text
        self._facts = [fact for fact in facts if fact.kind != "quoted"]
        self._quoted = [fact.span for fact in facts if fact.kind == "quoted"]
        self.subjects: dict[tuple[int, int], str] = {}
        """What a value may be of, besides its owners; filled by ``read``."""
        self.of_any: set[tuple[int, int]] = set()
        """Where one of the owners is enough; filled by ``read``."""
        self.free: set[tuple[int, int]] = set()
        """What needs no owner; filled by ``read``."""
        self._subject: str | None = None
        self._is_topic = False
        self._is_fresh = False
        """Whether a sentence has begun, and named nobody yet."""
        self._inside: tuple[int, int] | None = None
        self._outside: tuple[_Group, int | None, bool] = _Group(), None, False
        self._record = _Group()
        self._prose = _Group()
        self._last_entity: Fact | None = None
        self._last_entity_end: int | None = None
        self._value_since = False
        self._found: list[tuple[Fact, _Group, _Group]] = []

    def read(self) -> dict[tuple[int, int], frozenset[str]]:
        previous_end = 0
        for index, fact in enumerate(self._facts):
            self._enter_or_leave_quotation(fact)
            between = self._text[previous_end : fact.span[0]]
            if "\n" in between:
                self._record = _Group()
            if SENTENCE_END.search(between):
                self._subject, self._is_topic, self._is_fresh = None, False, True
            previous_end = fact.span[1]
            if is_owner(fact):
                self._begin_sentence(fact)
                self._entity(fact)
                self._is_fresh = False
            if not is_owner(fact) or fact.form in SHARED_FORMS:
                self._value(fact, index)
        found = {fact.span: self._owners(fact, *groups) for fact, *groups in self._found}
        return found | _respective_owners(self._text, self._facts)

    def _begin_sentence(self, fact: Fact) -> None:
        """The first entity of a sentence is its subject; "In a-api, ..." makes it the topic."""
        if self._subject is None:
            self._subject = entity_key(fact)
            head = self._text[max(0, fact.span[0] - 20) : fact.span[0]]
            is_set_off = self._text[fact.span[1] : fact.span[1] + 1] in (",", "，")
            self._is_topic = is_set_off and bool(TOPIC.search(head))

    def _enter_or_leave_quotation(self, fact: Fact) -> None:
        """What a quotation names owns nothing outside of it."""
        quotation = self._quotation_of(fact)
        if quotation is not None and self._inside is None:
            self._outside = self._prose, self._last_entity_end, self._value_since
        elif quotation is None and self._inside is not None:
            self._prose, self._last_entity_end, self._value_since = self._outside
        self._inside = quotation

    def _quotation_of(self, fact: Fact) -> tuple[int, int] | None:
        place = bisect_right(self._quoted, (fact.span[0], len(self._text))) - 1
        quotation = self._quoted[place] if place >= 0 else None
        return quotation if quotation and fact.span[1] <= quotation[1] else None

    def _owners(self, fact: Fact, record: _Group, prose: _Group) -> frozenset[str]:
        owners = record.freeze() | prose.freeze() if record.members else prose.freeze()
        return owners - {entity_key(fact)} if is_owner(fact) else owners

    def _entity(self, fact: Fact) -> None:
        label = self._label(fact)
        if COMPARED.search(self._text[max(0, fact.span[0] - 16) : fact.span[0]]):
            return
        if label:
            self._label_entity(label, entity_key(fact))
        elif not self._follows_topic() and self._joins(fact):
            self._prose.members.add(entity_key(fact))
            self._prose.is_list &= self._is_listed(fact)
        elif self._takes_part(fact):
            members = self._prose.members | {entity_key(fact)}
            self._prose = _Group(members, is_list=False, is_any=True)
        else:
            self._prose = _Group({entity_key(fact)})
        if not label:
            self._last_entity = fact
            self._last_entity_end, self._value_since = fact.span[1], False

    def _label(self, fact: Fact) -> str | None:
        key = key_before(self._text, fact.span[0])
        if key and key.lower() in ENTITY_LABELS:
            return key.lower()
        before = self._text[max(0, fact.span[0] - 12) : fact.span[0]]
        return "level" if LEVEL.search(before) else None

    def _label_entity(self, label: str, entity: str) -> None:
        if self._record.labels.get(label, entity) != entity:
            self._record = _Group()
        self._record.labels[label] = entity
        self._record.members.add(entity)

    def _joins(self, fact: Fact) -> bool:
        """True if ``fact`` stands beside the last entity: in its clause or in its list."""
        if self._last_entity_end is None or self._value_since:
            return False
        if len(self._prose.members) >= MAX_GROUP:
            return False
        between = self._text[self._last_entity_end : fact.span[0]]
        if len(between) > 200 or CAUSE_LINK.search(between):
            return False
        return self._is_listed(fact) or not STRONG_CLAUSE.search(between)

    def _takes_part(self, fact: Fact) -> bool:
        """True if a value has stood since the last entity, but no clause has ended: "a-api failed 7
        times to load it from b-db"."""
        if self._last_entity_end is None or not self._value_since or self._prose.is_any:
            return False
        between = self._text[self._last_entity_end : fact.span[0]]
        is_clause = len(between) <= MAX_CLAUSE and not CLAUSE.search(between)
        return is_clause and bool(ADJUNCT.search(between)) and not CAUSE_LINK.search(between)

    def _follows_topic(self) -> bool:
        """ "On db-1, backup-1 had ...": the topic is where, and no joint owner."""
        return self._is_topic and self._prose.members == {self._subject}

    def _is_listed(self, fact: Fact) -> bool:
        return bool(LIST.fullmatch(self._text, self._last_entity_end or 0, fact.span[0]))

    def _value(self, fact: Fact, index: int) -> None:
        prose = self._owners_of(fact, index)
        if prose.is_any:
            self.of_any.add(fact.span)
        if prose.is_free:
            self.free.add(fact.span)
        self._found.append((fact, self._record, prose))
        if self._subject and self._last_entity_end is not None and not is_owner(fact):
            between = self._text[self._last_entity_end : fact.span[0]]
            is_joint = prose.is_list and self._subject in prose.members
            if self._is_topic or (not is_joint and NEW_CLAUSE.search(between)):
                self.subjects[fact.span] = self._subject
        if not is_owner(fact):
            self._value_since = True

    def _owners_of(self, fact: Fact, index: int) -> _Group:
        """The entities before a value, or those that follow where the words between say so."""
        following = self._following(fact, index)
        if following is None:
            return self._owners_before(fact)
        return self._owners_between(fact, index, *following)

    def _owners_before(self, fact: Fact) -> _Group:
        """The entities before a value, the last one alone in "b's 3"; a name behind "because" needs
        none."""
        if self._last_entity and POSSESSIVE.fullmatch(
            self._text, self._last_entity.span[1], fact.span[0]
        ):
            return _Group({entity_key(self._last_entity)})
        if fact.number is None and self._last_entity_end is not None:
            between = self._text[self._last_entity_end : fact.span[0]]
            if CAUSE_LINK.search(between):
                return _Group(self._prose.members, is_free=True)
        return self._prose

    def _owners_between(self, fact: Fact, index: int, entity: Fact, between: str) -> _Group:
        """The entities before a value, or ``entity`` behind it and those beside that."""
        prose, own = self._prose, entity_key(entity)
        if fact.form == "full" and FILLED.fullmatch(between):
            return _Group(prose.members | {own}, is_list=False)
        if CAUSE_LINK.search(between):
            return _Group() if self._begins_clause(fact) else prose
        is_forward = bool(FORWARD.fullmatch(between)) or (
            TIMES.fullmatch(between) is not None and self._begins_clause(fact)
        )
        if is_forward or not prose.members or self._is_fresh:
            if not prose.members and _is_set_apart(fact, between):
                return _Group()
            group = self._group_from(entity, index)
            is_name = fact.number is None
            return _Group(group.members | prose.members, is_any=True) if is_name else group
        if LABELLED.fullmatch(between):
            return _Group(prose.members | {own}, is_list=False)
        return prose

    def _begins_clause(self, fact: Fact) -> bool:
        """Whether a value is what its clause tells of: "the 502 likely because of ..."."""
        before = self._text[self._last_entity_end or 0 : fact.span[0]]
        pieces = CLAUSE.split(before)
        return len(pieces) > 1 and pieces[-1].strip().lower() in ARTICLES

    def _group_from(self, first: Fact, index: int) -> _Group:
        """The entity that follows a value, and those in its clause beside it: 截至 18:00，db-1 上的
        export-2 has two."""
        group, end = _Group({entity_key(first)}), first.span[1]
        for later in self._facts[index + 1 : index + 6]:
            if later.span[0] < end:
                continue
            between = self._text[end : later.span[0]]
            if not is_owner(later) or len(between) > 12:
                break
            if CLAUSE.search(between) and between != " and ":
                break
            group.is_any |= not LIST.fullmatch(between)
            group.members.add(entity_key(later))
            end = later.span[1]
        return group

    def _following(self, fact: Fact, index: int) -> tuple[Fact, str] | None:
        """The next entity if no other value stands before it, with the text between."""
        for later in self._facts[index + 1 : index + 4]:
            if self._quotation_of(later) != self._inside:
                continue
            if self._is_fresh and SENTENCE_END.search(self._text[fact.span[1] : later.span[0]]):
                return None
            if is_owner(later):
                return later, self._text[fact.span[1] : later.span[0]][-80:]
            if self._prose.members and not self._is_fresh:
                return None
        return None


def _is_set_apart(fact: Fact, between: str) -> bool:
    """Whether an instant stands in a clause that tells of something without a name: "at 10:00Z the
    replica set timed out, and ...": it is not of the entity that the next clause names."""
    own, *others = CLAUSE.split(between)
    return fact.kind == "timestamp" and bool(others) and len(WORDS.findall(own)) > 1


def _respective_owners(text: str, facts: Sequence[Fact]) -> dict[tuple[int, int], frozenset[str]]:
    """Owners in "a and b are at 1 % and 2 % respectively": the first value is the first's."""
    found: dict[tuple[int, int], frozenset[str]] = {}
    if not RESPECTIVELY.search(text):
        return found
    for start, end in _sentence_spans(text):
        inside = [fact for fact in facts if start <= fact.span[0] < end]
        entities = [fact for fact in inside if is_owner(fact)]
        values = [fact for fact in inside if fact.number is not None]
        if len(entities) == len(values) > 1 and RESPECTIVELY.search(text, start, end):
            for entity, value in zip(entities, values, strict=True):
                found[value.span] = frozenset({entity_key(entity)})
    return found


def _sentence_spans(text: str) -> list[tuple[int, int]]:
    """At most ``MAX_GROUP`` sentences: beyond that a text is no answer."""
    ends = [match.end() for match in SENTENCE_END.finditer(text)][:MAX_GROUP]
    return list(pairwise([0, *ends, len(text)]))
