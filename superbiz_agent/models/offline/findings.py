"""The executor's last word: which claims, gaps and next steps the evidence allows (section 3)."""

from collections.abc import Sequence
from typing import Final

from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.contracts.executor import ANSWER_VERSION
from superbiz_agent.models.offline import actions
from superbiz_agent.models.offline.absences import absent_lines, is_missed
from superbiz_agent.models.offline.causes import Cause, Causes, find_causes, severe_signature
from superbiz_agent.models.offline.claims import (
    absence,
    observation,
    root_cause,
    sign,
)
from superbiz_agent.models.offline.documents import documented
from superbiz_agent.models.offline.drafts import Draft, quote, settle
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.phrases import GAPS, HYPOTHESES, fill
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.relevance import Ranked, notable, rank_lines

MAX_CLAIMS: Final = 8
"""With the runbook and what was searched for in vain; about six of them are findings."""

MAX_NARROW_CLAIMS: Final = 2
MAX_ALERTS: Final = 3
MAX_LOGS: Final = 4
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
        "recommended_actions": actions.next_steps(
            question, evidence, _cited(lines, claims), causes
        ),
        "missing_info": _gaps(question, claims),
    }


def _cited(lines: Sequence[Line], claims: Sequence[JsonObject]) -> list[Line]:
    """The lines that claims rest on: a next step names nothing else."""
    texts = {b["evidence_excerpt"] for claim in claims for b in claim["evidence_bindings"]}
    return [line for line in lines if line.text in texts]


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
        told = documented(question, evidence, MAX_KNOWLEDGE_ASKED)
        if told:
            seen = _seen(question, ranked) if question.entities else []
            return [*told, *seen], MAX_CLAIMS
    return _broad(question, evidence, ranked, causes), MAX_CLAIMS


def _alerts(question: Question, evidence: Evidence, ranked: Sequence[Ranked]) -> list[Draft]:
    """Alerts alone were asked for."""
    alerts = [each.line for each in ranked if each.line.kind == "alert"]
    if alerts:
        return [observation(line, question.language) for line in alerts]
    silent = absent_lines(question, evidence, found=False)
    return [absence(x, question.language) for x in silent if x.tool_name == "query_metrics"]


def _narrow(question: Question, evidence: Evidence, ranked: Sequence[Ranked]) -> list[Draft]:
    """One thing was asked: what shows it, or else where it was searched for in vain, and the
    trouble that was seen instead."""
    language = question.language
    if question.asks_knowledge and not question.entities:
        told = documented(question, evidence, MAX_NARROW_CLAIMS)
        if told:
            return told
    silent = absent_lines(question, evidence, found=False)
    missed = [line for line in silent if is_missed(line, question, evidence)]
    best = _best(ranked)
    if missed:
        instead = [each for each in best if each.is_trouble and (each.words or each.about_entity)]
        seen = [_shown(line, language) for line in notable(instead, 1)]
        return [*(absence(line, language) for line in missed[:MAX_NARROW_CLAIMS]), *seen]
    found = notable(best, MAX_NARROW_CLAIMS)
    return [_shown(x, language) for x in found] or [absence(x, language) for x in silent]


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
    silent = absent_lines(question, evidence, found=bool(ranked))
    if ranked and not question.prefers_trouble:
        silent = []
    seen, unseen = _seen(question, ranked), [absence(line, language) for line in silent]
    is_quiet = not any(each.is_trouble for each in ranked)
    return [
        *([root_cause(cause, language)] if cause else []),
        *([*unseen, *seen] if is_quiet else [*seen, *unseen]),
        *documented(question, _advice(question, cause, ranked, evidence), MAX_KNOWLEDGE),
    ]


def _seen(question: Question, ranked: Sequence[Ranked]) -> list[Draft]:
    """Alerts first, then records, each the most telling first."""
    alerts = [each.line for each in ranked if each.line.kind == "alert"][:MAX_ALERTS]
    others = notable([each for each in ranked if each.line.kind != "alert"], MAX_LOGS)
    return [observation(line, question.language) for line in (*alerts, *others)]


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
