"""Nothing that a model or a tool said beside the verified material reaches the user.

Each row of LEAKS plants a marker in one thing that must not leak and changes nothing else of a
faithful run. The marker is searched for in everything the user gets: answer, messages,
references, the custom stream, and what ``superbiz ask`` prints.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from langchain_core.messages import AIMessage

import superbiz_agent
from superbiz_agent.cli import main
from superbiz_agent.contracts.base import VERDICT_ORDER, Role
from superbiz_agent.errors import ModelUnavailableError
from superbiz_agent.testing import tool_call, tool_calls
from tests.graph.conftest import DEMO_PLAN, cited, claim
from tests.traps.stage import QUESTIONS, Script, Stage, alert, beside, faithful, played

LEAK = "zorkleak"
"""A word that stands nowhere else: no typed fact, so no rule about facts holds it back."""
FACT = "zorkleak-db-7"
"""The same as a typed fact, for what is screened by its facts."""

Messages = Sequence[Any]
Change = Callable[[Any, Messages], Any]
Place = Role | Literal["call"]


@dataclass(frozen=True)
class Leak:
    """What is planted, and how: a change to each reply of a role, or to its tool calls."""

    name: str
    changes: Mapping[Place, Change]
    verdicts: tuple[str, ...] = VERDICT_ORDER

    def planted(self, script: Script) -> Script:
        """``script`` with every reply of the changed places changed."""
        return {
            role: [self._changed(role, reply) for reply in replies]
            for role, replies in script.items()
        }

    def _changed(self, role: Role, reply: Any) -> Any:
        def say(messages: Messages) -> Any:
            plain = played(reply, messages)
            change = self.changes.get("call" if isinstance(plain, AIMessage) else role)
            return change(plain, messages) if change else plain

        return say


def put(**fields: Any) -> Change:
    """Set keys of the reply."""
    return lambda reply, _: reply | fields


def rename(**fields: Any) -> Change:
    """Set keys of every item of the reply's main list."""

    def change(reply: Any, _: Messages) -> Any:
        key = next(key for key in ("claims", "claim_checks", "steps") if key in reply)
        return reply | {key: [item | fields for item in reply[key]]}

    return change


def say(template: str) -> Change:
    """Send text: ``{json}`` stands for the faithful reply."""
    return lambda reply, _: template.replace("{json}", json.dumps(reply, ensure_ascii=False))


def more(text: str, kind: str = "observation", **binding: Any) -> Change:
    """Add a second claim over the same alert; ``binding`` replaces parts of its binding."""

    def change(reply: Any, messages: Messages) -> Any:
        kept = {k: v for k, v in (alert(messages) | binding).items() if v is not None}
        return reply | {"claims": [*reply["claims"], claim(2, text, kept, kind=kind)]}

    return change


def unbound(reply: Any, _: Messages) -> Any:
    return reply | {"claims": [*reply["claims"], claim(2, f"{LEAK} is down.")]}


def misformed(reply: Any, messages: Messages) -> Any:
    bad = claim(2, f"{LEAK} is down.", alert(messages)) | {"claim_id": f"claim-{LEAK}"}
    return reply | {"claims": [*reply["claims"], bad]}


def judged(verification: str) -> Change:
    """Give the second claim this check."""

    def change(reply: Any, _: Messages) -> Any:
        checks = [
            check | ({"verification": verification} if check["claim_id"] == "claim-2" else {})
            for check in reply["claim_checks"]
        ]
        return reply | {"claim_checks": checks}

    return change


def in_binding(reply: Any, messages: Messages) -> Any:
    binding = alert(messages) | {LEAK: LEAK, "note": LEAK}
    return reply | {"claims": [reply["claims"][0] | {"evidence_bindings": [binding]}]}


def noted(reply: Any, _: Messages) -> Any:
    checks = [
        check | {"evidence_refs": [ref | {"note": LEAK} for ref in check["evidence_refs"]]}
        for check in reply["claim_checks"]
    ]
    return reply | {"claim_checks": checks}


