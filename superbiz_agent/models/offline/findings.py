"""The executor's last word: which claims, gaps and next steps the evidence allows (section 3)."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.contracts.executor import ANSWER_VERSION
from superbiz_agent.models.offline import actions
from superbiz_agent.models.offline.causes import Cause, Causes, find_causes, severe_signature
from superbiz_agent.models.offline.claims import (
    EVERYTHING,
    absence,
    knowledge,
    observation,
    root_cause,
    sign,
)
from superbiz_agent.models.offline.drafts import Draft, is_sayable, quote, settle
from superbiz_agent.models.offline.evidence import Evidence, Line, Search
from superbiz_agent.models.offline.phrases import GAPS, HYPOTHESES, fill
from superbiz_agent.models.offline.question import Question, name_parts
from superbiz_agent.models.offline.relevance import Ranked, notable, rank_lines
from superbiz_agent.models.offline.vocabulary import (
    DIAGNOSIS,
    INSTRUCTION,
    MEANING,
    MITIGATION,
)

MAX_CLAIMS: Final = 8
"""With the runbook and what was searched for in vain; about six of them are findings."""

MAX_NARROW_CLAIMS: Final = 2
MAX_ALERTS: Final = 3
MAX_LOGS: Final = 4
MAX_ABSENCES: Final = 2
MAX_KNOWLEDGE: Final = 1
MAX_KNOWLEDGE_ASKED: Final = 3
MAX_HYPOTHESES: Final = 3
LEAST_ADVICE: Final = 40
"""A part of a runbook with fewer characters besides its links only points elsewhere."""

_LINK = re.compile(r"\[[^\[\]]{0,200}\] ?\([^()]{0,300}\)")


def write_findings(question: Question, evidence: Evidence) -> JsonObject:
    """Write ``executor_evidence_v2`` from what the tools found, in the question's language."""
    ranked = rank_lines(evidence, question)
    lines = [each.line for each in ranked]
    causes = find_causes(lines) if _wants_cause(question) else Causes()
    drafts, most = _drafts(question, evidence, ranked, causes)
    claims = settle(drafts, most)
    return {
        "answer_version": ANSWER_VERSION,
        "claims": claims,
        "hypotheses": _hypotheses(question, causes),
        "recommended_actions": actions.next_steps(question, evidence, lines, causes),
        "missing_info": _gaps(question, claims),
    }


def _wants_cause(question: Question) -> bool:
    """A question for the situation may be told its cause; one for a thing by name is not."""
    by_name = question.is_narrow or question.asks_knowledge or question.asks_alerts
    return question.asks_cause or not by_name


def _drafts(
    question: Question, evidence: Evidence, ranked: Sequence[Ranked], causes: Causes
) -> tuple[list[Draft], int]:
    """What to claim, the most telling first, and how much of it at most."""
    if question.asks_alerts and not question.asks_cause:
        return _alerts(question, evidence, ranked), MAX_CLAIMS
    if question.is_narrow:
        return _narrow(question, evidence, ranked), MAX_NARROW_CLAIMS
    if question.asks_knowledge:
        documented = _knowledge(question, evidence, MAX_KNOWLEDGE_ASKED)
        if documented:
            seen = _seen(question, ranked) if question.entities else []
            return [*documented, *seen], MAX_CLAIMS
    return _broad(question, evidence, ranked, causes), MAX_CLAIMS


def _alerts(question: Question, evidence: Evidence, ranked: Sequence[Ranked]) -> list[Draft]:
    """Alerts alone were asked for."""
    alerts = [each.line for each in ranked if each.line.kind == "alert"]
    if alerts:
        return [observation(line, question.language) for line in alerts]
    silent = _absences(question, evidence, found=False)
    return [absence(x, question.language) for x in silent if x.tool_name == "query_metrics"]


def _narrow(question: Question, evidence: Evidence, ranked: Sequence[Ranked]) -> list[Draft]:
    """One thing was asked: what shows it, or else where it was searched for in vain, and the
    trouble that was seen instead."""
    language = question.language
    if question.asks_knowledge and not question.entities:
        documented = _knowledge(question, evidence, MAX_NARROW_CLAIMS)
        if documented:
            return documented
    silent = _absences(question, evidence, found=False)
    missed = [line for line in silent if _is_missed(line, question, evidence)]
    best = _best(ranked)
    if missed:
        instead = [each for each in best if each.is_trouble and (each.words or each.about_entity)]
        seen = [_shown(line, language) for line in notable(instead, 1)]
        return [*(absence(line, language) for line in missed[:MAX_NARROW_CLAIMS]), *seen]
    found = notable(best, MAX_NARROW_CLAIMS)
    return [_shown(x, language) for x in found] or [absence(x, language) for x in silent]


def _is_asked(line: Line, question: Question) -> bool:
    """True for a search for the thing that was asked about, or for its level, in vain."""
    search = line.search
    if search is None:
        return False
    if question.level and search.filters.get("level") == question.level:
        return True
    return search.query in question.searches or search.query in question.phrases


def _is_missed(line: Line, question: Question, evidence: Evidence) -> bool:
    """True if what a search was asked for in vain was found by no other tool either."""
    search = line.search
    if search is None or not _is_asked(line, question):
        return False
    others = evidence.of("alert", "log", "series", "other")
    is_found = (search.query in evidence.queries_of(other) for other in others)
    return bool(search.filters.get("level")) or not any(is_found)


