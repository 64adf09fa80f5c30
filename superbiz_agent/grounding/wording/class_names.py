"""What the name of an exception says in words: ``CertificateNotYetValidException`` denies something
as "not yet valid" does (contract section 7, polarity)."""

import re

_NAME = re.compile(r"[A-Za-z]+")
_ENDINGS = ("Exception", "Error")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NEGATORS = frozenset({"No", "Not"})


def with_names_in_words(text: str) -> str:
    """``text``, and behind it the words of each exception in it whose name holds a negation."""
    if "Not" not in text and "No" not in text:
        return text
    names = dict.fromkeys(name for name in _NAME.findall(text) if name.endswith(_ENDINGS))
    split = [_HUMP.split(name)[:-1] for name in names]
    return "; ".join([text, *(" ".join(words).lower() for words in split if _NEGATORS & {*words})])
