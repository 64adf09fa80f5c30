"""The rules for a sentence that says that something was not found (contract sections 5 and 7).

What was not found keeps its window and its source, and is neither dropped nor made to say more.
"""

import re
from collections.abc import Sequence

from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.grounding.answer_checks.material import Item, Material, Statement
from superbiz_agent.grounding.facts import Fact, FactKind, extract_facts
from superbiz_agent.grounding.facts.folding import content_terms
from superbiz_agent.grounding.facts.tokens import is_within
from superbiz_agent.grounding.wording import (
    Lexicon,
    language_of,
    rules_out,
    states_absence,
    without_quotes,
)
from superbiz_agent.grounding.wording.quotes import quoted_spans
from superbiz_agent.grounding.wording.search_words import LEVEL_WORDS

WINDOW_KINDS: frozenset[FactKind] = frozenset({"timestamp", "date", "duration"})
NAME_KINDS: frozenset[FactKind] = frozenset({"identifier", "name"})
WINDOW_ENDS = 2
SOURCE_FORMS = frozenset({"dotted", "path", "url"})
"""Forms of the names of files and addresses."""

_LEVELS = Lexicon(word for words in LEVEL_WORDS.values() for word in words)
_SUCH = re.compile(
    r"(?<![a-z])(?:such|this|these|that|them|it|search(?:es)?|query|queries)(?![a-z])"
    r"|该|此|这|上述|它|检索|搜索|查询",
    re.IGNORECASE,
)
"""What stands for the words that were looked for: that word, or the search itself."""


def loses_absence(statement: Statement, _material: Material) -> bool:
    """What was not found said without saying so, in any pair of languages."""
    return any(
        item.claim_type == "negative_observation"
        and states_absence(item.texts[0])
        and not states_absence(statement.text)
        for item in statement.items
    )


def rules_something_out(statement: Statement, _material: Material) -> bool:
    """ "Ruled out", never, does not exist, where the items say less."""
    if statement.is_repeated or not rules_out(statement.text):
        return False
    words = [item for item in statement.items if item.claim_type != "negative_observation"]
    said = [text for item in words for text in item.texts if item.kind != "question"]
    other = [text for text in said if language_of(text) != language_of(statement.text)]
    return rules_out(statement.text, stored=said) and not any(map(rules_out, other))


def widens_absence(statement: Statement, material: Material) -> bool:
    """An absence without the window, the source or what narrowed the search it rests on."""
    if statement.is_repeated or not states_absence(statement.text):
        return False
    had = extract_facts(statement.text, names=material.names)
    return any(
        _is_widened(statement.text, had, *_scope_of(item, material))
        or _drops_words(statement.text, item.texts[0])
        for item in statement.items
        if item.claim_type == "negative_observation"
    )


_WHOLE_WINDOW = re.compile(
    r"(?<![a-z])(?:whole|entire|full) (?:\S+ ){0,2}(?:window|period|time)(?![a-z])"
    r"|整个(?:查询|搜索|时间)?(?:时间)?(?:窗口?|段|范围)",
    re.IGNORECASE,
)


def _is_widened(
    text: str, had: Sequence[Fact], scope: Sequence[Fact], sources: Sequence[Fact]
) -> bool:
    """Whether an end of the window is left out and not the whole of it told, every name of the
    source, or any other name: those that are told are compared elsewhere."""
    instants = {fact.key for fact in scope if fact.kind in WINDOW_KINDS}
    told = {fact.key for fact in had if fact.kind in WINDOW_KINDS}
    names = {fact.key for fact in scope if fact.kind in NAME_KINDS}
    others = {fact.key for fact in scope if fact.kind in NAME_KINDS and not _names_source(fact)}
    others -= {fact.key for fact in sources}
    kept = {fact.key for fact in had}
    return (
        (len(told) < min(len(instants), WINDOW_ENDS) and not _WHOLE_WINDOW.search(text))
        or bool(names and not names & kept)
        or not others <= kept
    )


def _names_source(fact: Fact) -> bool:
    """Whether a name is that of a file, an address or a tool: where was searched, not what for."""
    return fact.form in SOURCE_FORMS or fact.value in EVIDENCE_LISTS


def _drops_words(text: str, denied: str) -> bool:
    """Whether ``text`` denies records that ``denied`` tells by their words or their level, and
    names neither those words nor such records, or no level."""
    if _LEVELS.holds(without_quotes(denied)) and not _LEVELS.holds(text):
        return True
    quoted = [denied[start + 1 : end - 1] for start, end in quoted_spans(denied)]
    terms = content_terms(" ".join(quoted))
    return bool(terms) and not terms & content_terms(text) and not _SUCH.search(text)


_SOURCE_LIST = re.compile(
    r"(?:(?<![a-z])(?:logs|files|sources|exports)|日志|文件|来源|导出) ?"
    r"((?:[\w./:-]{1,100}(?:, and |, | and | 和 |、| 与 |和|与)){0,8}[A-Za-z0-9_./:-]{1,100})",
    re.IGNORECASE | re.ASCII,
)
"""Plain names behind "in the logs": where was searched."""


def _scope_of(item: Item, material: Material) -> tuple[list[Fact], list[Fact]]:
    """The window and the names that a negative observation holds for, quotations aside; and those
    of the names that are its sources'."""
    text = without_quotes(item.texts[0])
    kinds = WINDOW_KINDS | NAME_KINDS
    facts = [fact for fact in extract_facts(text, names=material.names) if fact.kind in kinds]
    listed = [found.span(1) for found in _SOURCE_LIST.finditer(text)]
    return facts, [fact for fact in facts if any(is_within(fact.span, span) for span in listed)]
