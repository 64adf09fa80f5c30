"""The fixed answer to small talk, made of the operator's own names."""

import pytest

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.greeting import MAX_SHOWN, greeting

OWN = {"query_logs": ["orders", "nginx"], "query_metrics": ["am.json"], "lookup_knowledge": []}
LANGUAGES: tuple[Language, ...] = ("en", "zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_demo_gives_an_example_of_the_demo(language: Language) -> None:
    assert "order-service" in greeting(language, {}, demo=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_real_sources_are_named_and_asked_about_instead(language: Language) -> None:
    text = greeting(language, OWN, demo=False)
    assert all(name in text for name in ("orders", "nginx", "am.json"))
    assert "order-service" not in text


@pytest.mark.parametrize(
    ("language", "said", "unsaid"),
    [("en", "Which alerts", "runbooks ("), ("zh", "有哪些告警", "运行手册（")],
)
def test_only_what_is_configured_is_spoken_of(language: Language, said: str, unsaid: str) -> None:
    text = greeting(language, OWN, demo=False)
    assert said in text
    assert unsaid not in text


def test_of_many_sources_only_some_are_named() -> None:
    many = {"query_logs": [f"log-{number}" for number in range(100)]}
    assert greeting("en", many, demo=False).count("log-") == MAX_SHOWN + 1


@pytest.mark.parametrize(("language", "said"), [("en", "never change"), ("zh", "从不做任何变更")])
def test_it_says_that_nothing_is_ever_changed(language: Language, said: str) -> None:
    assert said in greeting(language, OWN, demo=False)
