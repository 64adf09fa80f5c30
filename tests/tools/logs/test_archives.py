"""Members of zip and tar archives are logs like others; nothing of an archive is ever a path."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.tools.logs import archives, compression

LINE = "2026-07-07T10:00:00Z ERROR shop pool exhausted"
OTHER = "2026-07-07T10:01:00Z ERROR cart basket lost"

Files = Mapping[str, str | bytes]


def as_bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else f"{text}\n".encode()


def zip_of(files: Files) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, as_bytes(text))
    return packed.getvalue()


def tar_of(files: Files) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(as_bytes(text))
            archive.addfile(member, io.BytesIO(as_bytes(text)))
    return packed.getvalue()


PACK: Mapping[str, Callable[[Files], bytes]] = {
    "zip": zip_of,
    "tar": tar_of,
    "tar.gz": lambda files: gzip.compress(tar_of(files)),
    "tar.bz2": lambda files: bz2.compress(tar_of(files)),
    "tar.xz": lambda files: lzma.compress(tar_of(files)),
}


def texts(outcome: Any) -> str:
    return "\n".join(item.text for item in outcome.items["logs"])


@pytest.mark.parametrize("kind", PACK)
def test_each_member_is_a_log_under_its_own_name(search: Any, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"night.{kind}"
    path.write_bytes(PACK[kind]({"app/shop.log": LINE, "cart.log": OTHER}))
    outcome = search(path)
    assert f"(night.{kind}!app/shop.log:1)" in texts(outcome)
    assert f"(night.{kind}!cart.log:1)" in texts(outcome)
    assert outcome.failed_sources == []
    assert outcome.search.answered


@pytest.mark.parametrize("kind", PACK)
def test_a_member_answers_to_its_name(search: Any, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"night.{kind}"
    path.write_bytes(PACK[kind]({"app/shop.log": LINE, "cart.log": OTHER}))
    outcome = search(path, service="cart")
    assert "basket lost" in texts(outcome)
    assert "pool exhausted" not in texts(outcome)


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_an_archive_in_a_folder_is_read_beside_other_files(
    search: Any, tmp_path: Path, kind: str
) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "cart.log").write_text(f"{OTHER}\n")
    (folder / f"old.{kind}").write_bytes(PACK[kind]({"shop.log": LINE}))
    assert f"old.{kind}!shop.log:1" in texts(search(folder))


def test_a_packed_member_is_unpacked_and_an_archive_within_is_named(
    search: Any, tmp_path: Path
) -> None:
    path = tmp_path / "night.tar"
    packed = gzip.compress(as_bytes(LINE))
    path.write_bytes(tar_of({"shop.log.gz": packed, "inner.zip": zip_of({"a.log": OTHER})}))
    outcome = search(path)
    assert "pool exhausted" in texts(outcome)
    assert "basket lost" not in texts(outcome)
    assert outcome.failed_sources == ["night.tar!inner.zip"]
    assert "is a zip archive" in (outcome.error or "")


@pytest.mark.parametrize("kind", ["zip", "tar"])
@pytest.mark.parametrize(
    "name", ["../../escape.log", "/etc/cron.d/evil.log", "C:\\evil.log", "a\nb\x1b[31m.log"]
)
def test_a_hostile_name_is_shown_and_used_for_nothing(
    search: Any, tmp_path: Path, kind: str, name: str
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / f"night.{kind}").write_bytes(PACK[kind]({name: LINE}))
    before = sorted(tmp_path.rglob("*"))
    outcome = search(folder / f"night.{kind}")
    assert "pool exhausted" in texts(outcome)
    assert "\n" not in outcome.items["logs"][0].text
    assert "\x1b" not in outcome.items["logs"][0].text
    assert sorted(tmp_path.rglob("*")) == before


def test_links_devices_folders_and_hidden_files_are_passed_over(
    search: Any, tmp_path: Path
) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, kind in (("link.log", tarfile.SYMTYPE), ("fifo.log", tarfile.FIFOTYPE)):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            archive.addfile(member)
        for name in (".hidden.log", "__MACOSX/x.log", "shop.log"):
            member = tarfile.TarInfo(name)
            member.size = len(as_bytes(LINE))
            archive.addfile(member, io.BytesIO(as_bytes(LINE)))
    path = tmp_path / "night.tar"
    path.write_bytes(packed.getvalue())
    (item,) = search(path).items["logs"]
    assert "night.tar!shop.log" in item.text
    assert "records of this form" not in item.text


@pytest.mark.parametrize("kind", PACK)
def test_a_bomb_is_searched_up_to_a_bound_and_named(
    search: Any, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "HARMLESS_BYTES", 100_000)
    monkeypatch.setattr(archives, "LARGEST_RATIO", 2)
    monkeypatch.setattr(compression, "HARMLESS_BYTES", 100_000)
    monkeypatch.setattr(compression, "LARGEST_RATIO", 2)
    path = tmp_path / f"bomb.{kind}"
    flood = "\n".join([LINE] * 40_000)
    path.write_bytes(PACK[kind]({"a.log": flood, "b.log": flood}))
    outcome = search(path)
    if kind == "tar":  # it grows by nothing
        assert outcome.failed_sources == []
    else:
        assert "times its size" in (outcome.error or "")


@pytest.mark.parametrize("kind", PACK)
def test_a_truncated_archive_is_named(search: Any, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"cut.{kind}"
    whole = PACK[kind]({"a.log": "\n".join(f"{LINE} {n}" for n in range(3000))})
    path.write_bytes(whole[: len(whole) // 2])
    outcome = search(path)
    assert outcome.failed_sources
    assert "cut off or damaged" in (outcome.error or "")


def test_an_encrypted_member_is_named(search: Any, tmp_path: Path) -> None:
    packed = bytearray(zip_of({"a.log": LINE, "b.log": OTHER}))
    at = packed.rfind(b"PK\x01\x02", 0, packed.rfind(b"PK\x01\x02"))
    packed[at + 8] |= 1
    path = tmp_path / "night.zip"
    path.write_bytes(packed)
    outcome = search(path)
    assert "basket lost" in texts(outcome)
    assert outcome.failed_sources == ["night.zip!a.log"]
    assert "is encrypted (zip)" in (outcome.error or "")


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_an_archive_of_too_many_files_is_read_up_to_a_bound(
    search: Any, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "MAX_MEMBERS", 3)
    path = tmp_path / f"many.{kind}"
    path.write_bytes(PACK[kind]({f"{n}.log": LINE for n in range(5)}))
    outcome = search(path)
    assert "holds more than 3 files" in (outcome.error or "")
    assert "pool exhausted" in texts(outcome)


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_an_archive_of_nothing_is_named(search: Any, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"none.{kind}"
    path.write_bytes(PACK[kind]({".hidden": LINE}))
    assert "holds no files" in (search(path).error or "")
