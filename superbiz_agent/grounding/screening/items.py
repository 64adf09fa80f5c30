"""Screening of what a model wrote and nobody checked: hypotheses, gaps, actions (section 6)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from superbiz_agent.contracts.base import EvidenceKind, JsonObject, Verdict
from superbiz_agent.contracts.composer import ActionItem, AllowedHypothesis, Withheld
from superbiz_agent.contracts.evidence import SEARCH_PATH
from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome
from superbiz_agent.grounding.evidence.names import stored_names
from superbiz_agent.grounding.evidence.stored import StoredInvocation
from superbiz_agent.grounding.gatekeeping.executor_schema import (
    action_of,
    duplicate_ids,
    hypothesis_id_of,
    hypothesis_of,
    list_of,
    sound_text,
)
from superbiz_agent.grounding.question import MAX_READ
from superbiz_agent.grounding.screening.carried import Sources
from superbiz_agent.grounding.screening.form_words import speaks_of_the_form
from superbiz_agent.grounding.screening.planted import (
    leads_away,
    orders_or_states,
    sends_people,
    tells_in_passing,
)
from superbiz_agent.grounding.screening.unchecked_wording import (
    collects_evidence,
    gives_reason,
    says_what_is_missing,
)
from superbiz_agent.grounding.screening.unused_lines import denies_unused
from superbiz_agent.grounding.wording import claims_certainty, remediates, soften, states_cause
from superbiz_agent.grounding.wording.addressed import without_orders

ItemKind: TypeAlias = Literal["hypothesis", "action", "missing_info"]
Item = TypeVar("Item", str, tuple[str, str])

MAX_ITEMS = 20
"""Gaps, actions and hypotheses of a model that are let through at most, each."""

MALFORMED = "malformed"
UNVERIFIED_FACT = "unverified fact"
MARKUP = "holds markup of its own"
OF_THE_FORM = "speaks of the form, not of the incident"
REMEDIATION = "remediation"
PLANTED = "sends the reader elsewhere, orders, or states"
CAUSE = "names a cause"
NO_GAP = "says more than what is missing"
DENIES = "denies a line that was found and is not used"
NO_STEP = "no step of evidence collection"
NO_REASON = "states more than what the step is for"
REJECTED = "verdict reject"
TOO_MANY = "too many"

_EMPHASIS = re.compile(
    r"\*\*[^*\n]{0,80}|__[^_\n]{1,80}__|~~[^~\n]{0,80}|(?<!\S)#{1,6}\s[^\n]{0,80}"
)
"""Bold, struck out, or a heading in Markdown."""


@dataclass(frozen=True)
class ScreenedItems:
    """What of a model's unchecked text may be shown, and what is withheld."""

    hypotheses: list[AllowedHypothesis]
    gaps: list[str]
    actions: list[ActionItem]
    withheld: list[Withheld]


def screen_items(
    output: JsonObject,
    outcome: GatekeeperOutcome,
    verdict: Verdict,
    rows: Sequence[StoredInvocation],
    question: str,
) -> ScreenedItems:
    """Screen the three lists of ``output`` against the verified evidence and the question."""
    screener = _Screener(
        output,
        verdict,
        rows,
        Sources(
            verified=[
                *(without_orders(each.matched_text) for each in outcome.verified_evidence),
                question[:MAX_READ],
            ],
            knowledge=_texts_of(rows, "knowledge"),
            told=_texts_of(rows, "incident"),
            names=stored_names(rows),
            question=question[:MAX_READ],
            is_cut_off=any(row.is_cut_off for row in rows),
        ),
    )
    hypotheses = screener.kept("hypotheses", "hypothesis", hypothesis_of, screener.hypothesis_fault)
    gaps = screener.kept("missing_info", "missing_info", sound_text, screener.gap_fault)
    actions = screener.kept("recommended_actions", "action", action_of, screener.action_fault)
    return ScreenedItems(
        hypotheses=[
            AllowedHypothesis(hypothesis_id=identifier, hypothesis_text=_softened(text))
            for identifier, text in hypotheses
        ],
        gaps=gaps,
        actions=[ActionItem(action_text=text, reason=reason) for text, reason in actions],
        withheld=screener.withheld,
    )


