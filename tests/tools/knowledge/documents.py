"""Small documents of each format, made by hand."""

import zlib
from collections.abc import Sequence


def pdf(pages: Sequence[str], *, title: str = "", chapters: Sequence[str] = ()) -> bytes:
    """A PDF with one line of text a page; chapter ``n`` of its outline begins at page ``n``."""
    return pdf_of([_shown(text) for text in pages], title=title, chapters=chapters)


def pdf_of(
    contents: Sequence[bytes],
    *,
    title: str = "",
    chapters: Sequence[str] = (),
    packed: bool = False,
) -> bytes:
    """A PDF whose pages have these contents."""
    count = len(contents)
    first_page, first_chapter = 4, 4 + 2 * count
    objects: dict[int, bytes] = {
        1: b"<< /Type /Catalog /Pages 2 0 R"
        + (b" /Outlines %d 0 R" % first_chapter if chapters else b"")
        + b" >>",
        2: b"<< /Type /Pages /Count %d /Kids [%s] >>"
        % (count, b" ".join(b"%d 0 R" % (first_page + 2 * n) for n in range(count))),
        3: b"<< /Title (%s) >>" % title.encode("latin-1"),
    }
    for n, content in enumerate(contents):
        at = first_page + 2 * n
        objects[at] = (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents %d 0 R "
            b"/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica "
            b">> >> >> >>" % (at + 1)
        )
        body = zlib.compress(content) if packed else content
        kind = b" /Filter /FlateDecode" if packed else b""
        objects[at + 1] = b"<< /Length %d%s >>\nstream\n%s\nendstream" % (len(body), kind, body)
    if chapters:
        last = first_chapter + len(chapters)
        objects[first_chapter] = b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % (
            first_chapter + 1, last, len(chapters),
        )  # fmt: skip
        for n, chapter in enumerate(chapters):
            at = first_chapter + 1 + n
            following = b" /Next %d 0 R" % (at + 1) if at < last else b""
            objects[at] = b"<< /Title (%s) /Parent %d 0 R /Dest [%d 0 R /Fit]%s >>" % (
                chapter.encode("latin-1"), first_chapter, first_page + 2 * n, following,
            )  # fmt: skip
    return _written(objects, has_title=bool(title))


def _shown(text: str) -> bytes:
    lines = b"".join(b"(%s) Tj T* " % line.encode("latin-1") for line in text.splitlines())
    return b"BT /F1 12 Tf 14 TL 50 750 Td " + lines + b"ET"


def _written(objects: dict[int, bytes], *, has_title: bool) -> bytes:
    content, places = b"%PDF-1.7\n", []
    for number in sorted(objects):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, objects[number])
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    info = b" /Info 3 0 R" if has_title else b""
    return content + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R%s >>\n"
        b"startxref\n%d\n%%%%EOF\n"
        % (len(objects) + 1, table, len(objects) + 1, info, len(content))
    )
