"""Which expressions of a model give values that a series has (contract section 2).

What an expression returns is stored as evidence. So a number that its writer put there may only
choose among values (a comparison, a quantile, a count of series) or change their unit; a function
is one of the table, and looks no further back than the window that was asked for.
"""

from datetime import timedelta
from typing import Final

import promql_parser as parser

from superbiz_agent.errors import InvalidInputError

FUNCTIONS: Final = frozenset({
    "abs", "avg_over_time", "changes", "count_over_time", "delta", "histogram_avg",
    "histogram_count", "histogram_quantile", "histogram_sum", "idelta", "increase", "irate",
    "last_over_time", "max_over_time", "min_over_time", "quantile_over_time", "rate", "resets",
    "sort", "sort_desc", "stddev_over_time", "sum_over_time",
})  # fmt: skip
"""Functions whose values follow from those of the series alone, within the range given."""

AGGREGATIONS: Final = frozenset({
    "avg", "bottomk", "count", "max", "min", "quantile", "stddev", "sum", "topk",
})  # fmt: skip

UNIT_FACTORS: Final = frozenset({
    60.0, 100.0, 1e3, 3600.0, 1e6, 1e9, 1024.0, 1024.0**2, 1024.0**3, 1024.0**4,
})  # fmt: skip
"""Numbers that turn one unit into another: the only ones to multiply with or divide by."""

MOST_FACTORS: Final = 2
"""Units changed in one expression: more of them make up a number."""

LONGEST_RANGE: Final = timedelta(hours=1)
SHORTEST_WINDOW: Final = timedelta(minutes=5)
"""A rate needs so much of the time before, however short the window."""

_QUANTILES: Final = frozenset({"histogram_quantile", "quantile_over_time"})
_COMPARISONS: Final = frozenset({"==", "!=", ">", "<", ">=", "<="})
_SCALES: Final = frozenset({"*", "/"})
_OPERATORS: Final = _COMPARISONS | _SCALES | {"+", "-", "and", "or", "unless"}


def refuse_made_up_values(root: parser.Expr, window: timedelta) -> None:
    """Raise ``InvalidInputError`` if values of ``root``, asked over ``window``, could be its
    writer's own, or of a time before it."""
    _Check().check(root, min(LONGEST_RANGE, max(window, SHORTEST_WINDOW)))


class _Check:
    """Walks an expression once; ``left`` is how far back a part of it may still look."""

    def __init__(self) -> None:
        self._factors = 0

    def check(self, node: parser.Expr, left: timedelta) -> None:
        if isinstance(node, parser.ParenExpr):
            self.check(node.expr, left)
        elif isinstance(node, parser.BinaryExpr):
            self._binary(node, left)
        elif isinstance(node, parser.Call):
            self._call(node, left)
        elif isinstance(node, parser.AggregateExpr):
            self._aggregate(node, left)
        elif isinstance(node, parser.MatrixSelector):
            _within(node.range, left)
        elif isinstance(node, parser.SubqueryExpr):
            self.check(node.expr, _within(node.range, left))
        elif not isinstance(node, parser.VectorSelector):
            raise InvalidInputError(
                f"the PromQL has {node.prettify()[:80]!r} where a metric must stand; "
                "a number may only be compared with, or change a unit"
            )

    def _binary(self, node: parser.BinaryExpr, left: timedelta) -> None:
        operator, bool_asked = str(node.op), _returns_bool(node)
        if operator not in _OPERATORS or bool_asked:
            name = f"{operator} bool" if bool_asked else operator
            raise InvalidInputError(f"the PromQL uses {name}, whose values no series has")
        number, other = _number(node.rhs), node.lhs
        if number is None and operator == "*":
            number, other = _number(node.lhs), node.rhs
        if number is None:
            self.check(node.lhs, left)
            self.check(node.rhs, left)
            return
        self.check(other, left)
        if operator not in _COMPARISONS:
            self._change_unit(operator, number)

    def _change_unit(self, operator: str, number: float) -> None:
        self._factors += 1
        if operator in _SCALES and number in UNIT_FACTORS and self._factors <= MOST_FACTORS:
            return
        raise InvalidInputError(
            f"the PromQL calculates {operator} {number:g}; a number may only be compared with, or "
            "change a unit (60, 100, 1000, 3600, 1e6, 1e9, 1024 and its powers)"
        )

    def _call(self, node: parser.Call, left: timedelta) -> None:
        name = node.func.name
        if name not in FUNCTIONS:
            raise InvalidInputError(
                f"the PromQL uses {name}(), whose result is no series' own; leave it out"
            )
        given = list(node.args)
        if name in _QUANTILES:
            _quantile(given.pop(0))
        for each in given:
            self.check(each, left)

    def _aggregate(self, node: parser.AggregateExpr, left: timedelta) -> None:
        name = str(node.op)
        if name not in AGGREGATIONS:
            raise InvalidInputError(f"the PromQL uses {name}(); leave it out")
        if node.param is not None:
            if name == "quantile":
                _quantile(node.param)
            elif _number(node.param) is None:
                raise InvalidInputError(f"the PromQL's {name}() needs a number")
        self.check(node.expr, left)


def _returns_bool(node: parser.BinaryExpr) -> bool:
    return node.modifier is not None and node.modifier.return_bool


def _number(node: parser.Expr) -> float | None:
    """The number that a node is, with brackets and sign."""
    if isinstance(node, parser.ParenExpr):
        return _number(node.expr)
    if isinstance(node, parser.UnaryExpr):
        number = _number(node.expr)
        return None if number is None else -number
    return node.val if isinstance(node, parser.NumberLiteral) else None


def _quantile(node: parser.Expr) -> None:
    number = _number(node)
    if number is None or not 0 <= number <= 1:
        raise InvalidInputError("the PromQL's quantile is no number from 0 to 1")


def _within(asked: timedelta | None, left: timedelta) -> timedelta:
    """What is left of a range. Values from before the window would be told under its instants."""
    if asked is None or asked > left:
        told = parser.display_duration(asked) if asked else "without end"
        most = parser.display_duration(left)
        raise InvalidInputError(
            f"the PromQL looks back {told}, more than the {most} left to it; "
            "give since and until instead"
        )
    return left - asked
