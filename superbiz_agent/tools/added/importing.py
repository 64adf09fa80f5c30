"""Finding what ``import = "..."`` names: an attribute of a module, or of a file."""

import importlib
import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings.values import expand_home


def imported(reference: str, setting: str, hide: Callable[[str], str] = str) -> Any:
    """Return what ``package.module:name`` or ``path/of/file.py:name`` stands for; a path is
    relative to the working directory.

    Raises ``ConfigurationError`` that names ``setting`` and what is not there.
    """
    place, _, name = reference.rpartition(":")
    try:
        found: Any = _of_file(place) if place.endswith(".py") else importlib.import_module(place)
    except Exception as error:  # the module is the operator's: whatever it raises
        said = hide(str(error))[:300]
        raise ConfigurationError(
            f"{setting}: {place} cannot be imported ({type(error).__name__}: {said})",
            setting=setting,
        ) from None
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            raise ConfigurationError(
                f"{setting}: there is no {name} in {place}", setting=setting
            ) from None
    return found


def _of_file(place: str) -> ModuleType:
    path = Path(expand_home(place))
    if not path.is_file():
        raise FileNotFoundError("there is no such file")
    spec = importlib.util.spec_from_file_location(f"superbiz_tools_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ImportError("it is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
