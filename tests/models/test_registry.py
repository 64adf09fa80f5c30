"""Which model plays a role, and what is said when the settings do not suffice."""

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.models.registry import chat_model
from superbiz_agent.settings import load_settings


def test_the_offline_model_is_the_default() -> None:
    model = chat_model("planner", load_settings())
    assert type(model).__name__ == "OfflineChatModel"


def test_a_role_may_have_a_model_of_its_own() -> None:
    settings = load_settings(
        model="gpt-x", model_verifier="offline", openai_api_key="k", model_timeout=7.0
    )
    planner: Any = chat_model("planner", settings)
    assert planner.model_name == "gpt-x"
    assert planner.request_timeout == 7.0
    assert planner.max_retries == settings.model_retries
    assert planner.temperature == settings.temperature
    assert type(chat_model("verifier", settings)).__name__ == "OfflineChatModel"


@pytest.mark.parametrize("key", [None, "", "  "])
def test_a_missing_key_is_named(key: str | None) -> None:
    settings = load_settings(model="gpt-x", openai_api_key=key)
    with pytest.raises(ConfigurationError, match="set OPENAI_API_KEY") as caught:
        chat_model("executor", settings)
    assert caught.value.setting == "OPENAI_API_KEY"
    assert "\n" not in str(caught.value)


def test_an_endpoint_of_ones_own_needs_no_key() -> None:
    settings = load_settings(model="local", openai_base_url="http://127.0.0.1:1/v1")
    model: Any = chat_model("executor", settings)
    assert model.openai_api_base == "http://127.0.0.1:1/v1"
    assert model.openai_api_key.get_secret_value()


def test_the_model_library_is_imported_only_for_a_model_of_its_own() -> None:
    code = (
        "import sys; from superbiz_agent.models.registry import chat_model;"
        "from superbiz_agent.settings import load_settings;"
        "chat_model('planner', load_settings()); sys.exit('openai' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_role_may_have_an_endpoint_of_its_own_which_never_gets_the_key_of_the_others() -> None:
    settings = load_settings(
        model="gpt-x",
        openai_api_key="sk-shared",
        model_verifier="judge",
        base_url_verifier="http://127.0.0.1:1/v1",
        temperature_verifier=0.5,
        model_timeout_verifier=9.0,
    )
    verifier: Any = chat_model("verifier", settings)
    planner: Any = chat_model("planner", settings)
    assert (verifier.model_name, verifier.openai_api_base) == ("judge", "http://127.0.0.1:1/v1")
    assert (verifier.temperature, verifier.request_timeout) == (0.5, 9.0)
    assert verifier.openai_api_key.get_secret_value() != "sk-shared"
    assert planner.openai_api_key.get_secret_value() == "sk-shared"
    own = settings.model_copy(update={"api_key_verifier": planner.openai_api_key})
    assert settings.role_model("verifier").api_key is None
    assert own.role_model("verifier").api_key == planner.openai_api_key


AZURE = {
    "model": "azure_openai:my-deployment",
    "azure_openai_endpoint": "https://example.openai.azure.com",
    "azure_openai_api_key": "k",
    "openai_api_version": "2024-10-21",
}


def test_azure_openai_is_called_by_deployment() -> None:
    model: Any = chat_model("executor", load_settings(**AZURE))
    assert type(model).__mro__[2].__name__ == "AzureChatOpenAI"
    assert model.deployment_name == "my-deployment"
    assert model.openai_api_version == "2024-10-21"
    assert not model.use_responses_api


@pytest.mark.parametrize(
    ("missing", "named"),
    [
        ("azure_openai_endpoint", "AZURE_OPENAI_ENDPOINT"),
        ("azure_openai_api_key", "AZURE_OPENAI_API_KEY"),
        ("openai_api_version", "OPENAI_API_VERSION"),
    ],
)
def test_what_azure_lacks_is_named(missing: str, named: str) -> None:
    with pytest.raises(ConfigurationError, match=f"needs {named}") as caught:
        chat_model("executor", load_settings(**(AZURE | {missing: None})))
    assert caught.value.setting == named


@pytest.mark.parametrize(
    ("name", "provider", "model"),
    [
        ("offline", "", "offline"),
        ("gpt-x", "openai", "gpt-x"),
        ("openai:gpt-x", "openai", "gpt-x"),
        ("qwen2.5:7b", "openai", "qwen2.5:7b"),
        ("anthropic:claude-x", "anthropic", "claude-x"),
        ("ollama:llama3:8b", "ollama", "llama3:8b"),
        ("ollama:", "openai", "ollama:"),
    ],
)
def test_a_provider_is_told_from_a_name_with_a_colon(name: str, provider: str, model: str) -> None:
    found = load_settings(model=name).role_model("planner")
    assert (found.provider, found.name) == (provider, model)


def test_another_provider_is_made_by_langchain(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Any] = {}

    def init_chat_model(name: str, **given: Any) -> str:
        made.update(given, name=name)
        return "a model"

    monkeypatch.setitem(
        sys.modules, "langchain.chat_models", SimpleNamespace(init_chat_model=init_chat_model)
    )
    monkeypatch.setitem(sys.modules, "langchain", SimpleNamespace())
    settings = load_settings(
        model="anthropic:claude-x", openai_api_key="sk-openai", api_key_planner="own"
    )
    assert chat_model("executor", settings) == "a model"
    assert (made["name"], made["model_provider"]) == ("claude-x", "anthropic")
    assert "api_key" not in made and "base_url" not in made
    chat_model("planner", settings)
    assert made["api_key"].get_secret_value() == "own"


def test_a_provider_without_its_package_names_what_to_install() -> None:
    with pytest.raises(ConfigurationError, match="langchain-mistralai") as caught:
        chat_model("composer", load_settings(model="mistralai:m"))
    assert "SUPERBIZ_MODEL_COMPOSER" in str(caught.value)


def test_a_provider_that_refuses_the_settings_is_one_line_without_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def init_chat_model(name: str, **given: Any) -> str:
        raise ValueError(f"bad key {given['api_key'].get_secret_value()}\nTraceback")

    monkeypatch.setitem(
        sys.modules, "langchain.chat_models", SimpleNamespace(init_chat_model=init_chat_model)
    )
    monkeypatch.setitem(sys.modules, "langchain", SimpleNamespace())
    with pytest.raises(ConfigurationError) as caught:
        chat_model("planner", load_settings(model="groq:m", api_key_planner="hunter2"))
    assert "hunter2" not in str(caught.value) and "\n" not in str(caught.value)
    assert "SUPERBIZ_API_KEY_PLANNER" in str(caught.value)


def test_the_verifier_is_never_set_to_function_calling() -> None:
    settings = load_settings(structured_output_verifier="function_calling")
    with pytest.raises(ConfigurationError, match="SUPERBIZ_STRUCTURED_OUTPUT_VERIFIER"):
        settings.role_model("verifier")
