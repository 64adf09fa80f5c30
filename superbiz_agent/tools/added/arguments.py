"""The arguments of an operator's tool: its JSON Schema as any chat model takes it, and their check.

A schema may come from a server that nobody vouches for. Of it only the keywords of ``_KEPT`` are
taken: references are written out, texts are one bounded line, and no pattern of it is ever run.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, TypeAlias, cast

import jsonschema
from pydantic import BaseModel, ConfigDict, model_validator

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.settings.tools import ToolOptions
from superbiz_agent.tools.added.names import ARGUMENT_NAME, one_line
from superbiz_agent.tools.rendering import as_list, as_object

MAX_ARGUMENTS: Final = 32
MAX_CHOICES: Final = 64
MAX_DEPTH: Final = 6
MAX_NODES: Final = 400
MAX_DESCRIPTION: Final = 300

ANY_ARGUMENTS: Final[JsonObject] = {
    "type": "object",
    "properties": {},
    "additionalProperties": True,
}
"""The schema of a tool that cannot be described."""

Tell: TypeAlias = Callable[[str, int], str]

_KEPT: Final = frozenset(
    {
        *("type", "enum", "const", "description", "properties", "required", "items", "anyOf"),
        *("minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "format"),
    }
)
_TYPES: Final = frozenset({"string", "integer", "number", "boolean", "object", "array", "null"})
_NUMBERS: Final = ("minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength")
_WINDOW: Final = {
    "since": "Start: '15m', '1h' before now, or an ISO 8601 instant.",
    "until": "End, written like since.",
}


class AddedArguments(BaseModel):
    """Arguments that were checked by the schema of their tool; read ``given``."""

    model_config = ConfigDict(extra="allow")

    schema_of_tool: ClassVar[JsonObject] = {}

    @property
    def given(self) -> JsonObject:
        """The arguments that were given, by the tool's own names."""
        return dict(self.model_extra or {})

    @model_validator(mode="before")
    @classmethod
    def _by_schema(cls, values: object) -> JsonObject:
        return checked_arguments(values, cls.schema_of_tool)

    @classmethod
    def model_json_schema(cls, *_: Any, **__: Any) -> JsonObject:
        """The tool's own schema, as a chat model is offered it."""
        return cls.schema_of_tool


def arguments_model(schema: JsonObject) -> type[AddedArguments]:
    """Return the class of a tool's arguments; ``schema`` is one of ``offered_schema``."""
    return type("AddedArguments", (AddedArguments,), {"schema_of_tool": schema})


def checked_arguments(values: object, schema: JsonObject) -> JsonObject:
    """Return ``values`` by the schema, without the optional ones that are null where none may be.

    Raises ``ValueError`` that names the argument and what it should be, and no value.
    """
    given = as_object(values)
    if given is None:
        raise ValueError("the arguments are no object")
    if schema == ANY_ARGUMENTS:
        return dict(given)
    known: JsonObject = schema["properties"]
    unknown = sorted(str(key) for key in given if key not in known)
    if unknown:
        raise ValueError(f"{one_line(unknown[0], 64)} is no argument; known: {', '.join(known)}")
    needed = schema.get("required", [])
    kept = {
        k: v for k, v in given.items() if v is not None or k in needed or _is_nullable(known[k])
    }
    missing = [name for name in needed if name not in kept]
    if missing:
        raise ValueError(f"argument {missing[0]} is missing")
    for name, value in kept.items():
        validator: Any = jsonschema.Draft202012Validator(known[name])
        fault = next(iter(validator.iter_errors(value)), None)
        if fault is not None:
            raise ValueError(f"argument {name} does not obey its {fault.validator}: {_rule(fault)}")
    return kept


def _rule(fault: Any) -> str:
    return one_line(str(fault.validator_value), 200)


def _is_nullable(schema: JsonObject) -> bool:
    kinds = [schema, *schema.get("anyOf", [])]
    return schema == {} or any(kind.get("type") == "null" for kind in kinds)


