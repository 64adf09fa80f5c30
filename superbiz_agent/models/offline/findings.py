"""The executor's last word: which claims, gaps and next steps the evidence allows (section 3)."""

from collections.abc import Sequence
from typing import Final

from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.contracts.executor import ANSWER_VERSION
from superbiz_agent.models.offline import actions
from superbiz_agent.models.offline.causes import Cause, Causes, find_causes, severe_signature
from superbiz_agent.models.offline.claims import absence, knowledge, observation, root_cause, sign
from superbiz_agent.models.offline.drafts import Draft, quote, settle
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
    lines = [each.line for each in rank_lines(evidence, question)]
    causes = Causes() if question.is_narrow or question.asks_knowledge else find_causes(lines)
    drafts = (
        _narrow(question, evidence) if question.is_narrow else _broad(question, evidence, causes)
    )
    claims = settle(drafts, MAX_NARROW_CLAIMS if question.is_narrow else MAX_CLAIMS)
    return {
        "answer_version": ANSWER_VERSION,
        "claims": claims,
        "hypotheses": _hypotheses(question, causes),
        "recommended_actions": actions.next_steps(question, evidence, lines, causes),
        "missing_info": _gaps(question, claims),
    }


def _narrow(question: Question, evidence: Evidence) -> list[Draft]:
    """One thing was asked: what shows it, or else where it was searched for in vain."""
    language = question.language
    found = notable(rank_lines(evidence, question), MAX_NARROW_CLAIMS)
    if found:
        return [_shown(line, language) for line in found]
    if question.asks_knowledge:
        return _knowledge(question, evidence, MAX_NARROW_CLAIMS)
    return [absence(line, language) for line in _absences(question, evidence, found=False)]


def _shown(line: Line, language: Language) -> Draft:
    signature = severe_signature(line)
    return sign(signature, line, language) if signature else observation(line, language)


def _broad(question: Question, evidence: Evidence, causes: Causes) -> list[Draft]:
    language = question.language
    ranked = rank_lines(evidence, question)
    alerts = [each for each in ranked if each.line.kind == "alert"]
    others = [each for each in ranked if each.line.kind != "alert"]
    cause = causes.stated
    drafts: list[Draft] = []
    if question.asks_knowledge:
        drafts += _knowledge(question, evidence, MAX_KNOWLEDGE_ASKED)
    if cause is not None:
        drafts.append(root_cause(cause, language))
    silent = _absences(question, evidence, found=bool(ranked))
    seen = [observation(each.line, language) for each in alerts[:MAX_ALERTS]]
    seen += [observation(line, language) for line in notable(others, MAX_LOGS)]
    unseen = [absence(line, language) for line in silent]
    is_quiet = all(each.urgency < WARN_RANK for each in ranked)
    drafts += [*unseen, *seen] if is_quiet else [*seen, *unseen]
    if not question.asks_knowledge:
        drafts += _knowledge(question, _advice(question, cause, ranked, evidence), MAX_KNOWLEDGE)
    return drafts


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
        key=lambda line: (not line.is_in(question.language), not DIAGNOSIS.search(line.name)),
    )
    return [knowledge(line, question.language) for line in best[:limit]]


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
