"""The form of a message: its text with every token that holds a digit taken out, but for codes.

A status, an exit code, an error code stay in it (``codes``), so that records are counted by them.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, count, pairwise
from string import ascii_letters, digits
from typing import NamedTuple

from superbiz_agent.tools.logs.codes import (
    CONTEXT,
    FOLLOWING,
    CodeKind,
    PossibleCodes,
    is_code_by_itself,
    possible_codes,
)

_IN_TOKENS = f"{ascii_letters}{digits}_.%+-"
_FROM_DIGIT = re.compile(r"([0-9][A-Za-z0-9_.%+\-]*+)")
"""A token from its first digit on: to look for digits is far cheaper than to look at tokens."""

_NUMBER = re.compile(r"([+-]?[0-9]{1,18}(?:\.[0-9]{1,12})?)([A-Za-z%]{0,5})\.?")
_MOST_DIGITS = 18
_FORM_LENGTH = 4000
_MOST_SLOTS = 40


class Slot(NamedTuple):
    """One token of a message with a digit; ``digits``, if it is a number, with its ``unit``.
    ``mask`` stands for it in the form: of a ``code``, the token itself."""

    text: str
    digits: str | None = None
    unit: str = ""
    mask: str = "<*>"
    code: CodeKind | None = None


def form_of(message: str) -> tuple[str, list[Slot]]:
    """Return the form of ``message`` and its slots, in order."""
    parts = _FROM_DIGIT.split(message[:_FORM_LENGTH])  # what lies between, at even places
    slots: list[Slot] = []
    for place, (text, prefix, codes) in zip(count(1, 2), _gaps(tuple(parts[::2]))):
        slot = _slot(prefix + parts[place], codes)
        slots.append(slot)
        parts[place - 1], parts[place] = text, slot.mask
    return "".join(parts), slots[:_MOST_SLOTS]


class Frame(NamedTuple):
    """What a message shares with those that differ from it in the digits of its ``tokens`` alone:
    the ``texts`` between them, and which codes each may be. ``slots`` are its own."""

    tokens: list[str]
    texts: list[str]
    codes: list[PossibleCodes]
    slots: list[Slot]

    def mask(self, place: int, token: str) -> str:
        """Return what stands for the ``token`` at that place."""
        return _slot(token, self.codes[place]).mask

    def form(self, tokens: Sequence[str]) -> str:
        """Return the form of the message that has these ``tokens``."""
        masks = [self.mask(place, token) for place, token in enumerate(tokens)]
        return "".join(chain.from_iterable(zip(self.texts, [*masks, ""], strict=True)))


def frame_of(message: str) -> Frame | None:
    """Return the frame of ``message``; null for one of which the form does not hold all."""
    parts = _FROM_DIGIT.split(message)
    if len(message) > _FORM_LENGTH or len(parts) // 2 > _MOST_SLOTS:
        return None
    gaps = _gaps(tuple(parts[::2]))
    tokens = [gap.prefix + token for gap, token in zip(gaps, parts[1::2], strict=True)]
    slots = [_slot(token, gap.codes) for gap, token in zip(gaps, tokens, strict=True)]
    return Frame(
        tokens, [*(gap.text for gap in gaps), parts[-1]], [gap.codes for gap in gaps], slots
    )


class _Gap(NamedTuple):
    """What stands before a token: ``prefix`` belongs to it; ``codes`` says which it may be."""

    text: str
    prefix: str
    codes: PossibleCodes


@lru_cache(maxsize=1024)
def _gaps(between: tuple[str, ...]) -> list[_Gap]:
    """Return the gaps of a message by the texts between its digits: the same for all of a form."""
    gaps: list[_Gap] = []
    context = ""
    for before, following in pairwise(between):
        text = before.rstrip(_IN_TOKENS)
        context = (context + text)[-CONTEXT:]
        codes = possible_codes(context, following[:FOLLOWING])
        gaps.append(_Gap(text, before[len(text) :], codes))
        context += "<>"
    return gaps


def http_statuses(message: str) -> list[str]:
    """Return the HTTP statuses that ``message`` holds, as written."""
    return [slot.text for slot in form_of(message)[1] if slot.code == "http"]


def _slot(token: str, codes: PossibleCodes) -> Slot:
    for pattern, kind in codes:
        if pattern.fullmatch(token):
            return Slot(token, mask=token, code=kind)
    is_plain = token.isdecimal() and len(token) <= _MOST_DIGITS
    return Slot(token, token, "", "<>") if is_plain else _slot_of(token)


@lru_cache(maxsize=2048)
def _slot_of(token: str) -> Slot:
    if is_code_by_itself(token):
        return Slot(token, mask=token, code="code")
    number = _NUMBER.fullmatch(token)
    return Slot(token, number[1], number[2], f"<{number[2]}>") if number else Slot(token)