def offered_schema(
    schema: Mapping[str, Any], options: ToolOptions, tell: Tell = one_line
) -> JsonObject:
    """Return the schema as a chat model is offered it: an object of bounded size without
    references, whose window arguments are written as the built-in tools' are. ``tell`` makes a
    bounded line of a text.

    Raises ``ValueError`` where the tool insists on an argument that no model can give.
    """
    root = as_object(dict(schema)) or {}
    copied = _Copy(root, tell)
    properties = as_object(root.get("properties")) or {}
    required = [name for name in _texts(root.get("required")) if name in properties]
    given = set(options.arguments)
    offered = {
        name: copied.of(each, 0)
        for name, each in list(properties.items())[:MAX_ARGUMENTS]
        if name not in given and ARGUMENT_NAME.fullmatch(name)
    }
    for role, told in _WINDOW.items():
        name = cast("str | None", getattr(options, role))
        if name:
            offered[name] = {"type": "string", "description": told}
    window = {options.since, options.until}
    needed = [name for name in required if name not in given and name not in window]
    unfit = [name for name in needed if name not in offered]
    if unfit:
        raise ValueError(
            f"it insists on the argument {one_line(str(unfit[0]), 64)}, whose name chat models "
            "refuse; give it under arguments"
        )
    return {
        "type": "object",
        "properties": offered,
        **({"required": needed} if needed else {}),
    }


class _Copy:
    """Copies the kept keywords of a schema, within a bound of nodes for the whole of it."""

    def __init__(self, root: JsonObject, tell: Tell) -> None:
        self._root = root
        self._tell = tell
        self._left = MAX_NODES

    def of(self, schema: Any, depth: int) -> JsonObject:
        """A copy of ``schema`` without references; what is too deep or too much may be anything."""
        self._left -= 1
        given = self._resolved(as_object(schema), depth)
        if given is None or depth > MAX_DEPTH or self._left <= 0:
            return {}
        kept = {key: value for key, value in given.items() if key in _KEPT}
        copy = self._scalars(kept)
        alternatives = as_list(given.get("anyOf")) or as_list(given.get("oneOf"))
        if alternatives:
            copy["anyOf"] = [self.of(each, depth + 1) for each in alternatives[:16]]
        whole = as_list(given.get("allOf"))
        if whole and len(whole) == 1:
            copy = self.of(whole[0], depth + 1) | copy
        return copy | self._nested(kept, depth)

    def _resolved(self, schema: JsonObject | None, depth: int) -> JsonObject | None:
        """What a reference within the document stands for; no other is followed."""
        for _ in range(MAX_DEPTH - depth + 1):
            reference = schema.get("$ref") if schema is not None else None
            if not isinstance(reference, str) or schema is None:
                return schema
            beside = {key: value for key, value in schema.items() if key != "$ref"}
            target = self._target(reference)
            schema = None if target is None else {**target, **beside}
        return None

    def _target(self, reference: str) -> JsonObject | None:
        place: Any = self._root
        for key in reference.removeprefix("#/").split("/"):
            place = (as_object(place) or {}).get(key.replace("~1", "/").replace("~0", "~"))
        return as_object(place) if reference.startswith("#/") else None

    def _scalars(self, kept: JsonObject) -> JsonObject:
        copy: JsonObject = {}
        kinds = [k for k in _texts(kept.get("type")) if k in _TYPES]
        if kinds:
            copy["type"] = kinds[0] if len(kinds) == 1 else kinds
        if isinstance(kept.get("description"), str):
            copy["description"] = self._tell(kept["description"], MAX_DESCRIPTION)
        choices = [_choice(each) for each in (as_list(kept.get("enum")) or [])[:MAX_CHOICES]]
        if choices and len(as_list(kept.get("enum")) or []) <= MAX_CHOICES:
            copy["enum"] = choices
        if "const" in kept and not isinstance(kept["const"], dict | list):
            copy["enum"] = [_choice(kept["const"])]
        for name in _NUMBERS:
            if type(kept.get(name)) in (int, float):
                copy[name] = kept[name]
        return copy

    def _nested(self, kept: JsonObject, depth: int) -> JsonObject:
        copy: JsonObject = {}
        properties = as_object(kept.get("properties"))
        if properties:
            names = [n for n in list(properties)[:MAX_ARGUMENTS] if ARGUMENT_NAME.fullmatch(n)]
            copy["properties"] = {name: self.of(properties[name], depth + 1) for name in names}
            required = [n for n in _texts(kept.get("required")) if n in names]
            copy |= {"required": required} if required else {}
        if "items" in kept:
            copy["items"] = self.of(kept["items"], depth + 1)
        return copy


def _texts(value: Any) -> list[str]:
    """The texts of a list, or the one text."""
    return [each for each in as_list(value) or [value] if isinstance(each, str)]


def _choice(value: Any) -> Any:
    return one_line(value, 200) if isinstance(value, str) else value
