"""A journal of systemd, written by ``systemd-journal-remote``."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final, TypeAlias

from superbiz_agent.evals.servers.process import program, run

_BOOT, _MACHINE = f"{7:032x}", f"{9:032x}"
_LENGTH: Final = 8

Entry: TypeAlias = tuple[datetime, Mapping[str, str | bytes]]
"""An instant, and the fields."""


def write_journal(folder: Path, entries: Iterable[Entry]) -> Path:
    """Write ``entries`` into a journal below ``folder`` and return ``folder``.

    Raises ``ConfigurationError`` where the program is not installed.
    """
    writer = program("systemd-journal-remote")
    folder.mkdir(parents=True, exist_ok=True)
    export = folder / "entries.export"
    with export.open("wb") as file:
        for number, entry in enumerate(entries, 1):
            file.writelines(_exported(number, entry))
    run([writer, "-o", str(folder / "remote-a.journal"), export])
    export.unlink()
    return folder


def _exported(number: int, entry: Entry) -> Iterator[bytes]:
    instant, fields = entry
    given = {
        "__REALTIME_TIMESTAMP": str(int(instant.timestamp() * 1_000_000)),
        "__MONOTONIC_TIMESTAMP": str(number),
        "_BOOT_ID": _BOOT,
        "_MACHINE_ID": _MACHINE,
        **fields,
    }
    yield from (_field(name, value) for name, value in given.items())
    yield b"\n"


def _field(name: str, value: str | bytes) -> bytes:
    """A field as the export format writes it: with its length where it is more than one line."""
    content = value.encode() if isinstance(value, str) else value
    if b"\n" not in content and content.isascii():
        return name.encode() + b"=" + content + b"\n"
    return name.encode() + b"\n" + len(content).to_bytes(_LENGTH, "little") + content + b"\n"
