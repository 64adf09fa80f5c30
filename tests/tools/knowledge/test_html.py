"""HTML pages as parts: what a reader sees, under its headings."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from time_growth import assert_linear

from superbiz_agent.tools.knowledge.html import HtmlError, read_html
from superbiz_agent.tools.knowledge.page import Page

PAGE = """<!DOCTYPE html><html><head><title>Wiki: pool</title>
<link rel="canonical" href="https://wiki.example.com/pool"><style>p { color: red }</style></head>
<body><nav><a href="/">home</a></nav><h1>Pool <em>exhausted</em></h1><p>All connections
are in use.</p><h2>Diagnosis</h2><ol><li>Look at <code>active=50/50</code>.</li><li>Then wait.</li>
</ol><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>
<h3>Deeper</h3><pre>kubectl get
  pods</pre><h2>Mitigation</h2></body></html>"""


def parts(text: str) -> list[tuple[tuple[str, ...], str]]:
    return [(part.headings, part.text) for part in read_html(text).parts]


def test_a_page_has_its_sections_under_their_headings() -> None:
    assert parts(PAGE) == [
        ((), "All connections are in use."),
        (("Diagnosis",), "Look at active=50/50. Then wait. a b 1 2"),
        (("Diagnosis", "Deeper"), "kubectl get pods"),
    ]


def test_a_page_goes_by_its_heading_its_title_and_its_own_address() -> None:
    page = read_html(PAGE)
    assert page.title == "Pool exhausted"
    assert page.names == ("Wiki: pool", "https://wiki.example.com/pool")
    assert read_html("<title>Only this</title><p>a</p>").title == "Only this"


HIDING_STYLES = [
    "display:/**/none",
    "display:\\6eone",
    "display:\\00006e one",
    "dis\\play:none!important",
    "visibility:collapse",
    "font-size:0vw",
    "font-size:.0em",
    "font:0/0 a",
    "opacity:0e0",
    "opacity:00",
    "opacity:-1",
    "filter:opacity(0%)",
    "position:absolute;left:-9999px",
    "margin-left:-100em",
    "text-indent:-9999px",
    "transform:scale(0)",
    "transform:rotate(3deg) translateX(-200vw)",
    "clip-path:inset(100%)",
    "position:absolute;clip:rect(0,0,0,0)",
    "color:transparent",
    "color:rgba(0, 0, 0, 0)",
    "color:#1230",
    "color:rgb(0 0 0 / 0%)",
    "color:hsla(120,100%,50%,.0)",
    "max-height:0",
]
SHOWING_STYLES = [
    "color:#fff",
    "color:rgb(0,0,0)",
    "color:rgb(0 0 0)",
    "color:rgba(0,0,0,0.5)",
    "left:-4px;margin:0 -8px",
    "text-indent:-1.5em",
    "transform:scale(0.5)",
    "opacity:0.05",
    "font:12px/1.5 serif",
    "width:50%;height:10px;margin:0;top:0",
    "content:'display:none'",
    "/* display:none */",
]


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>evil</script>",
        "<style>evil</style>",
        "<template>evil</template>",
        "<noscript>evil</noscript>",
        "<svg><text>evil</text></svg>",
        "<iframe srcdoc='evil'>evil</iframe>",
        "<textarea>evil</textarea>",
        "<!-- evil -->",
        "<?php evil ?>",
        "<p hidden>evil <b>evil</b></p>",
        "<div aria-hidden='true'>evil</div>",
        "<span style='display:none'>evil</span>",
        "<span style='color:red; DISPLAY : none'>evil</span>",
        "<span style='visibility:hidden'>evil</span>",
        "<span style='font-size:0'>evil</span>",
        "<span style='font-size: 0px; top: 1px'>evil</span>",
        "<span style='opacity:0.0'>evil</span>",
        "<h2 hidden>evil</h2>",
        "<p hidden=until-found>evil</p>",
        "<div aria-hidden=' TRUE'>evil</div>",
        "<p inert>evil</p>",
        "<div popover>evil <b>evil</b></div>",
        "<noframes>evil</noframes>",
        "<noembed>evil</noembed>",
        "<details>evil<p>evil</p>evil</details>",
        *(f'<span style="{style}">evil 恶意</span>' for style in HIDING_STYLES),
        "<p title='evil' data-x='evil'></p>",
        "<input value='evil'>",
        "<img alt='x' src='http://evil'>",
    ],
)
def test_what_a_browser_does_not_show_is_not_read(hidden: str) -> None:
    assert parts(f"<p>before</p>{hidden} after") == [((), "before after")]


@pytest.mark.parametrize(
    "shown",
    [*(f'<span style="{style}">seen</span>' for style in SHOWING_STYLES),
     "<details>no<summary>seen</summary>no <b>no</b>no</details>",
     "<details open>se<b>en</b></details>", "<p aria-hidden='false'>seen</p>",
     "<span style='font-size:0.8em'>seen</span>", "<span style='opacity:0.5'>seen</span>",
     "<details><summary>seen</summary></details>", "<b>se</b>en", "<a href='x'>seen</a>"],
)  # fmt: skip
def test_what_a_browser_shows_is_read(shown: str) -> None:
    assert parts(f"<p>{shown}</p>") == [((), "seen")]


@pytest.mark.parametrize(
    "text", ["", " ", "<", "<>", "</p>", "&#0;", "&#xD800;", "a\x00b", "<a<b>"]
)
def test_broken_markup_is_no_error(text: str) -> None:
    assert isinstance(read_html(text), Page)


def test_a_document_that_is_nested_too_deeply_is_refused_and_not_cut_silently() -> None:
    with pytest.raises(HtmlError, match="nested too deeply"):
        read_html("<div>" * 5000 + "deep" + "</div>" * 5000 + "after")


@given(st.text(alphabet="<>/abph1 =\"'!-&;文\n", max_size=300))
def test_any_text_gives_a_page_of_parts_with_text(text: str) -> None:
    assert all(part.text.strip() for part in read_html(text).parts)


@given(st.lists(st.text(alphabet="ab文", min_size=1, max_size=9), min_size=1, max_size=30))
def test_no_word_of_a_paragraph_is_lost(words: list[str]) -> None:
    text = "".join(f"<p>{word}</p>" if len(word) % 2 else f"<b>{word}</b> " for word in words)
    assert " ".join(text for _, text in parts(text)).split() == words


@pytest.mark.parametrize(
    "unit",
    ["<p>a</p>", "<p hidden>a</p>b", "<h2>a</h2>b", "<b>a", "<p>a", "&amp;", "<script>a</script>b",
     "<p style='display : non'>a</p>", "<br>", "a "],
)  # fmt: skip
def test_reading_takes_linear_time(unit: str) -> None:
    def read(size: int) -> None:
        with contextlib.suppress(HtmlError):
            read_html(unit * size)

    assert_linear(read, 2_000, 16_000)


@pytest.mark.parametrize(
    "piece", ["<details>", "<details>a</details>", "\\\\6e", "/*", "rgb(", "a:b;"]
)
def test_the_effort_of_what_is_hidden_grows_with_the_length_alone(piece: str) -> None:
    def read(size: int) -> None:
        with contextlib.suppress(HtmlError):
            read_html(f'<p style="{piece * size}">a</p><details>{"<b>x</b>" * size}</details>')

    assert_linear(read, 1_000, 8_000)
