"""The items an answer may rest on, by their marks (contract section 7)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, TypeAlias

from superbiz_agent.contracts.base import Language, Verdict
from superbiz_agent.contracts.composer import ComposerInput
from superbiz_agent.grounding.facts.folding import fold
from superbiz_agent.grounding.wording import language_of, split_sentences, without_lead_in

ItemKind: TypeAlias = Literal["claim", "hypothesis", "gap", "action", "question"]


@dataclass(frozen=True)
class Item:
    """One thing a sentence may cite. ``texts`` are an action's text and reason, else one text."""

    mark: str
    kind: ItemKind
    texts: tuple[str, ...]
    claim_type: str = ""
    status: str = ""

    @property
    def must_be_hedged(self) -> bool:
        """Hypotheses and inferred claims are only ever said as possibilities."""
        return self.kind == "hypothesis" or self.status == "inferred"


@dataclass(frozen=True)
class Material:
    """Everything of one ``composer_input`` that can be cited, and the names of the evidence."""

    verdict: Verdict
    language: Language
    items: tuple[Item, ...]
    names: tuple[str, ...] = ()

    def item(self, mark: str) -> Item | None:
        """The item that ``mark`` stands for; of a demoted claim, the hypothesis."""
        return next((item for item in self.items if item.mark == mark), None)

    def of(self, kind: ItemKind) -> list[Item]:
        """All items of one kind, in order."""
        return [item for item in self.items if item.kind == kind]

    def holds(self, stretch: str) -> bool:
        """Whether ``stretch`` stands as it is in any item."""
        return any(stretch in text for item in self.items for text in item.texts)


@dataclass(frozen=True)
class Statement:
    """A sentence of the answer and the items it rests on, cited or attributed."""

    text: str
    items: tuple[Item, ...]

    @property
    def sources(self) -> list[str]:
        """The texts of its items, the question aside."""
        return [text for item in self.items if item.kind != "question" for text in item.texts]

    @cached_property
    def is_repeated(self) -> bool:
        """Whether the sentence repeats one of its items word by word."""
        return any(repeats(self.text, item) for item in self.items if item.kind != "question")


def material_of(
    composer_input: ComposerInput,
    names: Sequence[str] = (),
    language: Language | None = None,
) -> Material:
    """The citable items of ``composer_input``; ``language`` is the answer's, the question's where
    none was asked for."""
    return Material(
        composer_input.verdict,
        language or language_of(composer_input.original_query),
        tuple(_items(composer_input)),
        tuple(names),
    )


def _items(given: ComposerInput) -> Iterator[Item]:
    for claim in given.allowed_claims:
        yield Item(claim.claim_id, "claim", (claim.claim_text,), claim.claim_type, claim.status)
    for hypothesis in given.allowed_hypotheses:
        yield Item(hypothesis.hypothesis_id, "hypothesis", (hypothesis.hypothesis_text,))
    for number, text in enumerate(given.missing_info, start=1):
        yield Item(f"m-{number}", "gap", (text,))
    for number, action in enumerate(given.recommended_actions, start=1):
        yield Item(f"a-{number}", "action", (action.action_text, action.reason))
    yield Item("q", "question", (given.original_query,))


def repeats(text: str, item: Item) -> bool:
    """Whether ``text`` is a sentence of ``item``, or the whole of it, word by word."""
    keys = {_key(text), _key(without_lead_in(text))} - {""}
    return bool(keys & _keys(item.texts))


@lru_cache(maxsize=1024)
def _keys(texts: tuple[str, ...]) -> frozenset[str]:
    sentences = (sentence.text for text in texts for sentence in split_sentences(text))
    return frozenset(map(_key, (*texts, *sentences)))


def _key(text: str) -> str:
    return fold(text.replace("**", "")).rstrip(" .。!！;；|").lstrip(" |")
