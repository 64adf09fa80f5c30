"""A real journal of systemd, written by ``systemd-journal-remote``."""

import subprocess
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

from tests.real_servers import program

_BOOT, _MACHINE = f"{7:032x}", f"{9:032x}"


def write_journal(
    folder: Path, entries: Iterable[tuple[datetime, Mapping[str, str | bytes]]]
) -> Path:
    """Write ``entries`` (instant, fields) into a journal below ``folder`` and return ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    export = folder / "entries.export"
    with export.open("wb") as file:
        for number, (instant, fields) in enumerate(entries, 1):
            given = {
                "__REALTIME_TIMESTAMP": str(int(instant.timestamp() * 1_000_000)),
                "__MONOTONIC_TIMESTAMP": str(number),
                "_BOOT_ID": _BOOT,
                "_MACHINE_ID": _MACHINE,
                **fields,
            }
            for name, value in given.items():
                file.write(_field(name, value))
            file.write(b"\n")
    command = [program("systemd-journal-remote"), "-o", str(folder / "remote-a.journal"), export]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    export.unlink()
    return folder


def _field(name: str, value: str | bytes) -> bytes:
    """A field as the export format writes it: with its length where it is more than one line."""
    content = value.encode() if isinstance(value, str) else value
    if b"\n" not in content and content.isascii():
        return name.encode() + b"=" + content + b"\n"
    return name.encode() + b"\n" + len(content).to_bytes(8, "little") + content + b"\n"
