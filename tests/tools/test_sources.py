"""Asking several sources: one that fails never takes the others with it."""

from collections.abc import Sequence
from dataclasses import dataclass

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.sources import ask_sources


@dataclass(frozen=True)
class Source:
    name: str
    demo: bool = False


@dataclass(frozen=True)
class Listing:
    problems: Sequence[str] = ()


def ask(source: Source) -> Listing:
    if source.name == "down":
        raise SourceError("down does not exist", source="down")
    if source.name == "broken":
        raise KeyError("bug")
    return Listing(["half: a page is left out"] if source.name == "half" else [])


def test_each_failure_is_named_and_the_rest_is_given() -> None:
    names = ["down", "whole", "broken", "half"]
    answers = ask_sources([Source(name) for name in names], ask)
    assert answers.names == ["whole", "half"]
    assert list(answers.failed) == ["down", "broken", "half"]
    assert answers.problems == [
        "down does not exist",
        "broken failed (KeyError: 'bug')",
        "half: a page is left out",
    ]


def test_only_a_demo_source_that_answered_makes_the_answers_demo() -> None:
    assert ask_sources([Source("a"), Source("b", demo=True)], ask).demo
    assert not ask_sources([Source("a"), Source("down", demo=True)], ask).demo


def test_without_any_answer_the_call_failed() -> None:
    failure = ask_sources([Source("down")], ask).failure()
    assert (failure.status, failure.search) == ("error", None)
    assert (failure.failed_sources, failure.error) == (["down"], "down does not exist")
    assert ask_sources([], ask).failure().error == "no source is configured"


def test_each_failed_source_has_its_reason_without_its_name() -> None:
    answers = ask_sources([Source(name) for name in ("down", "whole", "broken", "half")], ask)
    assert answers.failed == {
        "down": "does not exist",
        "broken": "failed (KeyError: 'bug')",
        "half": "a page is left out",
    }
    assert answers.failure().failure_reasons == answers.failed
