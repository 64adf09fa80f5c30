"""The results of a live run: one JSON object a line, appended as soon as a trial is over."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import cast

import superbiz_agent
from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import ConfigurationError


def setup_digest(*settings: object) -> str:
    """What results depend on besides the trial: the package's code and prompts, and ``settings``
    (a path stands for what its file holds). Results of another setup are not gone on with."""
    package = Path(superbiz_agent.__file__).parent
    files = sorted(path for path in package.rglob("*") if path.suffix in (".py", ".md", ".json"))
    digest = hashlib.sha256()
    for path in [*files, *(each for each in settings if isinstance(each, Path))]:
        digest.update(path.read_bytes())
    digest.update(repr([each for each in settings if not isinstance(each, Path)]).encode())
    return digest.hexdigest()[:12]


def read_results(path: Path, setup: str) -> list[JsonObject]:
    """The results of ``setup`` in ``path``, the last one of each key; none if there is no file.

    A line that is no JSON object is left out: a run that was killed may have written half of one.
    """
    if not path.exists():
        return []
    found: dict[str, JsonObject] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            value: object = json.loads(line)
        except ValueError:
            continue
        result = cast("JsonObject", value) if isinstance(value, dict) else {}
        if result.get("setup") == setup and "key" in result:
            found[str(result["key"])] = result
    return list(found.values())


def append_result(path: Path, result: JsonObject) -> None:
    """Add one line to ``path``. Raises ConfigurationError for a path that cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_torn = path.exists() and not path.read_bytes().endswith(b"\n") and path.stat().st_size
        with path.open("a", encoding="utf-8") as file:
            file.write(("\n" if is_torn else "") + json.dumps(result, ensure_ascii=False) + "\n")
    except OSError as error:
        raise ConfigurationError(
            f"--results {path} cannot be written: {error.strerror}; name another file"
        ) from None


def of_keys(results: Iterable[JsonObject], keys: Iterable[str]) -> list[JsonObject]:
    """The results of these keys, in their order."""
    known = {str(result["key"]): result for result in results}
    return [known[key] for key in keys if key in known]
