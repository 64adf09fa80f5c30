"""Where settings come from, and how a wrong one is named."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent import Settings
from superbiz_agent.contracts.base import ROLES
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings import load_settings, mask_url, split_named_path
from superbiz_agent.settings.values import expand_home
from superbiz_agent.settings.variables import variable_of
from superbiz_agent.terminal.notices import misspelt_settings


def test_the_defaults_are_those_of_the_contract() -> None:
    settings = load_settings()
    assert (settings.model, settings.max_retries, settings.composer) == ("offline", 1, True)
    assert settings.database_url.startswith("sqlite:///")
    assert settings.uses_demo_data
    assert {settings.model_name(role) for role in ("planner", "verifier")} == {"offline"}


def test_loading_opens_nothing() -> None:
    load_settings(logs=["/no/such/file"], database_url="sqlite:////no/such/folder/a.db")
    assert list(Path.cwd().iterdir()) == []


def test_explicit_beats_environment_beats_dotenv_beats_toml_beats_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("superbiz.toml").write_text("max_retries = 2\nmax_tool_calls = 3\ntemperature = 0.5\n")
    Path(".env").write_text("SUPERBIZ_MAX_RETRIES=3\nSUPERBIZ_MAX_TOOL_CALLS=4\nOTHER=1\n")
    monkeypatch.setenv("SUPERBIZ_MAX_RETRIES", "4")
    settings = load_settings()
    assert (settings.max_retries, settings.max_tool_calls) == (4, 4)
    assert (settings.temperature, settings.model_retries) == (0.5, 2)
    assert load_settings(max_retries=5).max_retries == 5


def test_an_empty_variable_is_an_unset_one(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("SUPERBIZ_MAX_RETRIES=\n")
    Path("superbiz.toml").write_text("max_retries = 3\n")
    monkeypatch.setenv("SUPERBIZ_DEMO", "")
    monkeypatch.setenv("SUPERBIZ_MAX_RETRIES", "")
    assert load_settings().demo is None
    assert load_settings().max_retries == 3


def test_another_toml_file_may_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('\ufeffmodel = "gpt-x"\nlogs = ["checkout=app.log"]\n')
    monkeypatch.setenv("SUPERBIZ_CONFIG_FILE", str(tmp_path / "mine.toml"))
    assert load_settings().model == "gpt-x"
    assert load_settings().log_sources == [("checkout", Path("app.log"))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.log", ["a.log"]),
        (f"a.log{os.pathsep}checkout=b.log", ["a.log", "checkout=b.log"]),
        ('["a.log", "c=d:e.log"]', ["a.log", "c=d:e.log"]),
        (f"{os.pathsep}a.log{os.pathsep} ", ["a.log"]),
        ("[]", []),
        ("日志=订单.log", ["日志=订单.log"]),
    ],
)
def test_lists_stand_in_one_variable(
    monkeypatch: pytest.MonkeyPatch, text: str, expected: list[str]
) -> None:
    monkeypatch.setenv("SUPERBIZ_LOGS", text)
    monkeypatch.setenv("SUPERBIZ_ALERTS", text)
    assert load_settings().logs == expected
    assert load_settings().alerts == [Path(part) for part in expected]


def test_a_single_path_is_a_list_of_one() -> None:
    assert load_settings(runbooks=Path("docs")).runbooks == [Path("docs")]
    assert load_settings(logs="a.log").logs == ["a.log"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("app.log", (None, Path("app.log"))),
        ("checkout=app.log", ("checkout", Path("app.log"))),
        ("checkout=dir/a=b.log", ("checkout", Path("dir/a=b.log"))),
        ("./a=b.log", (None, Path("./a=b.log"))),
        ("dir/a=b.log", (None, Path("dir/a=b.log"))),
        ("=app.log", (None, Path("=app.log"))),
        ("checkout=", (None, Path("checkout="))),
        ("c=~/a.log", ("c", Path("~/a.log"))),
        ("~nobody-here/a.log", (None, Path("~nobody-here/a.log"))),
    ],
)
def test_a_log_source_may_have_a_name(text: str, expected: tuple[str | None, Path]) -> None:
    name, path = expected
    assert split_named_path(text) == (name, expand_home(path))


def test_paths_may_begin_with_the_home_folder(tmp_path: Path) -> None:
    settings = load_settings(alerts=["~/a.json"], runbooks=[Path("~/docs")])
    assert settings.alerts == [tmp_path / "a.json"]
    assert settings.runbooks == [tmp_path / "docs"]


@pytest.mark.parametrize(
    ("demo", "logs", "used"),
    [
        (None, [], True),
        (True, [], True),
        (False, [], False),
        (None, ["a.log"], False),
        (True, ["a.log"], False),
    ],
)
def test_demo_data_is_off_beside_any_real_source(
    demo: bool | None, logs: list[str], used: bool
) -> None:
    assert load_settings(demo=demo, logs=logs).uses_demo_data is used


def test_a_role_may_have_a_model_of_its_own() -> None:
    settings = load_settings(model="a", model_verifier="b")
    assert (settings.model_name("verifier"), settings.model_name("composer")) == ("b", "a")


WRONG: list[tuple[str, str]] = [
    ("SUPERBIZ_MAX_RETRIES", "many"),
    ("SUPERBIZ_MAX_RETRIES", "-1"),
    ("SUPERBIZ_MAX_RETRIES", "1.5"),
    ("SUPERBIZ_MAX_TOOL_CALLS", "0"),
    ("SUPERBIZ_MODEL_TIMEOUT", "nan"),
    ("SUPERBIZ_MODEL_TIMEOUT", "0"),
    ("SUPERBIZ_TEMPERATURE", "hot"),
    ("SUPERBIZ_DEMO", "perhaps"),
    ("SUPERBIZ_COMPOSER", "perhaps"),
    ("SUPERBIZ_RIPGREP", "always"),
    ("SUPERBIZ_TIMEZONE", "Mars/Olympus"),
    ("SUPERBIZ_TIMEZONE", "../../etc/passwd"),
    ("SUPERBIZ_TIMEZONE", "+25:00"),
    ("SUPERBIZ_LOGS", '["unclosed"'),
    ("SUPERBIZ_LOGS", "[1]"),
    ("SUPERBIZ_LOGS", "[" * 100_000),
    ("SUPERBIZ_MODEL", "x" * 1_000),
    ("SUPERBIZ_CONTEXT_SIZE", "100"),
    ("SUPERBIZ_STRUCTURED_OUTPUT", "xml"),
    ("SUPERBIZ_TEMPERATURE_VERIFIER", "3"),
    ("SUPERBIZ_BASE_URL_PLANNER", "localhost"),
]


@pytest.mark.parametrize(("variable", "value"), WRONG)
def test_a_wrong_value_is_one_line_that_names_the_setting(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    message = str(caught.value)
    assert message.startswith(f"{variable}: ")
    assert caught.value.setting == variable
    assert "\n" not in message
    assert len(message) < 400


def test_a_wrong_value_in_the_toml_is_named_alike() -> None:
    Path("superbiz.toml").write_text('max_retries = "x\\ny"\nmodel = 3\n')
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert "SUPERBIZ_MAX_RETRIES" in str(caught.value)
    assert "SUPERBIZ_MODEL" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("toml", "expected"),
    [
        ("max_retry = 1", "superbiz.toml: 'max_retry' is no setting"),
        ("[model]\nname = 'x'", "SUPERBIZ_MODEL: "),
        ("max_retries = ", "superbiz.toml cannot be read"),
        ('a = "\udcff"', "superbiz.toml cannot be read"),
        ("x = " + "[" * 5_000, "superbiz.toml cannot be read"),
    ],
)
def test_a_toml_file_that_is_wrong_is_named(toml: str, expected: str) -> None:
    Path("superbiz.toml").write_bytes(toml.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigurationError, match=expected) as caught:
        load_settings()
    assert "\n" not in str(caught.value)


def test_a_toml_file_that_was_named_must_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUPERBIZ_CONFIG_FILE", "/no/such.toml")
    with pytest.raises(ConfigurationError, match=r"SUPERBIZ_CONFIG_FILE: /no/such\.toml"):
        load_settings()


def test_a_dotenv_file_that_is_no_text_is_named() -> None:
    Path(".env").write_bytes(b"\xff\xfe\x00\x80 = 1")
    with pytest.raises(ConfigurationError, match=r"\.env cannot be read"):
        load_settings()


def test_an_unknown_argument_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="SUPERBIZ_MAX_RETRY: is no setting"):
        load_settings(max_retry=1)


def test_settings_themselves_raise_our_error_too() -> None:
    with pytest.raises(ConfigurationError, match="SUPERBIZ_MAX_RETRIES"):
        Settings(max_retries="x")  # type: ignore[arg-type]


SECRETS: dict[str, Any] = {
    "openai_api_key": "sk-hunter2",
    "openai_base_url": "https://user:hunter2@host/v1?api_key=hunter2",
    "database_url": "postgresql://user:hunter2@host/db?sslpassword=hunter2",
    "azure_openai_api_key": "hunter2",
    "azure_openai_endpoint": "https://user:hunter2@host/",
    **{f"api_key_{role}": "hunter2" for role in ROLES},
    **{f"base_url_{role}": "https://user:hunter2@host/v1" for role in ROLES},
}


def test_no_secret_shows_in_any_print_of_the_settings() -> None:
    settings = load_settings(**SECRETS)
    shown = [repr(settings), str(settings), f"{settings}", json.dumps(settings.masked())]
    assert "hunter2" not in "".join(shown)
    assert settings.masked()["openai_api_key"] == "***"
    shown += [repr(settings.role_model(role)) for role in ROLES]
    assert "hunter2" not in "".join(shown)
    assert settings.openai_api_key is not None
    assert settings.openai_api_key.get_secret_value() == "sk-hunter2"


@pytest.mark.parametrize("field", SECRETS)
def test_no_secret_shows_in_an_error(field: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load_settings(**{field: ["hunter2"]})
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "masked"),
    [
        ("postgresql://u:p@h/db", "postgresql://u:***@h/db"),
        ("postgresql+psycopg://u:p@ss/w:rd@h/db", "postgresql+psycopg://u:***@h/db"),
        ("redis://:p@h", "redis://:***@h"),
        ("sqlite:////tmp/a:b@c.db", "sqlite:////tmp/a:b@c.db"),
        ("https://h/v1?api_key=p&x=1", "https://h/v1?api_key=***&x=1"),
        ("https://h:80/v1", "https://h:80/v1"),
    ],
)
def test_passwords_in_urls_are_masked(url: str, masked: str) -> None:
    assert mask_url(url) == masked


def test_masking_a_megabyte_ends() -> None:
    assert mask_url("a://" * 250_000) == "a://" * 250_000


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(Exception, match="frozen"):
        load_settings().max_retries = 3  # type: ignore[misc]


def test_names_that_set_nothing_are_found_wherever_they_stand() -> None:
    Path(".env").write_text("SUPERBIZ_TIMEZON=UTC\nsuperbiz_logs=a.log\nOTHER=1\n")
    environment = {
        "SUPERBIZ_MAX_RETRYS": "1",
        "SUPERBIZ_MODEL": "x",
        "SUPERBIZ_DEBUG": "1",
        "SUPERBIZ_ZZZ": "1",
        "A": "",
    }
    assert [(each.name, each.place, each.nearest) for each in misspelt_settings(environment)] == [
        ("SUPERBIZ_MAX_RETRYS", "the environment", "SUPERBIZ_MAX_RETRIES"),
        ("SUPERBIZ_ZZZ", "the environment", None),
        ("SUPERBIZ_TIMEZON", ".env", "SUPERBIZ_TIMEZONE"),
    ]
    assert misspelt_settings({"SUPERBIZ_MODLE": "x"})[0].detail == (
        "in the environment sets nothing; did you mean SUPERBIZ_MODEL? "
        "('superbiz config' lists all)"
    )


@pytest.mark.parametrize(
    "url",
    ["foo", "localhost:8000", "ftp://h/v1", "http://", "http://h:port/v1", "http://a b/v1", "//h",
     "file:///etc/passwd", "http://h:0", "http://[::1/v1"],
)  # fmt: skip
def test_an_endpoint_that_is_no_url_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert str(caught.value) == "OPENAI_BASE_URL: is no URL such as http://localhost:8000/v1"


@pytest.mark.parametrize(
    "url", ["http://localhost:8000/v1", "https://api.example.com", "HTTP://[::1]:80/v1"]
)
def test_an_endpoint_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    assert load_settings().openai_base_url == url


def test_every_setting_stands_in_its_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")
    wanted = {
        f"{variable_of(field).removesuffix(suffix)}_<ROLE>" if suffix else variable_of(field)
        for field in Settings.model_fields
        for suffix in [next((f"_{r.upper()}" for r in ROLES if field.endswith(f"_{r}")), "")]
    }
    assert [name for name in sorted(wanted) if f"| `{name}` |" not in page] == []
