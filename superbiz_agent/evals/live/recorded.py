"""Recorded replies of a live run, judged by the code as it is now: no model, no package needed.

An endpoint on loopback hands out the replies of a trial in their order, cut off where they were.
What the model would have said to other requests nobody knows: a trial whose requests are others by
now ends with replies left over, or lacking.
"""

import contextlib
import json
import threading
from collections.abc import Generator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, cast

from pydantic import BaseModel, ValidationError

from superbiz_agent.contracts.base import ROLES, JsonObject, Language, Role
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.evals.live.playing import Bounds, all_live, play
from superbiz_agent.evals.live.server import Endpoint
from superbiz_agent.evals.live.trials import Part, Trial
from superbiz_agent.evals.trust.incidents import Case
from superbiz_agent.models.abilities import forget_abilities, keep_abilities
from superbiz_agent.settings.roles import Method

_LOOPBACK: Final = "127.0.0.1"


class RecordedReply(BaseModel):
    """One reply of the model, as ``Exchanges`` wrote it down; what was not counted is null."""

    text: str | None = None
    ended: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class RecordedTrial(BaseModel):
    """One result of a live run, as far as it takes to play it again."""

    part: Part
    case: str
    language: Language
    roles: list[Role]
    method: Method
    round: int
    bounds: Bounds
    exchanges: list[RecordedReply]


_NOTHING: Final = RecordedReply(ended="length")
"""What is answered where no recorded reply is left."""


def _handler(replies: list[RecordedReply]) -> type[BaseHTTPRequestHandler]:
    """What speaks as much of OpenAI's API as a reply takes, and takes each of ``replies`` once."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            content = json.dumps(_completion(replies.pop(0) if replies else _NOTHING)).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Say nothing."""

    return Handler


def _completion(reply: RecordedReply) -> JsonObject:
    message = {"role": "assistant", "content": reply.text or ""}
    choice = {"index": 0, "message": message, "finish_reason": reply.ended or "stop"}
    sent, got = reply.prompt_tokens or 1, reply.completion_tokens or 1
    usage = {"prompt_tokens": sent, "completion_tokens": got, "total_tokens": sent + got}
    return {
        "id": "recorded",
        "object": "chat.completion",
        "created": 0,
        "model": "recorded",
        "choices": [choice],
        "usage": usage,
    }


def recorded_trials(path: Path) -> list[RecordedTrial]:
    """The results in ``path`` that hold replies. Raises ConfigurationError if it cannot be read, or
    a line of it is no such result."""
    try:
        lines = path.read_text("utf-8").splitlines()
        results: list[object] = [json.loads(line) for line in lines if line]
        objects = [cast("JsonObject", each) for each in results if isinstance(each, dict)]
        return [RecordedTrial.model_validate(each) for each in objects if each.get("exchanges")]
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"{path} cannot be read ({_reason(error)}); name a file of `superbiz eval live`"
        ) from None


def _reason(error: Exception) -> str:
    if isinstance(error, ValidationError):
        fault = error.errors(include_input=False)[0]
        return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
    return str(error)


def play_recorded(results: Sequence[RecordedTrial], cases: Sequence[Case]) -> list[JsonObject]:
    """Play each of ``results`` again with its own replies. One whose incident is not among
    ``cases`` any more is left out."""
    by_name = {(case.name, case.language): case for case in cases}
    replies: list[RecordedReply] = []
    played: list[JsonObject] = []
    with _endpoint(replies) as endpoint:
        for result in results:
            case = by_name.get((result.case, result.language))
            if case is not None:
                replies[:] = result.exchanges
                played.append(play(_trial(result, case), endpoint, result.bounds))
    return played


def _trial(result: RecordedTrial, case: Case) -> Trial:
    roles: tuple[Role, ...] = tuple(role for role in ROLES if role in result.roles)
    return Trial(result.part, case, roles, result.method, result.round)


@contextlib.contextmanager
def _endpoint(replies: list[RecordedReply]) -> Generator[Endpoint]:
    """An endpoint that is known to hold forms and texts and to call no tools, as the one that was
    recorded."""
    server = ThreadingHTTPServer((_LOOPBACK, 0), _handler(replies))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    endpoint = Endpoint(f"http://{_LOOPBACK}:{server.server_port}/v1", "recorded", 0)
    model = all_live(endpoint, Bounds()).role_model("executor")
    try:
        keep_abilities(model, "json_schema", calls_tools=False, bounds_texts=True)
        yield endpoint
    finally:
        with contextlib.suppress(OSError):
            forget_abilities(model)
        server.shutdown()
        server.server_close()
