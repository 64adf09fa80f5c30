"""Which model plays a role, and what is said when the settings do not suffice."""

import subprocess
import sys
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
