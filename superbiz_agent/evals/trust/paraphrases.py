"""The same facts in another form: each must pass, or it is a false alarm."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta, timezone

from superbiz_agent.contracts.base import Language
from superbiz_agent.evals.trust import edits
from superbiz_agent.evals.trust.composer_mutants import answering_alone
from superbiz_agent.evals.trust.edits import Edits
from superbiz_agent.evals.trust.executor_mutants import saying
from superbiz_agent.evals.trust.faithful import Changes
from superbiz_agent.evals.trust.incidents import Case, Paraphrase
from superbiz_agent.evals.trust.mutant import Judge, Mutant, status_of
from superbiz_agent.evals.trust.playing import Played

_INSTANT = re.compile(
    r"20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,6})?Z"
)
_SPELLINGS: dict[Language, tuple[tuple[re.Pattern[str], str], ...]] = {
    "en": (
        (re.compile(r"(?<![0-9A-Za-z.])([0-9]+(?:\.[0-9]+)?)%"), r"\1 percent"),
        (re.compile(r"(?<![0-9A-Za-z.])([0-9]+(?:\.[0-9]+)?)%"), r"\1 %"),
        (re.compile(r"(?<![0-9A-Za-z.=])([0-9]+)ms(?![A-Za-z])"), r"\1 milliseconds"),
        (re.compile(r"(?<![0-9A-Za-z.=])([0-9]+)m(?![A-Za-z0-9])"), r"\1 minutes"),
        (re.compile(r"(?<![0-9A-Za-z.=])([0-9]+) seconds"), r"\1s"),
        (re.compile(r"(?<![0-9A-Za-z.=])([0-9]+) minutes"), r"\1 min"),
    ),
    "zh": (
        (re.compile(r"(?<![0-9A-Za-z.])([0-9]+(?:\.[0-9]+)?)%"), r"百分之\1"),
        (re.compile(r"(?<![0-9A-Za-z.])([0-9]+(?:\.[0-9]+)?)%"), r"\1 %"),
        (re.compile(r"(?<![0-9A-Za-z.=])([0-9]+)ms(?![A-Za-z])"), r"\1 毫秒"),
        (re.compile(r"(?<![0-9A-Za-z.=])([0-9]+)m(?![A-Za-z0-9])"), r"\1 分钟"),
        (re.compile(r"(?<![0-9A-Za-z.=])([0-9]+) ?秒"), r"\1s"),
        (re.compile(r"(?<![0-9A-Za-z.=])([0-9]+) ?分钟"), r"\1 min"),
    ),
}
"""Spellings of one value, by language of the text: a percentage, a duration."""


def paraphrase_mutants(case: Case, faithful: Played) -> Iterator[Mutant]:
    """Forms of the faithful answer and claims that code can make."""
    if faithful.result["composer_status"] == "valid":
        text = case.run.composer.user_facing_answer
        for kind, variants in _forms(text, case.language):
            for place, (what, changed) in enumerate(variants):
                yield _of_answer(f"{case.name}/{kind}/{place}: {what}", kind, changed)
    for claim in case.run.claims:
        status = status_of(claim.claim_id, faithful)
        if status is None:
            continue
        for what, changed in _spelt(claim.claim_text, case.language):
            name = f"{case.name}/{claim.claim_id}/spelling: {what}"
            yield _of_claim(name, "spelling", claim.claim_id, changed, faithful)


def written_paraphrases(
    case: Case, faithful: Played, paraphrases: Sequence[Paraphrase], *, held_out: bool
) -> Iterator[Mutant]:
    """The incident's hand-written ones."""
    for place, each in enumerate(paraphrases):
        name = f"{case.name}/written/{place}: {each.text}"
        if each.target == "answer":
            yield _of_answer(name, each.kind, each.text, held_out=held_out)
        elif status_of(each.target, faithful):
            yield _of_claim(name, each.kind, each.target, each.text, faithful, held_out=held_out)


def _of_answer(name: str, kind: str, text: str, *, held_out: bool = False) -> Mutant:
    return Mutant(
        "paraphrase", kind, name, Changes(composer=answering_alone(text)), _is_the_answer, held_out
    )


def _of_claim(
    name: str, kind: str, claim_id: str, text: str, faithful: Played, *, held_out: bool = False
) -> Mutant:
    judge = _keeps(claim_id, status_of(claim_id, faithful))
    changes = Changes(executor=saying(claim_id, text))
    return Mutant("paraphrase", kind, name, changes, judge, held_out)


def _is_the_answer(played: Played) -> bool:
    return played.result["composer_status"] == "valid"


def _keeps(claim_id: str, status: str | None) -> Judge:
    return lambda played: status_of(claim_id, played) == status


def _forms(text: str, language: Language) -> Iterator[tuple[str, Edits]]:
    yield "reordering", _reordered(text)
    yield "spelling", _spelt(text, language)
    yield "list", _listed(text)
    yield "table", _tabled(text, language)


def _reordered(text: str) -> Edits:
    sentences = edits.sentences_of(text)
    if len(sentences) > 1:
        yield "backwards", " ".join(reversed(sentences))
        yield "last first", " ".join([sentences[-1], *sentences[:-1]])


def _listed(text: str) -> Edits:
    sentences = edits.sentences_of(text)
    yield "bullets", "\n".join(f"- {sentence}" for sentence in sentences)
    yield "numbered", "\n".join(f"{n}. {line}" for n, line in enumerate(sentences, start=1))


def _tabled(text: str, language: Language) -> Edits:
    head = {"en": "| Finding |\n|---|\n", "zh": "| 发现 |\n|---|\n"}[language]
    rows = "\n".join(f"| {sentence} |" for sentence in edits.sentences_of(text))
    yield "one column", head + rows


def _spelt(text: str, language: Language) -> Edits:
    for pattern, spelling in _SPELLINGS[language]:
        changed = _outside_marks(pattern, lambda match, s=spelling: match.expand(s), text)
        if changed != text:
            yield f"{pattern.pattern} as {spelling}", changed
    for hours in (0, 8):
        zone = timezone(timedelta(hours=hours))
        moved = _outside_marks(_INSTANT, lambda match, z=zone: _in_zone(match.group(), z), text)
        if moved != text:
            yield f"instants at +0{hours}:00", moved


def _in_zone(instant: str, zone: timezone) -> str:
    return datetime.fromisoformat(instant).astimezone(zone).isoformat()


def _outside_marks(
    pattern: re.Pattern[str], change: Callable[[re.Match[str]], str], text: str
) -> str:
    pieces: list[str] = []
    position = 0
    for match in edits.outside_marks(pattern, text):
        pieces += [text[position : match.start()], change(match)]
        position = match.end()
    return "".join([*pieces, text[position:]])
