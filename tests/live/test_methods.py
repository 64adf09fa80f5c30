"""How each role is asked, and why one is not."""

import pytest

from superbiz_agent.contracts.base import ROLES
from superbiz_agent.evals.live.methods import METHODS, why_skipped
from superbiz_agent.evals.live.playing import Bounds, live_settings
from superbiz_agent.evals.live.server import Endpoint
from superbiz_agent.settings import load_settings
from superbiz_agent.settings.roles import Method

ALL = dict.fromkeys(METHODS, True)
ENDPOINT = Endpoint("http://127.0.0.1:1/v1", "small", 0)


def test_the_verifier_is_never_asked_by_function_calling() -> None:
    reason = why_skipped("verifier", "function_calling", ALL)
    assert reason == "the verifier is never asked by function calling"


def test_a_method_that_the_server_does_not_carry_out_is_skipped_with_a_reason() -> None:
    reason = why_skipped("planner", "json_mode", {**ALL, "json_mode": False})
    assert reason == "the server does not carry it out"


@pytest.mark.parametrize("method", METHODS)
def test_settings_name_the_model_of_the_roles_on_trial_and_of_no_other(
    method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-operator")
    bounds = Bounds(context=4096)
    settings = load_settings(**live_settings(("executor",), ENDPOINT, bounds, method))
    live = settings.role_model("executor")
    assert (live.name, live.base_url, live.structured_output) == ("small", ENDPOINT.url, method)
    assert live.context_size == 4096
    assert live.api_key is not None
    assert "operator" not in live.api_key.get_secret_value()
    assert all(settings.role_model(role).is_offline for role in ROLES if role != "executor")
