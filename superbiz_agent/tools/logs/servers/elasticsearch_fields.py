"""What an index can be asked without losing a record: texts by parts of their words, keywords by
any part, numbers whole (``LogRequest``).

A text that the standard analyzer has split holds a piece only if some word of it holds each run of
letters and digits of the piece: words are never split within such a run, and each Chinese character
is a word. Of texts that are split in any other way no such thing is known; they are told.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from superbiz_agent.contracts.base import JsonObject

_RUN = re.compile(r"[0-9a-z]+|[^\W_]")
_NUMBER = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,9})?")
_IN_JSON = re.compile(r"[\"\\]")
_LITERALS = ("true", "false", "null")
_TEXTS = frozenset({"text", "match_only_text"})
_KEYWORDS = frozenset({"keyword", "constant_keyword", "wildcard"})
_NUMBERS = frozenset(
    {"long", "integer", "short", "byte", "double", "float", "half_float", "scaled_float",
     "unsigned_long"}
)  # fmt: skip
_UNTOLD = frozenset({"date", "date_nanos", "boolean", "ip", "alias", "geo_point"})
"""Types whose values no question is about in parts."""

_STANDARD = (None, "standard", "default")
_MOST_FIELDS = 100


@dataclass
class Fields:
    """The fields of one or more indices. ``bounded`` are keywords that leave out long values;
    ``unsearched`` are fields whose parts cannot be asked for."""

    texts: set[str] = field(default_factory=set[str])
    keywords: set[str] = field(default_factory=set[str])
    bounded: set[str] = field(default_factory=set[str])
    numbers: set[str] = field(default_factory=set[str])
    names: set[str] = field(default_factory=set[str])
    unsearched: set[str] = field(default_factory=set[str])

    def holding(self, piece: str) -> JsonObject | None:
        """Return the query for documents that hold ``piece`` (lower case) in any case in any
        field, or in a field's name; null where that cannot be asked for."""
        runs = _RUN.findall(piece)
        is_syntax = _IN_JSON.search(piece) or any(piece in word for word in _LITERALS)
        if not runs or is_syntax or len(self.texts) + len(self.keywords) > _MOST_FIELDS:
            return None
        clauses: list[JsonObject] = [
            _all(_word(path, run) for run in runs) for path in sorted(self.texts)
        ]
        clauses += [_part(path, piece) for path in sorted(self.keywords)]
        named = [name for name in self.names if piece in name.lower()]
        clauses += [{"exists": {"field": name}} for name in sorted(named)]
        if self.numbers and _NUMBER.fullmatch(piece):
            asked = {"query": piece, "fields": sorted(self.numbers), "lenient": True}
            clauses.append({"multi_match": asked})
        if self.bounded:
            clauses.append({"terms": {"_ignored": sorted(self.bounded)}})
        return {"bool": {"should": clauses, "minimum_should_match": 1}} if clauses else None


def fields_of(mappings: Iterable[Mapping[str, Any]], *, is_split_otherwise: bool) -> Fields:
    """Return the fields of ``mappings``; ``is_split_otherwise`` if an index has a default analyzer
    of its own."""
    fields = Fields()
    for mapping in mappings:
        _read_object(fields, mapping, "", is_split_otherwise=is_split_otherwise)
    return fields


def _read_object(
    fields: Fields, mapping: Mapping[str, Any], prefix: str, *, is_split_otherwise: bool
) -> None:
    if str(mapping.get("dynamic", "true")).lower() in ("false", "runtime") or (
        mapping.get("enabled") is False
    ):
        fields.unsearched.add(prefix.rstrip(".") or "fields without a mapping")
    for name, each in _objects(mapping.get("properties")):
        path = f"{prefix}{name}"
        fields.names.add(path)
        if "properties" in each and each.get("type") != "nested":
            _read_object(fields, each, f"{path}.", is_split_otherwise=is_split_otherwise)
        else:
            _read_field(fields, each, path, is_split_otherwise=is_split_otherwise)


def _read_field(
    fields: Fields, each: Mapping[str, Any], path: str, *, is_split_otherwise: bool
) -> None:
    kind = each.get("type")
    is_indexed = each.get("index") is not False and each.get("enabled") is not False
    analyzer = each.get("analyzer")
    is_standard = analyzer in _STANDARD and not (is_split_otherwise and analyzer is None)
    if kind in _TEXTS and is_indexed and (is_standard or kind == "match_only_text"):
        fields.texts.add(path)
    elif kind in _KEYWORDS and is_indexed and not each.get("normalizer"):
        _add_keyword(fields, each, path)
    elif kind in _TEXTS and (other := _keyword_beside(each)):
        _add_keyword(fields, other[1], f"{path}.{other[0]}")
    elif kind in _NUMBERS and is_indexed:
        fields.numbers.add(path)
    elif kind not in _UNTOLD:
        fields.unsearched.add(path)


def _add_keyword(fields: Fields, each: Mapping[str, Any], path: str) -> None:
    fields.keywords.add(path)
    if "ignore_above" in each:
        fields.bounded.add(path)


def _keyword_beside(each: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]] | None:
    beside = _objects(each.get("fields"))
    return next(((name, one) for name, one in beside if one.get("type") in _KEYWORDS), None)


def _objects(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, each in cast("dict[str, Any]", value if isinstance(value, dict) else {}).items():
        if isinstance(each, dict):
            yield name, cast("dict[str, Any]", each)


def _all(clauses: Iterable[JsonObject]) -> JsonObject:
    several = list(clauses)
    return several[0] if len(several) == 1 else {"bool": {"filter": several}}


def _word(path: str, run: str) -> JsonObject:
    return {"wildcard": {path: {"value": f"*{run}*"}}}


def _part(path: str, piece: str) -> JsonObject:
    """Ignoring case is for ASCII alone: of other letters that have a case any letter will do."""
    escaped = re.sub(r"([*?\\])", r"\\\1", piece)
    pattern = "".join("?" if ord(c) > 127 and c.lower() != c.upper() else c for c in escaped)
    return {"wildcard": {path: {"value": f"*{pattern}*", "case_insensitive": True}}}


def any_of(clauses: Sequence[JsonObject]) -> JsonObject:
    """Return the query for documents of which one of ``clauses`` holds."""
    return {"bool": {"should": list(clauses), "minimum_should_match": 1}}
