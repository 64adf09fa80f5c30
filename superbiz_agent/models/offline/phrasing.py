"""What a table of phrases is."""

from collections.abc import Mapping

from superbiz_agent.contracts.base import Language

Phrases = Mapping[str, Mapping[Language, str]]
"""Phrase -> its text by language."""
