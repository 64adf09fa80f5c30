"""Where the typed facts of a model's unchecked text may come from (contract section 6)."""

from collections.abc import Sequence
from dataclasses import dataclass

from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.facts import Fact, FactKind, extract_facts
from superbiz_agent.grounding.facts.tokens import is_within
from superbiz_agent.grounding.screening.presupposed import presupposes_more
from superbiz_agent.grounding.screening.sought import (
    is_asked,
    is_command,
    is_part_of_name,
    is_place,
    is_sought,
    is_supposed,
)

NAMING_KINDS: frozenset[FactKind] = frozenset({"identifier", "name", "quoted"})
"""What an action may take from this question's knowledge evidence: names and commands."""


@dataclass(frozen=True)
class Sources:
    """Where a typed fact of unchecked text may come from.

    ``verified`` are the verified evidence and the question, ``knowledge`` the stored texts of
    this question's knowledge evidence, ``told`` those of its incident evidence, ``names`` the
    entity names of all stored evidence; ``question`` is the user's. ``is_cut_off`` says whether any
    search was cut off.
    """

    verified: Sequence[str]
    knowledge: Sequence[str]
    told: Sequence[str]
    names: Sequence[str]
    question: str
    is_cut_off: bool

    @property
    def everything(self) -> list[str]:
        """Verified evidence, the question and knowledge evidence."""
        return [*self.verified, *self.knowledge]

    def carry(self, text: str) -> bool:
        """Whether every typed fact of ``text`` is in verified evidence or the question."""
        return not fact_gaps(text, self.verified, names=self.names)

    @property
    def trusted(self) -> list[str]:
        """What the reader and the operator wrote: the question and the pages of knowledge."""
        return [self.question, *self.knowledge]

    @property
    def stored(self) -> list[str]:
        """Every stored text of the question."""
        return [*self.told, *self.knowledge]

    def carry_supposed(self, text: str) -> bool:
        """Whether a hypothesis names nothing but what is carried, or a part of a stored name, and
        supposes at most that something is full."""
        return all(
            is_supposed(gap, text)
            or is_part_of_name(gap, text, self.told)
            or is_place(gap, text, self.told)
            for gap in fact_gaps(text, self.verified, names=self.names)
        )

    def carry_step(self, text: str) -> bool:
        """Whether every typed fact of a step is carried, or says what is looked for and where, and
        the step takes no event for known that is not on record."""
        if presupposes_more(text, self.told):
            return False
        gaps = [
            gap
            for gap in fact_gaps(text, self.verified, names=self.names)
            if not is_part_of_name(gap, text, self.stored)
            and not is_command(gap, self.knowledge, self.told)
        ]
        loose = [gap for gap in gaps if is_sought(gap, text) or is_place(gap, text, self.told)]
        return self._carry_names([gap for gap in gaps if gap not in loose], text)

    def carry_reason(self, text: str) -> bool:
        """The same of a reason, which looks for nothing itself."""
        gaps = fact_gaps(text, self.verified, names=self.names)
        return self._carry_names([gap for gap in gaps if not is_asked(gap, text)], text)

    def _carry_names(self, gaps: Sequence[Fact], text: str) -> bool:
        """Whether ``gaps`` of ``text`` are names and commands of knowledge evidence."""
        if not gaps:
            return True
        unknown = fact_gaps(text, self.everything, names=self.names)
        quoted = [fact.span for fact in extract_facts(text) if fact.kind == "quoted"]
        return not any(gap in unknown for gap in gaps) and all(
            gap.kind in NAMING_KINDS or any(is_within(gap.span, span) for span in quoted)
            for gap in gaps
        )
