"""The graph's state: what comes in, what goes out, what passes between the nodes.

All values are plain JSON-able data (``messages`` aside, which LangGraph serialises itself);
each is a dumped model of ``contracts`` and is validated where a node reads it.
"""

from dataclasses import dataclass, field, fields
from typing import Annotated, Any, TypeAlias, get_args

from langchain_core.messages import AnyMessage
from langgraph.channels.ephemeral_value import EphemeralValue
from langgraph.graph.message import add_messages
from pydantic import BaseModel, ConfigDict, Field, SkipValidation
from typing_extensions import TypedDict

from superbiz_agent.contracts.base import JsonObject, Language, Verdict
from superbiz_agent.contracts.session import ComposerStatus, ParseStatus
from superbiz_agent.errors import InvalidInputError

MOST_RETRIES = 5

Given: TypeAlias = SkipValidation[str | None]
"""Text of the caller's. It is checked by ``DiagnosisInput.check`` within the first node: a value
that LangGraph cannot read into the input would stand in the way of every later turn of a thread."""


class DiagnosisInput(BaseModel):
    """What a caller passes in: ``query``, or ``messages`` whose last human message is asked.

    The values live for the first node alone, so that no earlier turn of a thread lends them to a
    later one. Keys that are not here LangGraph drops before anything of ours sees them.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    query: Annotated[Given, EphemeralValue] = Field(
        default=None, description="The question about the incident, in Chinese or English."
    )
    messages: Annotated[list[AnyMessage], add_messages] = Field(
        default_factory=list[AnyMessage],
        description="A chat instead of a query: the last human message is the question.",
    )
    thread_id: Annotated[Given, EphemeralValue] = Field(
        default=None, description="The conversation this question belongs to."
    )
    since: Annotated[Given, EphemeralValue] = Field(
        default=None, description="Start of the window: '15m', '1h', '2d' or an ISO 8601 instant."
    )
    at: Annotated[Given, EphemeralValue] = Field(
        default=None,
        description="End of the window, ISO 8601 or 'now': nothing later is looked at.",
    )

    @property
    def is_query(self) -> bool:
        """Whether a query was given; a form may send an empty one beside messages."""
        return bool(self.query and self.query.strip())

    @property
    def question(self) -> str:
        """The query, else the last human message that no answer follows yet; empty if none."""
        if self.query and self.is_query:
            return self.query
        return self._message or ""

    @property
    def _message(self) -> str | None:
        """The last message's text, if it is the user's."""
        last = next((m for m in reversed(self.messages) if m.type in ("human", "ai")), None)
        return str(last.text) if last is not None and last.type == "human" else None

    def check(self) -> None:
        """Raise ``InvalidInputError``, in one line, for a value of another type, or where nothing
        is asked; an empty question is one, which the reply answers."""
        for key in ("query", "thread_id", "since", "at"):
            value: object = getattr(self, key)
            if not isinstance(value, str | None):
                raise InvalidInputError(f"{key}: text is expected, not {type(value).__name__}")
        if self.query is None and self._message is None:
            raise InvalidInputError(
                'no question was given: pass {"query": "Why does checkout fail?"}, or '
                '{"messages": [...]} whose last is the user\'s; further keys: thread_id, since, at'
            )


class DiagnosisOutput(TypedDict):
    """What a caller gets back (contract section 9)."""

    answer: str
    verdict: Verdict | None
    session_id: str
    thread_id: str
    language: Language
    composer_status: ComposerStatus
    references: list[JsonObject]
    messages: Annotated[list[AnyMessage], add_messages]


class DiagnosisState(TypedDict):
    """Everything that passes between the nodes. Written by -> read by.

    Intake sets every key, so each later node finds them all.
    """

    messages: Annotated[list[AnyMessage], add_messages]  # caller, record -> intake, caller

    question: str  # intake -> all
    language: Language  # intake -> all
    window: JsonObject  # intake -> planner, executor (TimeWindow)
    now: str  # intake -> planner, executor: the instant that the run calls now
    session_id: str  # intake -> all
    conversation_id: str  # intake -> planner, record
    run_id: str  # intake -> executor
    max_retries: int  # intake -> gatekeeper, verifier, the routing
    seq: int  # every node: number of the last event
    started: str  # intake -> every node that asks a model: the instant the run began
    spent: JsonObject  # every node that asks a model (Spent) -> record

    plan: JsonObject  # planner -> executor (Plan); reply adds the sources that it names
    attempt: int  # executor -> gatekeeper, verifier: 1 is the first
    retry_context: JsonObject | None  # gatekeeper, verifier -> executor, verifier
    executor_output: JsonObject | None  # executor -> gatekeeper, filter
    parse_status: ParseStatus  # executor -> gatekeeper
    outage: str | None  # executor -> the routing: a model that fell silent gets no retry
    attempts: list[JsonObject]  # gatekeeper, verifier -> filter, record (Attempt)
    candidate: int  # gatekeeper -> verifier: the attempt under judgement, an index of attempts

    gatekeeper_result: JsonObject  # gatekeeper -> verifier, record
    verified_executor_output: JsonObject  # gatekeeper -> verifier
    verified_evidence: list[JsonObject]  # gatekeeper -> verifier, record
    verdict_ceiling: Verdict | None  # gatekeeper -> verifier
    verifier_result: JsonObject | None  # verifier -> filter, record

    composer_input: JsonObject | None  # filter -> composer, fallback, record
    withheld: list[JsonObject]  # filter -> record
    composer_output: JsonObject | None  # composer, fallback -> record

    answer: str  # reply, record -> caller
    verdict: Verdict | None  # record -> caller
    thread_id: Annotated[str | None, EphemeralValue]  # record -> caller; as in the input
    composer_status: ComposerStatus  # record -> caller
    references: list[JsonObject]  # record -> caller
    diagnosis_session: JsonObject  # record -> engineers


def _is_count(value: object) -> bool:
    return value is None or (isinstance(value, int) and 0 <= value <= MOST_RETRIES)


def _described(description: str) -> dict[str, str]:
    """What a form, such as Studio's, shows beside a field."""
    return {"description": description}


