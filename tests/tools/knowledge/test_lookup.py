"""``lookup_knowledge``: the right page first, in both languages, and nothing for the unrelated."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.contracts.evidence import MAX_TEXT_BYTES
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import SourceError
from superbiz_agent.tools.base import ToolContext, ToolOutcome
from superbiz_agent.tools.knowledge import FolderBackend, KnowledgeTool

CONTEXT = ToolContext(window=TimeWindow(), now=datetime(2026, 7, 7, tzinfo=UTC))

PAGES = {
    "pool.md": "# Connection pool exhausted\n\n## Meaning\n\nAll connections are in use.\n\n"
    "## Diagnosis\n\nFollow `active` and `waiting`; look at readiness probes.\n\n"
    "## Mitigation\n\nAsk the owner.\n",
    "disk/full.md": "# NodeFilesystemAlmostFull\n\nThe filesystem of a node has little space.\n",
    "内存.md": "# 内存使用率过高\n\n## 排查步骤\n\n查看堆内存。\n",
    "notes.txt": "connection pool",
    ".hidden/secret.md": "# Connection pool hidden\n\nconnection pool\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "runbooks"
    for name, text in PAGES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def run(*paths: Path, demo: bool = False, **arguments: Any) -> ToolOutcome:
    return ask(KnowledgeTool([FolderBackend(path, demo=demo) for path in paths]), **arguments)


def ask(tool: KnowledgeTool, **arguments: Any) -> ToolOutcome:
    return tool.run(tool.arguments.model_validate(arguments), CONTEXT)


def texts(outcome: ToolOutcome) -> list[str]:
    return [item.text for item in outcome.items["evidence_blocks"]]


def test_a_block_is_one_line_with_title_headings_text_and_file(folder: Path) -> None:
    assert texts(run(folder, query="connection pool diagnosis", limit=1)) == [
        (
            "Connection pool exhausted > Diagnosis: Follow `active` and `waiting`; "
            "look at readiness probes. (pool.md)"
        )
    ]


@pytest.mark.parametrize(
    ("query", "file"),
    [
        ("connection pool", "pool.md"),
        ("数据库连接池耗尽怎么排查", "pool.md"),
        ("pools are saturated", "pool.md"),
        ("磁盘空间", "disk/full.md"),
        ("NodeFilesystemAlmostFull", "disk/full.md"),
        ("node filesystem almost full", "disk/full.md"),
        ("memory usage", "内存.md"),
        ("内存使用率高怎么办", "内存.md"),
    ],
)
def test_questions_in_either_language_find_pages_in_either(
    folder: Path, query: str, file: str
) -> None:
    outcome = run(folder, query=query)
    assert outcome.evidence_status == "found"
    assert texts(outcome)[0].endswith(f"({file})")


@pytest.mark.parametrize("query", [
    "how to bake a chocolate cake", "今天天气怎么样", "kafka consumer lag", "FooBarBaz", "怎么办",
    "order-service",
])  # fmt: skip
def test_an_unrelated_question_finds_nothing(folder: Path, query: str) -> None:
    outcome = run(folder, query=query)
    assert outcome.evidence_status == "no_evidence"
    assert outcome.items == {"evidence_blocks": []}
    assert outcome.search is not None
    assert (outcome.search.matched, outcome.search.answered) == (0, True)


def test_the_page_that_the_query_names_comes_first_and_in_its_own_order(folder: Path) -> None:
    found = texts(run(folder, query="Connection-pool-exhausted"))
    assert [text.split(":")[0].split(" > ")[-1] for text in found] == [
        "Meaning", "Diagnosis", "Mitigation",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "query",
    [
        "HighMemoryUsage",
        "what to do about MemPressure",
        "https://wiki.example.com/x?page=7",
        "https://runbooks.example.com/kubernetes/memory.md",
        "https://runbooks.example.com/kubernetes/memory/",
        "https://example.com/runbooks/all.md#alert-name-highmemoryusage",
        "告警 HighMemoryUsage 的手册",
    ],
)
def test_the_page_of_an_alert_or_of_its_link_comes_first(folder: Path, query: str) -> None:
    (folder / "memory.md").write_text(
        "---\ntitle: Too much memory\nalerts: [HighMemoryUsage, 'MemPressure']\n"
        "runbook_url: https://wiki.example.com/x?page=7\n---\n"
        "# Too much memory\n\n## Steps\n\nLook at the heap.\n"
    )
    (folder / "aside.md").write_text("# Aside\n\nHighMemoryUsage and MemPressure are no topic.\n")
    assert texts(run(folder, query=query))[0].startswith("Too much memory > Steps")


def test_a_list_in_a_front_matter_may_stand_below_its_key(folder: Path) -> None:
    (folder / "x.md").write_text(
        "---\nalerts:\n  - DiskSlow\n  - DiskFull\ntags:\n  - a\n---\nText.\n"
    )
    assert texts(run(folder, query="DiskFull"))[0].startswith("x: Text.")


def test_what_else_is_asked_orders_the_parts_of_a_named_page(folder: Path) -> None:
    outcome = run(folder, query="ConnectionPoolExhausted readiness probes")
    assert texts(outcome)[0].startswith("Connection pool exhausted > Diagnosis")


INCIDENT_PAGES = {
    "db-pool.md": "# Database connections used up\n\nServices: orders, payments\n\n"
    "## Symptoms\n\n- Alert DbPoolSaturated, not DbPoolLeaking\n\n"
    "## Diagnosis\n\nCompare `maximumPoolSize`.\n\n"
    "## Remediation\n\nAsk the owner.\n",
    "DbPoolLeaking.md": "# DbPoolLeaking\n\nConnections never come back.\n",
    "磁盘满.md": "# 磁盘空间不足\n\n## 现象\n\n- DiskAlmostFull 告警\n\n"
    "## 处理步骤\n\n清理备份。\n",
    "usage.md": "# Usage of memory\n\nmemory usage\n",
}


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("DbPoolSaturated", ["Database connections used up > Symptoms"]),
        ("How do I fix DbPoolSaturated?", ["Database connections used up > Remediation"]),
        ("DbPoolSaturated 该怎么处理？", ["Database connections used up > Remediation"]),
        ("maximumPoolSize", ["Database connections used up > Diagnosis"]),
        ("DbPoolLeaking", ["DbPoolLeaking", "Database connections used up > Symptoms"]),
        ("磁盘满了该怎么处理？", ["磁盘空间不足 > 处理步骤"]),
        ("磁盘满", ["磁盘空间不足 > 现象"]),
        ("DiskAlmostFull", ["磁盘空间不足 > 现象"]),
        ("What does the runbook say about a full disk?", ["磁盘空间不足 > 现象"]),
    ],
)
def test_a_page_is_found_by_the_exact_words_of_its_name_and_of_its_text(
    tmp_path: Path, query: str, places: list[str]
) -> None:
    for name, text in INCIDENT_PAGES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = texts(run(tmp_path, query=query))
    leading = [text.split(": ")[0] for text in found]
    assert leading[0] == places[0]
    assert set(places) <= set(leading)


@pytest.mark.parametrize("query", [
    "该怎么处理", "how do I fix it?", "请问应该如何处置", "what remediation does the runbook say?",
])  # fmt: skip
def test_words_that_only_ask_find_nothing(folder: Path, query: str) -> None:
    assert texts(run(folder, query=query)) == []


def test_the_order_is_always_the_same(folder: Path) -> None:
    first, second = (texts(run(folder, query="connection space memory")) for _ in range(2))
    assert first == second


def test_the_limit_holds_and_nothing_asked_for_is_cut_off(folder: Path) -> None:
    outcome = run(folder, query="connection pool", limit=2)
    assert len(texts(outcome)) == 2
    assert outcome.evidence_status == "found"
    assert outcome.search is not None
    assert outcome.search.filters == {"best": "2"}
    assert not outcome.search.truncated


def test_a_single_file_is_a_source_too(folder: Path) -> None:
    assert texts(run(folder / "pool.md", query="pool"))[0].endswith("(pool.md)")


def test_hidden_folders_other_files_and_links_that_lead_out_are_not_read(
    folder: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("# Outside\n\nzebra\n", encoding="utf-8")
    (folder / "link.md").symlink_to(outside)
    assert texts(run(folder, query="zebra")) == []
    assert not any("hidden" in text for text in texts(run(folder, query="connection pool")))


def test_a_page_that_cannot_be_read_is_named_and_the_rest_is_used(folder: Path) -> None:
    (folder / "broken.md").write_bytes(b"\xff\xfe\xfd")
    outcome = run(folder, query="connection pool")
    assert outcome.evidence_status == "partial"
    assert outcome.failed_sources == [str(folder)]
    assert outcome.error is not None
    assert "broken.md" in outcome.error
    assert texts(outcome)


def test_a_folder_without_pages_and_a_missing_one_are_failed_calls(tmp_path: Path) -> None:
    for path, reason in [(tmp_path, "holds no page"), (tmp_path / "no", "does not exist")]:
        outcome = run(path, query="pool")
        assert (outcome.evidence_status, outcome.search) == ("error", None)
        assert outcome.error is not None
        assert reason in outcome.error
        assert str(path) in outcome.error


def test_a_long_section_fits_the_bound_and_demo_pages_say_so(folder: Path) -> None:
    (folder / "long.md").write_text("# Zebra\n\n" + "长" * 5000 + " zebra", encoding="utf-8")
    for text in texts(run(folder, demo=True, query="zebra")):
        assert len(text.encode()) <= MAX_TEXT_BYTES
        assert text.startswith("Zebra: ")
        assert text.endswith("(long.md) [demo]")


def test_secrets_of_a_page_are_replaced(folder: Path) -> None:
    page = "# Zebra\n\nzebra password=hunter22\n"
    (folder / "secret.md").write_text(page, encoding="utf-8")
    (text,) = texts(run(folder, query="zebra"))
    assert "hunter22" not in text
    assert "[redacted:password]" in text


def test_pages_of_headings_alone_are_an_empty_index(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Pool\n", encoding="utf-8")
    assert run(tmp_path, query="pool").evidence_status == "no_evidence"


def test_an_unreadable_folder_is_a_source_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        FolderBackend(tmp_path / os.devnull.lstrip("/")).search("a", 1)


@pytest.fixture(scope="module")
def public_runbooks(public_data: Path) -> KnowledgeTool:
    return KnowledgeTool([FolderBackend(public_data / "runbooks-prometheus-operator")])


@pytest.mark.data
@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("KubePodCrashLooping", "KubePodCrashLooping"),
        ("KubePodCrashLooping 告警怎么处理？", "KubePodCrashLooping"),
        ("pods keep restarting, crash loop", "KubePodCrashLooping"),
        ("Pod 一直崩溃重启怎么办", "KubePodCrashLooping"),
        ("NodeFilesystemAlmostOutOfSpace", "NodeFilesystemAlmostOutOfSpace"),
        ("NodeFilesystemAlmostOutOfSpace 是什么意思？", "NodeFilesystemAlmostOutOfSpace"),
        ("node filesystem almost out of space", "NodeFilesystemAlmostOutOfSpace"),
        ("节点文件系统空间不足", "NodeFilesystemAlmostOutOfSpace"),
        ("etcd 没有主节点", "etcdNoLeader"),
        ("Alertmanager 配置重载失败", "AlertmanagerFailedReload"),
        ("kubelet client certificate will expire", "KubeletClientCertificateExpiration"),
        ("CPU 限流", "CPUThrottlingHigh"),
        ("磁盘满了该怎么处理", "NodeFilesystemAlmostOutOfFiles"),
        ("etcd 没有 leader 该怎么处理", "etcdNoLeader"),
        ("what do I do when a node is not ready?", "KubeNodeNotReady"),
        ("证书快过期了怎么办", "KubeClientCertificateExpiration"),
        ("Prometheus 目标抓取失败如何排查", "TargetDown"),
        ("how do I fix a full persistent volume", "KubePersistentVolumeFillingUp"),
        ("持久卷快满了", "KubePersistentVolumeFillingUp"),
        ("kubelet 挂了怎么办", "KubeletDown"),
        ("Alertmanager 配置不一致", "AlertmanagerConfigInconsistent"),
        ("时钟不同步怎么处理", "NodeClockNotSynchronising"),
        ("What does the runbook say about a full disk?", "NodeFilesystemSpaceFillingUp"),
        ("StatefulSet 副本数不一致怎么办", "KubeStatefulSetReplicasMismatch"),
    ],
)
def test_the_right_public_runbook_comes_first(
    public_runbooks: KnowledgeTool, query: str, page: str
) -> None:
    (best,) = texts(ask(public_runbooks, query=query, limit=1))
    assert best.endswith(f"{page}.md)")


@pytest.mark.data
@pytest.mark.parametrize("query", [
    "how to bake a chocolate cake", "what is the capital of France", "今天天气怎么样",
    "推荐一部电影", "recipe for memory foam mattress", "write a poem about spring",
])  # fmt: skip
def test_public_runbooks_say_nothing_of_the_unrelated(
    public_runbooks: KnowledgeTool, query: str
) -> None:
    assert texts(ask(public_runbooks, query=query)) == []
