"""Log files that are made up from a seed: one an hour, with an incident in one of them."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

FILES = 24
INCIDENT_HOUR = 14
HOUR = ("2026-07-07T14:00:00Z", "2026-07-07T14:59:59.999Z")
_SERVICES = ("checkout", "payments", "orders", "search", "cart", "users", "stock", "mail")
_EVERY_COMMON = 170
"""One line in so many holds the common phrase: about 40,000 of a gigabyte."""

_EVERY_INCIDENT = 400


def make_files(folder: Path, megabytes: int) -> list[Path]:
    """Write ``FILES`` files of together about ``megabytes`` and return their paths."""
    paths: list[Path] = []
    each = megabytes * 1024 * 1024 // FILES
    for hour in range(FILES):
        path = folder / f"app-2026-07-07T{hour:02d}.log"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(_lines(hour, each))
        paths.append(path)
    return paths


def _lines(hour: int, size: int) -> Iterator[str]:
    random = Random(hour)  # noqa: S311  (no secret)
    expected = size // 150
    number = written = 0
    while written < size:
        second = min(3599, number * 3600 // expected)
        head = f"2026-07-07T{hour:02d}:{second // 60:02d}:{second % 60:02d}.{number % 1000:03d}Z"
        line = f"{head} {_message(hour, number, random)}\n"
        yield line
        written += len(line.encode())
        number += 1


def _message(hour: int, number: int, random: Random) -> str:
    service, thread = random.choice(_SERVICES), number % 64
    if hour == INCIDENT_HOUR and number % _EVERY_INCIDENT == 7:
        return _incident(number)
    if number % _EVERY_COMMON == 11:
        return (
            f"WARN {service} [exec-{thread}] c.s.Repository - slow query on table line_items, "
            f"took {random.randint(1000, 9999)}ms, rows={random.randint(1, 900)}"
        )
    return (
        f"INFO {service} [exec-{thread}] c.s.web.RequestLog - "
        f"request {random.getrandbits(40):010x} finished, "
        f"path=/api/v1/items/{number}, status=200, duration={random.randint(2, 900)}ms"
    )


def _incident(number: int) -> str:
    kind, who = number // _EVERY_INCIDENT % 3, f"payments [exec-{number % 64}] c.s"
    if kind == 0:
        return (
            f"ERROR {who}.Pool - connection pool exhausted, active=50/50, "
            f"waiting={number % 40}, took {30000 + number % 900}ms"
        )
    if kind == 1:
        return f"ERROR {who}.Pool - 数据库连接池耗尽，等待 {number % 40} 个请求"
    return f"WARN {who}.Client - 调用下游超时，重试第 {number % 5} 次"
