"""For whoever writes an incident: what its calls find, and how far its faithful run comes.

``python -m superbiz_agent.evals.trust.authoring FOLDER`` prints the stored lines with their paths;
with a language added (``en`` or ``zh``) also how the run in that language ended.
"""

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import SuperBizError
from superbiz_agent.evals.trust.incidents import (
    Case,
    FaithfulRun,
    Wordings,
    Words,
    load_case,
    read_incident,
)
from superbiz_agent.evals.trust.playing import Played, open_theatre
from superbiz_agent.terminal import console


def evidence_of(folder: Path) -> Iterator[str]:
    """Yield one line a stored reference: the place of its call, its path and text."""
    words = Words(answer_summary="-", user_facing_answer="-")
    run = FaithfulRun.model_construct(claims=[], verdict="LOW_CONFID", composer=words)
    yield from _evidence(_played(Case(folder, read_incident(folder), "en", run, *_NO_WORDINGS)))


def ending_of(case: Case) -> Iterator[str]:
    """Yield how the faithful run ended: references, what may be said, the verdict."""
    played = _played(case)
    for error in _errors(played.audit):
        yield f"gatekeeper: {error['rule_id']} at {error['target']}: {error['message']}"
    yield json.dumps(played.composer_input, ensure_ascii=False, indent=2)
    yield f"verdict: {played.result['verdict']} (the run expects {case.run.verdict})"
    yield f"composer: {played.result['composer_status']}"


def _errors(audit: JsonObject) -> list[JsonObject]:
    gatekeeper = cast(JsonObject, audit.get("gatekeeper_result") or {})
    return cast(list[JsonObject], gatekeeper.get("errors", []))


_NO_WORDINGS = (Wordings(), Wordings())


def _played(case: Case) -> Played:
    with tempfile.TemporaryDirectory() as folder, open_theatre(case, Path(folder)) as theatre:
        return theatre.play()


def _evidence(played: Played) -> Iterator[str]:
    """A retry records the calls again: each call is shown once."""
    calls = [invocation for invocation in played.invocations if invocation.attempt == 1]
    for place, call in enumerate(calls):
        yield f"call {place}: {call.tool_name} {call.evidence_status} {call.error or ''}"
        details = call.retrieval_details
        for reference in details.evidence_refs if details else []:
            yield f"  {reference.raw_path}  {reference.text}"


def main(arguments: Sequence[str]) -> int:
    """Print what was asked for; return the exit code."""
    folder, *languages = arguments
    try:
        lines = list(evidence_of(Path(folder)))
        for language in languages:
            lines += ending_of(load_case(Path(folder), "zh" if language == "zh" else "en"))
    except SuperBizError as error:
        console.tell(console.Line(str(error), "bad"))
        return error.exit_code
    console.write([console.Line(line) for line in lines])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
