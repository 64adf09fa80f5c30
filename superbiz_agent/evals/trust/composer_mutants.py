"""Answers that a composer might give and must not: one thing of a faithful answer made false."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, TypeAlias

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.evals.trust import edits, phrases
from superbiz_agent.evals.trust.edits import Edits, Stock
from superbiz_agent.evals.trust.faithful import Changes, Scene
from superbiz_agent.evals.trust.incidents import Case, Swap
from superbiz_agent.evals.trust.mutant import Mutant
from superbiz_agent.evals.trust.playing import Played

Kind: TypeAlias = tuple[str, Iterable[tuple[str, str]]]
"""A kind of mutants and the texts of them: what was done, and what it gave."""


def composer_mutants(case: Case, faithful: Played, stock: Stock) -> Iterator[Mutant]:
    """Mutants of an answer that passed as it stands (shape: one changed field each)."""
    if faithful.result["composer_status"] != "valid":
        return
    text = case.run.composer.user_facing_answer
    for kind, variants in _kinds(case, faithful, text, stock):
        for place, (what, changed) in enumerate(variants):
            name = f"{case.name}/{kind}/{place}: {what}"
            changes = Changes(composer=_answering(changed))
            yield Mutant("composer", kind, name, changes, was_refused)
    yield from _whole_replies(case)
    yield from _under_low_confidence(case, stock)


def swap_mutants(case: Case, swaps: Sequence[Swap], *, held_out: bool) -> Iterator[Mutant]:
    """The incident's hand-written false answers."""
    for place, swap in enumerate(swaps):
        if swap.target == "answer":
            name = f"{case.name}/swap/{place}: {swap.text}"
            changes = Changes(composer=answering_alone(swap.text))
            yield Mutant("swap", swap.kind, name, changes, was_refused, held_out)


def was_refused(played: Played) -> bool:
    """Whether the composer's text did not become the answer."""
    return played.result["composer_status"] != "valid"


def _answering(text: str) -> Callable[[JsonObject, Scene], Any]:
    return lambda reply, _: reply | {"user_facing_answer": text}


def answering_alone(text: str) -> Callable[[JsonObject, Scene], Any]:
    """An answer of ``text`` and nothing else of the faithful reply, so that nothing else decides;
    where the verdict asks for a gap, the first one follows in its own words."""

    def reply(_: JsonObject, scene: Scene) -> JsonObject:
        needs_gap = scene.request["verdict"] == "LOW_CONFID"
        gaps: list[str] = scene.request["missing_info"] if needs_gap else []
        answer = "\n".join([text, *(f"{gap} [m-1]" for gap in gaps[:1])])
        return {"answer_summary": answer, "recommended_actions": [], "user_facing_answer": answer}

    return reply


def beside_a_gap(sentence: str) -> Callable[[JsonObject, Scene], Any]:
    """An answer of ``sentence`` and the first gap that the composer was given."""

    def reply(_: JsonObject, scene: Scene) -> JsonObject:
        gap = f"{scene.request['missing_info'][0]} [m-1]"
        answer = f"{gap} {sentence}"
        return {"answer_summary": gap, "recommended_actions": [], "user_facing_answer": answer}

    return reply


def _kinds(case: Case, faithful: Played, text: str, stock: Stock) -> Iterator[Kind]:
    yield from _other_facts(case, text, stock)
    yield from _other_words(case, text, stock)
    yield "hypothesis_as_fact", _hypotheses_as_facts(case, faithful, text)
    yield "markdown", _markdown(text, stock)
    yield "homoglyph", _homoglyphs(text, stock)
    yield "zero_width", _zero_widths(text, stock)
    yield "full_width_digits", _full_width(text, stock)
    yield "html", _html(text, stock)


def _other_facts(case: Case, text: str, stock: Stock) -> Iterator[Kind]:
    language = case.language
    yield (
        "number",
        chain(
            edits.added_before_mark(text, phrases.NEW_NUMBERS[language][:2]),
            edits.changed_numbers(text, stock),
        ),
    )
    yield (
        "entity",
        chain(
            edits.added_before_mark(text, _filled(case, stock)(phrases.NEW_ENTITIES[language][:2])),
            edits.changed_names(text, stock),
            edits.changed_last_characters(text, stock),
        ),
    )
    yield (
        "time",
        chain(
            edits.added_before_mark(text, phrases.NEW_TIMES[language][:3]),
            edits.changed_times(text, stock),
        ),
    )
    yield "wrong_service", edits.swapped_names(text, stock)


def _other_words(case: Case, text: str, stock: Stock) -> Iterator[Kind]:
    language, filled = case.language, _filled(case, stock)
    yield "cause", edits.added_sentences(text, filled(phrases.NEW_CAUSES[language]))
    yield (
        "certainty",
        chain(
            edits.replaced_words(text, phrases.HEDGES[language]),
            edits.added_sentences(text, filled(phrases.NEW_CERTAINTY[language])),
        ),
    )
    yield "polarity", edits.replaced_words(text, phrases.POLARITY[language])


def _filled(case: Case, stock: Stock) -> Callable[[Sequence[str]], list[str]]:
    name = stock.name_in(case.question)
    mark = f"[{case.run.claims[0].claim_id}]"

    def fill(templates: Sequence[str]) -> list[str]:
        return [
            template.replace("{stranger}", stock.stranger(place))
            .replace("{name}", name)
            .replace("{mark}", mark)
            for place, template in enumerate(templates)
        ]

    return fill


