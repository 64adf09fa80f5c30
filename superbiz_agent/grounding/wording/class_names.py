"""What a name says in words: ``CertificateNotYetValidException`` denies something as "not yet
valid" does, and ``SmsSendFailing`` tells of failures (contract section 7, polarity)."""

import re

_NAME = re.compile(r"[A-Za-z]+")
_ENDINGS = ("Exception", "Error")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_FAILING = frozenset({"Fail", "Fails", "Failed", "Failing", "Failure", "Failures"})
_NEGATORS = frozenset({"No", "Not"})


def with_names_in_words(text: str) -> str:
    """``text``, and behind it the words of each exception whose name holds a negation and of each
    name that tells of failures."""
    if "Not" not in text and "No" not in text and "Fail" not in text:
        return text
    names = [_HUMP.split(name) for name in dict.fromkeys(_NAME.findall(text))]
    told = [
        words[:-1] if words[-1] in _ENDINGS else words
        for words in names
        if _FAILING & {*words} or (_NEGATORS & {*words} and words[-1] in _ENDINGS)
    ]
    return "; ".join([text, *(" ".join(words).lower() for words in told if len(words) > 1)])
