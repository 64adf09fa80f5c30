"""What the unchecked text of a model may say: a gap what is missing, an action a step that
collects evidence, a reason what the step is for (contract sections 1, 3 and 6).

Nobody verified these texts, so none of them may state a fact of the incident, not even one
without a typed fact ("order-service has recovered"). Each rule reads clause by clause and is a
closed table: what no table knows is withheld.
"""

import re
from collections.abc import Sequence

from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.grounding.comparison.engine import content_terms
from superbiz_agent.grounding.screening.open_points import any_of, is_open_point, is_unread
from superbiz_agent.grounding.screening.presupposed import (
    presupposes_more,
    tells_of_chinese_deeds,
    tells_of_deeds,
)
from superbiz_agent.grounding.screening.reasons import (
    is_conditional,
    is_told_elsewhere,
    points_to_evidence,
)
from superbiz_agent.grounding.screening.unchecked_words import (
    CAUSE_NOUNS,
    CHANGES,
    CHANGING_COMMANDS,
    CHANGING_WORDS,
    CHINESE_SHOWING,
    CHINESE_STEP_VERBS,
    CHINESE_UNREAD,
    EVIDENCE_NOUNS,
    FINDINGS,
    MISSING,
    NOT_KNOWN,
    PURPOSES,
    READING_COMMANDS,
    READING_WORDS,
    SHOWING,
    SILENT,
    STATING,
    STEP_VERBS,
    UNABLE,
    UNREAD,
)
from superbiz_agent.grounding.wording import (
    Lexicon,
    claims_certainty,
    clauses,
    has_polarity,
    holds_negator,
    is_hedged,
    polarity_conflict,
    quoted_spans,
    split_sentences,
    states_absence,
    states_cause,
    without_quotes,
    words,
)

_COULD_NOT = ("could not", "cannot", "can not", "can't", "couldn't")
_NOT_KNOWN = Lexicon(
    (
        *NOT_KNOWN,
        *(f"{could} be {done}" for could in _COULD_NOT for done in UNABLE),
        *(f"{tool} {failed}" for tool in EVIDENCE_LISTS for failed in ("failed", "查询失败")),
    )
)
_MISSING = Lexicon(MISSING)
_NOUNS = Lexicon(EVIDENCE_NOUNS, neutral=words("数据库"))
_FINDINGS = Lexicon(FINDINGS, neutral=words("该问题 | 这个问题 | 此问题"))
_SLOW_QUERY = Lexicon(words("slow query | slow queries | slow-query | 慢查询"))
_STATING = Lexicon(STATING)
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

