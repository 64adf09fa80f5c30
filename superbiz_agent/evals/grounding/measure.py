"""From flagged mentions and marked errors to counts, each with the definition it goes by."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TypeAlias

from superbiz_agent.evals.grounding.mentions import CheckedSentence, Mention, sentences_of
from superbiz_agent.evals.grounding.methods import flagged_by_engine, flagged_by_occurrence
from superbiz_agent.evals.grounding.public_texts import MarkedText
from superbiz_agent.evals.grounding.source_items import Source, source_of

Judge: TypeAlias = Callable[[Sequence[CheckedSentence], Source], set[Mention]]
Span: TypeAlias = tuple[int, int]

JUDGES: dict[str, Judge] = {"engine": flagged_by_engine, "baseline": flagged_by_occurrence}


@dataclass(frozen=True)
class Counts:
    """What one judge did.

    ``errors``: marked spans that overlap a mention; ``caught``: those of them that overlap a
    flagged one. ``flagged``: flagged mentions; ``right``: those that overlap a marked span. The
    others are false alarms; ``sound`` is how many mentions overlap no marked span.
    """

    errors: int = 0
    caught: int = 0
    flagged: int = 0
    right: int = 0
    sound: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Counts)))

    @property
    def false_alarms(self) -> int:
        return self.flagged - self.right

    @property
    def recall(self) -> float:
        return _share(self.caught, self.errors)

    @property
    def precision(self) -> float:
        return _share(self.right, self.flagged)

    @property
    def false_alarm_rate(self) -> float:
        return _share(self.false_alarms, self.sound)


def measure(text: MarkedText) -> dict[str, dict[str, Counts]]:
    """The counts of one text, by judge, then of numbers, of names and of both ("all")."""
    source = source_of(text.source)
    sentences = sentences_of(text.response, source.names)
    mentions = [mention for sentence in sentences for mention in sentence.mentions]
    found: dict[str, dict[str, Counts]] = {}
    for name, judge in JUDGES.items():
        flagged = judge(sentences, source)
        found[name] = {"all": count(mentions, flagged, text.errors)}
        for kind in ("number", "name"):
            of_kind = [mention for mention in mentions if mention.kind == kind]
            found[name][kind] = count(of_kind, flagged, text.errors)
    return found


def count(mentions: Sequence[Mention], flagged: set[Mention], errors: Iterable[Span]) -> Counts:
    """Count among ``mentions`` against the marked spans ``errors`` (see ``Counts``)."""
    spans = list(errors)
    hits = [mention for mention in mentions if mention in flagged]
    return Counts(
        errors=sum(any(_overlap(m, span) for m in mentions) for span in spans),
        caught=sum(any(_overlap(m, span) for m in hits) for span in spans),
        flagged=len(hits),
        right=sum(any(_overlap(m, span) for span in spans) for m in hits),
        sound=sum(not any(_overlap(m, span) for span in spans) for m in mentions),
    )


def _overlap(mention: Mention, span: Span) -> bool:
    return mention.start < span[1] and span[0] < mention.end


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
