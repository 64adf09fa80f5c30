"""PromQL: read before it is sent, and written with every name and value escaped.

What a model writes is parsed here and never pasted into another expression. What this module writes
holds names and values as quoted strings alone, so that no label value becomes an operator.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import promql_parser as parser

from superbiz_agent.errors import InvalidInputError
from superbiz_agent.tools.metrics.promql_values import LONGEST_RANGE, refuse_made_up_values
from superbiz_agent.tools.rendering import quoted

MAX_PROMQL: Final = 1000
"""Characters of an expression."""

MAX_OPERATIONS: Final = 80
"""Operators and brackets of an expression: the parser's time grows with the cube of its depth, and
it has no bound of its own."""

_STRING: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`[^`]*`")
_OPERATION: Final = re.compile(r"[-+*/%^<>(\[{]|[=!]=|\b(?:and|or|unless|atan2)\b", re.IGNORECASE)

_SPECIAL: Final = frozenset(r"\.+*?()|[]{}^$-")
"""What a regular expression of Prometheus (RE2) escapes."""


@dataclass(frozen=True)
class Matcher:
    """A label and its values, one of which it must have."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Selector:
    """A metric that an expression selects, with the labels that must equal a value."""

    metric: str
    labels: tuple[str, ...]
    equals: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Expression:
    """A parsed expression. ``is_selector``: it is one metric, with nothing calculated."""

    text: str
    selectors: tuple[Selector, ...]
    is_selector: bool

    @property
    def metric(self) -> str:
        """The one metric that it is about, empty if there are several."""
        names = {each.metric for each in self.selectors}
        return next(iter(names)) if len(names) == 1 else ""


def _wrong_from(text: str, fault: str) -> int:
    """Return the place, from 1, of the last character without which an expression would not have
    this fault: the parser itself names none."""

    def is_wrong_so(end: int) -> bool:
        try:
            parser.parse(text[:end])
        except ValueError as error:
            return str(error) == fault
        return False

    end = len(text)
    while end > 1 and is_wrong_so(end - 1):
        end -= 1
    return end


def read_promql(text: str, window: timedelta = LONGEST_RANGE) -> Expression:
    """Parse an expression that is asked over ``window``. Raises ``InvalidInputError`` that says
    what is wrong with it, be it that its values would be the writer's own or of other times."""
    if len(text) > MAX_PROMQL:
        raise InvalidInputError(f"the PromQL is longer than {MAX_PROMQL} characters")
    if len(_OPERATION.findall(_STRING.sub("", text))) > MAX_OPERATIONS:
        raise InvalidInputError(f"the PromQL has more than {MAX_OPERATIONS} operations")
    try:
        root = parser.parse(text)
    except ValueError as error:
        at = f"at character {_wrong_from(text, str(error))} or before it"
        raise InvalidInputError(f"the PromQL {quoted(text[:200])} is wrong {at}: {error}") from None
    reader = _Reader()
    parser.walk(root, reader.visit)
    if not reader.selectors:
        raise InvalidInputError(f"the PromQL {quoted(text[:200])} selects no metric")
    if isinstance(root, parser.MatrixSelector | parser.StringLiteral):
        raise InvalidInputError(
            f"the PromQL {quoted(text[:200])} is a range; give a function of it, such as rate()"
        )
    refuse_made_up_values(root, window)
    return Expression(
        text=text,
        selectors=tuple(dict.fromkeys(reader.selectors)),
        is_selector=isinstance(root, parser.VectorSelector),
    )


class _Reader:
    """Collects the selectors of an expression, and refuses what is not of the window asked."""

    def __init__(self) -> None:
        self.selectors: list[Selector] = []

    def visit(self, node: parser.Expr) -> bool:
        if isinstance(node, parser.VectorSelector):
            self._select(node)
        elif isinstance(node, parser.MatrixSelector):
            self._select(node.vector_selector)
        elif isinstance(node, parser.SubqueryExpr):
            _refuse_other_times(node)
        return True

    def _select(self, node: parser.VectorSelector) -> None:
        _refuse_other_times(node)
        if node.matchers.or_matchers:
            raise InvalidInputError("the PromQL uses 'or' between labels, which Prometheus lacks")
        matchers = node.matchers.matchers
        equal = [each for each in matchers if each.op == parser.MatchOp.Equal and each.value]
        named = node.name or next((x.value for x in equal if x.name == "__name__"), "")
        self.selectors.append(
            Selector(
                metric=named,
                labels=tuple(x.name for x in matchers if x.name != "__name__"),
                equals=tuple((x.name, x.value) for x in equal if x.name != "__name__"),
            )
        )


def _refuse_other_times(node: parser.VectorSelector | parser.SubqueryExpr) -> None:
    """Values of another time would be told under the instants of this one."""
    if node.offset is not None or node.at is not None:
        raise InvalidInputError("the PromQL uses offset or @; give since and until instead")


def selector(metric: str, matchers: Sequence[Matcher] = ()) -> str:
    """Return the selector of a metric whose labels have one of the values of each matcher."""
    parts = [f"__name__={string_of(metric)}"] if metric else []
    parts += [_matched(each) for each in matchers]
    return f"{{{', '.join(parts)}}}"


def _matched(matcher: Matcher) -> str:
    if len(matcher.values) == 1:
        return f"{label_of(matcher.label)}={string_of(matcher.values[0])}"
    any_of = "|".join(map(pattern_of, matcher.values))
    return f"{label_of(matcher.label)}=~{string_of(any_of)}"


def label_of(name: str) -> str:
    """Return a label's name. Raises ``InvalidInputError`` for what is none."""
    if not (name.isascii() and name.isidentifier()):
        raise InvalidInputError(f"{quoted(name[:80])} is no label that can be asked for")
    return name


def string_of(value: str) -> str:
    """Return ``value`` as a string of PromQL that stands for exactly these characters."""
    escaped = value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
    return f'"{escaped}"'


def pattern_of(value: str) -> str:
    """Return a regular expression that matches ``value`` and nothing else."""
    return "".join(f"\\{each}" if each in _SPECIAL else each for each in value)
