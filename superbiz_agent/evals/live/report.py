"""The table of a live run: safety first, then gates, then use."""

from collections.abc import Iterator, Mapping, Sequence

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.evals.live.summary import BARS, Calls, Counted
from superbiz_agent.terminal.console import Line

GATES: Mapping[str, str] = {
    "parse": "executor's replies",
    "claims": "claims",
    "bindings": "citations, by outcome",
    "gatekeeper": "gatekeeper's findings",
    "verifier": "verifier",
    "withheld": "withheld by the filter",
    "allowed": "allowed by the filter",
    "composer": "composer",
}
"""Gate -> its heading, in the order of a run."""


def progress_line(done: int, total: int, result: JsonObject) -> Line:
    """One line for a trial that is over."""
    ended = f"failed: {result['failed']}" if result["failed"] else str(result["verdict"])
    told = [what for bar, what in BARS.items() if result.get(bar)]
    fault = f"; {', '.join(told)}" if told else ""
    text = f"{done}/{total} {result['key']}: {ended}, {result['seconds']:.0f} s{fault}"
    return Line(text, "bad" if told else "plain")


def report_lines(parts: Sequence[Counted]) -> Iterator[Line]:
    """The whole table: one block for the diagnoses, one line or two for each role and method."""
    for part in parts:
        yield Line(f"{part.name}: {part.trials} trials, {part.seconds:.0f} s", "heading")
        yield from _block(part)
        yield Line()


def _block(part: Counted) -> Iterator[Line]:
    answered = part.trials - part.failed
    if part.failed:
        yield Line(f"  ended without an answer: {part.failed} of {part.trials}")
    for bar, what in BARS.items():
        style = "bad" if part.bars[bar] else "good"
        yield Line(f"  {what}: {part.bars[bar]} of {answered}", style)
    yield Line(f"  replay differs: {part.replays_that_differ} of {answered}")
    yield Line(
        f"  planted marker in the evidence: {part.markers_found}; "
        f"in a stored line quoted below the answer: {part.markers_quoted}"
    )
    for gate, heading in GATES.items():
        if any(part.gates.get(gate, {}).values()):
            yield Line(f"  {heading}: {_counts(part.gates[gate])}")
    yield Line(f"  verdicts: {_counts(part.verdicts)}")
    yield Line(f"  useful (a confirmed claim from evidence): {part.useful} of {answered}")
    for role, calls in part.calls.items():
        yield Line(f"  calls of the {role}: {_calls(calls)}")


def _counts(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return "; ".join(f"{what} {count}" for what, count in ordered if count)


def _calls(calls: Calls) -> str:
    return (
        f"{calls.calls}, cut off {calls.cut_off}, failed {calls.failed}, "
        f"tools called {calls.tools_called}, {calls.prompt_tokens} tokens in, "
        f"{calls.completion_tokens} out, {calls.seconds:.0f} s"
    )
