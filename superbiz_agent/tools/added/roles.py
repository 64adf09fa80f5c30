"""Which argument of a tool takes what: for whoever asks it without knowing it."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.tools.added.added_tool import AddedTool
from superbiz_agent.tools.base import EvidenceTool
from superbiz_agent.tools.rendering import as_list, as_object

Taken: TypeAlias = Literal["words", "service", "time"]

_BY_NAME: Final[Mapping[str, Taken]] = {
    **dict.fromkeys(("query", "q", "search", "keyword", "keywords", "text", "terms"), "words"),
    **dict.fromkeys(("service", "service_name", "app", "application", "component"), "service"),
    **dict.fromkeys(("since", "until"), "time"),
}
"""What an argument of that name takes where the operator does not say so."""


def argument_roles(tool: EvidenceTool) -> dict[str, JsonObject] | None:
    """Return the arguments of a tool that the operator added: name -> ``{required, takes}``; null
    for a built-in tool, whose arguments every model is told of in its prompt."""
    if tool.name in EVIDENCE_LISTS:
        return None
    schema = tool.arguments.model_json_schema()
    properties = as_object(schema.get("properties")) or {}
    required = as_list(schema.get("required")) or []
    declared = _declared(tool)
    return {
        name: {
            "required": name in required,
            "takes": declared.get(name) or (_BY_NAME.get(name) if _is_text(each) else None),
        }
        for name, each in properties.items()
    }


def _declared(tool: EvidenceTool) -> dict[str, Taken]:
    if not isinstance(tool, AddedTool):
        return {}
    options = tool.options
    given: list[tuple[str | None, Taken]] = [
        (options.query, "words"),
        (options.service, "service"),
        (options.since, "time"),
        (options.until, "time"),
    ]
    return {name: taken for name, taken in given if name}


def _is_text(schema: object) -> bool:
    given = as_object(schema) or {}
    kinds = [given, *(as_object(each) or {} for each in as_list(given.get("anyOf")) or [])]
    return "enum" not in given and any(kind.get("type") == "string" for kind in kinds)


def arguments_from(roles: Mapping[str, JsonObject], given: Mapping[str, str]) -> JsonObject | None:
    """Return the arguments that ``given`` (what is taken -> text) fills; null where one that the
    tool insists on stays empty."""
    filled = {
        name: given[cast("str", role["takes"])]
        for name, role in roles.items()
        if given.get(cast("str", role.get("takes") or ""))
    }
    insisted = [name for name, role in roles.items() if role.get("required")]
    return filled if all(name in filled for name in insisted) else None