def stray_check(reply: Any, _: Messages) -> Any:
    stray = reply["claim_checks"][0] | {"claim_id": "claim-9", "claim_text": LEAK, "detail": LEAK}
    return reply | {"claim_checks": [*reply["claim_checks"], stray]}


def answer(sentence: str) -> Change:
    """Add a sentence to both of the composer's texts."""

    def change(reply: Any, _: Messages) -> Any:
        keys = ("answer_summary", "user_facing_answer")
        return reply | {key: f"{reply[key]} {sentence}" for key in keys}

    return change


def without(key: str) -> Change:
    """Drop a key, with the marker in the text that stays."""

    def change(reply: Any, messages: Messages) -> Any:
        return {k: v for k, v in answer(LEAK)(reply, messages).items() if k != key}

    return change


def stopped(reason: str) -> Change:
    """Send the faithful reply with the marker before it, and a stop reason."""
    return lambda reply, _: AIMessage(
        content=f"{LEAK} {json.dumps(reply)}", response_metadata={"finish_reason": reason}
    )


def broken(_reply: Any, _: Messages) -> Any:
    return RuntimeError(f"{LEAK}: the endpoint said {LEAK}")


def call_beside(reply: Any, _: Messages) -> Any:
    text = f"{LEAK} {json.dumps(reply)}"
    return beside(text, tool_call("query_logs", query="order-service"))


def also(name: str, **arguments: Any) -> Change:
    """Call one more tool in the same turn."""
    faithful_call = ("query_metrics", {"query": "order-service"})
    return lambda _reply, _messages: tool_calls(faithful_call, (name, arguments))


def text_beside(call: Any, _: Messages) -> Any:
    return beside(f'{LEAK}: the tool said {{"evidence_refs": []}}', call)


BAD_ACTION = {"action_text": f"Look at the dashboards of {FACT}.", "reason": "to see more"}
BAD_REASON = {"action_text": "Look at the dashboards.", "reason": f"{FACT} is at 97%"}
RESTART = {"action_text": f"Restart the {LEAK} now.", "reason": "to mend it"}
COMMAND = {"action_text": f"执行 kubectl rollout undo，然后看 {LEAK}。", "reason": "to mend it"}
POSSIBLY = {"hypothesis_id": "h-1", "hypothesis_text": f"Possibly {FACT} is at 97%."}
PLAINLY = {"hypothesis_id": "h-1", "hypothesis_text": f"Possibly the {LEAK} is to blame."}

