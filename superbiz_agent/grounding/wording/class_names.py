"""What a name says in words: ``CertificateNotYetValidException`` denies something as "not yet
valid" does, and ``SmsSendFailing`` tells of failures (contract section 7, polarity)."""

import re

_NAME = re.compile(r"[A-Za-z]+")
_ENDINGS = ("Exception", "Error")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_FAILING = frozenset({"Fail", "Fails", "Failed", "Failing", "Failure", "Failures"})
_NEGATORS = frozenset({"No", "Not"})

_DENIED_BY_NAME = tuple(
    (re.compile(name, re.IGNORECASE), re.compile(said, re.IGNORECASE))
    for name, said in (
        ("noeviction", "evict|room|淘汰|驱逐|清理|腾"),
        (r"ttl[=:] ?(?:none|-1)", "ttl|expir|过期"),
    )
)
"""Names and values that say no, and what they deny."""

_DENYING_NAME = re.compile(
    r"(?<![a-z])no(?:eviction|exec|lock|auth|cache|retry|op|recovery)(?![a-z])"
    r"|[a-z_]=(?:none|null|no|false|off)(?![a-z])",
    re.IGNORECASE,
)
"""A name or a value that says no, of whatever the clause speaks."""


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


def holds_denying_name(text: str) -> bool:
    """Whether a name or a value of ``text`` says no: noeviction, ``tls_reload=off``."""
    return bool(_DENYING_NAME.search(text))


def denies_by_name(clause: str, source: str) -> bool:
    """Whether a name of a source denies what ``clause`` denies: noeviction, "evicts nothing"."""
    return any(name.search(source) and said.search(clause) for name, said in _DENIED_BY_NAME)
