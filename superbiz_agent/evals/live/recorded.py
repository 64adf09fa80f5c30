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

from superbiz_agent.contracts.base import ROLES, JsonObject, Role
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.evals.live.playing import Bounds, all_live, play
from superbiz_agent.evals.live.server import Endpoint
from superbiz_agent.evals.live.trials import Trial
from superbiz_agent.evals.trust.incidents import Case
from superbiz_agent.models.abilities import forget_abilities, keep_abilities

_LOOPBACK: Final = "127.0.0.1"
_NOTHING: Final[JsonObject] = {"text": "", "ended": "length"}
"""What is answered where no recorded reply is left."""


def _handler(replies: list[JsonObject]) -> type[BaseHTTPRequestHandler]:
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


def _completion(reply: JsonObject) -> JsonObject:
    message = {"role": "assistant", "content": reply.get("text") or ""}
    choice = {"index": 0, "message": message, "finish_reason": reply.get("ended") or "stop"}
    counts = [int(reply.get(f"{part}_tokens") or 1) for part in ("prompt", "completion")]
    usage = dict(zip(("prompt_tokens", "completion_tokens"), counts, strict=True))
    return {
        "id": "recorded",
        "object": "chat.completion",
        "created": 0,
        "model": "recorded",
        "choices": [choice],
        "usage": {**usage, "total_tokens": sum(counts)},
    }


def recorded_trials(path: Path) -> list[JsonObject]:
    """The results in ``path`` that hold replies. Raises ConfigurationError if it cannot be read."""
    try:
        lines = path.read_text("utf-8").splitlines()
        results: list[object] = [json.loads(line) for line in lines if line]
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"{path} cannot be read ({error}); name a file of `superbiz eval live`"
        ) from None
    objects = [cast("JsonObject", each) for each in results if isinstance(each, dict)]
    return [each for each in objects if each.get("exchanges")]


def play_recorded(results: Sequence[JsonObject], cases: Sequence[Case]) -> list[JsonObject]:
    """Play each of ``results`` again with its own replies. One whose incident is not among
    ``cases`` any more is left out."""
    by_name = {(case.name, case.language): case for case in cases}
    replies: list[JsonObject] = []
    played: list[JsonObject] = []
    with _endpoint(replies) as endpoint:
        for result in results:
            case = by_name.get((result["case"], result["language"]))
            if case is not None:
                replies[:] = result["exchanges"]
                played.append(play(_trial(result, case), endpoint, Bounds(**result["bounds"])))
    return played


def _trial(result: JsonObject, case: Case) -> Trial:
    roles: tuple[Role, ...] = tuple(role for role in ROLES if role in result["roles"])
    return Trial(result["part"], case, roles, result["method"], result["round"])


@contextlib.contextmanager
def _endpoint(replies: list[JsonObject]) -> Generator[Endpoint]:
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
