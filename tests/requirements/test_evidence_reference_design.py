"""The evidence reference design: what may be cited, how a citation is judged, what it costs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from superbiz_agent.contracts.evidence import EVIDENCE_LISTS, EvidenceReference
from superbiz_agent.grounding import check_executor_output, normalise_checks
from superbiz_agent.prompts import load_prompt
from superbiz_agent.testing import tool_call, tool_results
from tests.graph.conftest import FAITHFUL, MEMORY_CLAIM, Bench, cited, judging, memory_output
from tests.graph.conftest import claim as chain_claim
from tests.grounding.evidence_rows import (
    ALERT,
    FAILED,
    FOREIGN,
    KNOWLEDGE,
    LOG,
    LOGS,
    METRICS,
    OLD,
    QUESTION,
    ROWS,
    RUNBOOK,
    SESSION,
    binding,
    checked,
    claim,
    findings,
    judgement,
    kept_claims,
    log_binding,
    output,
    row,
)
from tests.requirements.chain_scripts import (
    COLLECT,
    REJECT_OPENING,
    asked_of,
    claiming,
    evaluation_of,
    memory,
    only_once,
    pool,
    texts_of,
)

MakeBench = Callable[..., Bench]
LOW, REJECT = "low_confid", "reject"
PRESENT, REFERENCE = "evidence.binding_present", "evidence.invocation_ref"
PATH, EXCERPT, SCHEMA = "evidence.raw_path", "evidence.excerpt", "schema.executor_v2"


def severity_of(*claims: Any, **more: Any) -> tuple[str, str]:
    result = checked(*claims, **more).gatekeeper_result
    return result.status, result.severity


# --- Data flow -----------------------------------------------------------------------------------


def test_each_call_is_recorded_with_its_evidence_refs(bench: MakeBench) -> None:
    chain = bench(executor=[*COLLECT, claiming(memory)])
    result = chain.ask()
    shown = tool_results(chain.model.calls_of("executor")[-1].messages)
    rows = chain.store.invocations(result["session_id"])
    assert [row.id for row in rows] == [each["invocation_id"] for each in shown]
    for stored, told in zip(rows, shown, strict=True):
        refs = [line.model_dump() for line in stored.retrieval_details.evidence_refs]
        assert refs == told["evidence_refs"] != []


def test_the_executor_emits_claim_local_bindings(bench: MakeBench) -> None:
    chain = bench(**only_once(executor=[*COLLECT, claiming(memory, pool)]))
    session = chain.store.session(chain.ask()["session_id"])
    claims = (session.run_record or {})["attempts"][0]["executor_output"]["claims"]
    assert [len(each["evidence_bindings"]) for each in claims] == [1, 1]
    assert set(claims[0]["evidence_bindings"][0]) == {
        "tool_name",
        "source_invocation_id",
        "raw_path",
        "evidence_excerpt",
    }


def test_authenticity_is_checked_before_derivability(bench: MakeBench) -> None:
    graph: Any = bench().graph
    events = list(graph.stream({"query": QUESTION}, stream_mode="custom"))
    kinds = [event["type"] for event in events]
    assert kinds.index("gate") < kinds.index("verdict") < kinds.index("answer")


def test_the_verifier_reads_the_stored_text_not_the_excerpt(bench: MakeBench) -> None:
    excerpt = "highmemoryusage  FIRING, service=order-service"

    def quoted(messages: Any) -> Any:
        reference = cited(messages, "HighMemoryUsage firing") | {"evidence_excerpt": excerpt}
        return claiming(lambda _: chain_claim(1, MEMORY_CLAIM, reference))(messages)

    chain = bench(executor=[*COLLECT, quoted])
    assert chain.ask()["verdict"] == "PASS"
    given = asked_of(chain, "verifier")
    assert given["verified_evidence"][0]["matched_text"].startswith("HighMemoryUsage firing, ")
    assert excerpt not in texts_of(given)


def test_the_effective_verdict_rules_the_final_answer(bench: MakeBench) -> None:
    """The composer says all is known; the verdict is REJECT, so the safe answer is given."""
    said: dict[str, Any] = {
        "answer_summary": MEMORY_CLAIM,
        "recommended_actions": [],
        "user_facing_answer": MEMORY_CLAIM,
    }
    chain = bench(**only_once(executor=[*COLLECT, fabricated], composer=[said]))
    result = chain.ask()
    assert (result["verdict"], result["composer_status"]) == ("REJECT", "fallback")
    assert result["answer"].startswith(REJECT_OPENING["en"])
    assert "91%" not in result["answer"]


def fabricated(messages: Any) -> dict[str, Any]:
    reference = cited(messages, "HighMemoryUsage firing") | {"raw_path": "$.alerts[77]"}
    return claiming(lambda _: chain_claim(1, MEMORY_CLAIM, reference))(messages)


# --- Evidence reference contract -----------------------------------------------------------------


def test_evidence_refs_hold_path_and_text_and_nothing_tool_specific(bench: MakeBench) -> None:
    assert set(EvidenceReference.model_fields) == {"raw_path", "text"}
    chain = bench(executor=[*COLLECT, memory_output])
    for stored in chain.store.invocations(chain.ask()["session_id"]):
        dumped = stored.model_dump(mode="json")["retrieval_details"]["evidence_refs"]
        assert dumped and all(set(line) == {"raw_path", "text"} for line in dumped)


def test_the_alert_reads_as_documented(bench: MakeBench) -> None:
    chain = bench()
    [stored] = chain.store.invocations(chain.ask()["session_id"])
    first = stored.retrieval_details.evidence_refs[0]
    assert first.raw_path == "$.alerts[0]"
    assert first.text.startswith(
        "HighMemoryUsage firing, service=order-service, current=91%, duration=15m"
    )


SUPPORTED: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "query_metrics": (METRICS, binding(1, "$.alerts[0]", ALERT), "observation"),
    "query_logs": (LOGS, log_binding(), "observation"),
    "lookup_knowledge": (
        KNOWLEDGE,
        binding(3, "$.evidence_blocks[0]", RUNBOOK, "lookup_knowledge"),
        "knowledge",
    ),
}
KNOWN_TEXT = {
    "query_metrics": "order-service memory is at 91% for 15m.",
    "query_logs": "order-service has active=50/50.",
    "lookup_knowledge": "The runbook says to compare maximumPoolSize with the waiting threads.",
}


@pytest.mark.parametrize("tool_name", SUPPORTED)
def test_each_tool_has_its_supported_path(tool_name: str) -> None:
    _, reference, claim_type = SUPPORTED[tool_name]
    assert reference["raw_path"].partition("[")[0][2:] in EVIDENCE_LISTS[tool_name][0]
    outcome = checked(claim(reference, text=KNOWN_TEXT[tool_name], claim_type=claim_type))
    assert (outcome.gatekeeper_result.status, kept_claims(outcome)) == ("pass", ["claim-1"])


@pytest.mark.parametrize(
    ("tool_name", "query"),
    [
        ("query_metrics", "order-service"),
        ("query_logs", "HikariPool"),
        ("lookup_knowledge", "connection pool exhausted"),
    ],
)
def test_each_tool_stores_its_supported_path(bench: MakeBench, tool_name: str, query: str) -> None:
    chain = bench(executor=[tool_call(tool_name, query=query), claiming()], composer=["nonsense"],
                  settings={"max_retries": 0})  # fmt: skip
    [stored] = chain.store.invocations(chain.ask()["session_id"])
    paths = [line.raw_path for line in stored.retrieval_details.evidence_refs]
    name = EVIDENCE_LISTS[tool_name][0][0]
    assert paths == [*(f"$.{name}[{n}]" for n in range(len(paths) - 1)), "$.search"]
    assert len(paths) > 1


@pytest.mark.parametrize(
    "raw_path",
    [
        "$.alerts[1].description",
        "$.alerts[0].labels.service",
        "$.retrieval_details.evidence_blocks[0]",
        "$.retrieval_details.alerts[0]",
        "$.alerts[?(@.service=='order-service')]",
        "$.alerts[*]",
        "$..alerts[0]",
        "$.alerts[-1]",
        "$.alerts[00]",
        "$['alerts'][0]",
        "alerts[0]",
        "$.alerts",
    ],
)
def test_deep_paths_aliases_and_filters_are_unsupported(raw_path: str) -> None:
    outcome = checked(claim(binding(raw_path=raw_path)))
    assert findings(outcome) == [(PATH, REJECT)]
    assert outcome.verified_evidence == []


@pytest.mark.parametrize("raw_path", ["$.alerts[1].description", "$.alerts[?(@.a==1)]"])
def test_unsupported_paths_are_refused_even_where_a_store_holds_them(raw_path: str) -> None:
    stored = row(1, "query_metrics", {raw_path: ALERT})
    outcome = checked(claim(binding(raw_path=raw_path)), rows=[stored])
    assert findings(outcome) == [(PATH, REJECT)]


# --- Executor binding contract -------------------------------------------------------------------


def test_the_documented_binding_passes() -> None:
    text = "HighMemoryUsage firing, service=order-service, current=91%, duration=15m"
    stored = row(12345, "query_metrics", {"$.alerts[0]": text})
    outcome = checked(claim(binding(12345, "$.alerts[0]", text)), rows=[stored])
    assert (outcome.gatekeeper_result.status, outcome.gatekeeper_result.severity) == (
        "pass",
        "none",
    )
    [evidence] = outcome.verified_evidence
    assert (evidence.source_invocation_id, evidence.matched_text) == (12345, text)


def test_legacy_ids_may_still_be_read() -> None:
    agreeing = checked(claim(binding(1, source_invocation_ids=[1])))
    assert (agreeing.gatekeeper_result.status, findings(agreeing)) == ("pass", [])
    unknown = checked(claim(binding(1, source_invocation_ids=[1, 99])))
    assert (REFERENCE, REJECT) in findings(unknown)


def test_precise_validation_requires_the_singular_id() -> None:
    outcome = checked(claim(binding(..., source_invocation_ids=[1])))
    assert findings(outcome) == [(REFERENCE, LOW)]
    assert kept_claims(outcome) == []


def test_a_missing_raw_path_is_low_confid_not_pass() -> None:
    outcome = checked(claim(binding(raw_path=...)))
    assert findings(outcome) == [(PATH, LOW)]
    assert outcome.verdict_ceiling == "LOW_CONFID"


# --- Gatekeeper severity -------------------------------------------------------------------------


def test_gatekeeper_output_has_the_six_fields() -> None:
    result = checked(claim(binding())).gatekeeper_result
    assert set(result.model_dump()) == {
        "status",
        "severity",
        "checked_bindings",
        "failed_rules",
        "warnings",
        "errors",
    }


@pytest.mark.parametrize(
    ("claims", "status", "severity", "ceiling"),
    [
        ([claim(binding())], "pass", "none", "PASS"),
        ([claim(binding(raw_path=...))], "fail", LOW, "LOW_CONFID"),
        ([claim(binding(99))], "fail", REJECT, None),
        ([claim(binding(raw_path=...)), claim(binding(99), number=2)], "fail", REJECT, None),
    ],
    ids=["authentic", "incomplete", "fabricated", "incomplete and fabricated"],
)
def test_severity_mapping(claims: Any, status: str, severity: str, ceiling: str | None) -> None:
    outcome = checked(*claims)
    assert severity_of(*claims) == (status, severity)
    assert outcome.verdict_ceiling == ceiling


REJECT_CASES: dict[str, tuple[dict[str, Any], str]] = {
    "the id does not exist": (binding(99), REFERENCE),
    "the invocation is of another session": (
        binding(6, "$.logs[0]", LOG, "query_logs"),
        REFERENCE,
    ),
    "the tool is another": (binding(tool_name="query_logs"), REFERENCE),
    "the path is not in evidence_refs": (binding(raw_path="$.alerts[77]"), PATH),
    "the path is that of a failed call": (
        binding(5, "$.logs[0]", LOG, "query_logs"),
        PATH,
    ),
    "the excerpt has another value": (
        binding(excerpt=ALERT.replace("current=91%", "current=99%")),
        EXCERPT,
    ),
    "the excerpt names another service": (
        binding(excerpt=ALERT.replace("order-service", "payment-service")),
        EXCERPT,
    ),
    "the excerpt has another time": (
        binding(excerpt=ALERT.replace("10:00:00Z", "11:00:00Z")),
        EXCERPT,
    ),
    "the excerpt stands in another invocation": (binding(excerpt=LOG), EXCERPT),
}


@pytest.mark.parametrize(("reference", "rule"), REJECT_CASES.values(), ids=REJECT_CASES.keys())
def test_reject_cases(reference: dict[str, Any], rule: str) -> None:
    assert FOREIGN in ROWS
    outcome = checked(claim(reference), rows=[*ROWS, FAILED])
    assert (rule, REJECT) in findings(outcome)
    assert (outcome.gatekeeper_result.severity, outcome.verdict_ceiling) == (REJECT, None)
    assert outcome.verified_evidence == []


LOW_CASES: dict[str, tuple[dict[str, Any], str]] = {
    "a confirmed claim has no bindings": (output(claim()), PRESENT),
    "the id exists but the path is missing": (output(claim(binding(raw_path=...))), PATH),
    "an old invocation lacks evidence_refs": (
        output(claim(binding(7, "$.alerts[0]", ALERT))),
        PATH,
    ),
    "the excerpt is too short": (output(claim(binding(excerpt="91%"))), EXCERPT),
    "the excerpt is too generic": (output(claim(binding(excerpt="firing"))), EXCERPT),
    "the excerpt is missing": (output(claim(binding(excerpt=...))), EXCERPT),
    "the output is incomplete": (
        {"answer_version": "executor_evidence_v2", "claims": []},
        SCHEMA,
    ),
    "there is no output": ({}, SCHEMA),
}


@pytest.mark.parametrize(("raw", "rule"), LOW_CASES.values(), ids=LOW_CASES.keys())
def test_low_confid_cases(raw: dict[str, Any], rule: str) -> None:
    outcome = check_executor_output(raw, [*ROWS, OLD], session_id=SESSION)
    assert {found for found, _ in findings(outcome)} == {rule}
    assert (outcome.gatekeeper_result.severity, outcome.verdict_ceiling) == (LOW, "LOW_CONFID")
    assert outcome.verified_evidence == []


# --- Verifier behaviour --------------------------------------------------------------------------


HARD_BOUNDARIES: list[tuple[dict[str, Any], str, str]] = [
    (binding(99), "PASS", "REJECT"),
    (binding(99), "LOW_CONFID", "REJECT"),
    (binding(excerpt=ALERT.replace("91%", "99%")), "PASS", "REJECT"),
    (binding(raw_path=...), "PASS", "LOW_CONFID"),
    (binding(raw_path=...), "LOW_CONFID", "LOW_CONFID"),
    (binding(raw_path=...), "REJECT", "REJECT"),
    (binding(), "PASS", "PASS"),
    (binding(), "LOW_CONFID", "LOW_CONFID"),
    (binding(), "REJECT", "REJECT"),
]


@pytest.mark.parametrize(("reference", "model_verdict", "effective"), HARD_BOUNDARIES)
def test_severity_is_a_hard_boundary(
    reference: dict[str, Any], model_verdict: str, effective: str
) -> None:
    outcome = checked(claim(reference), claim(log_binding(), number=2, text="active=50/50"))
    result = normalise_checks(
        judgement(outcome, model_verdict), outcome, original_query=QUESTION, invocations=ROWS
    )
    assert result.effective_verdict == effective


def test_reject_means_reject_for_the_user(bench: MakeBench) -> None:
    chain = bench(**only_once(executor=[*COLLECT, fabricated]))
    result = chain.ask()
    assert result["verdict"] == "REJECT"
    assert chain.model.calls_of("verifier") == []


def test_missing_references_mean_low_confid_for_the_user(bench: MakeBench) -> None:
    def pathless(messages: Any) -> Any:
        reference = cited(messages, "connection pool exhausted") | {"raw_path": None}
        return claiming(memory, lambda _: chain_claim(2, "A pool is full.", reference))(messages)

    chain = bench(**only_once(executor=[*COLLECT, pathless]))
    assert chain.ask()["verdict"] == "LOW_CONFID"


def test_with_severity_none_the_verifier_decides(bench: MakeBench) -> None:
    chain = bench(**only_once(executor=[*COLLECT, claiming(memory)], verifier=[judging(
        "unsupported", "LOW_CONFID")], composer=["nonsense"]))  # fmt: skip
    result = chain.ask()
    audit = evaluation_of(chain, result)
    assert audit["gatekeeper_result"]["severity"] == "none"
    assert result["verdict"] == "LOW_CONFID"


# --- Placement -----------------------------------------------------------------------------------


def test_the_gatekeeper_runs_on_the_way_to_the_verifier(bench: MakeBench) -> None:
    drawn = bench().graph.get_graph()
    edges = {(edge.source, edge.target) for edge in drawn.edges}
    assert {source for source, target in edges if target == "verifier"} == {"gatekeeper"}
    assert {target for source, target in edges if source == "executor"} == {"gatekeeper"}


def test_no_node_decides_pass_or_fail_beside_the_gatekeeper(bench: MakeBench) -> None:
    """What cannot be parsed reaches the gatekeeper as it is, and is a finding there."""
    chain = bench(**only_once(executor=[*COLLECT, "no JSON", "no JSON"], composer=["nonsense"]))
    result = chain.ask()
    audit = evaluation_of(chain, result)["gatekeeper_result"]
    assert audit["failed_rules"] == [SCHEMA]
    assert result["verdict"] == "LOW_CONFID"


# --- Auto-backfill -------------------------------------------------------------------------------


def test_a_missing_id_is_filled_from_exactly_one_candidate_with_a_warning() -> None:
    outcome = checked(claim(binding(...)))
    result = outcome.gatekeeper_result
    assert (result.status, result.severity) == ("warn", "none")
    assert [each.rule_id for each in result.warnings] == [REFERENCE]
    assert [each.auto_filled for each in result.checked_bindings] == [True]
    assert [each.source_invocation_id for each in outcome.verified_evidence] == [1]


@pytest.mark.parametrize(
    "second",
    [
        {**METRICS, "id": 8},
        {**METRICS, "id": 8, "attempt": 2},
        row(8, "query_metrics", {}, status="error", evidence_status="error"),
    ],
    ids=["same attempt", "another attempt", "a failed call"],
)
def test_several_candidates_are_never_filled(second: dict[str, Any]) -> None:
    outcome = checked(claim(binding(...)), rows=[METRICS, second])
    assert findings(outcome) == [(REFERENCE, LOW)]
    assert not any(each.auto_filled for each in outcome.gatekeeper_result.checked_bindings)
    assert outcome.verified_evidence == []


def test_no_candidate_is_never_filled_from_another_session() -> None:
    outcome = checked(claim(binding(..., "$.logs[0]", LOG, "query_logs")), rows=[METRICS, FOREIGN])
    assert findings(outcome) == [(REFERENCE, LOW)]


@pytest.mark.parametrize("raw_path", [..., None, ""])
def test_a_path_is_never_filled_and_stays_low_confid(raw_path: Any) -> None:
    only = row(1, "query_metrics", {"$.alerts[0]": ALERT})
    outcome = checked(claim(binding(..., raw_path)), rows=[only])
    assert findings(outcome) == [(PATH, LOW)]
    assert [each.auto_filled for each in outcome.gatekeeper_result.checked_bindings] == [True]
    assert (outcome.verdict_ceiling, outcome.verified_evidence) == ("LOW_CONFID", [])


# --- Prompt constraints --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("You collect evidence with the tools and state the small facts", "写出证据所显示的小事实"),
        ("A narrow question gets one claim, two at most", "最多两条"),
        ("The number of bindings is not limited by that", "绑定数量不因此受限"),
        ("a `negative_observation`, not by certainty about a root cause", "不给出根因定论"),
        ("Runbooks and other knowledge are never facts of this incident", "不是本次故障的事实"),
        ("next steps of collecting evidence, with a reason. No remediation", "不写处置动作"),
    ],
    ids=[
        "collector of micro-facts",
        "narrow questions",
        "bindings unlimited",
        "no root-cause certainty",
        "runbooks are no incident facts",
        "actions are no remediation",
    ],
)
def test_executor_prompt_constraints(english: str, chinese: str) -> None:
    assert english in load_prompt("executor", "en").text
    assert chinese in load_prompt("executor", "zh").text


def test_prompt_constraints_are_not_enforced_by_the_gatekeeper() -> None:
    """Prompt first: more claims and more bindings than asked for are no finding."""
    many = [claim(binding(), log_binding(), number=number) for number in range(1, 6)]
    outcome = checked(*many, question="Is the memory of order-service at 91%?")
    assert outcome.gatekeeper_result.status == "pass"
    assert len(kept_claims(outcome)) == 5


def test_runbook_content_cannot_become_an_incident_fact() -> None:
    reference = binding(3, "$.evidence_blocks[0]", RUNBOOK, "lookup_knowledge")
    outcome = checked(claim(reference, text="The connection pool of order-service is exhausted."))
    assert findings(outcome) == [("evidence.scope", LOW)]
    assert outcome.capped_claims == ["claim-1"]


@pytest.mark.parametrize(
    ("action", "is_kept"),
    [
        ("Collect a heap histogram of order-service.", True),
        ("Restart order-service.", False),
        ("重启 order-service。", False),
        ("Roll back order-service.", False),
        ("扩容 order-service。", False),
    ],
)
def test_recommended_actions_are_evidence_collection(
    bench: MakeBench, action: str, is_kept: bool
) -> None:
    wanted = [{"action_text": action, "reason": "To see what holds memory."}]
    chain = bench(**only_once(executor=[*COLLECT, claiming(memory, recommended_actions=wanted)]))
    result = chain.ask()
    assert bool(asked_of(chain, "composer")["recommended_actions"]) is is_kept
    assert (action in result["answer"]) is is_kept


# --- HikariCP mock behaviour ---------------------------------------------------------------------

POSITIVE = [
    "HikariCP",
    "HikariPool",
    "connection pool",
    "数据库连接池",
    "连接池耗尽",
    "active=50/50",
    "waiting",
    "request timed out after 30000ms",
    "order-service",
]


def searched(bench: MakeBench, query: str) -> Any:
    """The invocation of one log search of a run."""
    chain = bench(
        executor=[tool_call("query_logs", query=query), claiming()],
        composer=["nonsense"],
        settings={"max_retries": 0},
    )
    [stored] = chain.store.invocations(chain.ask()["session_id"])
    return stored


@pytest.mark.parametrize("query", POSITIVE)
def test_hikaricp_mock_hits(bench: MakeBench, query: str) -> None:
    stored = searched(bench, query)
    lines = [
        line.text
        for line in stored.retrieval_details.evidence_refs
        if line.raw_path.startswith("$.logs[")
    ]
    assert stored.evidence_status == "found"
    assert any("order-service" in line and "HikariPool" in line for line in lines)
    assert all("payment-service" not in line for line in lines)


@pytest.mark.parametrize("query", ["kafka", "generic-service", "active=50/500", "证书过期"])
def test_hikaricp_mock_no_hit_is_no_evidence(bench: MakeBench, query: str) -> None:
    stored = searched(bench, query)
    details = stored.retrieval_details
    assert stored.evidence_status == "no_evidence"
    assert [line.raw_path for line in details.evidence_refs] == ["$.search"]
    assert details.total == 0
    assert "generic-service" not in texts_of(details.model_dump()) or query == "generic-service"


# --- Audit and interface -------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [memory_output, fabricated], ids=["sound", "fabricated"])
def test_the_gatekeeper_result_is_persisted_with_its_six_fields(
    bench: MakeBench, answer: Any
) -> None:
    chain = bench(**only_once(executor=[*COLLECT, answer]))
    stored = chain.store.session(chain.ask()["session_id"]).self_evaluation or {}
    kept = stored["verifier_evaluation"]["gatekeeper_result"]
    assert set(kept) == {
        "status",
        "severity",
        "checked_bindings",
        "failed_rules",
        "warnings",
        "errors",
    }
    assert kept["checked_bindings"]
    assert kept["severity"] == ("none" if answer is memory_output else REJECT)


def test_no_table_is_added(bench: MakeBench, tmp_path: Path) -> None:
    chain = bench(executor=FAITHFUL["executor"])
    chain.ask()
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'sessions.db'}")
    tables = set(sa.inspect(engine).get_table_names())
    engine.dispose()
    assert {name for name in tables if not name.startswith(("alembic_", "sqlite_"))} == {
        "diagnosis_session",
        "tool_invocation",
    }
