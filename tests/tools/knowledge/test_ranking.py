"""Links to a very file, Chinese questions over English pages, and time that grows linearly."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from time_growth import assert_linear

from superbiz_agent.tools.knowledge import FolderBackend, glossary
from superbiz_agent.tools.knowledge.block_tokens import tokens_of
from superbiz_agent.tools.knowledge.links import leads_to, pages_linked, paths_linked
from superbiz_agent.tools.knowledge.markdown import read_markdown
from superbiz_agent.tools.knowledge.page import Block
from superbiz_agent.tools.knowledge.ranking import BlockIndex
from superbiz_agent.tools.knowledge.restructured import read_restructured

SITE = "https://github.com/acme/runbooks/blob/main"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for part in ("api", "monitoring"):
        page = tmp_path / "books" / part / "KubeAPIDown.md"
        page.parent.mkdir(parents=True)
        page.write_text(f"# KubeAPIDown\n\nAs seen by {part}.\n")
    return tmp_path / "books"


@pytest.mark.parametrize("part", ["api", "monitoring"])
def test_of_pages_of_one_name_the_one_that_a_link_leads_to_comes_first(
    folder: Path, part: str
) -> None:
    found = FolderBackend(folder).search(f"KubeAPIDown {SITE}/{part}/KubeAPIDown.md", 5).blocks
    assert found[0].block.text == f"As seen by {part}."
    assert len(found) == 2


@pytest.mark.parametrize(
    ("link", "file", "leads"),
    [
        (f"{SITE}/api/KubeAPIDown.md", "api/KubeAPIDown.md", True),
        (f"{SITE}/API/kubeapidown", "alerts/api/KubeAPIDown.md", True),
        (f"{SITE}/api/KubeAPIDown.html#fix", "api/KubeAPIDown.rst", True),
        (f"{SITE}/api/KubeAPIDown/", "api/KubeAPIDown.md", True),
        (f"{SITE}/api/KubeAPIDown.md", "monitoring/KubeAPIDown.md", False),
        (f"{SITE}/api/KubeAPIDown.md", "KubeAPIDown.md", False),
        ("https://x/KubeAPIDown", "api/KubeAPIDown.md", False),
        ("https://x/", "KubeAPIDown.md", False),
    ],
)
def test_a_link_leads_to_the_file_whose_folder_and_name_it_ends_in(
    link: str, file: str, leads: bool
) -> None:
    assert [leads_to(path, file) for path in paths_linked(f"see {link}.")] == [leads]


@given(st.text(alphabet="htps:/.#?ab .md", max_size=80))
def test_any_text_is_read_for_links(text: str) -> None:
    assert isinstance([*pages_linked(text), *paths_linked(f"https://{text}")], list)


PAGES = {
    "evict": "# Evicted pods\n\nThe kubelet evicts pods from a node.\n",
    "mount": "# Volume mounts\n\nA volume cannot be mounted.\n",
    "audit": "# Audit events\n\nThe server drops audit events.\n",
    "ledger": "# Ledger\n\nDeadlocks of the database: end the blocking transaction.\n",
}


@pytest.mark.parametrize(
    ("query", "page"),
    [("Pod 被驱逐了", "evict"), ("卷挂载失败", "mount"), ("审计事件被丢弃", "audit"),
     ("数据库死锁", "ledger"),
     ("怎么做蛋糕", None), ("今天下雨吗", None)],
)  # fmt: skip
def test_a_chinese_question_finds_an_english_page_by_the_glossary(
    tmp_path: Path, query: str, page: str | None
) -> None:
    for name, text in PAGES.items():
        (tmp_path / f"{name}.md").write_text(text)
    found = FolderBackend(tmp_path).search(query, 1).blocks
    assert [Path(hit.block.file).stem for hit in found] == ([page] if page else [])


def test_a_word_that_a_page_has_in_chinese_is_found_there_too(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# 驱逐\n\n节点上的 Pod 被驱逐。\n", encoding="utf-8")
    assert FolderBackend(tmp_path).search("Pod 被驱逐了", 1).blocks


@given(st.text(alphabet="镜像仓库驱逐的文 a", max_size=30))
def test_no_text_is_lost_where_a_run_is_split(text: str) -> None:
    pieces = list(glossary.split(text))
    kept = "".join(piece for piece in pieces if isinstance(piece, str))
    words = list(glossary.words_in(text))
    assert len(kept) + sum(map(len, words)) == len(text)
    assert [glossary.wording_of(word) for word in words] == [
        piece for piece in pieces if not isinstance(piece, str)
    ]


def test_every_row_of_the_glossary_has_words_of_both_languages() -> None:
    for line in glossary.GLOSSARY.strip().splitlines():
        chinese, colon, english = line.partition(" : ")
        assert colon, line
        assert all(not word.isascii() for word in chinese.split()), line
        assert english.strip().isascii(), line


@pytest.mark.parametrize(
    "unit", ["# a\n\ntext\n\n", "a word ", "```\n", "|a|b|\n", "镜像", "a\n---\n", "[a](b) ", "<p>"]
)
def test_reading_markdown_takes_linear_time(unit: str) -> None:
    assert_linear(lambda size: read_markdown(unit * size), 2_000, 16_000)


@pytest.mark.parametrize("unit", ["a word\n\n", "* a\n", "镜像 ", "a\n=\n\nb\n\n"])
def test_reading_restructured_text_takes_linear_time(unit: str) -> None:
    assert_linear(lambda size: read_restructured(unit * size), 200, 1_000)


@pytest.mark.parametrize("unit", ["word ", "镜像 ", "a-b.c ", "Kube", "1.5 "])
def test_indexing_a_block_takes_linear_time(unit: str) -> None:
    def index(size: int) -> None:
        block = Block("T", (), unit * size, "a.md", ("T",))
        BlockIndex([block], [tokens_of(block)])

    assert_linear(index, 2_000, 16_000)


def test_a_lookup_takes_linear_time() -> None:
    def look_up(size: int) -> None:
        blocks = [Block(f"T{n}", (), f"word{n} pool", f"{n}.md", (f"T{n}",)) for n in range(size)]
        BlockIndex(blocks, [tokens_of(block) for block in blocks]).search("pool T7 word3", 5)

    assert_linear(look_up, 500, 4_000)


NAMED_AND_LINKED = {
    "DiskFull.md": "# DiskFull\n\nLook at the disk.\n",
    "volume-cleanup.md": "# Cleaning up\n\nExtend the volume.\n",
    "清理数据卷.md": "# 数据卷\n\n清理旧归档。\n",
    "other.md": "# Storage\n\nA DiskFull alert fires when a disk is full.\n",
    "wiki.md": "# Wiki\n\nHow pages are written.\n",
}


@pytest.mark.parametrize(
    ("query", "files"),
    [
        ("DiskFull https://wiki.example.org/volume-cleanup", ["volume-cleanup", "DiskFull"]),
        ("告警 DiskFull https://wiki.example.org/volume-cleanup.html",
         ["volume-cleanup", "DiskFull"]),
        ("DiskFull https://example.org/all#volume-cleanup", ["volume-cleanup", "DiskFull"]),
        ("DiskFull https://example.org/%E6%B8%85%E7%90%86%E6%95%B0%E6%8D%AE%E5%8D%B7",
         ["清理数据卷", "DiskFull"]),
        ("DiskFull https://example.org/wiki/README.md#alert-name-diskfull", ["DiskFull", "wiki"]),
        ("DiskFull https://example.org/gone", ["DiskFull", "other"]),
    ],
)  # fmt: skip
def test_the_page_that_a_link_means_comes_before_the_page_of_the_name(
    tmp_path: Path, query: str, files: list[str]
) -> None:
    for name, text in NAMED_AND_LINKED.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = FolderBackend(tmp_path).search(query, 5).blocks
    assert [Path(hit.block.file).stem for hit in found][:2] == files
