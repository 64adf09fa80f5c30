"""Whether a sentence is a step that looks at the system and changes nothing (sections 1 and 6).

A closed table of verbs, of commands that read and of words of a change; what a step is for is read
here as well.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.screening.missing_clauses import clauses_of, is_bare, is_gap, states
from superbiz_agent.grounding.screening.unchecked_words import (
    CAUSE_NOUNS,
    CHANGES,
    CHANGING_COMMANDS,
    CHANGING_WORDS,
    CHINESE_STEP_VERBS,
    PURPOSES,
    READING_COMMANDS,
    READING_WORDS,
    STEP_VERBS,
)
from superbiz_agent.grounding.wording import (
    Lexicon,
    is_hedged,
    quoted_spans,
    states_cause,
    words,
)

_CAUSE_NOUNS = Lexicon(CAUSE_NOUNS)
_QUESTIONS = Lexicon(
    words("whether | if | what | which | who | why | how | 是否 | 为何 | 什么 | 哪")
)
_HEADS = {
    "step": (STEP_VERBS, CHINESE_STEP_VERBS),
    "run": (words("run | execute | use | call"), words("执行 | 运行 | 使用 | 调用")),
    "change": (CHANGES, ()),
    "purpose": (PURPOSES, ()),
}
_POLITE = (
    r"(?:(?:please|next|then|first|finally|also|second|now|you (?:should|can|could)|consider"
    r"|we (?:should|can|could|recommend|suggest)|recommended?|suggest(?:ed)?|it is worth"
    r"|further|manually)[:,]?[ \t]{1,3}){0,3}"
    r"(?:请|建议|应当|应该|应|可以|可|下一步|然后|首先|先|再|并|并且|需要|需|进一步|继续|尝试|同时|手动){0,4}[：:，]?"
)
_PLACE = r"(?:(?:对|在|从|针对|向|与|按|根据|通过|围绕|就|到|用|将|把|结合)[^，。；,;]{1,60}?)?"
_LEADING = r"[^A-Za-z\u3400-\u9fff]{0,8}"
_PREPOSITION = re.compile(
    r"[\s-]{0,4}(?:on|in|for|at|from|using|with|within|before|after|around|over|during|between|by|"
    r"via|through|when|once|if|as|在|对|从|针对|通过|根据|结合|如|若|如果)",
    re.ASCII | re.IGNORECASE,
)
_ORDER = re.compile(
    r"[^A-Za-z]{0,4}[A-Za-z]{2,20}[ \t]{1,3}(?:the|a|an|it|them|this|that|these|those|all|every|"
    r"some|more|order)(?![A-Za-z])",
    re.ASCII | re.IGNORECASE,
)
"""An unknown word before a determiner at the head of a clause: an order, no list of things."""

_ORDINAL = re.compile(
    r"[ \t]*(?:next|then|first|second|finally|also|please|首先|然后|下一步|接着|最后)[ \t]*", re.I
)
_STATED_CAUSE = re.compile(
    r"(?<![a-z])(?:is|was|are|were)(?![a-z])|是|为(?!何|什么)", re.IGNORECASE
)


def _head_pattern(english: Sequence[str], chinese: Sequence[str]) -> re.Pattern[str]:
    latin = [term for term in (*english, *chinese) if term.isascii()]
    han = [term for term in (*english, *chinese) if not term.isascii()]
    forms = [form for term in latin for form in (term, _gerund(term))]
    any_latin = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    any_han = "|".join(sorted(han, key=len, reverse=True)) or "(?!)"
    return re.compile(
        rf"{_LEADING}{_POLITE}(?:(?:{any_latin})(?![A-Za-z0-9_])(?!-[A-Za-z])|{_PLACE}(?:{any_han}))",
        re.ASCII | re.IGNORECASE,
    )


def _gerund(verb: str) -> str:
    head, *rest = verb.split(" ")
    stem = head[:-1] if head.endswith("e") and not head.endswith("ee") else head
    return " ".join([f"{stem}ing", *rest])


_READING = re.compile(
    rf"(?:{'|'.join(map(re.escape, sorted(READING_COMMANDS, key=len, reverse=True)))})"
    r"(?![A-Za-z0-9])",
    re.ASCII | re.IGNORECASE,
)
_RUN_BEFORE = re.compile(
    r"(?:(?<![a-z])(?:run|running|execute|executing|use|using|call|calling|with)"
    r"(?: the)?(?: command)?|执行|运行|使用|调用|用)(?:命令)?[ \t：:]{0,3}\Z",
    re.IGNORECASE,
)
_COMMAND_WORD = re.compile(r"[a-z_-][a-z0-9_-]*")
_COMMAND = "※"
"""What a quoted command that only reads is replaced by: no word."""

_PATTERNS = {name: _head_pattern(*tables) for name, tables in _HEADS.items()}
_HAN_CHANGES = Lexicon(term for term in CHANGES if not term.isascii())


def is_step(sentence: str) -> bool:
    """Whether a sentence is a step; a command that it runs, in quotes, prints and changes
    nothing."""
    if CHANGING_COMMANDS & set(_COMMAND_WORD.findall(sentence.lower())):
        return False
    plain, position = "", 0
    for start, end in quoted_spans(sentence):
        plain += sentence[position:start]
        position = start
        if _RUN_BEFORE.search(plain):
            if not only_reads(sentence[start + 1 : end - 1]):
                return False
            plain, position = plain + _COMMAND, end
    return _is_one(clauses_of(plain + sentence[position:]))


def only_reads(command: str) -> bool:
    """Whether each part of a pipe is a command of the tables that reads, and none redirects,
    chains or holds a word of a change."""
    parts = [part.strip() for part in command.split("|")]
    if any(sign in command for sign in ("||", ">", ";", "&", "$(", "`")):
        return False
    return all(
        not CHANGING_WORDS & set(_COMMAND_WORD.findall(part.lower()))
        and bool(_READING.match(part) or READING_WORDS & set(part.lower().split()))
        for part in parts
    )


def _is_one(parts: Sequence[str]) -> bool:
    """A clause that starts with a step, and no order to change anything before or after it."""
    steps = [index for index, clause in enumerate(parts) if _starts_step(clause)]
    if not steps:
        return all(map(is_bare, parts))
    before, after = parts[: steps[0]], parts[steps[0] + 1 :]
    asks = any(map(_QUESTIONS.holds, parts))
    return (
        all(_PREPOSITION.match(clause) or _ORDINAL.fullmatch(clause) for clause in before)
        and not any(map(_orders, parts))
        and not any(_is_statement(clause) and not asks for clause in after)
    )


def _is_statement(clause: str) -> bool:
    is_known = _starts_step(clause) or is_purpose(clause) or _PREPOSITION.match(clause)
    return not is_known and states(clause) and not is_gap(clause)


def _starts_step(clause: str) -> bool:
    if _PATTERNS["step"].match(clause):
        return True
    run = _PATTERNS["run"].match(clause)
    return bool(run) and _runs_reading(clause[run.end() if run else 0 :])


def _runs_reading(rest: str) -> bool:
    """Whether what is run only reads. A quoted command is left out here: its words are compared
    with the evidence."""
    named = re.sub(r"^[ \t]*(?:the |a |an )?", "", rest)
    return not named or bool(_READING.match(named)) or not named[0].isalnum()


def _orders(clause: str) -> bool:
    if _PATTERNS["change"].match(clause) or _HAN_CHANGES.holds(clause):
        return True
    is_known = _starts_step(clause) or is_purpose(clause) or _PREPOSITION.match(clause)
    if _QUESTIONS.holds(clause.lstrip()[:8]):
        return False
    return not is_known and bool(_ORDER.match(clause))


def is_purpose(clause: str) -> bool:
    """Whether ``clause`` says what a step is for, or is one, and states no cause."""
    if not (_PATTERNS["purpose"].match(clause) or _PATTERNS["step"].match(clause)):
        return False
    if not states_cause(clause) or is_hedged(clause) or _QUESTIONS.holds(clause):
        return True
    return not states_cause(_CAUSE_NOUNS.blank(clause)) and not _STATED_CAUSE.search(clause)
