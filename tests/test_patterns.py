"""Patterns mean the same in every Python that the package supports."""

import re
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "superbiz_agent"
_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[0-9,]+\})\+|\(\?>")


def test_no_group_is_possessive() -> None:
    """Python below 3.11.5 matches possessive groups wrongly (cpython gh-106052); a possessive
    character class is sound everywhere."""
    found = [
        f"{path.relative_to(PACKAGE)}:{number}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if _POSSESSIVE_GROUP.search(line)
    ]
    assert found == []
