"""Markdown as a page: one part for each section, long sections cut at the ends of paragraphs.

Fenced code and tables stay as they are; a ``#`` inside a fence is no heading.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from superbiz_agent.tools.knowledge.page import Page, Part, cut, without_title

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*")
_NOT_A_TITLE = re.compile(r"[ \t]*(?:[-*+>|]|[0-9]{1,9}[.)])")
_FRONT_MATTER_KEY = re.compile(r"([A-Za-z_-]{1,40})\s{0,4}[:=]\s{0,4}(.{0,2000})")
_FRONT_MATTER_ENTRY = re.compile(r"\s{0,8}-\s{1,4}(.{1,300})")
_NAMING_KEYS = frozenset(
    {"title", "alert", "alerts", "alertname", "alertnames", "alias", "aliases", "runbook_url"}
)
"""Keys of a front matter under which a page says by what it goes."""

_FRONT_MATTER_FENCES = ("---", "+++")
_MAX_FRONT_MATTER_LINES = 200


@dataclass(frozen=True)
class _Section:
    headings: tuple[str, ...]
    lines: tuple[str, ...]


def read_markdown(text: str) -> Page:
    """Read a page: its title is its first heading, else that of its front matter. A section without
    text gives no part."""
    matter, lines = _front_matter(text.splitlines())
    sections = list(_sections(lines))
    first = next((section.headings[0] for section in sections if section.headings), None)
    front_names = list(_front_names(matter))
    title = first or next((name for key, name in front_names if key == "title"), "")
    parts = [
        Part(headings=without_title(section.headings, title), text=part)
        for section in sections
        for part in cut(_paragraphs(section.lines))
    ]
    return Page(title=title, names=tuple(name for _, name in front_names), parts=tuple(parts))


def _front_matter(lines: list[str]) -> tuple[list[str], list[str]]:
    """Return the lines of a YAML or TOML front matter, and those after it."""
    if not lines or lines[0].rstrip() not in _FRONT_MATTER_FENCES:
        return [], lines
    fence = lines[0].rstrip()
    for end, line in enumerate(lines[1:_MAX_FRONT_MATTER_LINES], start=1):
        if line.rstrip() == fence:
            return lines[1:end], lines[end + 1 :]
    return [], lines


def _front_names(matter: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield what a front matter calls its page, each with its key: one value, or a list."""
    key = ""
    for line in matter:
        entry, pair = _FRONT_MATTER_ENTRY.fullmatch(line), _FRONT_MATTER_KEY.fullmatch(line)
        if pair:
            key = pair[1].lower()
        if key not in _NAMING_KEYS:
            continue
        written = pair[2] if pair else entry[1] if entry else ""
        is_list = written.startswith("[") and written.rstrip().endswith("]")
        for part in written.strip("[] ").split(",") if is_list else [written]:
            if name := part.strip(" \"'"):
                yield key, name


def _sections(lines: Iterable[str]) -> Iterator[_Section]:
    path: list[tuple[int, str]] = []
    content: list[str] = []
    fence: str | None = None
    for line in lines:
        fence, was_inside = _fence_after(line, fence), fence is not None
        heading = None if fence or was_inside else _heading(line, content)
        if heading is None:
            content.append(line)
            continue
        level, title, used = heading
        yield _Section(_titles(path), tuple(content[: len(content) - used]))
        path, content = [*((d, t) for d, t in path if d < level), (level, title)], []
    yield _Section(_titles(path), tuple(content))


def _fence_after(line: str, fence: str | None) -> str | None:
    """Return the fence that is open after ``line``."""
    match = _FENCE.match(line)
    if match is None:
        return fence
    if fence is None:
        return match[1]
    closes = match[1].startswith(fence) and not line[match.end() :].strip()
    return None if closes else fence


def _heading(line: str, content: list[str]) -> tuple[int, str, int] | None:
    """Return level, title and how many earlier lines belong to a heading that ends in ``line``."""
    match = _HEADING.fullmatch(line.rstrip())
    if match:
        return len(match[1]), (match[2] or "").strip().rstrip("#").strip(), 0
    before = content[-1] if content else ""
    underlined = _UNDERLINE.fullmatch(line) and before.strip() and not _NOT_A_TITLE.match(before)
    if underlined and (len(content) == 1 or not content[-2].strip()):
        return (1 if "=" in line else 2), before.strip(), 1
    return None


def _titles(path: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(title for _, title in path if title)


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    """Yield paragraphs with white space collapsed; a fenced block is one, blank lines included."""
    paragraph: list[str] = []
    fence: str | None = None
    for line in lines:
        fence = _fence_after(line, fence)
        if line.strip() or fence:
            paragraph += line.split()
        elif paragraph:
            yield " ".join(paragraph)
            paragraph = []
    if paragraph:
        yield " ".join(paragraph)
