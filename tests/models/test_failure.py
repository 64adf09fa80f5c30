"""A failed call becomes one line that names the setting, and nothing of what was sent."""

import ssl
from typing import Any

import pytest

from superbiz_agent.contracts.base import ROLES
from superbiz_agent.errors import ModelUnavailableError
from superbiz_agent.models.failure import model_failure


class StatusError(Exception):
    def __init__(self, status_code: int) -> None:
        super().__init__("secret-key in the body\nTraceback")
        self.status_code = status_code


class APITimeoutError(Exception):
    pass


class APIConnectionError(Exception):
    pass


def caused(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("exception", "reason", "setting"),
    [
        (StatusError(400), "HTTP 400", "SUPERBIZ_TEMPERATURE"),
        (StatusError(401), "refused the key", "OPENAI_API_KEY"),
        (StatusError(403), "HTTP 403", "OPENAI_API_KEY"),
        (StatusError(404), "does not know the model", "SUPERBIZ_MODEL"),
        (StatusError(418), "HTTP 418", "OPENAI_BASE_URL"),
        (StatusError(429), "rate or quota", "SUPERBIZ_MODEL"),
        (StatusError(503), "failed (HTTP 503)", "SUPERBIZ_MODEL"),
        (APITimeoutError("secret-key"), "no reply in time", "SUPERBIZ_MODEL_TIMEOUT"),
        (TimeoutError(), "no reply in time", "SUPERBIZ_MODEL_TIMEOUT"),
        (APIConnectionError("secret-key"), "cannot be reached", "OPENAI_BASE_URL"),
        (ConnectionRefusedError(), "cannot be reached", "OPENAI_BASE_URL"),
        (
            caused(APIConnectionError(), ssl.SSLCertVerificationError("secret-key")),
            "certificate is not trusted",
            "SSL_CERT_FILE",
        ),
        (AttributeError("'str' object"), "does not answer like", "OPENAI_BASE_URL"),
        (RuntimeError("secret-key"), "RuntimeError", "SUPERBIZ_MODEL"),
    ],
)
@pytest.mark.parametrize("role", ROLES)
def test_each_failure_names_its_cause_and_its_setting(
    exception: Exception, reason: str, setting: str, role: Any
) -> None:
    error = model_failure(exception, role=role, model="gpt-x")
    line = str(error)
    assert error.role == role
    assert error.reason in line
    assert reason in line
    assert setting in line
    assert "gpt-x" in line
    assert "\n" not in line
    assert "secret-key" not in line


def test_a_failure_that_is_already_told_is_kept() -> None:
    known = ModelUnavailableError("told", role="planner", reason="r")
    assert model_failure(known, role="executor", model="m") is known


def test_a_circle_of_causes_ends() -> None:
    first, second = RuntimeError(), RuntimeError()
    first.__cause__, second.__cause__ = second, first
    assert "RuntimeError" in str(model_failure(first, role="planner", model="m\nn"))