LEAKS = (
    # the planner: its plan is a wish
    Leak("planner: purpose", {"planner": rename(purpose=LEAK)}),
    Leak("planner: tool name", {"planner": rename(tool_name=LEAK)}),
    Leak("planner: arguments", {"planner": rename(arguments={LEAK: LEAK, "query": LEAK})}),
    Leak("planner: extra key", {"planner": put(**{LEAK: LEAK, "answer": LEAK})}),
    Leak("planner: prose", {"planner": say(LEAK + " {json} " + LEAK)}),
    Leak("planner: intent", {"planner": put(intent=LEAK)}),
    Leak("planner: error", {"planner": broken}),
    # the executor's calls
    Leak("call: text beside it", {"call": text_beside}),
    Leak("call: another argument", {"call": also("query_logs", query=LEAK, service=FACT)}),
    Leak("call: an unknown argument", {"call": also("query_logs", query="x", **{LEAK: LEAK})}),
    Leak("call: an unknown tool", {"call": also(f"{LEAK}_tool", query=LEAK)}),
    Leak("call: uncited output", {"call": also("query_marks", query="order-service")}),
    Leak("call: a failing tool", {"call": also("query_down", query=LEAK)}),
    # the executor's reply
    Leak("executor: text before", {"executor": say(LEAK + " {json}")}),
    Leak("executor: text after", {"executor": say("{json} " + LEAK)}),
    Leak("executor: reasoning", {"executor": say(f"<think>{LEAK}</think>" + "{json}")}),
    Leak("executor: no JSON", {"executor": say(LEAK)}),
    Leak("executor: a second object", {"executor": say('{json} {"note": "zorkleak"}')}),
    Leak("executor: cut off", {"executor": stopped("length")}),
    Leak("executor: user_facing_answer", {"executor": put(user_facing_answer=LEAK)}),
    Leak("executor: diagnosis_summary", {"executor": put(diagnosis_summary=LEAK)}),
    Leak("executor: extra key", {"executor": put(**{LEAK: LEAK})}),
    Leak("executor: extra key of a claim", {"executor": rename(**{LEAK: LEAK})}),
    Leak("executor: extra key of a binding", {"executor": in_binding}),
    Leak("executor: version", {"executor": put(answer_version=LEAK)}),
    Leak("executor: claim without binding", {"executor": unbound}),
    Leak("executor: claim of a bad form", {"executor": misformed}),
    Leak("executor: claim without path", {"executor": more(f"{LEAK} is down.", raw_path=None)}),
    Leak("executor: path", {"executor": more(f"{LEAK} is down.", raw_path=f"$.{LEAK}[0]")}),
    Leak("executor: id", {"executor": more(f"{LEAK} is down.", source_invocation_id=424242)}),
    Leak("executor: tool", {"executor": more(f"{LEAK} is down.", tool_name=LEAK)}),
    Leak("executor: excerpt", {"executor": more(f"{LEAK} is down.", evidence_excerpt=LEAK)}),
    Leak("executor: claim type", {"executor": more(f"{LEAK} is down.", kind=LEAK)}),
    Leak("executor: fact of no evidence", {"executor": more(f"{FACT} is at 97%.")}),
    Leak("executor: negative claim", {"executor": more(f"No {FACT} was found at all.")}),
    Leak("executor: hypothesis with a fact", {"executor": put(hypotheses=[POSSIBLY])}),
    Leak("executor: hypothesis", {"executor": put(hypotheses=[PLAINLY])}, ("REJECT",)),
    Leak("executor: gap with a fact", {"executor": put(missing_info=[f"No logs of {FACT}."])}),
    Leak("executor: gap of no text", {"executor": put(missing_info=[{"text": LEAK}])}),
    Leak("executor: action with a fact", {"executor": put(recommended_actions=[BAD_ACTION])}),
    Leak("executor: reason with a fact", {"executor": put(recommended_actions=[BAD_REASON])}),
    Leak("executor: remediation", {"executor": put(recommended_actions=[RESTART])}),
    Leak("executor: a command", {"executor": put(recommended_actions=[COMMAND])}),
    # claims that the verifier stops
    *(
        Leak(
            f"claim judged {verification}",
            {"executor": more(f"The {LEAK} of order-service."), "verifier": judged(verification)},
        )
        for verification in ("unsupported", "external_unknown", "contradicted")
    ),
    Leak(
        "claim judged overstated with a fact of no evidence",
        {"executor": more(f"{FACT} is the sole cause."), "verifier": judged("overstated")},
    ),
    # the verifier's words
    Leak("verifier: prose", {"verifier": say(LEAK + " {json} " + LEAK)}),
    Leak("verifier: no JSON", {"verifier": say(LEAK)}),
    Leak("verifier: rationale", {"verifier": put(rationale=LEAK)}),
    Leak("verifier: detail", {"verifier": rename(detail=LEAK)}),
    Leak("verifier: note", {"verifier": noted}),
    Leak("verifier: claim text", {"verifier": rename(claim_text=LEAK, claim_type=LEAK)}),
    Leak("verifier: facts", {"verifier": put(facts_checked=[{"fact": LEAK, "detail": LEAK}])}),
    Leak("verifier: extra key", {"verifier": put(**{LEAK: LEAK, "user_facing_answer": LEAK})}),
    Leak("verifier: check of no claim", {"verifier": stray_check}),
    Leak("verifier: verdict", {"verifier": put(verdict=LEAK)}),
    Leak("verifier: verification", {"verifier": rename(verification=LEAK)}),
    Leak("verifier: error", {"verifier": broken}),
)