def _best(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The lines that share as much with the question as the best one does."""
    most = max(((each.exact, each.words) for each in ranked), default=(0, 0))
    return [each for each in ranked if (each.exact, each.words) == most]


def _shown(line: Line, language: Language) -> Draft:
    signature = severe_signature(line)
    return sign(signature, line, language) if signature else observation(line, language)


def _broad(
    question: Question, evidence: Evidence, ranked: Sequence[Ranked], causes: Causes
) -> list[Draft]:
    """The cause if it is on record, what was seen, where nothing was, and what to look at."""
    language = question.language
    cause = causes.stated
    silent = _absences(question, evidence, found=bool(ranked))
    if ranked and not question.prefers_trouble:
        silent = []
    seen, unseen = _seen(question, ranked), [absence(line, language) for line in silent]
    is_quiet = not any(each.is_trouble for each in ranked)
    return [
        *([root_cause(cause, language)] if cause else []),
        *([*unseen, *seen] if is_quiet else [*seen, *unseen]),
        *_knowledge(question, _advice(question, cause, ranked, evidence), MAX_KNOWLEDGE),
    ]


def _seen(question: Question, ranked: Sequence[Ranked]) -> list[Draft]:
    """Alerts first, then records, each the most telling first."""
    alerts = [each.line for each in ranked if each.line.kind == "alert"][:MAX_ALERTS]
    others = notable([each for each in ranked if each.line.kind != "alert"], MAX_LOGS)
    return [observation(line, question.language) for line in (*alerts, *others)]


def _absences(question: Question, evidence: Evidence, *, found: bool) -> list[Line]:
    """The searches of each tool that found nothing, the most telling first. Where others found
    something, silence says something of the entities or the level asked about alone."""
    sources = {source.casefold() for source in evidence.sources}
    parts = {part for source in evidence.sources for part in name_parts(source)} - sources
    silent = [
        line
        for line in evidence.searches
        if line.search is not None
        and line.search.found_nothing
        and line.tool_name != "lookup_knowledge"
        and line.search.query.casefold() not in parts
        and (not found or line.search.query in question.entities or _is_everything(line.search))
    ]
    kept: dict[str, Line] = {}
    for line in sorted(silent, key=lambda each: _width(each, question)):
        kept.setdefault(line.tool_name, line)
    return list(kept.values())[:MAX_ABSENCES]


def _is_everything(search: Search) -> bool:
    return search.query == EVERYTHING


def _width(line: Line, question: Question) -> tuple[bool, bool, int]:
    """Sort key: by everything, by what was asked, then with the fewest filters."""
    search = line.search
    if search is None:
        return True, True, 0
    return not _is_everything(search), not _is_asked(line, question), len(search.filters)


def _knowledge(question: Question, evidence: Evidence, limit: int) -> list[Draft]:
    """The runbook's words: of the page that comes first, in the question's language if there is
    such, what answers the kind of question first."""
    blocks = [line for line in evidence.of("knowledge") if not INSTRUCTION.search(line.body)]
    pages = list(dict.fromkeys(_page(line) for line in blocks))
    best = sorted(
        blocks,
        key=lambda line: (
            not line.is_in(question.language),
            line.message.startswith("|") or len(_LINK.sub("", line.message)) < LEAST_ADVICE,
            pages.index(_page(line)),
            _part_rank(line, question),
        ),
    )
    drafts = (knowledge(line, question.language) for line in best)
    return list(islice(filter(is_sayable, drafts), limit))


def _page(line: Line) -> str:
    return line.name.partition(" > ")[0]


def _part_rank(line: Line, question: Question) -> int:
    """Where a part of a page stands: its meaning first if that was asked, else what to look at."""
    order = (DIAGNOSIS, MITIGATION, MEANING)
    if question.asks_meaning:
        order = (MEANING, DIAGNOSIS, MITIGATION)
    headings = line.name.partition(" > ")[2]
    return next((at for at, part in enumerate(order) if part.search(headings)), len(order))


def _advice(
    question: Question, cause: Cause | None, ranked: Sequence[Ranked], evidence: Evidence
) -> Evidence:
    """Keep the runbook blocks that were looked up for the cause, else for an alert that fires."""
    queries = {each.line.name for each in ranked if each.line.state == "firing"}
    if cause is not None:
        queries = {cause.signature.label[question.language]}
    return evidence.found_by(queries)


def _hypotheses(question: Question, causes: Causes) -> list[JsonObject]:
    language = question.language
    return [
        {
            "hypothesis_id": f"h-{number}",
            "hypothesis_text": fill(
                HYPOTHESES,
                "signature",
                language,
                cause=signature.label[language],
                quote=quote(line.message or line.body),
            ),
            "evidence_bindings": [],
        }
        for number, (signature, line) in enumerate(causes.possible[:MAX_HYPOTHESES], start=1)
    ]


def _gaps(question: Question, claims: Sequence[JsonObject]) -> list[str]:
    language = question.language
    types = {claim["claim_type"] for claim in claims}
    if not claims:
        named = "nothing_about" if question.subjects else "nothing"
        return [fill(GAPS, named, language, subject=", ".join(question.subjects[:2]))]
    if question.asks_cause and "root_cause" not in types:
        return [fill(GAPS, "cause", language)]
    return []
