"""Who owns which values of an object: told from the shape of its keys alone."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from superbiz_agent.evals.grounding.field_names import key_words
from superbiz_agent.evals.grounding.field_values import Field, fields_of
from superbiz_agent.evals.grounding.source_formats import Tree

NAMING = frozenset({"name", "title", "code"})
"""Last words of keys whose value names the entity."""

PLACE = "city"
"""Last word of a key whose value stands for a team, and before its name."""

MIN_COLUMNS = 3
MIN_NAME, MAX_NAME = 2, 80


@dataclass(frozen=True)
class Entity:
    """One thing: its names, the longest first, its own fields, the names of what it is part of.
    ``is_side`` marks one of the sides that an object sets against each other."""

    names: tuple[str, ...]
    fields: tuple[Field, ...]
    whole: tuple[str, ...] = ()
    is_side: bool = False


def entities_of(tree: Tree) -> tuple[list[Entity], dict[str, Any]]:
    """The entities of ``tree``, no name with two owners, and the fields that belong to none."""
    tables = {key: rows for key, value in tree.items() if (rows := _rows(value))}
    left = {key: value for key, value in tree.items() if key not in tables}
    sides = _sides(left)
    taken = {key for keys in sides for key in keys}
    members = {
        key: found for key in left if key not in taken and (found := _members(key, left[key]))
    }
    rest = {key: value for key, value in left.items() if key not in taken | members.keys()}
    entities = list(sides.values())
    entities += [_part(row, entities) for rows in tables.values() for row in rows]
    entities += [each for found in members.values() for each in found]
    return _told_apart(entity for entity in entities if entity.names), rest


def is_naming(field: Field) -> bool:
    """True for a field that gives a name, which stands before the values, not among them."""
    return field.words[-1:] in [(word,) for word in (*NAMING, PLACE)]


def own_names(fields: Iterable[Field]) -> tuple[str, ...]:
    """The names that fields give to their entity: name, title, code, and the city of a team."""
    listed = [field for field in fields if field.words and _is_name(field.value)]
    names = [field.value for field in listed if field.words[-1] in NAMING]
    places = [field.value for field in listed if field.words[-1] == PLACE]
    joined = [
        f"{place} {name}"
        for place in places
        for name in names
        if not name.casefold().startswith(place.casefold())
    ]
    distinct = dict.fromkeys([*joined, *names, *places] if names else [])
    return tuple(sorted(distinct, key=lambda name: (-len(name), name)))


def _rows(value: Any) -> list[tuple[Field, ...]]:
    """The rows of a table given by its columns: ``{"PTS": {"0": 12, "1": 3}, ...}``."""
    if not isinstance(value, Mapping):
        return []
    columns = {
        str(name): cast("Mapping[Any, Any]", column)
        for name, column in cast("Mapping[Any, Any]", value).items()
        if isinstance(column, Mapping)
    }
    keys = dict.fromkeys(key for column in columns.values() for key in column)
    is_table = len(columns) == len(cast("Mapping[Any, Any]", value)) >= MIN_COLUMNS
    if not is_table or any(len(column) * 2 < len(keys) for column in columns.values()):
        return []
    return [
        tuple(fields_of({name: column.get(key) for name, column in columns.items()}))
        for key in keys
    ]


def _part(row: tuple[Field, ...], wholes: Iterable[Entity]) -> Entity:
    """A row as an entity, part of the others that one of its values names."""
    values = {field.value for field in row if field.words[-1:] == (PLACE,)}
    own = [field for field in row if field.words[-1:] != (PLACE,)]
    whole = [name for each in wholes if values & set(each.names) for name in each.names]
    return Entity(own_names(own), _values(own), tuple(whole))


def _values(fields: Iterable[Field]) -> tuple[Field, ...]:
    return tuple(field for field in fields if not is_naming(field))


def _sides(tree: Tree) -> dict[tuple[str, ...], Entity]:
    """Keys that share their first word with a name: ``home_name`` and ``home_line``."""
    groups: dict[str, list[str]] = defaultdict(list)
    for key in tree:
        groups[key_words(key)[0] if key_words(key) else key].append(key)
    sides: dict[tuple[str, ...], Entity] = {}
    for word, keys in groups.items():
        fields = [
            replace(field, words=tuple(each for each in field.words if each != word))
            for field in fields_of({key: tree[key] for key in keys})
        ]
        if len(keys) > 1 and (names := own_names(fields)):
            names += tuple(
                " ".join(key_words(key)) for key in keys if _is_object_with_name(tree[key])
            )
            sides[tuple(keys)] = Entity(names, _values(fields), is_side=True)
    return sides


def _is_object_with_name(value: Any) -> bool:
    """Whether its key says what it is: the "home team" of ``homeTeam: {name: ...}``."""
    return isinstance(value, Mapping) and any(
        str(key) in NAMING for key in cast("Mapping[Any, Any]", value)
    )


def _members(of: str, value: Any) -> list[Entity]:
    """The entities of a mapping by names: ``{"Monday": "9:00-17:00", ...}``."""
    if not isinstance(value, Mapping):
        return []
    members = {str(key): part for key, part in cast("Mapping[Any, Any]", value).items()}
    if len(members) < MIN_COLUMNS or not all(map(_is_capitalised, members)):
        return []
    if any(not isinstance(part, str | int | float) for part in members.values()):
        return []
    return [
        Entity((name,), tuple(fields_of(part, key_words(of)))) for name, part in members.items()
    ]


def _told_apart(entities: Iterable[Entity]) -> list[Entity]:
    """The entities, each without the names that another has too, unless it has no other."""
    listed = list(entities)
    shared = Counter(name.casefold() for each in listed for name in each.names)
    return [
        replace(each, names=tuple(n for n in each.names if shared[n.casefold()] == 1) or each.names)
        for each in listed
    ]


def _is_name(text: str) -> bool:
    return MIN_NAME <= len(text) <= MAX_NAME and any(map(str.isalpha, text))


def _is_capitalised(text: str) -> bool:
    return _is_name(text) and text.isalpha() and text[:1].isupper() and text[1:].islower()
