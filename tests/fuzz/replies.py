"""A longer run of the fuzz test, guided by coverage: ``make fuzz`` (contract sections 4 to 7).

Bytes become the reply of one role, arbitrary or a mutation of the faithful one, and go through the
whole graph. A crash, an answer with the planted marker, or a session that does not replay ends the
run, and the bytes that did it are written to a file. ``-max_total_time=SECONDS`` and the other
options of libFuzzer are passed on.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

import atheris  # pyright: ignore[reportMissingImports]

with atheris.instrument_imports(include=["superbiz_agent"]):
    from superbiz_agent.contracts.base import ROLES, VERDICT_ORDER, Role
    from tests.traps.stage import QUESTIONS, Script, Stage, faithful, open_stage
    from tests.traps.test_fuzz import (
        DEEP,
        HOSTILE_TEXTS,
        HOSTILE_VALUES,
        MARKER,
        fuzzed,
        seen_by_user,
    )

VALUES = (*HOSTILE_TEXTS, *HOSTILE_VALUES, DEEP)
WAYS = ("set", "drop", "add", "rename", "repeat", "number", "text")
WRAPPINGS = ("{json}", "```json\n{json}\n```", "{json}{json}", "<think>{json}", "\ufeff{json}")


def script_of(data: Any) -> tuple[Role, Script]:
    """The script that the fuzzer's bytes stand for, and the role whose reply they change."""
    role = ROLES[data.ConsumeIntInRange(0, len(ROLES) - 1)]
    if data.ConsumeBool():
        changes = [_mutation(data) for _ in range(data.ConsumeIntInRange(1, 4))]
        return role, fuzzed(role, changes, data.PickValueInList(list(WRAPPINGS)))
    reply = f"{data.ConsumeUnicode(400)}{MARKER}"
    script = faithful()
    if role == "executor":
        return role, script | {role: [script[role][0], reply, reply] * 2}
    return role, script | {role: [reply] * 6}


def _mutation(data: Any) -> tuple[int, str, Any, str]:
    value = data.ConsumeUnicode(40) if data.ConsumeBool() else data.PickValueInList(list(VALUES))
    text = data.PickValueInList(list(HOSTILE_TEXTS))
    return data.ConsumeIntInRange(0, 10_000), data.PickValueInList(list(WAYS)), value, text


def try_one(stage: Stage, given: bytes) -> None:
    """Play the run that ``given`` stands for; raises AssertionError for what must not happen."""
    data = atheris.FuzzedDataProvider(given)
    _, script = script_of(data)
    run = stage.play(script, QUESTIONS[("en", "zh")[data.ConsumeBool()]], way="stream")
    assert run.result["answer"].strip() and run.session.status == "completed"
    assert run.result["verdict"] in VERDICT_ORDER
    assert MARKER not in seen_by_user(run)


def main() -> None:
    """Fuzz until libFuzzer's own limits end it."""
    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder)) as stage:
        atheris.Setup(sys.argv, lambda given: try_one(stage, given))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
