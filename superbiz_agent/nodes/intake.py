"""intake: the question, its language and window; a session row; everything earlier reset."""

import unicodedata
import uuid
from datetime import UTC, datetime
from typing import Any

from langchain_core.messages import HumanMessage

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import InvalidInputError
from superbiz_agent.grounding.wording import language_of
from superbiz_agent.nodes.step import Blocking, Scope, Step
from superbiz_agent.state import EMPTY_QUESTION_STATE, DiagnosisInput
from superbiz_agent.tools.instants import offset_in, parse_instant, parse_zone
from superbiz_agent.tools.redaction import redact
from superbiz_agent.tools.time_window import asked_window

MAX_QUESTION = 8000
"""Characters of a question that are kept; a longer one is cut in its middle, visibly."""

MAX_THREAD_ID = 200


def intake(given: DiagnosisInput, scope: Scope) -> Step:
    """Open a session for the question (contract section 1). Raises ``InvalidInputError``."""
    given.check()
    scope.context.check()
    question = clean_question(given.question)
    now = _instant(given.at, scope)
    window = asked_window(question, given.since, now=now, is_given=given.at is not None)
    language = scope.context.language or language_of(question)
    session_id = str(uuid.uuid4())
    thread_id = _thread_id(given, scope)
    yield Blocking(
        lambda: scope.services.store.create_session(
            session_id=session_id,
            thread_id=thread_id,
            original_query=question,
            language=language,
            at=scope.services.clock(),
        )
    )
    scope.session_id, scope.seq = session_id, 0
    scope.emit("run", thread_id=thread_id, language=language)
    return _opened(given, scope, question, language, window, now) | {"conversation_id": thread_id}


def _opened(
    given: DiagnosisInput,
    scope: Scope,
    question: str,
    language: str,
    window: TimeWindow,
    now: datetime,
) -> JsonObject:
    update: dict[str, Any] = {
        **EMPTY_QUESTION_STATE,
        "question": question,
        "language": language,
        "window": _told(window),
        "now": now.astimezone(UTC).isoformat(),
        "session_id": scope.session_id,
        "run_id": str(uuid.uuid4()),
        "started": scope.services.clock().isoformat(),
        "max_retries": scope.max_retries,
    }
    if given.is_query:
        update["messages"] = [HumanMessage(question)]
    return update


def _told(window: TimeWindow) -> JsonObject:
    """The window as the models read it, too: ``named`` and ``unused`` only where there are such."""
    told = window.model_dump(mode="json")
    return {key: value for key, value in told.items() if value or key in ("since", "until")}


def clean_question(text: str) -> str:
    """The question as it is stored and shown: bounded, without secrets or control characters."""
    kept = "".join(
        character if _is_text(character) else " " for character in text[: 4 * MAX_QUESTION]
    )
    kept = redact(kept).strip()
    if len(kept) <= MAX_QUESTION and len(text) <= 4 * MAX_QUESTION:
        return kept
    half = MAX_QUESTION // 2
    tail = kept[-half:] if len(text) <= 4 * MAX_QUESTION else ""
    return f"{kept[:half]} [...] {tail}".rstrip()


def _is_text(character: str) -> bool:
    return character in "\n\t" or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co"}


def _instant(at: str | None, scope: Scope) -> datetime:
    """The instant asked about, in the asker's zone: the caller's ``at``, else the clock's. Where no
    setting names the zone, an offset that ``at`` has is the asker's."""
    settings, clock = scope.services.settings, scope.services.clock()
    zone = parse_zone(settings.timezone)
    instant = clock if at is None else parse_instant(at, zone=zone, now=clock)
    is_set = "timezone" in settings.model_fields_set
    return instant.astimezone((None if is_set or at is None else offset_in(at)) or zone)


def _thread_id(given: DiagnosisInput, scope: Scope) -> str:
    """The caller's conversation, else the checkpointer's thread, else a new one."""
    configured = scope.config.get("configurable", {}).get("thread_id")
    thread_id = given.thread_id or (str(configured) if configured else str(uuid.uuid4()))
    if len(thread_id) > MAX_THREAD_ID or not thread_id.isprintable():
        raise InvalidInputError(
            f"thread id: give at most {MAX_THREAD_ID} printable characters, such as 'checkout-42'"
        )
    return thread_id
