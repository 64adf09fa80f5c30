"""The safe answer where no composer's answer can be shown (contract section 7).

One template a verdict and language, filled from ``composer_input`` alone. A line is taken only if
it passes the answer checks; an item that cannot be said safely is left out, so that an answer
always results and always passes.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from superbiz_agent.contracts.base import Language, Payload
from superbiz_agent.contracts.composer import ComposerAction, ComposerInput, ComposerReply
from superbiz_agent.contracts.executor import MAX_TEXT
from superbiz_agent.grounding.answer_checks.fields import check_action, check_fields, is_sound_line
from superbiz_agent.grounding.answer_checks.material import Material, material_of
from superbiz_agent.grounding.wording import (
    HIDDEN_GAP,
    NOT_CONCLUSIVE,
    NOTHING_CONFIRMED,
    REJECT_OPENING,
    is_hedged,
    is_reported,
    split_sentences,
)

MAX_ANSWER = 12_000
MAX_SUMMARY = 3_000
MAX_ITEM = 2_500
MAX_LINES = 60
MAX_ACTIONS = 20

HEADINGS: dict[str, dict[Language, str]] = {
    "confirmed": {"en": "Confirmed findings", "zh": "已确认的信息"},
    "inferred": {"en": "Inferred", "zh": "推断"},
    "documented": {"en": "From the runbook", "zh": "手册记载"},
    "possible": {"en": "Possible directions (not confirmed)", "zh": "可能方向（尚未确认）"},
    "missing": {"en": "What is missing", "zh": "缺少的信息"},
}
"""Section -> its heading, in the order of an answer."""

LEAD_INS: dict[str, tuple[dict[Language, str], Callable[[str], bool]]] = {
    "inferred": ({"en": "Likely: {text}", "zh": "推断：{text}"}, is_hedged),
    "documented": ({"en": "The runbook says: {text}", "zh": "运行手册记载：{text}"}, is_reported),
    "possible": ({"en": "Possibly: {text}", "zh": "可能：{text}"}, is_hedged),
}
"""Section -> what a sentence starts with, unless it already is of that kind."""

STATED = ("confirmed", "inferred", "documented")
"""Sections that state something."""


class FallbackReply(Payload):
    """A template's id, such as ``low_confid.zh``, and the reply it was filled to."""

    template_id: str
    reply: ComposerReply


@dataclass(frozen=True)
class _Line:
    """One sound line and the section it belongs to."""

    section: str
    text: str


def fallback_reply(
    composer_input: ComposerInput, language: Language | None = None
) -> FallbackReply:
    """The filled template for the verdict and the language, the question's if none was asked for.
    Never raises; the reply passes ``check_answer`` for the same ``composer_input``."""
    material = material_of(composer_input, language=language)
    lines = _bounded(_lines(composer_input, material))
    reply = ComposerReply(
        answer_summary=_summary(lines, material),
        recommended_actions=list(_actions(composer_input, material)),
        user_facing_answer=_answer(lines, material),
    )
    if any(check_fields(reply, material)):  # lines that are sound alone and not together
        reply = _bare(material)
    template_id = f"{material.verdict.lower()}.{material.language}"
    return FallbackReply(template_id=template_id, reply=reply)


def _bare(material: Material) -> ComposerReply:
    """The template without any item: frame sentences alone."""
    return ComposerReply(
        answer_summary=_summary((), material),
        recommended_actions=[],
        user_facing_answer=_answer((), material),
    )


def _lines(given: ComposerInput, material: Material) -> Iterator[_Line]:
    """Every item that can be said, by sections."""
    for status in ("confirmed", "inferred", "documented"):
        for claim in given.allowed_claims:
            if claim.status == status:
                yield from _line(status, claim.claim_text, claim.claim_id, material)
    for hypothesis in given.allowed_hypotheses:
        yield from _line("possible", hypothesis.hypothesis_text, hypothesis.hypothesis_id, material)
    for number, gap in enumerate(given.missing_info, start=1):
        yield from _line("missing", gap, f"m-{number}", material)


def _line(section: str, text: str, mark: str, material: Material) -> Iterator[_Line]:
    """The item in marked sentences, if it can be said safely so."""
    sentences = split_sentences(" ".join(text[:MAX_ITEM].split()))
    if len(text) > MAX_ITEM or any(sentence.marks for sentence in sentences):
        return
    said = (_worded(sentence.text, section, material.language) for sentence in sentences)
    line = " ".join(f"{sentence} [{mark}]" for sentence in said)
    has_words = any(map(str.isalnum, text))
    if has_words and all(is_sound_line(as_is, mark, material) for as_is in (line, f"- {line}")):
        yield _Line(section, line)


def _worded(text: str, section: str, language: Language) -> str:
    """``text`` with the frame that its section demands, unless it has one."""
    lead_in, has_it = LEAD_INS.get(section, (None, None))
    if lead_in is None or has_it is None or has_it(text):
        return text
    return lead_in[language].format(text=text)


def _bounded(lines: Iterator[_Line]) -> list[_Line]:
    """The lines that fit; gaps are kept first, since LOW_CONFID must name one."""
    kept: list[_Line] = []
    size = 0
    every = list(lines)
    for line in sorted(every, key=lambda line: line.section != "missing"):
        size += len(line.text) + 4
        if size <= MAX_ANSWER and len(kept) < MAX_LINES:
            kept.append(line)
    return [line for line in every if line in kept]


def _answer(lines: Sequence[_Line], material: Material) -> str:
    parts = [_opening(lines, material)]
    for section, heading in HEADINGS.items():
        bullets = [f"- {line.text}" for line in lines if line.section == section]
        if not bullets and section == "missing" and _must_name_gap(material):
            bullets = [f"- {HIDDEN_GAP[material.language]} [m-1]"]
        if bullets:
            parts.append("\n".join((f"**{heading[material.language]}**", "", *bullets)))
    return "\n\n".join(filter(None, parts))


def _must_name_gap(material: Material) -> bool:
    return material.verdict == "LOW_CONFID" and bool(material.of("gap"))


def _opening(lines: Sequence[_Line], material: Material) -> str:
    language = material.language
    if material.verdict == "REJECT":
        return REJECT_OPENING[language]
    if not any(line.section in STATED for line in lines):
        return NOTHING_CONFIRMED[language]
    return NOT_CONCLUSIVE[language] if material.verdict == "LOW_CONFID" else ""


def _summary(lines: Sequence[_Line], material: Material) -> str:
    """The opening and the first thing that is stated."""
    parts = [_opening(lines, material)]
    stated = [line.text for line in lines if line.section in STATED]
    if material.verdict != "REJECT" and stated and len(stated[0]) <= MAX_SUMMARY:
        parts.append(stated[0])
    return "\n\n".join(filter(None, parts)) or NOTHING_CONFIRMED[material.language]


def _actions(given: ComposerInput, material: Material) -> Iterator[ComposerAction]:
    """The given actions that can be said safely, each with its mark."""
    for number, action in list(enumerate(given.recommended_actions, start=1))[:MAX_ACTIONS]:
        text = f"{' '.join(action.action_text.split())} [a-{number}]"
        reason = f"{' '.join(action.reason.split())} [a-{number}]" if action.reason.strip() else ""
        item = material.item(f"a-{number}")
        if (
            item is None
            or not action.action_text.strip()
            or max(map(len, (text, reason))) > MAX_TEXT
        ):
            continue
        marked = ComposerAction(action_text=text, reason=reason)
        if not list(check_action("", marked, item, material)):
            yield marked
