"""What a caller may set for one run: retries and the names of models."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent import Settings, build_graph
from superbiz_agent.audit.replay import replay_session
from superbiz_agent.errors import ConfigurationError, InvalidInputError, SuperBizError
from superbiz_agent.graph import DiagnosisGraph
from superbiz_agent.grounding.wording import language_of
from superbiz_agent.state import DiagnosisContext
from superbiz_agent.store import open_store
from superbiz_agent.testing import ScriptedChatModel
from tests.loopback import KEY, Endpoint, completion

HELLO = {"query": "Hello!"}


def graph_of(tmp_path: Path, **settings: Any) -> DiagnosisGraph:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    return build_graph(Settings(database_url=url, model_retries=0, demo=True, **settings))


def asked_models(endpoint: Endpoint) -> list[str]:
    return [str(request["model"]) for request in endpoint.requests]


@pytest.mark.server
@pytest.mark.parametrize("is_async", [False, True])
def test_a_run_names_its_models_and_the_next_one_has_the_settings_again(
    tmp_path: Path, endpoint: Endpoint, is_async: bool
) -> None:
    graph = graph_of(tmp_path, model_planner="m", openai_base_url=endpoint.url, openai_api_key=KEY)
    endpoint.replies = [(200, completion(content='{"intent": "small_talk", "steps": []}'))] * 4

    def ask(context: Any) -> None:
        if is_async:
            asyncio.run(graph.ainvoke(HELLO, context=context))
        else:
            graph.invoke(HELLO, context=context)

    for context in (
        {"model_planner": "n"},
        {"model": "all", "model_executor": "x"},
        {"model": "offline"},
        DiagnosisContext(),
        {"model_planner": "", "max_retries": None},
    ):
        ask(context)
    assert asked_models(endpoint) == ["n", "all", "m", "m"]


def test_a_model_that_was_passed_in_stays(tmp_path: Path) -> None:
    model = ScriptedChatModel({"planner": [{"intent": "small_talk", "steps": []}]})
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'a.db'}")
    build_graph(settings, model=model).invoke(HELLO, context={"model": "gpt-x"})
    model.assert_used_up()


@pytest.mark.parametrize(
    "context",
    [
        {"max_retries": "two"},
        {"max_retries": -1},
        {"max_retries": 6},
        {"model": 5},
        {"language": "fr"},
        {"model_planner": ["m"]},
    ],
    ids=str,
)
def test_a_value_of_another_kind_is_said_in_one_line(tmp_path: Path, context: Any) -> None:
    with pytest.raises(InvalidInputError) as caught:
        graph_of(tmp_path).invoke(HELLO, context=context)
    assert next(iter(context)) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["n" * 201, "a\nb", "azure_openai:d"])
def test_a_name_that_no_model_can_have_here_ends_the_run(tmp_path: Path, name: str) -> None:
    with pytest.raises(SuperBizError):
        graph_of(tmp_path).invoke(HELLO, context={"model": name})


@pytest.mark.parametrize("own", [{"api_key_executor": KEY}, {"base_url_executor": "http://a/v1"}])
def test_the_key_of_a_roles_endpoint_goes_to_no_other_provider(own: dict[str, str]) -> None:
    settings = Settings(model_executor="m", openai_api_key="k", **own)  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match="SUPERBIZ_BASE_URL_EXECUTOR"):
        settings.with_models({"model": "deepseek:chat"})
    assert settings.with_models({"model_planner": "deepseek:chat"}).model_name("executor") == "m"
    assert settings.with_models({"model_executor": "n"}).role_model("executor").name == "n"


INCIDENTS = Path(__file__).parents[1] / "incidents"


@pytest.mark.parametrize(
    ("query", "language"),
    [("Why does checkout fail?", "zh"), ("checkout 为什么失败？", "en")],
)
@pytest.mark.parametrize("composer", [True, False])
def test_an_answer_is_in_the_language_that_a_run_asks_for_and_replays(
    tmp_path: Path, query: str, language: str, composer: bool
) -> None:
    folder = INCIDENTS / "checkout-certificate"
    sources = {"alerts": [folder / "alerts.json"], "logs": [f"checkout={folder / 'app.log'}"]}
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'a.db'}", composer=composer, **sources)  # type: ignore[arg-type]
    asked = {"query": query, "at": "2026-08-14T09:30:00Z"}
    with open_store(settings.database_url) as store:
        graph = build_graph(settings, evidence_store=store)
        result = graph.invoke(asked, context={"language": language})
        assert replay_session(store, result["session_id"]) == []
    words = result["answer"].replace(query, "")
    assert (result["language"], result["verdict"]) == (language, "PASS")
    assert language_of(words) == language
    assert composer is (result["composer_status"] == "valid")
