"""Field names of structured logs: which one is the time, the level, the message, a name."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn, cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.evidence.names import split_namespace
from superbiz_agent.tools.logs.levels import Level, find_level, is_own_level, normalise_level
from superbiz_agent.tools.logs.needles import holds_any
from superbiz_agent.tools.logs.platform_events import level_of_event, names_of_event
from superbiz_agent.tools.logs.record import RecordDetails
from superbiz_agent.tools.logs.stack_traces import condensed
from superbiz_agent.tools.logs.syslog import syslog_level
from superbiz_agent.tools.redaction import redact

TIME_KEYS = (
    "timestamp", "@timestamp", "time", "ts", "@t", "datetime", "date", "eventtime", "asctime", "t",
    "log_timestamp", "created_at", "lasttimestamp", "lasttransitiontime", "timeunixnano",
    "__realtime_timestamp", "time_local", "$date",
)  # fmt: skip
MESSAGE_KEYS = (
    "message", "msg", "@m", "log", "short_message", "text", "body", "event", "textpayload",
    "renderedmessage", "@mt", "messagetemplate", "stringvalue",
)  # fmt: skip
LEVEL_KEYS = (
    "level", "severity", "lvl", "loglevel", "log_level", "levelname", "log.level", "severity_text",
    "severitytext", "@l", "status", "priority",
)  # fmt: skip

_NAME_SPELLINGS: Mapping[str, str] = {
    "service": "service service.name service_name servicename svc _systemd_unit",
    "app": "app app.name app_name application application_name appname k8s_app syslog_identifier",
    "pod": "pod pod.name pod_name podname k8s.pod.name",
    "container": "container container.name container_name k8s.container.name",
    "namespace": "namespace namespace_name k8s.namespace.name",
    "node": "node node.name node_name nodename k8s.node.name",
    "host": "host host.name hostname host_name _hostname",
    "instance": "instance instance_id",
    "job": "job job_name",
    "component": "component",
    "deployment": "deployment deployment_name k8s.deployment.name",
    "logger": "logger logger_name log.logger logger.name",
    "database": "dbinstanceidentifier db_instance_identifier db_instance source_identifier"
    " sourceidentifier",
}
NAME_OF: Mapping[str, str] = {
    spelling: name for name, spellings in _NAME_SPELLINGS.items() for spelling in spellings.split()
}
"""Field name, lower case -> the usual key of the entity that it names."""

_CARRIERS = frozenset(
    {"kubernetes", "k8s", "labels", "resource", "attributes", "fields", "context", "tags"}
)
"""Objects in which collectors put such fields: ``kubernetes.pod_name`` is read as ``pod_name``."""

_WRAPPERS = frozenset(
    {"log", "fields", "jsonpayload", "data", "record", "event", "body", "payload", "t"}
)
"""Objects in which a program's own record may lie: its time, level and message are the record's."""

_MESSAGES = frozenset(MESSAGE_KEYS)
_SEVERITIES = frozenset("01234567")
_SHOWN_AS_SERVICE = (
    "service", "app", "container", "pod", "component", "deployment", "node", "database",
)  # fmt: skip
_MOST_FIELDS = 60
_DEEPEST = 4
_LONGEST_VALUE = 400
_LONGEST_TRACE, _ROOM_OF_TRACE = 64 * 1024, 900
_LONGEST_NAME = 200
_KEYS_IN_TEXT = tuple(f"{key}=" for key in _NAME_SPELLINGS if key not in ("logger", "database"))
_NAME_IN_TEXT = re.compile(
    rf"(?<![\w.-])(?P<key>{'|'.join(key[:-1] for key in _KEYS_IN_TEXT)})="
    r"\"?(?P<value>[A-Za-z0-9][A-Za-z0-9_.:/-]{0,200})"
)
_IDENTIFIER = re.compile(
    r"[0-9]{1,40}|(?=[A-Fa-f]*[0-9])[0-9A-Fa-f]{8,128}"
    r"|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
)
"""A number, the hash of a container, a UUID: no name."""
_LONG_NUMBER = re.compile(r"[0-9]{3}")
"""What a job that is one of many is told by (``export-81723``); a name may end in a short one."""


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def parse_object(line: str) -> JsonObject | None:
    """Return the JSON object that ``line`` is, or null. Never raises."""
    if not line.startswith("{") or not line.endswith("}"):
        return None
    try:
        value = _DECODER.decode(line)
    except (ValueError, RecursionError):
        return None
    return cast("JsonObject", value) if isinstance(value, dict) else None


def time_value(record: Mapping[str, Any]) -> str | None:
    """Return the field of a structured record that holds its time, as text."""
    for key in _time_fields(tuple(record)):
        value = record[key]
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            return str(value)
    wrapped = (value for key, value in record.items() if key.lower() in _WRAPPERS)
    return next((time for each in wrapped if (time := _time_within(each))), None)


def _time_within(value: object) -> str | None:
    return time_value(cast("JsonObject", value)) if isinstance(value, dict) else None


@lru_cache(maxsize=32)
def _time_fields(keys: tuple[str, ...]) -> list[str]:
    """Return which of a record's own fields may hold its time, the likeliest first. Records of one
    source have few sets of fields, so that this is worked out a few times only."""
    return _known({key.lower(): key for key in keys}, TIME_KEYS)


def _known(folded: Mapping[str, str], spellings: tuple[str, ...]) -> list[str]:
    """Return the fields that are called so, those of the record itself first."""
    own = [folded[spelling] for spelling in spellings if spelling in folded]
    return own + [
        key
        for spelling in spellings
        for name, key in folded.items()
        if name.endswith(f".{spelling}") and name.partition(".")[0] in _WRAPPERS and key not in own
    ]


def names_in_text(text: str) -> dict[str, str]:
    """Return the entity names that a plain line gives as ``key=value``."""
    if "=" not in text or not holds_any(text, _KEYS_IN_TEXT):
        return {}  # far cheaper than the pattern
    found = _NAME_IN_TEXT.finditer(text, 0, 4000)
    return _entity_names((match["key"], match["value"].rstrip(".:,")) for match in found)


def _entity_names(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return what ``pairs`` of usual key and value name. What only numbers a thing names nothing:
    each record with another job number would pass for one of another writer."""
    names: dict[str, str] = {}
    namespaces: list[str] = []
    for key, value in pairs:
        if _IDENTIFIER.fullmatch(value) or (key == "job" and _LONG_NUMBER.search(value)):
            continue
        namespace, names[key] = split_namespace(key, value[:_LONGEST_NAME])
        namespaces += [namespace] if namespace else []
    return {"namespace": namespaces[0], **names} if namespaces else names