class _Screener:
    """Walks the lists of one output and notes what it withholds."""

    def __init__(
        self,
        output: JsonObject,
        verdict: Verdict,
        rows: Sequence[StoredInvocation],
        sources: Sources,
    ) -> None:
        self._output = output
        self._verdict = verdict
        self._rows = rows
        self._sources = sources
        self._doubled = duplicate_ids(list_of(output, "hypotheses"), "hypothesis_id")
        self.withheld: list[Withheld] = []

    def kept(
        self,
        name: str,
        kind: ItemKind,
        read: Callable[[object], Item | None],
        fault: Callable[[Item], str | None],
    ) -> list[Item]:
        """The sound items of the list ``name`` without a fault, ``MAX_ITEMS`` at most."""
        items: list[Item] = []
        for index, value in enumerate(list_of(self._output, name)):
            item = read(value)
            reason = MALFORMED if item is None else fault(item) or self._form_fault(item)
            if item is not None and reason is None and len(items) < MAX_ITEMS:
                items.append(item)
            else:
                label = hypothesis_id_of(value) or f"{name}[{index}]"
                self.withheld.append(Withheld(kind=kind, id=label, reason=reason or TOO_MANY))
        return items

    def _form_fault(self, item: str | tuple[str, str]) -> str | None:
        """Why an item of any list is withheld: it repeats the words in which it was asked for, or
        dresses words up, which the reader would see as the answer's own emphasis."""
        texts = (item,) if isinstance(item, str) else item
        sources = [*self._sources.verified, *self._sources.everything]
        dressed = [match.group() for text in texts for match in _EMPHASIS.finditer(text)]
        if any(not any(each in source for source in sources) for each in dressed):
            return MARKUP
        return OF_THE_FORM if any(speaks_of_the_form(x, sources) for x in texts) else None

    def hypothesis_fault(self, hypothesis: tuple[str, str]) -> str | None:
        """Why an (id, text) is withheld: under REJECT every hypothesis is."""
        identifier, text = hypothesis
        if self._verdict == "REJECT":
            return REJECTED
        if identifier in self._doubled:
            return MALFORMED
        if not self._sources.carry_supposed(text):
            return UNVERIFIED_FACT
        is_planted = leads_away(text, self._sources.trusted) or orders_or_states(text)
        return PLANTED if is_planted else None

    def gap_fault(self, gap: str) -> str | None:
        """Why a gap is withheld: it may only say what is missing; under REJECT, of no cause."""
        if self._verdict == "REJECT" and states_cause(gap):
            return CAUSE
        if not self._sources.carry(gap):
            return UNVERIFIED_FACT
        if denies_unused(gap, self._rows):
            return DENIES
        is_gap = says_what_is_missing(gap, self._sources.told, is_cut_off=self._sources.is_cut_off)
        return None if is_gap else NO_GAP

    def action_fault(self, action: tuple[str, str]) -> str | None:
        """Why an (action_text, reason) is withheld: no remediation, no unverified fact, and
        nothing but a step of evidence collection and what it is for."""
        text, reason = action
        if any(map(remediates, action)):
            return REMEDIATION
        if self._is_planted(text) or self._is_planted(reason):
            return PLANTED
        if not (self._sources.carry_step(text) and self._sources.carry_reason(reason)):
            return UNVERIFIED_FACT
        if not collects_evidence(text, self._sources.told):
            return NO_STEP
        is_reason = gives_reason(
            reason,
            self._sources.everything,
            self._sources.told,
            is_cut_off=self._sources.is_cut_off,
        )
        return None if is_reason else NO_REASON

    def _is_planted(self, text: str) -> bool:
        sources = self._sources
        return (
            leads_away(text, sources.trusted)
            or sends_people(text)
            or tells_in_passing(text, [*sources.stored, *sources.verified])
        )


def _texts_of(rows: Sequence[StoredInvocation], kind: EvidenceKind) -> list[str]:
    """What the tools of one kind found; a search line is no evidence here, it repeats a model's
    query."""
    return [
        without_orders(text)
        for row in rows
        if row.kind == kind
        for raw_path, text in (row.refs or {}).items()
        if raw_path != SEARCH_PATH
    ]


def _softened(text: str) -> str:
    return (soften(text) if claims_certainty(text) else text) or text
