"""What the values stored with a metric series say of its text (contract section 2)."""

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import DEMO_SUFFIX
from superbiz_agent.grounding.facts.series_summary import read_values, summary_of


def summary_told_otherwise(text: str, detail: JsonObject) -> str | None:
    """Return the summary that follows from the stored values of a series, if its ``text`` does not
    end in it; null if it does."""
    values = read_values(detail)
    summary = summary_of(values) if values else "values that can be read"
    return None if text.removesuffix(DEMO_SUFFIX).endswith(f", {summary}") else summary
