"""Asking several sources the same thing: one that fails never takes the others with it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.base import ToolOutcome


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
    failed or answered in part; ``problems`` says why, one line each."""

    given: Sequence[tuple[SourceT, ListingT]]
    failed: Sequence[str]
    problems: Sequence[str]

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
        reason = "; ".join(self.problems) or "no source is configured"
        return ToolOutcome(evidence_status="error", failed_sources=self.failed, error=reason)


def ask_sources(
    sources: Iterable[SourceT], ask: Callable[[SourceT], ListingT]
) -> Answers[SourceT, ListingT]:
    """Ask each source in turn; whatever goes wrong in one is a problem that names it."""
    given: list[tuple[SourceT, ListingT]] = []
    failed: list[str] = []
    problems: list[str] = []
    for source in sources:
        try:
            listing = ask(source)
        except SourceError as error:
            failed.append(source.name)
            problems.append(str(error))
        except Exception as error:  # a broken backend is a failed source, not a crash
            failed.append(source.name)
            problems.append(f"{source.name} failed ({type(error).__name__}: {error})")
        else:
            given.append((source, listing))
            failed += [source.name] if listing.problems else []
            problems += listing.problems
    return Answers(given, failed, problems)
