"""Markdown pages as blocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.tools.knowledge.markdown import read_markdown
from superbiz_agent.tools.knowledge.page import MAX_BLOCK_CHARACTERS, Page, blocks_of

PAGE = """\
---
title: Kube Pod Crash Looping
weight: 20
---

# KubePodCrashLooping

First words.

## Diagnosis

- Check `kubectl get pod`.

```shell
# no heading
kubectl logs   $POD
```

| a | b |
|---|---|
| 1 | 2 |

### Deeper

Text.

## Mitigation
"""


def blocks(text: str) -> list[tuple[tuple[str, ...], str]]:
    return [(part.headings, part.text) for part in read_markdown(text).parts]


def test_each_section_with_text_is_a_block_under_its_headings() -> None:
    assert blocks(PAGE) == [
        ((), "First words."),
        (
            ("Diagnosis",),
            (
                "- Check `kubectl get pod`. ```shell # no heading kubectl logs $POD ``` "
                "| a | b | |---|---| | 1 | 2 |"
            ),
        ),
        (("Diagnosis", "Deeper"), "Text."),
    ]


@pytest.mark.parametrize(
    ("text", "title", "names"),
    [
        (PAGE, "KubePodCrashLooping", ("KubePodCrashLooping", "Kube Pod Crash Looping", "stem")),
        ("---\ntitle: 'Front'\n---\nText.", "Front", ("Front", "stem")),
        ('+++\ntitle = "Front"\n+++\nText.', "Front", ("Front", "stem")),
        ("Text.", "stem", ("stem",)),
        ("Title\n=====\n\nText.", "Title", ("Title", "stem")),
        ("# Title #\nText.", "Title", ("Title", "stem")),
    ],
)
def test_the_title_is_the_first_heading_else_front_matter_else_the_files_name(
    text: str, title: str, names: tuple[str, ...]
) -> None:
    block = blocks_of(read_markdown(text), "f.md", "stem")[0]
    assert (block.title, block.names) == (title, names)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Part\n----\nText.", [((), "Text.")]),
        ("| a |\n|---|\n", [((), "| a | |---|")]),
        ("- item\n---\n", [((), "- item ---")]),
        ("#no heading\n", [((), "#no heading")]),
        ("~~~\n# a\n```\n~~~\ntext", [((), "~~~ # a ``` ~~~ text")]),
        ("```\nnever closed\n# a\n", [((), "``` never closed # a")]),
        ("---\nnever closed\n", [((), "--- never closed")]),
        ("", []),
        ("# A\n## B\n", []),
    ],
)
def test_edges_of_the_syntax(text: str, expected: list[tuple[tuple[str, ...], str]]) -> None:
    assert blocks(text) == expected


def test_a_long_section_is_cut_between_paragraphs_and_never_inside_a_fence() -> None:
    fence = "```\n" + "line\n\n" * 100 + "```"
    text = "# T\n" + "\n\n".join(["word " * 150, fence, "word " * 150])
    parts = [text for _, text in blocks(text)]
    assert [part.count("```") for part in parts] == [2, 0]
    assert all(len(part) <= MAX_BLOCK_CHARACTERS for part in parts)


@given(st.text(alphabet="ab文 .\n", max_size=3000))
def test_no_word_of_a_page_is_lost(text: str) -> None:
    assert " ".join(part for _, part in blocks(text)).split() == text.split()


@given(st.text(alphabet="#`~-=|>* \nab文", max_size=300))
def test_any_page_gives_blocks_with_text(text: str) -> None:
    assert all(part.strip() for _, part in blocks(text))


@pytest.mark.parametrize("unit", ["#", "# a\n", "```\n", "a\n===\n", "- ", "a\n\n", "`", "|-"])
def test_a_megabyte_of_anything_is_read(unit: str) -> None:
    assert isinstance(read_markdown(unit * (1_000_000 // len(unit))), Page)
