"""Where public data lies that an evaluation reads in place."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from superbiz_agent.errors import ConfigurationError

VARIABLE: Final = "SUPERBIZ_EVAL_DATA"
"""Names the folder of public data."""


def data_folder(
    given: Path | None, environment: Mapping[str, str], *, what: str, below: str = ""
) -> Path:
    """The folder given, else the one that the environment names, or the folder ``below`` that.

    ``what`` says in a message what it holds. Raises ``ConfigurationError`` if neither names a
    folder that is there.
    """
    named = environment.get(VARIABLE)
    folder = given or (Path(named) / below if named else None)
    if folder is not None and folder.is_dir():
        return folder
    fault = f"there is no folder {folder}" if folder else f"the folder of {what} is not named"
    meant = f"the folder that holds {below}/" if below else "it"
    raise ConfigurationError(
        f"{fault}: give it as --data DIR, or set {VARIABLE} to {meant}", setting=VARIABLE
    )