@dataclass(frozen=True)
class DiagnosisContext:
    """What a caller may set for one run; everything else is a setting.

    A model is named here, never its address or key: those are the settings'. A model that was
    passed to ``build_graph`` stays. A form may send empty texts, which count as absent.
    """

    max_retries: int | None = field(
        default=None,
        metadata=_described("Retries after a failed check; the setting's value if empty."),
    )
    language: Language | None = field(
        default=None,
        metadata=_described("Language of the answer: zh or en; the question's if empty."),
    )
    model: str | None = field(
        default=None,
        metadata=_described(
            "Chat model of every role: 'offline', a name at the configured endpoint, or "
            "provider:name; the settings' models if empty."
        ),
    )
    model_planner: str | None = field(
        default=None, metadata=_described("Model of the planner, if another.")
    )
    model_executor: str | None = field(
        default=None, metadata=_described("Model of the executor, if another.")
    )
    model_verifier: str | None = field(
        default=None, metadata=_described("Model of the verifier, if another.")
    )
    model_composer: str | None = field(
        default=None, metadata=_described("Model of the composer, if another.")
    )

    @property
    def model_names(self) -> dict[str, str]:
        """Setting -> the model that the caller names in its place."""
        named = {each.name: getattr(self, each.name) for each in fields(self)}
        return {
            name: str(each) for name, each in named.items() if name.startswith("model") and each
        }

    def check(self) -> None:
        """Raise ``InvalidInputError``, in one line, for a value of another type or size."""
        if not _is_count(self.max_retries):
            raise InvalidInputError(f"max_retries: a number from 0 to {MOST_RETRIES} is expected")
        if self.language and self.language not in get_args(Language):
            raise InvalidInputError(f"language: {' or '.join(get_args(Language))} is expected")
        for each in fields(self):
            value: object = getattr(self, each.name)
            if each.name != "max_retries" and not isinstance(value, str | None):
                raise InvalidInputError(
                    f"{each.name}: text is expected, not {type(value).__name__}"
                )


EMPTY_QUESTION_STATE: dict[str, Any] = {
    "plan": {},
    "attempt": 0,
    "retry_context": None,
    "executor_output": None,
    "parse_status": "absent",
    "outage": None,
    "attempts": [],
    "candidate": 0,
    "gatekeeper_result": {},
    "verified_executor_output": {},
    "verified_evidence": [],
    "verdict_ceiling": None,
    "verifier_result": None,
    "composer_input": None,
    "withheld": [],
    "composer_output": None,
    "answer": "",
    "verdict": None,
    "composer_status": "not_called",
    "references": [],
    "diagnosis_session": {},
    "seq": 0,
    "started": "",
    "spent": {},
}
"""What intake resets, so that nothing of an earlier turn lives on under a checkpointer."""
