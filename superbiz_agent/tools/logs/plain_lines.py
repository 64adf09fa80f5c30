"""A plain record taken apart: its level, who wrote it, and the message without both."""

import re

from superbiz_agent.tools.logs.fields import describe_object, names_in_text, parse_object
from superbiz_agent.tools.logs.levels import find_level, is_own_level, klog_level
from superbiz_agent.tools.logs.record import RecordDetails
from superbiz_agent.tools.logs.syslog import PRIORITY, syslog_level, syslog_names
from superbiz_agent.tools.logs.timestamps import Stamp

_CONTAINER = re.compile(r"\s?(?:stdout|stderr) F ")
_LOG_NAME = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9_-]{0,60})\.log[^\s:]{0,80}(?::\S{0,20})?\s")
_CLOSING = ("]", ")", '"', ">")
_LOOSE_ENDS = " \t-|:,"
_LABEL_REACH = 48


def describe_plain(text: str, stamp: Stamp | None, inner: Stamp | None = None) -> RecordDetails:
    """Take a plain record apart. The message keeps everything but timestamp and level; ``inner`` is
    the timestamp that a program wrote within the line of its container."""
    if stamp is None:
        level, _ = find_level(text)
        return RecordDetails(text.strip(), level, names=names_in_text(text))
    before, rest = text[: stamp.start], text[stamp.end :]
    rest = _unclosed(rest)
    container = _CONTAINER.match(rest)
    if container:
        rest = rest[container.end() :]
        value = parse_object(rest)
        if value is not None:
            return describe_object(value)
        if inner is not None:
            return _describe_line(rest[: inner.start], _unclosed(rest[inner.end :]), inner)
    return _describe_line(before, rest, stamp)


def _unclosed(rest: str) -> str:
    """What follows a timestamp, without the bracket that ends it."""
    return rest[1:] if rest.startswith(_CLOSING) else rest


def _describe_line(before: str, rest: str, stamp: Stamp) -> RecordDetails:
    priority = PRIORITY.match(before) if before else None
    before = before[priority.end() :] if priority else before
    level, span = find_level(rest)
    if span and span[0] <= _LABEL_REACH and not is_own_level(rest[slice(*span)]):
        rest = f"{_kept_name(rest[: span[0]])} {rest[span[1] :].lstrip(_LOOSE_ENDS)}"
    if level is None:
        level = klog_level(stamp.letter) if stamp.letter else find_level(before)[0]
    if level is None and priority:
        level = syslog_level(int(priority["number"]))
    names = names_in_text(rest)
    is_syslog = priority is not None or stamp.format.name.startswith("syslog")
    names |= syslog_names(rest, is_syslog=is_syslog)
    log_name = _LOG_NAME.match(before) if before else None
    service = names.get("service") or (log_name["name"] if log_name else None)
    if service:
        names["service"] = service
    head = _kept_head(before) if before and not log_name else ""
    message = f"{head}{rest.strip(_LOOSE_ENDS)}".strip()
    return RecordDetails(message, level, service, {}, names)


def _kept_name(head: str) -> str:
    """What stood before the level, with the colon that ends a program's name: ``kernel:``."""
    name = head.rstrip(_LOOSE_ENDS)
    return f"{name}:" if head[len(name) :].startswith(":") else name


def _kept_head(before: str) -> str:
    """What stood before the timestamp and says something: a client's address, a container."""
    text = before.strip(" \t[(\"'<>|")
    if not text:
        return ""
    level, _ = find_level(text)
    is_key = text.isascii() and text.rstrip("=").isidentifier()
    is_label = level is not None or is_key or text.isdigit()
    return "" if is_label or not text.strip("-*") else f"{text} "
