"""The table that the reports share."""

import pytest

from superbiz_agent.evals.table import Column, Table, figure

TABLE = Table((Column("incident", 8), figure("facts", 5)), behind="missing")


def test_the_columns_of_a_row_stand_below_their_titles() -> None:
    assert TABLE.heading().text == "incident facts  missing"
    assert TABLE.row("oom", "2/3", behind="a pod").text == "oom        2/3  a pod"


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (("a-long-name", 3), "a-long-n     3"),
        (("oom", 1234567), "oom      1234567"),
        (("", ""), ""),
    ],
)
def test_a_name_is_cut_to_its_column_and_a_figure_never(
    values: tuple[object, ...], text: str
) -> None:
    assert TABLE.row(*values).text == text


def test_a_row_has_as_many_values_as_there_are_columns() -> None:
    with pytest.raises(ValueError, match="shorter"):
        TABLE.row("oom")
