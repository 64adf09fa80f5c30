"""Scores of a diagnosis as feedback on its run in LangSmith: groundedness, verdict, fallback."""

# LangSmith types its functions only in part.
# pyright: reportUnknownMemberType=false

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Thread
from threading import enumerate as running_threads
from typing import Final

from langsmith import Client
from langsmith.run_trees import RunTree

from superbiz_agent.contracts.base import Verdict
from superbiz_agent.contracts.session import ComposerStatus

_LOG = logging.getLogger(__name__)
_THREAD_NAME: Final = "superbiz-feedback"
_PATIENCE: Final = 10.0
"""Seconds that are waited for what is still to be sent."""

VERDICT_SCORES: Final[dict[Verdict, float]] = {"PASS": 1.0, "LOW_CONFID": 0.5, "REJECT": 0.0}
"""So that an average over many runs can be read; the verdict itself stands beside its score."""


@dataclass(frozen=True)
class Score:
    """One feedback key: ``score`` from 0 to 1, ``value`` in words."""

    key: str
    score: float
    value: str | None = None


def scores(
    verdict: Verdict | None, groundedness: float | None, status: ComposerStatus
) -> list[Score]:
    """The scores of one diagnosis; a small-talk reply, which has no verdict, has none."""
    if verdict is None:
        return []
    told = [Score("verdict", VERDICT_SCORES[verdict], verdict)]
    if groundedness is not None:
        told.append(Score("groundedness", groundedness))
    return [*told, Score("fallback", float(status != "valid"), status)]


def send_feedback(client: Client, run: RunTree, given: Sequence[Score]) -> None:
    """Send ``given`` for ``run`` beside the diagnosis, which does not wait for it."""
    if given:
        Thread(target=_send, args=(client, run, given), name=_THREAD_NAME).start()


def wait_for_feedback() -> None:
    """Wait until what was handed to ``send_feedback`` is sent or given up: a process that ends
    before loses it, since LangSmith's own thread ends first."""
    for thread in running_threads():
        if thread.name == _THREAD_NAME:
            thread.join()


def _send(client: Client, run: RunTree, given: Sequence[Score]) -> None:
    """The project's id must be known, and the project is made with its first run."""
    try:
        client.flush(timeout=_PATIENCE)
        project = run.session_id or client.read_project(project_name=run.session_name).id
        for each in given:
            client.create_feedback(
                run.id,
                each.key,
                score=each.score,
                value=each.value,
                trace_id=run.trace_id,
                session_id=project,
            )
        client.flush(timeout=_PATIENCE)
    except Exception as error:  # whatever LangSmith answers is no affair of the diagnosis
        _LOG.warning("feedback was not sent to LangSmith: %s", type(error).__name__)
