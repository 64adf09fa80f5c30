"""Trying a rare term first changes no result (tools/logs/sampling.py)."""

from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from test_narrowing import LINES

from superbiz_agent.tools.logs import FileLogBackend
from superbiz_agent.tools.logs.query_reading import read_query
from superbiz_agent.tools.logs.sampling import rare_term, samples

SEARCH = "superbiz_agent.tools.logs.search"
OTHERS = (
    "2026-07-07T10:00:08Z INFO order-service kafka lease renewed",
    "2026-07-07T10:00:09Z ERROR kafka connection pool, lease lost",
    "2026-07-07T10:00:09Z WARN kafka\n\tlease at pool",
)
QUERIES = (
    "kafka lease", "kafka lease pool", "order-service kafka lease", "连接池 kafka",
    "lease zebra", '"kafka lease" pool', "failed kafka pool", "order-service lease 504",
)  # fmt: skip


@pytest.mark.parametrize("ripgrep", [True, False])
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60
)
@given(
    st.lists(st.sampled_from((*LINES, *OTHERS)), min_size=1, max_size=40),
    st.sampled_from(QUERIES),
    st.integers(0, 3),
    st.sampled_from([{}, {"service": "order-service"}, {"since": "2026-07-07T10:00:03Z"}]),
)
@example([OTHERS[0], LINES[0], OTHERS[1]], "kafka lease pool", 1, {})
def test_a_search_by_one_term_finds_what_one_by_all_finds(
    search, tmp_path_factory, ripgrep: bool, lines, query: str, place: int, filters
) -> None:
    path = tmp_path_factory.mktemp("logs") / "app.log"
    path.write_text("\n".join(lines))
    terms = read_query(query).of_all_terms
    tried = terms[place % len(terms)] if terms else None
    sources = [FileLogBackend(None, path, ripgrep=ripgrep)]
    with (
        mock.patch("superbiz_agent.tools.logs.large_files._LEAST", 1),
        mock.patch("superbiz_agent.tools.logs.large_files._TOGETHER", 1),
    ):
        with mock.patch(f"{SEARCH}.rare_term", return_value=tried):
            found = search(sources, query, **filters)
        with mock.patch(f"{SEARCH}.rare_term", return_value=None):
            assert found.items == search(sources, query, **filters).items


@pytest.mark.parametrize(
    ("query", "text", "rare"),
    [
        ("kafka lease", "kafka\n" * 9 + "Lease\n", "lease"),
        ("kafka lease", "kafka\n" * 9, "lease"),
        ("kafka lease", "kafka lease\n", None),
        ("kafka lease", "", None),
        ("kafka", "kafka\n" * 9, None),
        ('"kafka lease" pool', "kafka\n" * 9, None),
    ],
)
def test_a_term_is_tried_first_where_it_is_much_rarer(query: str, text: str, rare) -> None:
    term = rare_term(read_query(query), [text])
    assert (term.text if term else None) == rare


def test_samples_are_of_what_can_be_read_as_it_lies(tmp_path: Path, log) -> None:
    packed = tmp_path / "app.log.gz"
    packed.write_bytes(b"\x1f\x8b\x08" + bytes(99))
    paths = [tmp_path / "gone.log", packed, tmp_path, log("a line")]
    assert list(samples(paths, follow=False)) == ["a line\n"]
    assert len(list(samples([log("a line")] * 99, follow=False))) <= 16


def test_few_records_are_parsed_where_one_holds_every_term(search, log) -> None:
    filler = [f"2026-07-07T10:00:00Z INFO checkout request {n} took 7 ms" for n in range(5000)]
    path = log(*filler, "2026-07-07T10:00:01Z ERROR checkout pool exhausted", *filler)
    parsed: list[object] = []
    real = FileLogBackend.records

    def records(self, request, report):
        for record in real(self, request, report):
            parsed.append(record)
            yield record

    with mock.patch.object(FileLogBackend, "records", records):
        outcome = search(path, "checkout exhausted")
    assert outcome.search.matched == 1
    assert len(parsed) < 100
