"""Asking several sources the same thing: one that fails never takes the others with it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from superbiz_agent.contracts.base import EvidenceStatus
from superbiz_agent.contracts.evidence import LackKind, SearchDetails, SourceReason
from superbiz_agent.errors import SourceError
from superbiz_agent.tools.base import EvidenceItem, ToolOutcome


class Source(Protocol):
    """What every backend is: a name the user knows, and whether it serves demo data."""

    @property
    def name(self) -> str: ...
    @property
    def demo(self) -> bool: ...


class Listing(Protocol):
    """What a backend gives: ``problems`` names, one line each, what it could not read."""

    @property
    def problems(self) -> Sequence[str]: ...


SourceT = TypeVar("SourceT", bound=Source)
ListingT = TypeVar("ListingT", bound=Listing)


@dataclass(frozen=True)
class Answers(Generic[SourceT, ListingT]):
    """``given`` pairs each source that answered with its listing; ``failed`` names those that
    failed or answered in part, each with the reason; ``problems`` says all of it, one line each;
    ``reasons`` are those for which there is a kind."""

    given: Sequence[tuple[SourceT, ListingT]]
    failed: Mapping[str, str]
    problems: Sequence[str]
    reasons: Sequence[SourceReason] = ()

    @property
    def names(self) -> list[str]:
        """The sources that answered."""
        return [source.name for source, _ in self.given]

    @property
    def demo(self) -> bool:
        """Whether a source of demo data answered."""
        return any(source.demo for source, _ in self.given)

    def failure(self) -> ToolOutcome:
        """The outcome where no source answered: neither evidence nor absence of evidence."""
        return ToolOutcome(
            evidence_status="error",
            failed_sources=list(self.failed),
            failure_reasons=self.failed,
            reasons=self.reasons,
            error="; ".join(self.problems) or "no source is configured",
        )

    def outcome(
        self,
        lists: Mapping[str, Sequence[EvidenceItem]],
        search: SearchDetails,
        notes: Sequence[str] = (),
        reasons: Sequence[SourceReason] = (),
    ) -> ToolOutcome:
        """The outcome where a source answered: ``partial`` if another failed or the result was cut
        off. ``notes`` are further lines on what the search is worth, ``reasons`` why it could not
        be answered."""
        found = any(lists.values())
        status: EvidenceStatus = "found" if found else "no_evidence"
        return ToolOutcome(
            evidence_status="partial" if self.failed or search.truncated else status,
            items=lists,
            search=search,
            failed_sources=list(self.failed),
            failure_reasons=self.failed,
            notes=notes,
            reasons=[*self.reasons, *reasons],
            demo=self.demo,
            error="; ".join([*self.problems, *notes]) or None,
        )


def ask_sources(
    sources: Iterable[SourceT], ask: Callable[[SourceT], ListingT]
) -> Answers[SourceT, ListingT]:
    """Ask each source in turn; whatever goes wrong in one is a problem that names it."""
    given: list[tuple[SourceT, ListingT]] = []
    failed: dict[str, str] = {}
    problems: list[str] = []
    reasons: list[SourceReason] = []
    for source in sources:
        try:
            listing = ask(source)
        except SourceError as error:
            found = [str(error)]
            reasons += reason_of(error, source.name)
        except Exception as error:  # a broken backend is a failed source, not a crash
            found = [f"{source.name} failed ({type(error).__name__}: {error})"]
        else:
            given.append((source, listing))
            found = list(listing.problems)
        problems += found
        if found:
            more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
            failed[source.name] = f"{reason_alone(found[0], source.name)}{more}"
    return Answers(given, failed, problems, reasons)


def reasons_of(
    answers: Answers[SourceT, ListingT], lacks: Callable[[ListingT], Sequence[LackKind]]
) -> list[SourceReason]:
    """Why sources that answered could not tell what was asked, by the kinds that their listings
    name."""
    return [
        SourceReason(source=source.name, kind=kind)
        for source, listing in answers.given
        for kind in lacks(listing)
    ]


def reason_of(error: SourceError, source: str) -> list[SourceReason]:
    """The reason that an error gives for a source, if code knows of which kind it is."""
    fault = error.fault
    if fault is None:
        return []
    return [SourceReason(source=source, kind=fault.kind, status=fault.status, tries=fault.tries)]


def reason_alone(problem: str, source: str) -> str:
    """Return a problem without the name of its ``source`` in front."""
    return problem.removeprefix(source).lstrip(": ") or problem
