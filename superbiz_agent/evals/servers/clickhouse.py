"""ClickHouse (Debian's 18.16) with tables of log records."""

import json
import shutil
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any, Final

import httpx

from superbiz_agent.errors import SourceError
from superbiz_agent.evals.servers.process import answers, free_port, program, started

_CONFIG: Final = Template("""<yandex>
  <logger><level>warning</level><console>1</console></logger>
  <http_port>$http</http_port><tcp_port>$tcp</tcp_port><listen_host>127.0.0.1</listen_host>
  <path>$folder/data/</path><tmp_path>$folder/tmp/</tmp_path>
  <keep_alive_timeout>1</keep_alive_timeout><mark_cache_size>5368709</mark_cache_size><timezone>$timezone</timezone>
  <users_config>users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
</yandex>""")
_USERS: Final = Template("""<yandex>
  <profiles><default/><reading><readonly>1</readonly></reading></profiles>
  <users>
    <default><password/><networks><ip>127.0.0.1</ip></networks><profile>default</profile>
      <quota>default</quota></default>$reader
  </users>
  <quotas><default/></quotas>
</yandex>""")
_READER: Final = Template("""
    <reader><password>$password</password><networks><ip>127.0.0.1</ip></networks>
      <profile>reading</profile><quota>default</quota></reader>""")


@dataclass(frozen=True)
class Clickhouse:
    """A running server; ``url`` is where it is asked."""

    url: str

    def run(self, statement: str, rows: Iterable[Mapping[str, Any]] = ()) -> str:
        """Run a statement as its owner; ``rows`` follow an INSERT as lines of JSON.

        Raises ``SourceError`` with what the server said if it refuses.
        """
        lines = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        body = f"{statement}\n{lines}" if lines else statement
        answer = httpx.post(self.url, content=body.encode(), timeout=60, trust_env=False)
        if not answer.is_success:
            raise SourceError(f"clickhouse says: {answer.text[:2000]}", source="clickhouse")
        return answer.text


@contextmanager
def clickhouse(
    folder: Path, *, timezone: str = "UTC", password: str | None = None
) -> Generator[Clickhouse]:
    """Start a server whose data lie in ``folder``, which is emptied; its zone is ``timezone``. With
    a ``password`` there is a user ``reader``, too, who may only read.

    Raises ``ConfigurationError`` where it is not installed.
    """
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "tmp").mkdir(parents=True)
    http = free_port()
    config = _CONFIG.substitute(http=http, tcp=free_port(), folder=folder, timezone=timezone)
    reader = _READER.substitute(password=password) if password else ""
    (folder / "config.xml").write_text(config)
    (folder / "users.xml").write_text(_USERS.substitute(reader=reader))
    command = [program("clickhouse-server"), f"--config-file={folder / 'config.xml'}"]
    url = f"http://127.0.0.1:{http}"
    with started(command, answers(url), folder):
        yield Clickhouse(url)
