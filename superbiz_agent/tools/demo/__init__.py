"""The embedded demo incident: fixed files, read by the same backends as real input.

On 2026-07-07 order-service leaks database connections: its HikariCP pool is exhausted from 10:02Z,
requests wait and time out, and its memory is at 91%. payment-service is healthy.
"""

from pathlib import Path

_HERE = Path(__file__).parent

ALERTS = _HERE / "alerts.json"
RUNBOOKS = _HERE / "runbooks"
LOGS: tuple[tuple[str, Path], ...] = (
    ("order-service", _HERE / "logs" / "order-service.log"),
    ("payment-service", _HERE / "logs" / "payment-service.log"),
)
"""Name that stands in the evidence, and file."""
