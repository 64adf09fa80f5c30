"""What a server answered is kept for one diagnosis: bounded, never for another, never a failure."""

from collections.abc import Callable

import pytest

from superbiz_agent.errors import SourceError
from superbiz_agent.settings.sources import PrometheusSource
from superbiz_agent.tools.servers import Asked, HttpClient
from superbiz_agent.tools.servers.kept_answers import (
    AnswersByDiagnosis,
    KeptAnswers,
    Room,
    keeping,
    once_a_diagnosis,
)
from tests.tools.servers.faulty_server import FaultyServer, Reply, serving

ASKED = Asked("up", "09:00 to 10:00")


def client(server: FaultyServer, name: str = "prod", **fields: object) -> HttpClient:
    given = {"kind": "prometheus", "url": server.url, "retries": 0, **fields}
    return HttpClient(name, PrometheusSource.model_validate(given), "Prometheus")


@pytest.mark.server
def test_the_same_request_is_made_once_in_a_diagnosis() -> None:
    with serving() as server:
        server.replies = [Reply(body=b'{"n": 1}'), Reply(body=b'{"n": 2}')]
        source = client(server)
        with keeping(KeptAnswers()):
            first, again = (source.get_json("/q", {"query": "up"}, ASKED) for _ in range(2))
        assert (first, again, len(server.paths)) == ({"n": 1}, {"n": 1}, 1)


Ask = Callable[[HttpClient], object]
OTHERS: dict[str, tuple[Ask, Ask]] = {
    "window": (
        lambda each: each.get_json("/q", {"start": "1"}, ASKED),
        lambda each: each.get_json("/q", {"start": "2"}, ASKED),
    ),
    "path": (
        lambda each: each.get_json("/q", {}, ASKED),
        lambda each: each.get_json("/p", {}, ASKED),
    ),
    "form": (
        lambda each: each.post_form("/q", {"query": "up"}, ASKED),
        lambda each: each.post_form("/q", {"query": "down"}, ASKED),
    ),
    "method": (
        lambda each: each.get_json("/q", {}, ASKED),
        lambda each: each.post_json("/q", {}, ASKED),
    ),
    "wish to ask anew": (
        lambda each: each.post_json("/q", {}, ASKED),
        lambda each: each.post_json("/q", {}, ASKED, anew=True),
    ),
}


@pytest.mark.server
@pytest.mark.parametrize("other", OTHERS)
def test_a_request_with_another_of_these_is_another(other: str) -> None:
    with serving() as server, keeping(KeptAnswers()):
        source = client(server)
        for ask in OTHERS[other]:
            ask(source)
        assert len(server.paths) == 2


@pytest.mark.server
def test_neither_another_tenant_nor_another_source_nor_another_diagnosis_is_answered_from_it() -> (
    None
):
    with serving() as server:
        sources = [client(server), client(server, tenant="shop"), client(server, name="other")]
        for kept in (KeptAnswers(), KeptAnswers()):
            with keeping(kept):
                for source in sources:
                    source.get_json("/q", {}, ASKED)
        sources[0].get_json("/q", {}, ASKED)
        sources[0].get_json("/q", {}, ASKED)
        assert len(server.paths) == 2 * 3 + 2


@pytest.mark.server
def test_a_request_that_failed_is_made_again() -> None:
    with serving() as server, keeping(KeptAnswers()):
        server.replies = [Reply(500), Reply(body=b'{"n": 1}')]
        source = client(server)
        with pytest.raises(SourceError):
            source.get_json("/q", {}, ASKED)
        assert source.get_json("/q", {}, ASKED) == {"n": 1}


def ask(key: str, value: str = "answer", source: str = "prod") -> list[str]:
    """Ask once under ``key``; what is returned holds ``value`` if it was really asked for."""
    asked: list[str] = []

    def answer() -> str:
        asked.append(value)
        return value

    once_a_diagnosis(key, answer, source=source, size=len)
    return asked


def test_what_has_no_room_any_more_is_asked_for_anew() -> None:
    with keeping(KeptAnswers(10)):
        assert ask("a", "x" * 8)
        assert ask("b", "x" * 8)
        assert not ask("a", "x" * 8)
        assert ask("b", "x" * 8)
        assert ask("c", "x" * 2)
        assert not ask("c", "x" * 2)


def test_of_a_call_whose_source_failed_the_next_call_keeps_nothing_of_that_source() -> None:
    answers = KeptAnswers(14)
    with keeping(answers):
        assert ask("old", source="prod")
        answers.end_call([])
        assert ask("new", source="prod")
        answers.end_call(["prod"])
        assert not ask("old", source="prod")
        assert ask("new", source="prod")  # there is room for it again
        answers.end_call(["another"])
        assert not ask("new", source="prod")


def test_of_a_call_that_failed_nothing_is_kept() -> None:
    answers = KeptAnswers()
    with keeping(answers):
        ask("a", source="prod")
        answers.end_call(None)
        assert ask("a", source="prod")


def test_a_diagnosis_that_ended_or_has_not_asked_for_long_gives_its_answers_away() -> None:
    kept = AnswersByDiagnosis(most=2)
    first, second = kept.of("1"), kept.of("2")
    assert kept.of("1") is first
    kept.of("3")
    assert kept.of("1") is first
    assert kept.of("2") is not second
    kept.end("2")
    kept.end("never begun")
    assert kept.of("2") is not second


def test_what_was_made_of_answers_has_a_room_that_all_diagnoses_share() -> None:
    share = Room(10)
    one, other = KeptAnswers(share=share), KeptAnswers(share=share)

    def made(kept: KeptAnswers, value: str) -> str:
        return kept.once("key", lambda: value, "prod", len, is_made=True)

    assert [made(one, "1234567"), made(one, "again")] == ["1234567", "1234567"]
    assert [made(other, "7654321"), made(other, "anew")] == ["7654321", "anew"]
    one.let_go()
    assert [made(other, "7654321"), made(other, "again")] == ["7654321", "7654321"]
    other.end_call(failed={"prod"})
    assert share.take(10)
    assert [made(one, "late"), made(one, "later")] == ["late", "later"]
