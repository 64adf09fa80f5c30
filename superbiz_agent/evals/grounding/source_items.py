"""A source as lines in the shape that the product stores: one entity a line, its values after it.

``<entity>: key=value, key=value`` lets the engine see what each number belongs to. Who an entity
is follows from the form of the source alone (``entities.py``); nothing is computed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, cast

from superbiz_agent.evals.grounding.entities import (
    Entity,
    entities_of,
    is_naming,
    own_names,
)
from superbiz_agent.evals.grounding.field_names import key_words, ordinal_phrase
from superbiz_agent.evals.grounding.field_values import Field, fields_of, proses_of
from superbiz_agent.evals.grounding.source_formats import (
    FieldList,
    Prose,
    Tree,
    passages_of,
    read_source,
    words_of,
)
from superbiz_agent.grounding.wording import split_sentences

MAX_TEXT = 2048
"""Characters of a stored line (contract section 2)."""

TITLE_KEYS = (("name",), ("title",))
MAX_FIELDS = 40
MAX_SIDES = 4
MAX_COMMON = 12
MAX_ITEMS = 400


@dataclass(frozen=True)
class Item:
    """One line. It is about one of the names of each set in ``subjects``, in lower case; about
    the source as a whole if there is none."""

    text: str
    subjects: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True)
class Source:
    """The lines of a source, and the names that own values in them."""

    items: tuple[Item, ...]
    names: tuple[str, ...] = ()


def source_of(text: str) -> Source:
    """``text`` as items, at most ``MAX_ITEMS``. Never raises, whatever it holds."""
    read = read_source(text)
    if isinstance(read, Prose):
        return Source(_of_passages(read.passages))
    if isinstance(read, FieldList):
        return _of_fields(read)
    return _of_tree(read)


def _of_passages(passages: Iterable[str]) -> tuple[Item, ...]:
    lines = (line for passage in passages for line in _lines_of(passage))
    return tuple(Item(line) for line in lines)[:MAX_ITEMS]


def _of_fields(listed: FieldList) -> Source:
    title = words_of([listed.title])[:MAX_TEXT]
    items = tuple(
        Item(f"{title} {key}: {value}"[:MAX_TEXT]) for key, value in listed.fields[:MAX_ITEMS]
    )
    return Source(items, (title,))


def _of_tree(tree: Tree) -> Source:
    passages = tree.get("passages")
    if isinstance(passages, str):
        return Source(_of_passages(passages_of(passages)))
    entities, rest = entities_of(tree)
    title = _title_of(rest)
    main = _main_items(title, rest)
    common = () if title else tuple(f for f in fields_of(rest) if not is_naming(f))[:MAX_COMMON]
    own = [item for each in entities for item in _entity_items(title, each, common)]
    items = (*main, *own, *_side_by_side(entities, common))
    names = dict.fromkeys([*title, *(name for each in entities for name in each.names)])
    return Source(items[:MAX_ITEMS], tuple(names))


def _title_of(rest: Tree) -> tuple[str, ...]:
    """The name of what the source as a whole is about."""
    plain = {key: value for key, value in rest.items() if key_words(key) in TITLE_KEYS}
    return own_names(fields_of(plain))[:1]


def _main_items(title: Sequence[str], rest: Mapping[str, Any]) -> list[Item]:
    """The fields of the source as a whole, each record of a list by itself, and its prose."""
    records = [(key_words(key), record) for key in rest for record in _records(rest[key])]
    plain = {key: value for key, value in rest.items() if not _records(value)}
    lines = list(_field_lines(title, fields_of(plain)))
    for prose in proses_of(plain):
        lines += _lines_of(prose)
    for words, record in records:
        lines += _field_lines(title, fields_of(record, words))
        lines += [line for prose in proses_of(record) for line in _lines_of(prose)]
    return [Item(line) for line in lines]


def _records(value: Any) -> list[Tree]:
    """The objects in a list of them."""
    listed = cast("list[Any]", value) if isinstance(value, list) else []
    return [cast("Tree", part) for part in listed if isinstance(part, Mapping)]


def _entity_items(title: Sequence[str], entity: Entity, common: Sequence[Field]) -> Iterator[Item]:
    """An entity's lines: its names, then those of what it is part of, own each value, and what
    is told of all of them (``common``) is told of it."""
    subject = (_folded(entity.names),)
    names = (*entity.names, *entity.whole, *title)
    for line in _field_lines(names, (*entity.fields, *common)):
        yield Item(line, subject)


def _side_by_side(entities: Iterable[Entity], common: Sequence[Field]) -> Iterator[Item]:
    """A line for each two sides with the fields that both have: what is of one against the other
    is of both."""
    sides = [each for each in entities if each.is_side][:MAX_SIDES]
    for one, other in combinations(sides, 2):
        having = {field.words: field for field in other.fields}
        fields = [
            each for field in one.fields if field.words in having
            for each in (field, having[field.words])
        ]  # fmt: skip
        subjects = (_folded(one.names), _folded(other.names))
        for line in _field_lines((*one.names, *other.names), (*fields, *common)):
            yield Item(line, subjects)


def _field_lines(names: Sequence[str], fields: Iterable[Field]) -> Iterator[str]:
    """``name / name: key=value, ...``, as many lines as the bound of a stored one asks for."""
    head = " / ".join(names)
    listed = [_shown(field) for field in fields]
    for start in range(0, len(listed), MAX_FIELDS):
        body = ", ".join(listed[start : start + MAX_FIELDS])
        yield (f"{head}: {body}" if head else body)[:MAX_TEXT]


def _shown(field: Field) -> str:
    key = "_".join(field.words) or "value"
    phrase = ordinal_phrase(field.words)
    return f"the {phrase} {key}={field.value}" if phrase else f"{key}={field.value}"


def _lines_of(prose: str) -> Iterator[str]:
    """Running text as lines of whole sentences, none longer than a stored one."""
    line = ""
    for sentence in split_sentences(prose):
        text = words_of([prose[sentence.start : sentence.end]])[:MAX_TEXT]
        if line and len(line) + len(text) >= MAX_TEXT:
            yield line
            line = ""
        line = f"{line} {text}".strip()
    if line:
        yield line


def _folded(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.casefold() for name in names)
