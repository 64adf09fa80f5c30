"""``extract_facts`` over long texts: a log, and strings made to be slow for some pattern."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from superbiz_agent.bench.stored_lines import make_line
from superbiz_agent.bench.timing import clear_caches, timed
from superbiz_agent.grounding import extract_facts

MEGABYTE = 1_000_000
"""Characters of a text, not bytes: Chinese text has three bytes a character."""

REPEATED: dict[str, str] = {
    "digits": "7",
    "spaced digits": "1 ",
    "digits and commas": "1,",
    "thousands": "1,000,",
    "dots": ".",
    "digits and dots": "1.",
    "slashes": "/",
    "path parts": "/a",
    "backslashes": "\\",
    "escaped line ends": "\\n",
    "double quotes": '"',
    "quotes around words": '"a" ',
    "open quotes": 'a "',
    "curly quotes": "“",
    "nested quotes": "“'\"",
    "apostrophes": "'",
    "apostrophes and words": "a' ",
    "backticks": "`",
    "brackets": "([{",
    "angle brackets": "<>",
    "Han digits": "一",
    "Han tens": "十",
    "Han digits and points": "一点",
    "Han days": "三月三",
    "Han prose": "的数据库连接",
    "百分之": "百分之",
    "ordinals": "第",
    "keys": "a=",
    "keys and quotes": 'a="',
    "colons": ":",
    "digits and colons": "1:",
    "hex and colons": "a:",
    "minus signs": "-",
    "digits and minus signs": "1-",
    "word parts": "a-",
    "underscores": "a_",
    "letters": "a",
    "capitals": "A",
    "words": "word ",
    "first words": "the more ",
    "stated words": "more than ",
    "months": "Jan ",
    "spaces": " ",
    "line ends": "\n",
    "list numbers": "1. ",
    "numbered lines": "1. a\n",
    "enumerators": "①",
    "percent signs": "%",
    "percentages": "9%",
    "at signs": "@",
    "addresses": "a@b.",
    "uuid parts": "deadbeef-dead-",
    "hashes": "0x",
    "durations": "1h",
    "ratios": "1/",
    "counts of": "1 of ",
    "URL starts": "http://",
    "versions": "v1.",
    "HTTP": "HTTP ",
    "service labels": "service=",
    "comparisons": "higher a ",
    "zero-width characters": "\u200b",
    "words with zero-width characters": "a\u200b",
    "combining marks": "\u0301",
    "superscripts": "²",
    "full-width digits": "１",
    "NUL characters": "\u0000",
    "surrogates": "\ud800",
    "emoji": "\U0001f600",
    "Cyrillic": "а",
}
"""Name -> what is repeated up to the length of the text."""


@dataclass(frozen=True)
class ExtractionFigures:
    """Seconds for one text of ``characters``, and how many facts it has."""

    name: str
    characters: int
    seconds: float
    facts: int


def log_text(characters: int) -> str:
    """A log of stored lines, one below the other."""
    random = Random(characters)  # noqa: S311  (no secret)
    lines: list[str] = []
    length = 0
    while length < characters:
        lines.append(make_line("query_logs", len(lines), random).text)
        length += len(lines[-1]) + 1
    return "\n".join(lines)[:characters]


def repeated_text(name: str, characters: int) -> str:
    """The string of ``name`` in ``REPEATED``, as long as ``characters``."""
    part = REPEATED[name]
    return (part * (characters // len(part) + 1))[:characters]


def measure_extraction(characters: int, told: Callable[[str], None]) -> list[ExtractionFigures]:
    """Time every text of the table and a log, each of ``characters``."""
    texts = [("log lines", log_text)] + [
        (name, lambda length, name=name: repeated_text(name, length)) for name in REPEATED
    ]
    found: list[ExtractionFigures] = []
    for name, make in texts:
        found.append(time_extraction(name, make(characters)))
        told(f"{name}: {found[-1].seconds:.2f} s")
    return found


def time_extraction(name: str, text: str) -> ExtractionFigures:
    """Time one text, with every cache empty."""
    clear_caches()
    facts, seconds = timed(lambda: extract_facts(text))
    return ExtractionFigures(name, len(text), seconds, len(facts))
