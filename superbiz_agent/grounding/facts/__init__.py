"""Typed facts of a text: one extractor for every rule that compares texts (contract section 7)."""

from superbiz_agent.grounding.facts.characters import fold_width, suspicious_tokens
from superbiz_agent.grounding.facts.extraction import extract_facts
from superbiz_agent.grounding.facts.fact import Fact, FactKey, FactKind

__all__ = ["Fact", "FactKey", "FactKind", "extract_facts", "fold_width", "suspicious_tokens"]
