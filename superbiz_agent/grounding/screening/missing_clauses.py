"""Whether a clause says that evidence is missing or that something is not known (section 6).

A closed table: what no table knows is no gap.
"""

import re

from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.grounding.screening.open_points import any_of
from superbiz_agent.grounding.screening.unchecked_words import (
    CHINESE_SHOWING,
    CHINESE_UNREAD,
    EVIDENCE_NOUNS,
    FINDINGS,
    MISSING,
    NOT_KNOWN,
    SHOWING,
    SILENT,
    STATING,
    UNABLE,
    UNREAD,
)
from superbiz_agent.grounding.wording import (
    Lexicon,
    claims_certainty,
    clauses,
    has_polarity,
    is_hedged,
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


def clauses_of(text: str) -> list[str]:
    """The clauses of ``text`` without what it quotes; empty ones are left out."""
    return [clause for clause in clauses(without_quotes(text)) if clause.strip()]


def is_gap(clause: str) -> bool:
    """Whether ``clause`` says that evidence is missing, that something is not known or possible, or
    only names evidence."""
    if claims_certainty(clause):
        return False
    if _NOT_KNOWN.holds(clause) or is_hedged(clause):
        return True
    if states_cause(clause):
        return _is_silent(clause)
    return _lacks_evidence(clause) or _is_silent(clause) or is_bare(clause)


def _lacks_evidence(clause: str) -> bool:
    """ "No heap dump", "thread dumps are missing"; not "no error logs"."""
    if _FINDINGS.holds(clause) or not _NOUNS.holds(clause):
        return False
    lacking = _LACKING.search(clause)
    return _MISSING.holds(clause) or bool(lacking and _NOUNS.holds(lacking.group()))


def _is_silent(clause: str) -> bool:
    """ "The evidence found does not name a cause"."""
    return any(_SILENT.match(clause, hit.end) for hit in _NOUNS.find(clause))


def is_bare(clause: str) -> bool:
    """A phrase that only names evidence: "thread dump of order-service"."""
    if states(clause) or _PARTICIPLE.search(clause):
        return False
    return _NOUNS.holds(clause) and not _FINDINGS.holds(clause)


def states(clause: str) -> bool:
    """Whether ``clause`` states something of the system, be it by a word of polarity."""
    return has_polarity(_SLOW_QUERY.blank(clause)) or _STATING.holds(clause)
