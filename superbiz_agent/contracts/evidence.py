"""Stored evidence: tool invocations and what may be cited of them (contract section 2)."""

from typing import Any, Literal, TypeAlias

from pydantic import Field

from superbiz_agent.contracts.base import EvidenceKind, EvidenceStatus, JsonObject, Payload
from superbiz_agent.errors import FaultKind

MAX_TEXT_BYTES = 2048
"""Bound of one stored evidence text, in UTF-8 bytes."""

SEARCH_PATH = "$.search"
"""The evidence path of the search itself."""

DEMO_SUFFIX = " [demo]"
"""What every stored text of demo data ends in."""

EVIDENCE_LISTS: dict[str, tuple[tuple[str, ...], EvidenceKind]] = {
    "query_metrics": (("alerts", "series"), "incident"),
    "query_logs": (("logs",), "incident"),
    "lookup_knowledge": (("evidence_blocks",), "knowledge"),
}
"""Built-in tool -> (names of its evidence lists, kind of its evidence)."""


class EvidenceReference(Payload):
    """One citable line: a path within the invocation and the text rendered by code."""

    raw_path: str
    text: str


class UnusedWindow(Payload):
    """A window that a question names and that no search can use; instants in UTC. It lies after
    the clock, ends before it starts, lies outside of the window given with the question, or begins
    with an alert of which no start is stored."""

    since: str | None = None
    until: str | None = None
    reason: Literal["future", "inverted", "outside", "no_alert"]


LackKind: TypeAlias = Literal[
    "no_rules", "rules_fail", "rules_unread", "not_evaluated", "no_data", "holes", "not_come",
    "not_kept", "empty", "arguments",
]  # fmt: skip
"""Why a source that answers tells nothing of what was asked: it has no alerting rules, or some that
fail, or they cannot be read, or were not evaluated in all of the window; it holds no data of the
window, or not of all of it; the window has not come; what was over is not kept; nothing is held; it
was asked without arguments that it insists on."""


class SourceReason(Payload):
    """Why a source failed or could not answer, as code knows it: a kind of a closed table, never a
    word of the source. ``status`` is an HTTP status; ``tries`` counts the requests that failed;
    ``missing`` are the arguments that it insists on and was not given."""

    source: str
    kind: FaultKind | LackKind
    status: int | None = None
    tries: int = 1
    missing: list[str] = Field(default_factory=list[str])


class ServerCount(Payload):
    """How many candidates a server itself counts, of which not all were handed over: what it was
    asked for, as far as it can be asked. ``counts`` are those of each span of ``width_seconds``
    from ``start`` on; ``first`` and ``last`` are the first and last candidate, ``since`` and
    ``until`` the ends of what was searched of the source. Instants in UTC."""

    source: str
    of: Literal["records", "lines", "documents"]
    first: str
    last: str
    start: str
    width_seconds: int
    counts: list[int]
    since: str
    until: str


class SearchDetails(Payload):
    """The structured fields behind a ``$.search`` text.

    ``answered`` is true only if the source was reached, the names asked for are known to it and
    the window lies in what it holds; only then does "nothing matched" say anything. ``oldest`` and
    ``newest`` are the first and last instant of all that matched, of a search of logs that shows a
    part of it; null where not all of it was read, or some of it has no instant. ``counted`` is what
    servers count of more than was read (the filter ``counted_by_server``). What follows them is for
    the user, and no part of the text: ``unknown`` are the names asked for that no source knows,
    ``nearest`` those most like one of them that a source does know, ``untimed`` the sources whose
    records have no timestamp though a window was asked for; ``unused_window`` is a window of the
    question that was not used, ``held`` the first and last instant of what was searched instead.
    """

    path: Literal["$.search"] = SEARCH_PATH
    sources: list[str]
    query: str
    filters: dict[str, str] = Field(default_factory=dict)
    since: str | None = None
    until: str | None = None
    matched: int
    truncated: bool
    answered: bool
    oldest: str | None = None
    newest: str | None = None
    counted: list[ServerCount] = Field(default_factory=list[ServerCount])
    held: dict[str, str] = Field(default_factory=dict)
    unknown: list[str] = Field(default_factory=list[str])
    nearest: dict[str, list[str]] = Field(default_factory=dict[str, list[str]])
    untimed: list[str] = Field(default_factory=list[str])
    unused_window: UnusedWindow | None = None


class RetrievalDetails(Payload):
    """What an invocation retrieved. ``details`` holds one object a path (its key ``path``)
    with ``fields`` (the structured fields) and any values that recompute the text."""

    evidence_refs: list[EvidenceReference]
    truncated: bool = False
    total: int | None = None
    sources: list[str] = Field(default_factory=list[str])
    query: str = ""
    window: dict[str, str | None] = Field(default_factory=dict)
    demo: bool = False
    details: list[JsonObject] = Field(default_factory=list[JsonObject])
    kind: EvidenceKind = "incident"
    """Kind of evidence the tool was registered for: decides ``evidence.scope``."""
    registered: bool = False
    """Whether there is a tool of that name: a model may have made it up."""
    configured: bool = True
    """False where the operator gave the tool no source: nothing of theirs has failed."""
    failed_sources: list[str] = Field(default_factory=list[str])
    """Sources that failed or answered in part, as the user knows them."""
    failure_reasons: dict[str, str] = Field(default_factory=dict)
    """What is wrong with each of ``failed_sources``, as far as it is known."""
    reasons: list[SourceReason] = Field(default_factory=list[SourceReason])
    """Why sources failed or could not answer, for the answer to tell."""
    notes: list[str] = Field(default_factory=list[str])
    """What else the search is worth, one line each, for the user."""


class ToolInvocation(Payload):
    """One row of ``tool_invocation``. Instants are ISO 8601 in UTC."""

    id: int
    session_id: str
    run_id: str
    attempt: int
    tool_name: str
    arguments: dict[str, Any]
    status: Literal["ok", "error"]
    evidence_status: EvidenceStatus
    retrieval_details: RetrievalDetails
    error: str | None
    started_at: str
    duration_ms: int


class VerifiedEvidence(Payload):
    """A binding that passed the gatekeeper, with the stored text (contract section 4)."""

    claim_id: str
    source_invocation_id: int
    tool_name: str
    raw_path: str
    matched_text: str


class Reference(Payload):
    """A numbered reference of the answer to stored evidence (contract section 9)."""

    n: int
    claim_id: str
    tool_name: str
    source_invocation_id: int
    raw_path: str
    text: str