COMPOSER_LEAKS = (
    Leak("composer: text before", {"composer": say(LEAK + " {json}")}),
    Leak("composer: text after", {"composer": say("{json} " + LEAK)}),
    Leak("composer: no JSON", {"composer": say(LEAK)}),
    Leak("composer: a fence", {"composer": say("```json zorkleak\n{json}\n```")}),
    Leak("composer: extra key", {"composer": put(**{LEAK: LEAK})}),
    Leak("composer: key missing", {"composer": without("answer_summary")}),
    Leak("composer: answer missing", {"composer": without("user_facing_answer")}),
    Leak("composer: cut off", {"composer": stopped("length")}),
    Leak("composer: filtered", {"composer": stopped("content_filter")}),
    Leak("composer: error", {"composer": broken}),
    Leak("composer: a tool call", {"composer": call_beside}),
    Leak("composer: a new fact", {"composer": answer(f"{FACT} is at 97%.")}),
    Leak("composer: a new fact, marked", {"composer": answer(f"{FACT} is at 97%. [claim-1]")}),
    Leak("composer: a mark of nothing", {"composer": answer(f"The {LEAK}. [claim-7]")}),
    Leak("composer: a cause", {"composer": answer(f"It failed because of the {LEAK}.")}),
    Leak("composer: a possibility", {"composer": answer(f"Possibly the {LEAK} is broken.")}),
    Leak("composer: an absence", {"composer": answer(f"There is no {LEAK}.")}),
    Leak("composer: an order", {"composer": answer(f"Restart the {LEAK}.")}),
    Leak("composer: a command", {"composer": answer(f"执行 kubectl rollout undo {LEAK}。")}),
    Leak("composer: an action", {"composer": put(recommended_actions=[BAD_ACTION])}),
    Leak("composer: a link", {"composer": answer(f"[{LEAK}](https://{LEAK}.example/x)")}),
)

SCENES = (
    (("PASS", "en", "stream"), ("LOW_CONFID", "zh", "cli"), ("REJECT", "en", "invoke")),
    (("PASS", "zh", "invoke"), ("LOW_CONFID", "en", "cli"), ("REJECT", "zh", "stream")),
)
"""The verdict of the faithful run, the language of the question, and the way of asking: every row
of LEAKS is played in one of these sets, in turn."""

CASES = [
    pytest.param(leak, *scene, id="-".join((leak.name, *scene)))
    for number, leak in enumerate([*LEAKS, *COMPOSER_LEAKS])
    for scene in SCENES[number % len(SCENES)]
    if scene[0] in leak.verdicts
]


