"""What the counts stored with a line say of its text (contract section 2)."""

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import DEMO_SUFFIX
from superbiz_agent.grounding.facts.name_counts import HEAD, line_of, read_name_counts


def counts_told_otherwise(text: str, detail: JsonObject) -> str | None:
    """Return the line that follows from the stored counts, if ``text`` is another; null if it is
    that line, or if neither the text nor what is stored with it counts names."""
    if not text.startswith(HEAD) and "counted_names" not in detail:
        return None
    counts = read_name_counts(detail)
    told = line_of(counts) if counts and counts.is_sound else "counts that can be read"
    return None if text.removesuffix(DEMO_SUFFIX) == told else told
