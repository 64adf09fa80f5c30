"""The level of a record is the field after its instant, not what its message quotes (section 7)."""

import re
from collections.abc import Sequence
from typing import Final

from superbiz_agent.grounding.facts.group_text import group_mark
from superbiz_agent.grounding.wording.quotes import without_quotes

_LEVELS: Final = "FATAL|CRITICAL|ERROR|WARNING|WARN|INFO|DEBUG"
_RECORD: Final = re.compile(
    rf"\A[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T\S{{1,30}}Z(?: \([^)]{{1,60}}\))? (?P<level>{_LEVELS}) "
)
_LOGGED: Final = re.compile(
    rf"(?:(?:logged|logs|wrote|emitted|recorded) (?:an? |the )?|记录(?:了|下)?(?:一[条个])?\s?)"
    rf"(?P<level>{_LEVELS})(?![A-Za-z_-])"
)
_SAME: Final = {"WARNING": "WARN"}


def misnames_level(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` says that a record of a level was logged, over records of others alone."""
    records = [_RECORD.match(source) for source in sources]
    if not sources or not all(records) or any(map(group_mark, sources)):
        return False
    levels = {_level(record) for record in records if record}
    return any(_level(said) not in levels for said in _LOGGED.finditer(without_quotes(text)))


def _level(match: re.Match[str]) -> str:
    return _SAME.get(match["level"], match["level"])