@pytest.fixture
def asked(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """Ask with a script in one way, and return everything that the user gets to see."""
    monkeypatch.setattr(superbiz_agent, "build_graph", lambda *_, **__: stage.graph)
    monkeypatch.setenv("SUPERBIZ_DATABASE_URL", stage.url)

    def ask(script: Script, language: str, way: str) -> str:
        if way != "cli":
            run = stage.play(script, QUESTIONS[language], way=way)  # type: ignore[arg-type]
            messages = [message.text for message in run.result.pop("messages")]
            return json.dumps([run.result, messages, run.events], ensure_ascii=False)
        stage.model.play(script)
        capsys.readouterr()
        assert main(["ask", QUESTIONS[language]]) == 0
        stage.replayed(stage.newest().id)
        printed = capsys.readouterr()
        return printed.out + printed.err

    return ask


def spoken(stage: Stage) -> str:
    """What the models said and the tools returned in the question asked last."""
    calls = stage.store.invocations(stage.newest().id)
    return "\n".join([stage.model.said, *(call.model_dump_json() for call in calls)])


@pytest.mark.parametrize(("leak", "verdict", "language", "way"), CASES)
def test_nothing_unverified_reaches_the_user(
    stage: Stage, asked: Callable[..., str], leak: Leak, verdict: str, language: str, way: str
) -> None:
    seen = asked(leak.planted(faithful(language, verdict)), language, way)
    assert LEAK in spoken(stage), "the marker was not planted"
    assert LEAK not in seen
    [composer] = stage.model.calls_of("composer")
    assert LEAK not in "".join(message.text for message in composer.messages)
    assert verdict == "PASS" or stage.newest().verdict != "PASS"


@pytest.mark.parametrize("leak", COMPOSER_LEAKS, ids=lambda leak: leak.name)
def test_the_audit_keeps_no_text_of_a_failed_composer(stage: Stage, leak: Leak) -> None:
    run = stage.play(leak.planted(faithful()))
    assert run.result["composer_status"] in ("malformed", "fallback")
    assert run.audit["composer_output"]["template_id"] == "pass.en"
    assert LEAK not in run.session.model_dump_json()


def test_a_faithful_run_reaches_each_verdict_in_each_language(stage: Stage) -> None:
    for verdict, language, _ in (*SCENES[0], *SCENES[1]):
        run = stage.play(faithful(language, verdict), QUESTIONS[language])
        assert (run.result["verdict"], run.result["language"]) == (verdict, language)
        assert run.result["composer_status"] == "valid"


def everything_at_once() -> Script:
    """A faithful script with a marker in each place that leaves the run as it is."""
    script = faithful()
    for leak in LEAKS:
        if leak.name in HARMLESS:
            script = leak.planted(script)
    return script


HARMLESS = (
    *("planner: purpose", "call: text beside it", "executor: extra key of a claim"),
    *("executor: hypothesis with a fact", "executor: gap with a fact", "executor: remediation"),
    *("verifier: rationale", "verifier: detail", "verifier: note", "verifier: facts"),
)


def test_a_chat_client_that_streams_messages_gets_the_question_and_the_answer(
    stage: Stage,
) -> None:
    stage.model.play(everything_at_once())
    sent = list(stage.graph.stream({"query": QUESTIONS["en"]}, stream_mode="messages"))
    assert stage.model.said.count(LEAK) >= len(HARMLESS)
    assert [message.type for message, _ in sent] == ["human", "ai"]
    assert [message.text for message, _ in sent] == [QUESTIONS["en"], stage.newest().answer]
    assert LEAK not in sent[1][0].text and "91%" in sent[1][0].text


async def test_nothing_leaks_asynchronously_either(stage: Stage) -> None:
    stage.model.play(everything_at_once())
    modes = ["custom", "messages"]
    stream = stage.graph.astream({"query": QUESTIONS["en"]}, stream_mode=modes)
    sent = [f"{chunk}" async for _, chunk in stream]
    assert stage.model.said.count(LEAK) >= len(HARMLESS)
    assert LEAK not in "".join(sent) and "91%" in "".join(sent)


def test_an_executor_that_is_not_to_be_had_leaks_nothing_of_its_error(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = faithful() | {"executor": [RuntimeError(LEAK)]}
    with pytest.raises(ModelUnavailableError) as caught:
        stage.play(script)
    assert LEAK not in str(caught.value)
    monkeypatch.setattr(superbiz_agent, "build_graph", lambda *_, **__: stage.graph)
    monkeypatch.setenv("SUPERBIZ_DATABASE_URL", stage.url)
    stage.model.play(script)
    assert main(["ask", QUESTIONS["en"]]) == 1
    printed = capsys.readouterr()
    assert printed.out == "" and LEAK not in printed.err
    assert stage.newest().status == "failed"


def test_a_cited_line_is_shown_so_the_search_for_markers_can_fail(stage: Stage) -> None:
    script = Leak("cited", {"call": also("query_marks", query="order-service")}).planted(faithful())
    call, reply = script["executor"][:2]

    def cites(messages: Messages) -> Any:
        marked = claim(2, "order-service logged a line.", cited(messages, LEAK))
        return played(reply, messages) | {"claims": [*reply(messages)["claims"], marked]}

    run = stage.play(script | {"executor": [call, cites] * 2, "planner": [DEMO_PLAN]})
    assert LEAK in run.result["answer"]