_COLON = re.compile(":[ \t]|：")
_ORDINAL = re.compile(
    r"[ \t]*(?:next|then|first|second|finally|also|please|首先|然后|下一步|接着|最后)[ \t]*", re.I
)
_STATED_CAUSE = re.compile(
    r"(?<![a-z])(?:is|was|are|were)(?![a-z])|是|为(?!何|什么)", re.IGNORECASE
)
_PARTICIPLE = re.compile(r"(?<![A-Za-z0-9_.-])[A-Za-z]{2,20}ed(?![A-Za-z0-9_.-])", re.ASCII)
_LACKING = re.compile(
    r"(?<![a-z])(?:no|without|lack of)(?![a-z])[^.;]{0,60}|(?:没有|无|缺少|未)[^。；]{0,80}",
    re.IGNORECASE,
)
_SILENT = re.compile(
    r"(?:\A|[ \t])(?:found|available|collected|stored)?[ \t]?(?:do|does|did|is|are|was|were|could"
    r"|can)(?: not|n't|not)(?: yet| be| been| itself| fully| clearly)*[ \t]"
    rf"(?:{any_of((*SHOWING, *UNREAD, *SILENT))})(?![a-z])"
    r"|[里中]?[都也均尚并还]?(?:没有|未|无法|不足|不能|不)[能被够直接明确]{0,4}"
    rf"(?:{any_of((*CHINESE_SHOWING, *CHINESE_UNREAD, *SILENT), han=True)}|\Z|[。，；])",
    re.IGNORECASE,
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


def says_what_is_missing(text: str, told: Sequence[str] = (), *, is_cut_off: bool = False) -> bool:
    """Whether every clause of a gap says that something is missing or not known, asks, or is
    hedged, and holds nothing of the system beside that.

    ``told`` are the stored texts of the incident: what a gap takes for known must stand in them.
    ``is_cut_off`` says whether a search of the question was cut off.
    """

    def is_open(clause: str) -> bool:
        return _is_gap(clause) or is_open_point(clause, told, is_cut_off=is_cut_off)

    return all(
        (
            _asks(sentence)
            or all(map(is_open, _parts(sentence)))
            or is_unread(without_quotes(sentence), told)
        )
        and not presupposes_more(without_quotes(sentence), told)
        for sentence in _sentences(text)
    )


def collects_evidence(text: str) -> bool:
    """Whether every sentence of an action is a step that looks at the system."""
    return all(_collects(sentence) for sentence in _sentences(text))


def gives_reason(
    text: str, stored: Sequence[str], told: Sequence[str] = (), *, is_cut_off: bool = False
) -> bool:
    """Whether every clause of an action's reason says what the step is for, what is missing or
    possible, or speaks of the ``stored`` texts without a cause or a state that they do not have.

    ``told`` are the stored texts of the incident, whether a claim cites them or not.
    """
    known = [*stored, *told]

    def is_reason(clause: str) -> bool:
        return (
            _is_purpose(clause)
            or _is_gap(clause)
            or is_open_point(clause, told, is_cut_off=is_cut_off)
            or points_to_evidence(clause, known)
            or _is_carried(clause, stored)
            or is_told_elsewhere(clause, known)
        )

    return all(
        (is_conditional(sentence, known) or all(map(is_reason, _clauses(sentence))))
        and not presupposes_more(without_quotes(sentence), known)
        for sentence in _sentences(text)
    )


def _collects(sentence: str) -> bool:
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
    return _is_step(_clauses(plain + sentence[position:]))


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


def _clauses(text: str) -> list[str]:
    return [clause for clause in clauses(without_quotes(text)) if clause.strip()]


def _parts(sentence: str) -> list[str]:
    """The clauses of a gap; what follows a colon is one of its own."""
    return [part for clause in _clauses(sentence) for part in _COLON.split(clause) if part.strip()]


def _sentences(text: str) -> list[str]:
    """The sentences of ``text`` that hold a word; a list's "1." is none."""
    return [each.text for each in split_sentences(text) if content_terms(each.text)]


def _asks(sentence: str) -> bool:
    return sentence.rstrip().endswith(("?", "？"))


def _is_gap(clause: str) -> bool:
    if claims_certainty(clause):
        return False
    if _NOT_KNOWN.holds(clause) or is_hedged(clause):
        return True
    if states_cause(clause):
        return _is_silent(clause)
    return _lacks_evidence(clause) or _is_silent(clause) or _is_bare(clause)


def _lacks_evidence(clause: str) -> bool:
    """ "No heap dump", "thread dumps are missing"; not "no error logs"."""
    if _FINDINGS.holds(clause) or not _NOUNS.holds(clause):
        return False
    lacking = _LACKING.search(clause)
    return _MISSING.holds(clause) or bool(lacking and _NOUNS.holds(lacking.group()))


def _is_silent(clause: str) -> bool:
    """ "The evidence found does not name a cause"."""
    return any(_SILENT.match(clause, hit.end) for hit in _NOUNS.find(clause))


def _is_bare(clause: str) -> bool:
    """A phrase that only names evidence: "thread dump of order-service"."""
    if _states(clause) or _PARTICIPLE.search(clause):
        return False
    return _NOUNS.holds(clause) and not _FINDINGS.holds(clause)


def _states(clause: str) -> bool:
    return has_polarity(_SLOW_QUERY.blank(clause)) or _STATING.holds(clause)


def _is_step(parts: Sequence[str]) -> bool:
    """A clause that starts with a step, and no order to change anything before or after it."""
    steps = [index for index, clause in enumerate(parts) if _starts_step(clause)]
    if not steps:
        return all(map(_is_bare, parts))
    before, after = parts[: steps[0]], parts[steps[0] + 1 :]
    asks = any(map(_QUESTIONS.holds, parts))
    return (
        all(_PREPOSITION.match(clause) or _ORDINAL.fullmatch(clause) for clause in before)
        and not any(map(_orders, parts))
        and not any(_is_statement(clause) and not asks for clause in after)
    )


def _is_statement(clause: str) -> bool:
    is_known = _starts_step(clause) or _is_purpose(clause) or _PREPOSITION.match(clause)
    return not is_known and _states(clause) and not _is_gap(clause)


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
    is_known = _starts_step(clause) or _is_purpose(clause) or _PREPOSITION.match(clause)
    if _QUESTIONS.holds(clause.lstrip()[:8]):
        return False
    return not is_known and bool(_ORDER.match(clause))


def _is_purpose(clause: str) -> bool:
    if not (_PATTERNS["purpose"].match(clause) or _PATTERNS["step"].match(clause)):
        return False
    if not states_cause(clause) or is_hedged(clause) or _QUESTIONS.holds(clause):
        return True
    return not states_cause(_CAUSE_NOUNS.blank(clause)) and not _STATED_CAUSE.search(clause)


def _is_carried(clause: str, stored: Sequence[str]) -> bool:
    """A plain clause about what the evidence speaks of, without a cause or state of its own."""
    if states_cause(clause) or states_absence(clause) or claims_certainty(clause):
        return False
    if has_polarity(clause) and (holds_negator(clause) or polarity_conflict(clause, stored)):
        return False
    if tells_of_deeds(clause, stored) or tells_of_chinese_deeds(clause, stored):
        return False
    terms = content_terms(clause)
    return any(terms & content_terms(text) for text in stored)
