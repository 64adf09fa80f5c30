"""Figures written where ``--json`` says."""

import json
from pathlib import Path
from typing import Any

from superbiz_agent.errors import ConfigurationError


def write_json(path: Path, figures: Any) -> None:
    """Write ``figures`` (plain JSON) to ``path``, indented, in UTF-8.

    Raises ``ConfigurationError`` for a path that cannot be written.
    """
    text = json.dumps(figures, ensure_ascii=False, indent=2) + "\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"--json {path} cannot be written: {error.strerror}") from None
