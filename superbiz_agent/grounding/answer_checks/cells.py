"""What the head of a column says of its cells: whose they are, and which value (section 7).

A cell is read as its column's head, its row's head and itself; a head that no rule knows says
nothing. Extend the words of heads here.
"""

import re
from collections.abc import Iterator, Sequence

from superbiz_agent.grounding.answer_checks.headings import are_of_another, bearers
from superbiz_agent.grounding.answer_checks.material import Item, Material
from superbiz_agent.grounding.facts.folding import fold
from superbiz_agent.grounding.misreadings.signs import BEFORE_A_BOUND
from superbiz_agent.grounding.wording import Sentence
from superbiz_agent.grounding.wording.sentences import MARK

_LIMIT = re.compile(r"(?:threshold|limit|阈值|上限|限值)s?", re.IGNORECASE)
_END = re.compile(
    r"(?:until|till|end(?:ed|s)?(?: at)?|end time|resolved(?: at)?|(?:结束|恢复|解除)(?:时间|于)?)"
    r"(?: ?[(（]utc[)）])?",
    re.IGNORECASE,
)
_END_BEFORE = (
    r"(?:until|till|end(?:ed|s)?|resolved|last|lasted|to|through|recovered|直到|至|到|结束|恢复|解除|最后)"
    r"[^0-9,，;；]{0,24}"
)
_END_BEHIND = r"[^0-9,，;；]{0,6}(?:结束|恢复|解除)"
_BEFORE = re.compile(r"(?:before|old|from|previous|之前|以前|变更前|旧|原)", re.IGNORECASE)
_AFTER = re.compile(r"(?:after|new|to|now|之后|以后|变更后|新|现)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9][0-9.:TZ-]*[0-9Z]|[0-9]")


def cell_faults(
    text: str, read: Sequence[tuple[Sentence, tuple[Item, ...]]], material: Material
) -> Iterator[tuple[str, str, str]]:
    """Rule id, sentence and message of each row of a table in ``text`` with a cell that the head of
    its column gives to another, or calls what it is not."""
    heads: list[str] = []
    for sentence, items in read:
        raw = text[sentence.start : sentence.end].strip()
        if not raw.startswith("|"):
            heads = []
        elif sentence.is_heading:
            heads = _cells(raw)
        elif items and heads and _is_wrong(heads, _cells(raw), items, material):
            yield "answer.new_fact", sentence.text, "stands in a column that says something else"


def _cells(row: str) -> list[str]:
    return [cell.replace("**", "").strip() for cell in row.strip().strip("|").split("|")]


def _is_wrong(
    heads: Sequence[str], cells: Sequence[str], items: Sequence[Item], material: Material
) -> bool:
    pairs = list(zip(heads, cells, strict=False))
    told = [(head, MARK.sub("", cell).strip(), cell) for head, cell in pairs]
    return _is_exchanged([(head, cell) for head, cell, _ in told], items) or any(
        _is_misplaced(head, cell, _cited(raw, items), material)
        for head, cell, raw in told
        if any(map(str.isalnum, cell))
    )


def _cited(cell: str, items: Sequence[Item]) -> list[Item]:
    """The items whose marks stand in the cell; those of the row where none does."""
    marks = {match.group(1) for match in MARK.finditer(cell)}
    return [item for item in items if item.mark in marks] or list(items)


def _is_misplaced(head: str, cell: str, items: Sequence[Item], material: Material) -> bool:
    has_value = any(map(str.isdigit, cell))
    if has_value and _LIMIT.fullmatch(head):
        return not _stands(cell, items, BEFORE_A_BOUND, "")
    if has_value and _END.fullmatch(head):
        return not _stands(cell, items, _END_BEFORE, _END_BEHIND)
    owners = bearers(head, material)
    return len(owners) == 1 and are_of_another(items, owners[0], material)


def _stands(cell: str, items: Sequence[Item], before: str, behind: str) -> bool:
    """Whether a value of the cell stands in an item next to a word that says what it is."""
    whole = "\n".join(text for item in items for text in item.texts)
    date = r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?"
    return any(
        re.search(before + date + re.escape(value), whole, re.IGNORECASE)
        or (behind and re.search(re.escape(value) + behind, whole))
        for value in (match.group().rstrip("Z") for match in _NUMBER.finditer(cell))
    )


def _is_exchanged(told: Sequence[tuple[str, str]], items: Sequence[Item]) -> bool:
    """Whether the cells of before and after stand the other way round in what is cited."""
    old = next((cell for head, cell in told if cell and _BEFORE.fullmatch(head)), "")
    new = next((cell for head, cell in told if cell and _AFTER.fullmatch(head)), "")
    if not old or not new or old == new:
        return False
    turned = re.compile(
        rf"(?:{re.escape(fold(new))})[^0-9a-z]{{0,4}}(?:to|->|→|=>|(?:升级|降级|变|改)?[至到为])"
        rf"[^0-9a-z]{{0,3}}{re.escape(fold(old))}"
    )
    return any(turned.search(fold(text)) for item in items for text in item.texts)
