"""The answer as the user reads it: marks become numbered references to stored evidence.

Everything here is made by code from a reply that passed its checks (contract section 7). What is
quoted from evidence is defused: no stored line becomes a link, an image, HTML or a reference.
"""

import re
from collections.abc import Collection, Mapping, Sequence

from superbiz_agent.contracts.base import Language, Payload
from superbiz_agent.contracts.composer import ComposerInput, ComposerReply
from superbiz_agent.contracts.evidence import Reference, VerifiedEvidence
from superbiz_agent.contracts.session import BudgetKind
from superbiz_agent.grounding.answer_checks.markup import CONTROL, INVISIBLE
from superbiz_agent.grounding.wording import find_marks
from superbiz_agent.grounding.wording.source_names import quoted_source

LABELS: dict[str, dict[Language, str]] = {
    "references": {"en": "References", "zh": "参考证据"},
    "actions": {"en": "Next steps", "zh": "建议的下一步"},
    "failed": {
        "en": "Sources that failed or answered only in part: {sources}.",
        "zh": "查询失败或仅部分返回的来源：{sources}。",
    },
    "failure": {"en": "{source} (“{reason}”)", "zh": "{source}（“{reason}”）"},
    "separator": {"en": ", ", "zh": "、"},
    "calls": {
        "en": "Note: this diagnosis stopped at its budget of model calls and may be "
        "incomplete; SUPERBIZ_MAX_MODEL_CALLS raises it.",
        "zh": "注意：本次诊断因达到模型调用次数的预算而停止，可能不完整；"
        "可调大 SUPERBIZ_MAX_MODEL_CALLS。",
    },
    "tokens": {
        "en": "Note: this diagnosis stopped at its budget of tokens and may be "
        "incomplete; SUPERBIZ_MAX_TOKENS raises it.",
        "zh": "注意：本次诊断因达到 token 预算而停止，可能不完整；可调大 SUPERBIZ_MAX_TOKENS。",
    },
    "seconds": {
        "en": "Note: this diagnosis stopped at its budget of time and may be "
        "incomplete; SUPERBIZ_MAX_SECONDS raises it.",
        "zh": "注意：本次诊断因达到时间预算而停止，可能不完整；可调大 SUPERBIZ_MAX_SECONDS。",
    },
    "money": {
        "en": "Note: this diagnosis stopped at its budget of money and may be "
        "incomplete; SUPERBIZ_MAX_COST raises it.",
        "zh": "注意：本次诊断因达到费用预算而停止，可能不完整；可调大 SUPERBIZ_MAX_COST。",
    },
    "demo": {
        "en": "Note: this answer rests on the embedded demo data, not on a real system.",
        "zh": "注意：本回答依据内置的演示数据，并非真实系统。",
    },
}
"""Every line that rendering adds."""

MAX_REASON = 200
"""Characters of a failed source's reason that the answer quotes."""

_QUOTES = str.maketrans({"“": "'", "”": "'"})

_UNSHOWN = re.compile(f"[{CONTROL}\n\t{INVISIBLE}]")
_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_LINK = re.compile(r"\][ \t]?(?=\()")
_LINK_DEFINITION = re.compile(r"^[ \t>*+-]{0,12}\[[^\]\n]{1,999}\](?=:)", re.MULTILINE)
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_LIKE_MARK = re.compile(r"\[(?=(?:claim|h|m|a)-[0-9]|q\])", re.IGNORECASE)
_LIKE_REFERENCE = re.compile(r"\[(?=([0-9]{1,4})\])")
_WORD_END = re.compile(r"[A-Za-z0-9_]\Z")
_PROCESS = re.compile(r"(?<![A-Za-z0-9_./-])[A-Za-z_][A-Za-z0-9_./-]{0,60}\[[0-9]{1,4}\]:(?!\S)")
"""``systemd[1]: ``, a program and its process: no number of ours is glued to a word."""
_OPEN, _CLOSE = "\ue000", "\ue001"
_PRIVATE = re.compile(f"[{_OPEN}{_CLOSE}]")


class RenderedAnswer(Payload):
    """``answer`` as shown, and its references in the order of their numbers."""

    answer: str
    references: list[Reference]


def render_answer(
    reply: ComposerReply,
    composer_input: ComposerInput,
    evidence: Sequence[VerifiedEvidence],
    *,
    language: Language,
    failed_sources: Mapping[str, str] | None = None,
    demo: bool = False,
    stopped_by: BudgetKind | None = None,
) -> RenderedAnswer:
    """Render a checked ``reply``: its text with ``[n]`` for marks, the stored line of each ``n``,
    then actions, failed sources (name -> reason, quoted; empty if unknown), the budget that stopped
    the run, and the demo notice.

    Numbers count from 1 in order of first appearance, one for each (invocation, path) of the
    ``evidence`` of a claim that is cited by its mark; other marks are dropped.
    """
    citable = {claim.claim_id for claim in composer_input.allowed_claims}
    citable -= {hypothesis.hypothesis_id for hypothesis in composer_input.allowed_hypotheses}
    references = _references(reply.user_facing_answer, citable, evidence)
    numbers = {(each.source_invocation_id, each.raw_path): each.n for each in references}
    by_mark = {
        claim_id: _numbers_of(claim_id, evidence, numbers) for claim_id in citable if numbers
    }
    count = len(references)
    processes = frozenset(x for each in references for x in _PROCESS.findall(each.text))
    parts = [
        _with_numbers(reply.user_facing_answer, by_mark, count, processes),
        _reference_block(references, language),
        _action_block(reply, language, count),
        _failed_line(failed_sources or {}, language, count),
        LABELS[stopped_by][language] if stopped_by else "",
        LABELS["demo"][language] if demo else "",
    ]
    return RenderedAnswer(answer="\n\n".join(filter(None, parts)), references=references)


