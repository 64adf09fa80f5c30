"""The executor's last word: which claims, gaps and next steps the evidence allows (section 3)."""

from collections.abc import Sequence
from typing import Final, Literal

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.executor import ANSWER_VERSION
from superbiz_agent.grounding.wording.addressed import without_orders
from superbiz_agent.models.offline import actions
from superbiz_agent.models.offline.after_event import (
    after_of,
    evidence_after,
    without_event,
)
from superbiz_agent.models.offline.answers import answer_of
from superbiz_agent.models.offline.causes import Causes, find_causes
from superbiz_agent.models.offline.deeds import asks_none, asks_which, tells_none_done
from superbiz_agent.models.offline.drafts import quote, settle
from superbiz_agent.models.offline.durations import ASKS_HOW_LONG
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.failures import asks_lasted, is_failure, tells_length
from superbiz_agent.models.offline.left_out import is_told_in_part
from superbiz_agent.models.offline.openness import unknown_names
from superbiz_agent.models.offline.phrases import GAPS, HYPOTHESES, fill
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.recoveries import is_recovered, recoveries_after
from superbiz_agent.models.offline.relevance import rank_lines
from superbiz_agent.models.offline.series import lacks_reading
from superbiz_agent.models.offline.situation import Findings
from superbiz_agent.models.offline.timed_claims import beginning
from superbiz_agent.models.offline.two_questions import ending_asked_too, is_told, second_question

MAX_HYPOTHESES: Final = 3
MAX_SUBJECTS: Final = 2
BY_NAME: Final = ("remediation", "meaning", "how_many", "when", "which_version")
"""Kinds of questions that want a thing by name, not the cause of a situation."""


def write_findings(question: Question, evidence: Evidence) -> JsonObject:
    """Write ``executor_evidence_v2`` from what the tools found, in the question's language."""
    after = after_of(question, evidence)
    if after:
        question = without_event(question, after.label)
        evidence = evidence_after(evidence, after.record)
    ranked = rank_lines(evidence, question)
    lines = [each.line for each in ranked]
    causes = find_causes(lines) if _wants_cause(question, lines) else Causes()
    answer = answer_of(Findings(question, evidence, ranked, causes))
    drafts = answer.drafts
    if after:
        drafts = [*drafts[:1], beginning(after.record, question.language), *drafts[1:]]
    claims = settle(drafts, answer.most + len(drafts) - len(answer.drafts), evidence.names)
    return {
        "answer_version": ANSWER_VERSION,
        "claims": claims,
        "hypotheses": _hypotheses(question, causes),
        "recommended_actions": actions.next_steps(
            question, evidence, _cited(lines, claims), causes
        ),
        "missing_info": [
            *_gaps(question, evidence, claims),
            *_left_out(question, answer.owed, claims),
            *_second_left(question, evidence, claims),
        ],
    }


def _cited(lines: Sequence[Line], claims: Sequence[JsonObject]) -> list[Line]:
    """The lines that claims rest on: a next step names nothing else."""
    texts = {b["evidence_excerpt"] for claim in claims for b in claim["evidence_bindings"]}
    return [line for line in lines if line.text in texts]


def _wants_cause(question: Question, lines: Sequence[Line]) -> bool:
    """A question for the situation may be told its cause, unless it is over; one for a thing by
    name is not."""
    if not question.asks_cause and is_recovered(lines):
        return False
    by_name = question.is_narrow or question.asks_knowledge or question.asks_alerts
    by_name = by_name or asks_which(question)
    return question.asks_cause or not (by_name or question.kind in BY_NAME)


def _hypotheses(question: Question, causes: Causes) -> list[JsonObject]:
    language = question.language
    return [
        {
            "hypothesis_id": f"h-{number}",
            "hypothesis_text": fill(
                HYPOTHESES,
                "signature",
                language,
                cause=signature.plain_label[language],
                quote=quote(line.reason or line.message or line.body),
            ),
            "evidence_bindings": [],
        }
        for number, (signature, line) in enumerate(causes.possible[:MAX_HYPOTHESES], start=1)
    ]


def _left_out(question: Question, owed: Sequence[Line], claims: Sequence[JsonObject]) -> list[str]:
    is_cut = bool(claims) and is_told_in_part(owed, claims)
    return [fill(GAPS, "told_in_part", question.language)] if is_cut else []


def _second_left(question: Question, evidence: Evidence, claims: Sequence[JsonObject]) -> list[str]:
    """That a second question was asked, and that no claim answers it."""
    second = second_question(question.text)
    if not second or ending_asked_too(question):
        return []
    texts = [str(claim["claim_text"]) for claim in claims]
    cited = _cited(evidence.lines, claims)
    if is_told(second, texts) or (_asks_length(second) and any(map(tells_length, cited))):
        return []
    return [fill(GAPS, "second", question.language)]


def _asks_length(text: str) -> bool:
    return ASKS_HOW_LONG.search(text) is not None


def _gap_of_kind(
    question: Question, evidence: Evidence, claims: Sequence[JsonObject]
) -> Literal["none_of_each", "length", "unmeasured", "not_done"] | None:
    """The phrase for what the evidence cannot tell of a deed or a measured value, if any."""
    told = _cited(evidence.lines, claims)
    if asks_none(question) and not claims:
        return "none_of_each"
    if (
        asks_lasted(question)
        and told
        and not any(map(tells_length, told))
        and not _is_between(told)
    ):
        return "length"
    if lacks_reading(question, told):
        return "unmeasured"
    records = evidence.of("log")
    is_tried = bool(records) and not claims and tells_none_done(question, records)
    return "not_done" if is_tried else None


def _is_between(told: Sequence[Line]) -> bool:
    """Whether both ends are told: of a trouble when it was, and of what ended it."""
    return any(recoveries_after([line], told) for line in told if is_failure(line))


def _is_told_by_code(evidence: Evidence) -> bool:
    """Whether code says which window missed what, or counts lines that order a model about."""
    return any("holds" in x.search.filters for x in evidence.searches if x.search) or any(
        without_orders(line.text) != line.text for line in evidence.lines
    )


def _gaps(question: Question, evidence: Evidence, claims: Sequence[JsonObject]) -> list[str]:
    language = question.language
    types = {claim["claim_type"] for claim in claims}
    beyond = _gap_of_kind(question, evidence, claims)
    if beyond:
        return [fill(GAPS, beyond, language)]
    unknown = unknown_names(question, evidence)
    if unknown:
        subject = ", ".join(f'"{name}"' for name in unknown[:MAX_SUBJECTS])
        return [fill(GAPS, "unnamed", language, subject=subject)]
    if not claims and _is_told_by_code(evidence):
        return []
    if not claims:
        named = "nothing_about" if question.subjects else "nothing"
        subject = ", ".join(f'"{name}"' for name in question.subjects[:MAX_SUBJECTS])
        return [fill(GAPS, named, language, subject=subject)]
    if question.asks_cause and "root_cause" not in types:
        return [fill(GAPS, "cause", language)]
    return []
