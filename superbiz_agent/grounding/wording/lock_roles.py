"""Who holds a lock and who waits for it: the two may not change places (section 7).

"9044 waited for a lock that 9132 held" holds the same facts as the line that says the reverse.
Extend the patterns here.
"""

import re
from collections.abc import Sequence

_ID = r"(?<![A-Za-z0-9_-])(?P<id>[A-Za-z_-]{0,20}[0-9][A-Za-z0-9_-]{0,40})"
_PROCESS = r"(?:(?:process|session|transaction|thread|pid|进程|会话|事务|线程) ?)?"

_HOLDS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_ID} (?:held|holds|is holding|was holding|had taken|has) [^,;.，。]{{0,30}}lock",
        rf"holding the lock: ?{_ID}",
        rf"lock (?:that|which) {_PROCESS}{_ID} (?:held|holds|is holding|was holding)",
        rf"(?:held|blocked) by {_PROCESS}{_ID}",
        rf"持锁的是 ?{_PROCESS}{_ID}",
        rf"[由被] ?{_PROCESS}{_ID} ?(?:持有|占有|占着|阻塞|堵住)",
        rf"{_ID} ?(?:持有|占着|占有)[^，。；]{{0,20}}锁",
    )
)
_WAITS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_ID} (?:waits|waited|(?:is |was |were )?(?:still )?waiting|(?:is|was) blocked)",
        rf"{_ID} ?(?:在等|等待|还在等|仍在等|等的|又?被[^，。；]{{1,24}}(?:阻塞|堵住))",
        rf"[Ww]ait queue: {_ID}",
    )
)


def exchanges_roles(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` makes a holder of who only waits in ``sources``, or the other way round."""
    holders, waiters = _named(_HOLDS, [text]), _named(_WAITS, [text])
    if not holders and not waiters:
        return False
    holding, waiting = _named(_HOLDS, sources), _named(_WAITS, sources)
    return bool((holders & waiting) - holding or (waiters & holding) - waiting)


def _named(patterns: Sequence[re.Pattern[str]], texts: Sequence[str]) -> set[str]:
    return {
        match["id"].lower()
        for text in texts
        for pattern in patterns
        for match in pattern.finditer(text)
    }
