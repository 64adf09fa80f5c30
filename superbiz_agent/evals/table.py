"""The one table of the reports: columns of fixed width, and free text behind them."""

from collections.abc import Sequence
from dataclasses import dataclass

from superbiz_agent.terminal.console import Line, Style


@dataclass(frozen=True)
class Column:
    """``width`` in characters. Names stand to the left and are cut there, figures to the right."""

    title: str
    width: int
    is_figure: bool = False

    def cell(self, value: object) -> str:
        """``value`` as wide as the column; a figure is never cut."""
        text = str(value)
        return text.rjust(self.width) if self.is_figure else text[: self.width].ljust(self.width)


def figure(title: str, width: int) -> Column:
    """A column of figures."""
    return Column(title, width, is_figure=True)


@dataclass(frozen=True)
class Table:
    """``behind`` is the title of the free text behind the columns; none where there is no text."""

    columns: Sequence[Column]
    behind: str = ""

    def heading(self) -> Line:
        """What stands over the rows."""
        titles = [column.title for column in self.columns]
        return self.row(*titles, behind=self.behind, style="heading")

    def row(self, *values: object, behind: str = "", style: Style = "plain") -> Line:
        """One row of as many ``values`` as there are columns, and the text behind them."""
        cells = [column.cell(value) for column, value in zip(self.columns, values, strict=True)]
        return Line(f"{' '.join(cells)}  {behind}".rstrip(), style)
