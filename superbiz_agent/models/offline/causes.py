"""Which cause, if any, the evidence names by itself. Everything else stays unnamed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from superbiz_agent.grounding.facts.escapes import stored_lines
from superbiz_agent.grounding.wording import full_ratios
from superbiz_agent.models.offline.evidence import WARN_RANK, Line
from superbiz_agent.models.offline.recoveries import tells_recovery
from superbiz_agent.models.offline.signatures import EFFECT, Signature, signature_of

DISCLAIMED: Final = re.compile(
    r"(?<![a-z0-9=.])(?:no|(?<!could )(?<!did )(?<!does )(?<!do )not|never|without|zero|0"
    r"|recovered|resolved|fixed|cleared|expected|drill|simulat(?:ed|ion)|test(?:ing)?|dry[- ]run"
    r"|example)(?![a-z0-9.])|无|未|没有|已恢复|已解决|演练|模拟|测试",
    re.IGNORECASE,
)
"""Words just before a signature that take it back."""

BEFORE: Final = 40
"""Characters before a signature that are searched for a disclaimer."""

NEAR: Final = 12
"""The same before a plain word of failure."""

FAILURE: Final = re.compile(
    r"(?<![a-z])(?:failed|failures?|fails|exception|refused|rejected|denied|aborted|crashed|killed"
    r"|unable to|could not|cannot|timed out|unreachable|no route to host|not running|invalid user"
    r"|broken|dropp(?:ed|ing)|table full|panic|unsuccessful)(?![a-z])"
    r"|(?:Exception|Error)(?![A-Za-z])|失败|异常|拒绝|崩溃|超时|无法"
    r"|(?<=[0-9]\"\s)5[0-9]{2}(?=\s)",
    re.IGNORECASE,
)
"""Words of a failure in a record of any level; the 5xx of an access log (``HTTP/1.1" 503``)."""

NONE_AFTER: Final = re.compile(
    r"\s{0,2}[=:]\s{0,2}+(?:0|none|null|no(?! [a-z])|false)?(?![A-Za-z0-9.])", re.IGNORECASE
)
"""What follows such a word where nothing failed: ``failed=0``."""

_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_")

MAX_FAILURES: Final = 8

MAX_WORDS_AROUND: Final = 160
_CLAUSE_SIGNS: Final = ",;()[]{}"

OVER: Final = frozenset({"resolved", "silenced", "inhibited", "suppressed"})
"""States in which an alert is no sign of trouble now."""


@dataclass(frozen=True)
class Cause:
    """A signature on record, and what it led to: ``sign`` and ``effect`` are the whole lines of
    ``line`` and ``effect_line`` that show them, ``narrow_sign`` and ``narrow_effect`` the clauses.
    Both may stand in one record. ``size`` is the size of a pool that is in use as a whole."""

    signature: Signature
    line: Line
    sign: str
    narrow_sign: str
    effect_line: Line
    effect: str
    narrow_effect: str
    size: str = ""


@dataclass(frozen=True)
class Causes:
    """``stated`` is the one cause that the evidence names; ``possible`` may each be one."""

    stated: Cause | None = None
    possible: tuple[tuple[Signature, Line], ...] = ()


def find_causes(lines: Sequence[Line]) -> Causes:
    """Look for signatures in lines about the question, most telling line first.

    One signature with an effect is stated. Several, or one without an effect, are possible
    directions. Where every alert is over, nothing is stated or suggested: the incident is too.
    """
    if _is_over(lines):
        return Causes()
    carried = _first_by_signature(lines)
    leading = [pair for pair in carried if not pair[0].is_consequence] or carried
    stated = _with_effect(*leading[0], lines) if len(leading) == 1 else None
    if stated is not None:
        return Causes(stated=stated)
    return Causes(possible=tuple(leading))


def _is_over(lines: Sequence[Line]) -> bool:
    states = [line.state for line in lines if line.kind == "alert"]
    return bool(states) and all(state in OVER for state in states)


def _first_by_signature(lines: Sequence[Line]) -> list[tuple[Signature, Line]]:
    first: dict[str, tuple[Signature, Line]] = {}
    for line in lines:
        signature = severe_signature(line)
        if signature is not None:
            first.setdefault(signature.id, (signature, line))
    return list(first.values())


def severe_signature(line: Line) -> Signature | None:
    """Return the signature of a line that reports trouble now, not in passing; else null."""
    is_trouble = line.state == "firing" if line.kind == "alert" else _tells_trouble(line)
    found = signature_of(line.body) if line.kind in ("log", "alert") and is_trouble else None
    if found is None:
        return None
    signature, start = found
    if DISCLAIMED.search(line.body, max(0, start - BEFORE), start) or tells_recovery(line.message):
        return None
    return None if _is_symptom(signature, line) else signature


def _tells_trouble(line: Line) -> bool:
    """A warning or worse; of a record without a level, such as syslog's, one that says it."""
    return line.rank >= WARN_RANK or (not line.level and tells_failure(line.message))


def _is_symptom(signature: Signature, line: Line) -> bool:
    """True for an alert that is named after what its text tells of: that is what it fires on, and
    not why."""
    return line.kind == "alert" and signature.search(_CAMEL.sub(" ", line.name)) is not None


def tells_failure(message: str) -> bool:
    """True if a record tells of a failure in words, whatever its level: "0 failed" does not."""
    return any(
        not DISCLAIMED.search(message, max(0, match.start() - NEAR), match.start())
        and not NONE_AFTER.match(message, match.end())
        for match in islice(FAILURE.finditer(message), MAX_FAILURES)
    )


def _with_effect(signature: Signature, line: Line, lines: Sequence[Line]) -> Cause | None:
    """Find the effect in the line itself, else in a severe line of the same owner."""
    sign = line_with(signature, line)
    found = signature.search(sign)
    if found is None or not line.owner:
        return None
    others = [other for other in lines if other.owner == line.owner and _is_severe_log(other)]
    for candidate in (line, *others):
        for told in filter(None, (candidate.message, candidate.reason)):
            match = EFFECT.search(told.replace(found[0], " " * len(found[0])))
            if match is not None:
                return Cause(
                    signature=signature,
                    line=line,
                    sign=sign,
                    narrow_sign=words_around(sign, *found.span()),
                    effect_line=candidate,
                    effect=told,
                    narrow_effect=words_around(told, *match.span()),
                    size=_size(signature, sign),
                )
    return None


def _size(signature: Signature, sign: str) -> str:
    """The size of what is in use as a whole, if the signature is about what can be."""
    sizes = full_ratios(sign, of=signature.resource) if signature.resource else []
    return next(iter(sizes), "")


def line_with(signature: Signature, line: Line) -> str:
    """The one line of a record that shows ``signature``: what is behind it first, else what it
    says, else any other; of another kind of evidence the whole text."""
    told = (line.reason, line.message, *stored_lines(line.sample), line.body)
    return next((each for each in told if each and signature.search(each)), line.body)


def _is_severe_log(line: Line) -> bool:
    return line.kind == "log" and line.rank > WARN_RANK


def words_around(text: str, start: int, end: int) -> str:
    """Widen ``text[start:end]`` to the clause that it stands in, within ``MAX_WORDS_AROUND``."""
    before = max(text.rfind(sign, 0, start) for sign in _CLAUSE_SIGNS)
    following = [at for sign in _CLAUSE_SIGNS if (at := text.find(sign, end)) >= 0]
    after = min(following, default=len(text))
    if end - before > MAX_WORDS_AROUND:
        before = text.rfind(" ", 0, start)
    if after - start > MAX_WORDS_AROUND:
        after = text.find(" ", end) if " " in text[end:] else len(text)
    return text[before + 1 : after].strip(" :-")
