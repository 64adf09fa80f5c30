"""A real ClickHouse (Debian's 18.16) with a table of log records."""

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import httpx

from tests.real_servers import answers, free_port, program, started

PASSWORD = "planted-password-1"

_CONFIG = Template("""<yandex>
  <logger><level>warning</level><console>1</console></logger>
  <http_port>$http</http_port><tcp_port>$tcp</tcp_port><listen_host>127.0.0.1</listen_host>
  <path>$folder/data/</path><tmp_path>$folder/tmp/</tmp_path>
  <mark_cache_size>5368709</mark_cache_size><timezone>Asia/Tokyo</timezone>
  <users_config>users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
</yandex>""")
_USERS = f"""<yandex>
  <profiles><default/><reading><readonly>1</readonly></reading></profiles>
  <users>
    <default><password/><networks><ip>127.0.0.1</ip></networks><profile>default</profile>
      <quota>default</quota></default>
    <reader><password>{PASSWORD}</password><networks><ip>127.0.0.1</ip></networks>
      <profile>reading</profile><quota>default</quota></reader>
  </users>
  <quotas><default/></quotas>
</yandex>"""


@dataclass(frozen=True)
class Clickhouse:
    """A running server; ``url`` is where it is asked."""

    url: str

    def run(self, statement: str, rows: Iterable[Mapping[str, Any]] = ()) -> str:
        """Run a statement as its owner; ``rows`` follow an INSERT as lines of JSON."""
        lines = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        body = f"{statement}\n{lines}" if lines else statement
        answer = httpx.post(self.url, content=body.encode(), timeout=30, trust_env=False)
        assert answer.is_success, answer.text
        return answer.text


@contextmanager
def running_clickhouse(folder: Path) -> Iterator[Clickhouse]:
    """Start a server whose zone is Tokyo's and whose data lie in ``folder``."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "tmp").mkdir(parents=True)
    http = free_port()
    config = _CONFIG.substitute(http=http, tcp=free_port(), folder=folder)
    (folder / "config.xml").write_text(config)
    (folder / "users.xml").write_text(_USERS)
    command = [program("clickhouse-server"), f"--config-file={folder / 'config.xml'}"]
    url = f"http://127.0.0.1:{http}"
    with started(command, answers(url), folder):
        yield Clickhouse(url)