class _Shape(NamedTuple):
    """Which of a record's fields may be what, the likeliest first; ``names`` are (field, entity)
    pairs from the last to the first."""

    times: list[str]
    messages: list[str]
    levels: list[str]
    names: list[tuple[str, str]]


@lru_cache(maxsize=32)
def _shape_of(keys: tuple[str, ...]) -> _Shape:
    folded = {key.lower(): key for key in reversed(keys)}
    names = [(key, name) for key in reversed(keys) if (name := _name_of(key))]
    times, messages = _known(folded, TIME_KEYS), _known(folded, MESSAGE_KEYS)
    return _Shape(times, messages, _known(folded, LEVEL_KEYS), names)


def describe_object(record: Mapping[str, Any]) -> RecordDetails:
    """Take a structured record apart: its own fields keep their names."""
    fields = dict(_flatten(record, "", _DEEPEST))
    shape = _shape_of(tuple(fields))
    for key in shape.times:
        del fields[key]
    message_key = next((key for key in shape.messages if fields[key]), None)
    message = fields.pop(message_key) if message_key else ""
    level_key = next((key for key in shape.levels if _level_at(key, fields[key])), None)
    level = _level_at(level_key, fields[level_key]) if level_key else level_of_event(fields)
    if level_key and not is_own_level(fields[level_key]):
        del fields[level_key]
    level = level or find_level(message)[0]
    named = ((name, value) for key, name in shape.names if (value := fields.get(key)))
    names = _entity_names([*names_of_event(fields), *named])
    service = next((names[key] for key in _SHOWN_AS_SERVICE if key in names), None)
    if "reason" in fields:  # it says in a word what the message says in many
        fields = {"reason": fields.pop("reason"), **fields}
    return RecordDetails(message.rstrip("\n"), level, service, fields, names)


def _level_at(key: str, word: str) -> Level | None:
    """The level that a field says: journald's ``PRIORITY`` is a severity of syslog."""
    if key.lower() == "priority" and word in _SEVERITIES:
        return syslog_level(int(word))
    return normalise_level(word)


def _name_of(key: str) -> str | None:
    folded = key.lower()
    first, _, rest = folded.partition(".")
    if folded in NAME_OF or not rest or first not in _CARRIERS:
        return NAME_OF.get(folded)
    return _name_of(rest) or NAME_OF.get(rest.rpartition(".")[2])


def _flatten(value: Mapping[str, Any], prefix: str, depth: int) -> Iterator[tuple[str, str]]:
    for key, inner in list(value.items())[:_MOST_FIELDS]:
        name = f"{prefix}{key}"[:_LONGEST_NAME]
        if isinstance(inner, dict) and depth > 1:
            yield from _flatten(cast("JsonObject", inner), f"{name}.", depth - 1)
        else:
            text = inner if isinstance(inner, str) else _json_text(inner)
            yield name, text if key.lower() in _MESSAGES else _shortened(text)


def _shortened(text: str) -> str:
    if "\n" not in text:
        return text[:_LONGEST_VALUE]
    return condensed(redact(text[:_LONGEST_TRACE]), _ROOM_OF_TRACE)


def _json_text(value: Any) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)
