"""The executor's last word: which claims, gaps and next steps the evidence allows (section 3)."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.contracts.executor import ANSWER_VERSION
from superbiz_agent.models.offline import actions
from superbiz_agent.models.offline.causes import Cause, Causes, find_causes, severe_signature
from superbiz_agent.models.offline.claims import absence, knowledge, observation, root_cause, sign
from superbiz_agent.models.offline.drafts import Draft, is_sayable, quote, settle
from superbiz_agent.models.offline.evidence import WARN_RANK, Evidence, Line
from superbiz_agent.models.offline.phrases import GAPS, HYPOTHESES, fill
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.relevance import Ranked, notable, rank_lines
from superbiz_agent.models.offline.vocabulary import DIAGNOSIS, INSTRUCTION

MAX_CLAIMS: Final = 8
MAX_NARROW_CLAIMS: Final = 2
MAX_ALERTS: Final = 3
MAX_LOGS: Final = 4
MAX_ABSENCES: Final = 2
MAX_KNOWLEDGE: Final = 1
MAX_KNOWLEDGE_ASKED: Final = 3
MAX_HYPOTHESES: Final = 3


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
    """One thing was asked: what shows it, or else where it was searched for in vain."""
    language = question.language
    found = notable(ranked, MAX_NARROW_CLAIMS)
    if found:
        return [_shown(line, language) for line in found]
    if question.asks_knowledge:
        return _knowledge(question, evidence, MAX_NARROW_CLAIMS)
    return [absence(line, language) for line in _absences(question, evidence, found=False)]


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
    seen, unseen = _seen(question, ranked), [absence(line, language) for line in silent]
    is_quiet = all(each.urgency < WARN_RANK for each in ranked)
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
    """The widest search of each tool that found nothing. Where others found something, silence
    says something of the entities asked about alone."""
    silent = [
        line
        for line in evidence.searches
        if line.search is not None
        and line.search.found_nothing
        and line.tool_name != "lookup_knowledge"
        and (line.search.query in question.entities or not found)
    ]
    widest: dict[str, Line] = {}
    for line in sorted(silent, key=lambda each: len(each.search.filters) if each.search else 0):
        widest.setdefault(line.tool_name, line)
    return list(widest.values())[:MAX_ABSENCES]


def _knowledge(question: Question, evidence: Evidence, limit: int) -> list[Draft]:
    """The runbook's words, in the question's language and on what to look at, if it has such."""
    blocks = [line for line in evidence.of("knowledge") if not INSTRUCTION.search(line.body)]
    best = sorted(
        blocks,
        key=lambda line: (
            not line.is_in(question.language),
            line.message.startswith("|"),
            not DIAGNOSIS.search(line.name),
        ),
    )
    drafts = (knowledge(line, question.language) for line in best)
    return list(islice(filter(is_sayable, drafts), limit))


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
