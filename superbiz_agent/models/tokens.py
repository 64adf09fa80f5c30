"""How many tokens a text may take, estimated without a tokenizer, rather too many than too few."""

import re

from langchain_core.messages import BaseMessage

DEFAULT_CONTEXT_SIZE = 32_768
"""Tokens that a model at an endpoint is taken to read where no setting says it."""

MESSAGE_TOKENS = 8
"""What a message takes besides its text."""

MIN_REPLY_TOKENS, MAX_REPLY_TOKENS = 512, 4096

_PIECES = re.compile(r"[A-Za-z]+|[^\sA-Za-z]")
_LETTERS_A_TOKEN = 4


def estimated_tokens(text: str) -> int:
    """Estimate the tokens of ``text``: a token for four letters of a word, and for each digit,
    sign and Chinese character, as small models cut numbers and logs."""
    pieces = _PIECES.findall(text)
    return sum(-(-len(piece) // _LETTERS_A_TOKEN) for piece in pieces)


def message_tokens(message: BaseMessage) -> int:
    """Estimate the tokens of one message with its tool calls."""
    calls = getattr(message, "tool_calls", ())
    extra = sum(estimated_tokens(f"{call['name']}{call['args']}") for call in calls)
    return MESSAGE_TOKENS + estimated_tokens(message.text) + extra


def request_room(context_size: int) -> int:
    """Tokens that a request may take of a context that holds the reply, too."""
    reply = min(max(context_size // 4, MIN_REPLY_TOKENS), MAX_REPLY_TOKENS)
    return max(0, context_size - reply)
