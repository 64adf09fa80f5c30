"""Tables ``[sources.NAME]``: what is read, what is refused, and that no secret is shown."""

import json
from pathlib import Path

import pytest

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings import load_settings
from superbiz_agent.settings.secrets import secret_value
from superbiz_agent.settings.sources import PrometheusSource

SECRET = "planted-secret-1"

TOML = """
[sources.prod]
kind = "prometheus"
url = "https://metrics.example.org/prometheus/"
username = "reader"
password = "env:METRICS_PASSWORD"
headers = {X-Key = "planted-secret-1"}

[sources.logs]
kind = "loki"
url = "http://localhost:3100"
timezone = "+08:00"
"""


def test_tables_of_the_toml_file_are_read_in_order() -> None:
    Path("superbiz.toml").write_text(TOML, encoding="utf-8")
    settings = load_settings()
    assert list(settings.sources) == ["prod", "logs"]
    source = settings.sources["prod"]
    assert isinstance(source, PrometheusSource)
    assert source.url == "https://metrics.example.org/prometheus"
    assert settings.has_real_source
    assert not settings.uses_demo_data


def test_pairs_of_kind_and_address_are_named_after_the_kind() -> None:
    settings = load_settings(sources="loki=http://a:3100 loki=http://b:3100 prometheus=http://c")
    assert list(settings.sources) == ["loki", "loki-2", "prometheus"]


def test_the_environment_takes_pairs_and_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUPERBIZ_SOURCES", "prometheus=http://localhost:9090")
    assert list(load_settings().sources) == ["prometheus"]
    table = {"a": {"kind": "alertmanager", "url": "http://localhost:9093"}}
    monkeypatch.setenv("SUPERBIZ_SOURCES", json.dumps(table))
    assert load_settings().sources["a"].kind == "alertmanager"


@pytest.mark.parametrize(
    ("fields", "place", "word"),
    [
        ({"url": f"http://u:{SECRET}@h"}, "sources.prod.url", "username"),
        ({"url": "ftp://h"}, "sources.prod.url", "no URL"),
        ({"url": "http://h:99999"}, "sources.prod.url", "no URL"),
        ({"url": "http://h?key=1"}, "sources.prod.url", "query"),
        ({"password": SECRET, "username": "u"}, "sources.prod.password", "env:VARIABLE"),
        ({"token": SECRET}, "sources.prod.token", "env:VARIABLE"),
        ({"username": "u"}, "sources.prod", "go together"),
        ({"client_key": "k.pem"}, "sources.prod", "client_certificate"),
        ({"headers": {"a b": "c"}}, "sources.prod.headers", "pattern"),
        ({"headers": {"a": "b\nc"}}, "sources.prod.headers.a", "control"),
        ({"tenant": "a\r\nb"}, "sources.prod.tenant", "control"),
        ({"timezone": "Mars"}, "sources.prod.timezone", "zone"),
        ({"tenantt": SECRET}, "sources.prod.tenantt", "is no setting"),
        ({"timeout": 0}, "sources.prod.timeout", "greater"),
    ],
)
def test_a_wrong_table_names_the_key_and_quotes_no_secret(
    fields: dict[str, object], place: str, word: str
) -> None:
    table = {"kind": "prometheus", "url": "http://h", **fields}
    with pytest.raises(ConfigurationError) as caught:
        load_settings(sources={"prod": table})
    line = str(caught.value)
    assert line.startswith(place)
    assert word in line
    assert SECRET not in line
    assert "\n" not in line


@pytest.mark.parametrize("text", ["prometheus", "prometheus=", "{not json", "sundial=http://h"])
def test_text_that_names_no_source_is_refused(text: str) -> None:
    with pytest.raises(ConfigurationError, match="SUPERBIZ_SOURCES"):
        load_settings(sources=text)


def test_a_kind_that_is_misspelt_is_told_with_the_nearest_there_is() -> None:
    with pytest.raises(ConfigurationError) as caught:
        load_settings(sources="promethus=http://h")
    line = str(caught.value)
    assert "'promethus' is no kind of source; there are prometheus, alertmanager, loki" in line
    assert line.endswith("did you mean prometheus?")


def test_what_is_shown_holds_no_secret() -> None:
    Path("superbiz.toml").write_text(TOML, encoding="utf-8")
    settings = load_settings()
    assert SECRET not in json.dumps(settings.masked()) + repr(settings)
    assert settings.masked()["sources"]["prod"]["password"] == "env:METRICS_PASSWORD"


def test_a_secret_is_read_from_environment_dotenv_or_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("A", "one")
    Path(".env").write_text("B=two\n")
    (tmp_path / "c").write_text("three\n")
    found = [secret_value(text, "s") for text in ("env:A", "env:B", f"file:{tmp_path / 'c'}")]
    assert found == ["one", "two", "three"]


@pytest.mark.parametrize("content", [None, "", "two\nlines"])
def test_a_secret_that_cannot_be_used_is_told_without_its_text(
    tmp_path: Path, content: str | None
) -> None:
    if content is not None:
        (tmp_path / "c").write_text(content)
    with pytest.raises(ConfigurationError, match=r"sources\.prod\.token") as caught:
        secret_value(f"file:{tmp_path / 'c'}", "sources.prod.token")
    assert "lines" not in str(caught.value)