def _hypotheses_as_facts(case: Case, faithful: Played, text: str) -> Edits:
    """What may only be supposed, told without its hedge."""
    allowed: list[JsonObject] = faithful.composer_input["allowed_hypotheses"]
    supposed = [str(item["hypothesis_text"]) for item in allowed]
    supposed += [each.hypothesis_text for each in case.run.hypotheses]
    ids = [str(item["hypothesis_id"]) for item in allowed] or ["h-1"]
    for hypothesis in dict.fromkeys(supposed):
        for what, bare in edits.replaced_words(hypothesis, phrases.HEDGES[case.language]):
            stated = bare.rstrip(".。")
            for claim in case.run.claims[:3]:
                yield f"as {claim.claim_id}, {what}", f"{text} {stated} [{claim.claim_id}]."
            yield f"as hypothesis, {what}", f"{text} {stated} [{ids[0]}]."
            yield f"without a mark, {what}", f"{text} {stated}."


def _markdown(text: str, stock: Stock) -> Edits:
    """Markup that hides, splits or changes what is read."""
    yield "a link", f"{text} [runbook](http://{stock.stranger(0)}/x)"
    yield "an image", f"![status](http://{stock.stranger(1)}/x.png) {text}"
    yield "a reference of its own", f"{text} [1]"
    for what, changed in islice(edits.changed_numbers(text, stock), 1):
        old, new = what.split(" -> ")
        yield f"struck through {what}", changed.replace(new, f"~~{old}~~ **{new}**", 1)
    yield "a fence", f"```\n{text}\n```"


def _homoglyphs(text: str, stock: Stock) -> Edits:
    table = {"a": "\u0430", "e": "\u0435", "o": "\u043e", "c": "\u0441", "p": "\u0440"}
    for name in stock.names:
        letters = [latin for latin in table if latin in name and name in text]
        for latin in letters[:2]:
            changed = name.replace(latin, table[latin], 1)
            yield f"{latin} of {name}", text.replace(name, changed, 1)


def _zero_widths(text: str, stock: Stock) -> Edits:
    for place, name in enumerate(name for name in stock.names if name in text):
        sign = "\u200b\u200d\u2060\ufeff"[place % 4]
        yield f"in {name}", text.replace(name, name[:2] + sign + name[2:], 1)
    yield "at the end", text + "\u200b"


def _full_width(text: str, stock: Stock) -> Edits:
    wide = str.maketrans("0123456789", "０１２３４５６７８９")
    for what, changed in edits.changed_numbers(text, stock):
        new = what.split(" -> ")[1]
        yield what, changed.replace(new, new.translate(wide), 1)
    yield "a new number", f"{text} 另有 ４２１７ 个请求 / ４２１７ more."


def _html(text: str, stock: Stock) -> Edits:
    yield "a script", f"{text} <script>alert(1)</script>"
    yield "an image", f'{text} <img src="http://{stock.stranger(0)}/x">'
    yield "a comment", f"<!-- {text} --> all is well"
    yield "bold", f"<b>{text}</b>"
    yield "an entity", f"{text} &lt;b&gt;"


def _whole_replies(case: Case) -> Iterator[Mutant]:
    """Replies that are not one bare JSON object of three keys."""
    forms: dict[str, Callable[[JsonObject, Scene], Any]] = {
        "fenced": lambda reply, _: f"```json\n{_text(reply)}\n```",
        "after prose": lambda reply, _: f"Here is the answer:\n{_text(reply)}",
        "twice": lambda reply, _: f"{_text(reply)}\n{_text(reply)}",
        "one key more": lambda reply, _: reply | {"verdict": "PASS"},
        "one key less": lambda reply, _: {k: reply[k] for k in reply if k != "answer_summary"},
    }
    for what, form in forms.items():
        name = f"{case.name}/fence/{what}"
        yield Mutant("composer", "fence", name, Changes(composer=form), was_refused)


def _text(reply: JsonObject) -> str:
    return json.dumps(reply, ensure_ascii=False)


def _under_low_confidence(case: Case, stock: Stock) -> Iterator[Mutant]:
    """A root cause told although the verdict is capped: the executor broke its schema.

    The rest of the answer is a gap as it was given, so that nothing else can be what is refused.
    """

    def broken(reply: JsonObject, _: Scene) -> JsonObject:
        return reply | {"diagnosis_summary": "all is clear"}

    sentences = [
        *_filled(case, stock)(phrases.NEW_CAUSES[case.language][:2]),
        *(
            f"{claim.claim_text.rstrip('.。')} [{claim.claim_id}]."
            for claim in case.run.claims
            if claim.claim_type == "root_cause"
        ),
        *_filled(case, stock)(phrases.NEW_CERTAINTY[case.language][:2]),
    ]
    for place, sentence in enumerate(sentences):
        changes = Changes(executor=broken, composer=beside_a_gap(sentence))
        name = f"{case.name}/root_cause_low_confid/{place}: {sentence}"
        yield Mutant("composer", "root_cause_low_confid", name, changes, was_refused)
