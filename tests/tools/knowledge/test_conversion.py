"""PDF and reStructuredText, read in a process of its own within bounds."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.knowledge import converter_process, pdf
from superbiz_agent.tools.knowledge.converter import Converter
from superbiz_agent.tools.knowledge.formats import PDF, read_page
from superbiz_agent.tools.knowledge.pdf import PdfError, read_pdf
from superbiz_agent.tools.knowledge.restructured import read_restructured
from tests.tools.knowledge import documents

RESTRUCTURED = """\
Pool exhausted
==============

All connections are in use.

Diagnosis
---------

* Look at ``active``; see :ref:`waiting`.

.. code-block:: bash

   kubectl get pods

.. note:: Ask first.

.. toctree::

   other
"""


@pytest.fixture(scope="module")
def converter() -> Iterator[Converter]:
    with Converter() as one:
        yield one


def parts(page: object) -> list[tuple[tuple[str, ...], str]]:
    return [(part.headings, part.text) for part in page.parts]  # type: ignore[attr-defined]


def test_restructured_text_has_its_sections_under_their_headings() -> None:
    page = read_restructured(RESTRUCTURED)
    assert page.title == "Pool exhausted"
    assert parts(page) == [
        ((), "All connections are in use."),
        (("Diagnosis",), "Look at active; see :ref:`waiting`. kubectl get pods Note Ask first."),
    ]


@pytest.mark.parametrize(
    "directive",
    [
        ".. include:: {file}",
        ".. raw:: html\n   :file: {file}",
        ".. raw:: html\n\n   <b>secret</b>",
        ".. csv-table:: t\n   :file: {file}",
        ".. literalinclude:: {file}",
    ],
)
def test_restructured_text_reads_no_other_file_and_no_raw_markup(
    directive: str, tmp_path: Path
) -> None:
    (tmp_path / "other.txt").write_text("secret\n")
    text = "before\n\n" + directive.format(file=tmp_path / "other.txt") + "\n\nafter\n"
    assert parts(read_restructured(text)) == [((), "before after")]


@given(st.text(alphabet="=-*`:.|_ ab文\n\\", max_size=120))
def test_any_restructured_text_is_read_or_refused(text: str) -> None:
    reply = converter_process.convert("restructured", text.encode())
    assert (reply.page is None) == bool(reply.reason)


def test_a_pdf_has_its_pages_under_the_chapters_of_its_outline() -> None:
    page = read_pdf(
        documents.pdf(
            ["All connections\nare in use.", "Look at active."], title="Pool",
            chapters=["Meaning", "Diagnosis"],
        )
    )  # fmt: skip
    assert (page.title, page.left_out) == ("Pool", "")
    assert parts(page) == [
        (("Meaning", "page 1"), "All connections are in use."),
        (("Diagnosis", "page 2"), "Look at active."),
    ]


def test_a_pdf_without_a_title_or_an_outline_has_pages() -> None:
    page = read_pdf(documents.pdf(["a", "b"]))
    assert (page.title, parts(page)) == ("", [(("page 1",), "a"), (("page 2",), "b")])


def test_a_pdf_of_pictures_is_refused() -> None:
    with pytest.raises(PdfError, match="holds no text"):
        read_pdf(documents.pdf([""]))


def test_a_long_pdf_is_cut_off_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MAX_PAGES", 2)
    assert read_pdf(documents.pdf(["a"] * 5)).left_out == "3 of its pages are left out"
    monkeypatch.setattr(pdf, "MAX_TEXT", 1)
    assert read_pdf(documents.pdf(["a"] * 5)).left_out == "4 of its pages are left out"


@given(st.binary(max_size=200), st.integers(0, 600))
def test_a_broken_pdf_is_refused_or_read(noise: bytes, at: int) -> None:
    whole = documents.pdf(["some text"])
    reply = converter_process.convert("pdf", whole[:at] + noise + whole[at:])
    assert (reply.page is None) == bool(reply.reason)


def test_one_process_reads_document_after_document(converter: Converter) -> None:
    for kind, content in [
        ("restructured", RESTRUCTURED.encode()), ("pdf", documents.pdf(["a"])),
        ("restructured", "文\n".encode()),
    ]:  # fmt: skip
        page, reason = converter.convert(kind, content)
        assert page is not None, reason
        assert reason == ""


def test_a_document_that_breaks_its_process_does_not_break_the_next(converter: Converter) -> None:
    page, reason = converter.convert("pdf", b"no pdf")
    assert page is None
    assert reason.startswith("is broken (")
    bomb = documents.pdf_of([b"(a) Tj " * 40_000_000], packed=True)
    page, reason = converter.convert("pdf", bomb)
    assert page is None
    assert reason
    assert converter.convert("pdf", documents.pdf(["a"]))[0] is not None


def test_a_document_that_takes_too_long_is_given_up() -> None:
    with Converter(seconds=0.01) as hasty:
        assert hasty.convert("pdf", documents.pdf(["a"])) == (
            None, "takes more than 0.01 s to convert",
        )  # fmt: skip


def test_a_reason_names_the_file(converter: Converter) -> None:
    with pytest.raises(SourceError, match=r"^wiki/a\.pdf is broken"):
        read_page(b"no pdf", Path("wiki/a.pdf"), PDF, converter)


def test_the_process_does_not_import_from_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pypdf.py").write_text("raise SystemExit\n")
    monkeypatch.chdir(tmp_path)
    with Converter() as one:
        assert one.convert("pdf", documents.pdf(["a"]))[0] is not None