def _references(
    text: str, citable: set[str], evidence: Sequence[VerifiedEvidence]
) -> list[Reference]:
    cited = dict.fromkeys(mark.name for mark in find_marks(text) if mark.name in citable)
    found: dict[tuple[int, str], VerifiedEvidence] = {}
    for claim_id in cited:
        for each in evidence:
            if each.claim_id == claim_id:
                found.setdefault((each.source_invocation_id, each.raw_path), each)
    return [
        Reference(
            n=n,
            claim_id=each.claim_id,
            tool_name=each.tool_name,
            source_invocation_id=each.source_invocation_id,
            raw_path=each.raw_path,
            text=each.matched_text,
        )
        for n, each in enumerate(found.values(), start=1)
    ]


def _numbers_of(
    claim_id: str, evidence: Sequence[VerifiedEvidence], numbers: dict[tuple[int, str], int]
) -> list[int]:
    """The numbers of all evidence of one claim."""
    places = {
        (each.source_invocation_id, each.raw_path) for each in evidence if each.claim_id == claim_id
    }
    return sorted(numbers[place] for place in places if place in numbers)


def _with_numbers(
    text: str,
    by_mark: Mapping[str, Sequence[int]],
    count: int,
    processes: Collection[str] = (),
) -> str:
    """``text`` with each run of marks replaced by its numbers, or dropped with the space before.
    ``processes`` are those that cited lines name; they stand as they are.

    Numbers are put in as private characters and written last, so that no text can look like one.
    """
    text = _PRIVATE.sub("\ufffd", text)
    pieces: list[str] = []
    position = 0
    for start, end, names in _runs(text):
        numbers = dict.fromkeys(n for name in names for n in by_mark.get(name, ()))
        before = text[position:start]
        pieces.append(before if numbers else before.rstrip(" \t"))
        pieces += [" "] if numbers and _WORD_END.search(before) else []
        pieces += (f"{_OPEN}{n}{_CLOSE}" for n in numbers)
        position = end
    shown = _defused("".join([*pieces, text[position:]]), count, processes)
    return _apart(shown.replace(_OPEN, "[").replace(_CLOSE, "]"))


def _runs(text: str) -> list[tuple[int, int, list[str]]]:
    """The marks of ``text``; those with nothing but space between them are one run."""
    runs: list[tuple[int, int, list[str]]] = []
    for mark in find_marks(text):
        if runs and not text[runs[-1][1] : mark.start].strip(" \t"):
            start, _, names = runs.pop()
            runs.append((start, mark.end, [*names, mark.name]))
        else:
            runs.append((mark.start, mark.end, [mark.name]))
    return runs


def _defused(text: str, count: int, processes: Collection[str]) -> str:
    """``text`` without anything that a chat client or a reader takes for more than text."""
    text = _LIKE_MARK.sub("[ ", text)
    kept = {m.end() - 2 for m in _PROCESS.finditer(text) if m.group() in processes}

    def opened(match: re.Match[str]) -> str:
        is_ours = int(match[1]) <= count and match.end(1) not in kept
        return "[ " if is_ours else "["

    text = _LIKE_REFERENCE.sub(opened, text)
    return _INVISIBLE.sub(_escaped, _TAG.sub("< ", text))


def _apart(text: str) -> str:
    """``](``, and ``]:`` after a bracket that opens a line, taken apart: no link, no image."""
    return _LINK_DEFINITION.sub(r"\g<0> ", _LINK.sub("] ", text))


def _one_line(text: str, count: int) -> str:
    """``text`` on one line, control characters escaped, defused."""
    return _apart(_defused(_UNSHOWN.sub(_escaped, text), count, _PROCESS.findall(text)))


def _escaped(match: re.Match[str]) -> str:
    code = ord(match.group())
    return {9: "\\t", 10: "\\n", 13: "\\r"}.get(code) or (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
    )


def _reference_block(references: Sequence[Reference], language: Language) -> str:
    """Each number with the stored line it stands for, as the user may look it up."""
    lines = [
        f"[{each.n}] {_one_line(each.tool_name, len(references))} "
        f"#{each.source_invocation_id}: {_one_line(each.text, len(references))}"
        for each in references
    ]
    return "\n".join([f"{LABELS['references'][language]}:", *lines]) if lines else ""


def _action_block(reply: ComposerReply, language: Language, count: int) -> str:
    lines: list[str] = []
    for number, action in enumerate(reply.recommended_actions, start=1):
        texts = (_with_numbers(text, {}, count) for text in (action.action_text, action.reason))
        said = [" ".join(text.split()) for text in texts if text.strip()]
        lines.append(f"{number}. {' - '.join(said)}")
    return "\n".join([f"{LABELS['actions'][language]}:", *lines]) if lines else ""


def _failed_line(failed_sources: Mapping[str, str], language: Language, count: int) -> str:
    if not failed_sources:
        return ""
    failures = (
        _failure(_one_line(quoted_source(source), count), _one_line(reason, count), language)
        for source, reason in failed_sources.items()
    )
    sources = LABELS["separator"][language].join(failures)
    return LABELS["failed"][language].format(sources=sources)


def _failure(source: str, reason: str, language: Language) -> str:
    """A source and, between quotes that nothing within can close, why it failed: the reason may
    hold text of the source."""
    if not reason:
        return source
    short = reason if len(reason) <= MAX_REASON else f"{reason[:MAX_REASON]}..."
    return LABELS["failure"][language].format(source=source, reason=short.translate(_QUOTES))
