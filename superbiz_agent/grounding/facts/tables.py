"""How the tables of this package are written: words separated by spaces, phrases by bars."""


def words(text: str) -> frozenset[str]:
    """The words of a table row."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """The phrases of a table row, in order; an empty row has none."""
    return tuple(phrase for phrase in text.split("|") if phrase)
