"""Which searches a question wants of each tool, each with its purpose, the narrowest first.

A search asks for things, never for the words of asking. What the question speaks of is looked for
within the service that it names, where a source is known by that name; the service alone comes
last, so that nothing on record of it is missed. A question about nothing in particular asks every
source for what stands out.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple, TypeAlias

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.offline.changed_things import change_searches
from superbiz_agent.models.offline.claims import EVERYTHING
from superbiz_agent.models.offline.leave_asked import deed_asked
from superbiz_agent.models.offline.none_of import none_searches
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.series import service_word
from superbiz_agent.models.offline.slowest import slowest_searches
from superbiz_agent.models.offline.tallies import tally_searches
from superbiz_agent.models.offline.which_more import more_searches

MAX_ENTITIES: Final = 2
MAX_TERM_SEARCHES: Final = 3
MAX_METRIC_SEARCHES: Final = 2
MAX_LOOKUPS: Final = 2
MAX_QUERY: Final = 200


class Search(NamedTuple):
    """The arguments of one call, and what it should show."""

    arguments: JsonObject
    purpose: str


Rule: TypeAlias = Callable[[Question, Collection[str]], list[Search]]


def searches_for(tool_name: str, question: Question) -> list[JsonObject]:
    """Return the arguments of each search that ``question`` wants of a tool."""
    return [search.arguments for search in purposed_searches(tool_name, question, ())]


def purposed_searches(tool_name: str, question: Question, sources: Collection[str]) -> list[Search]:
    """Return the searches that ``question`` wants of a tool whose sources have those names."""
    return _RULES.get(tool_name, _one_search)(question, sources)


def added_searches(question: Question, arguments: Mapping[str, JsonObject]) -> list[Search]:
    """Return the one search of a tool that the operator added, by what its ``arguments`` take
    (name -> ``{required, takes}``): none where it insists on what no question says. A service is
    what the question names as one, else the plain word that stands where a name does."""
    named = [name for name in question.searched_entities if name.isascii()]
    service = named[0] if named else service_word(question)
    given = {"words": _subjects(question), "service": service}
    asked = {
        name: given[taken]
        for name, argument in arguments.items()
        if given.get(taken := str(argument.get("takes")))
    }
    insisted = [name for name, argument in arguments.items() if argument.get("required")]
    missing = [name for name in insisted if name not in asked]
    return [] if missing else [Search(asked, "what the question names")]


def with_regex(expression: str, question: Question, sources: Collection[str]) -> Search:
    """Return the search for the records that a regular expression of the question matches, within
    the one service that it names."""
    level = {"level": question.level} if question.level else {}
    arguments = {"query": EVERYTHING, "regex": expression, **_scope(question, sources), **level}
    return Search(arguments, f"records that match {expression}")


def _metric_searches(question: Question, _: Collection[str]) -> list[Search]:
    """The alerts of the entity; of what else is named only where no entity is."""
    if not question.has_subject:
        return [Search({"query": EVERYTHING}, "every alert")]
    named = [*(x for x in question.terms if x not in question.statuses), *question.phrases]
    things = named if question.entities else [*named, *question.topics]
    found = [
        *_by_entity(question, "alerts and series of {}"),
        *(Search({"query": each}, f"alerts that name {each}") for each in things),
    ]
    return found[:MAX_METRIC_SEARCHES]


def _log_searches(question: Question, sources: Collection[str]) -> list[Search]:
    if question.asks_alerts_alone:
        return []
    scope = _scope(question, sources)
    asked = (
        *tally_searches(question, scope),
        *more_searches(question, scope),
        *none_searches(question),
    )
    counts = [Search(each, f"how many records of {each['query']}") for each in asked]
    changes = [Search(each, "records of a change") for each in change_searches(question, scope)]
    timed = [Search(each, "how long each took") for each in slowest_searches(question, scope)]
    return [*counts, *changes, *timed, *_record_searches(question, sources)]


def _record_searches(question: Question, sources: Collection[str]) -> list[Search]:
    level = {"level": question.level} if question.level else {}
    if not question.has_subject:
        return _whatever_stands_out(question)
    scope = _scope(question, sources)
    statuses = " ".join(question.statuses)
    others = (each for each in question.searches if each not in question.statuses)
    things = [*filter(None, (*question.phrases, statuses, *others))][:MAX_TERM_SEARCHES]
    found = [Search({"query": each, **scope}, f"records that speak of {each}") for each in things]
    if question.entities:
        return [*found, *_by_entity(question, "all records of {}", level)]
    if level:
        query = EVERYTHING if question.is_about_changes else " ".join(things)[:MAX_QUERY]
        found.insert(0, Search({"query": query, **level}, f"the same of level {question.level}"))
    return found


def _scope(question: Question, sources: Collection[str]) -> JsonObject:
    """The one service that is named, if a source is known by its name."""
    known = {source.casefold() for source in sources}
    asked = [name for name in question.searched_entities if name.casefold() in known]
    return {"service": asked[0]} if len(asked) == 1 == len(question.entities) else {}


def _whatever_stands_out(question: Question) -> list[Search]:
    level = question.level or "ERROR"
    severe = Search({"query": EVERYTHING, "level": level}, f"every record of level {level}")
    if question.level and question.is_narrow:
        return [severe]
    return [severe, Search({"query": EVERYTHING}, "the most telling of all records")]


def _by_entity(
    question: Question, purpose: str, more: Mapping[str, str] | None = None
) -> list[Search]:
    """A Chinese name is searched for by what it means; no source labels its records by it."""
    return [
        Search(
            {"query": name, **({"service": name} if name.isascii() else {}), **(more or {})},
            purpose.format(name),
        )
        for name in question.searched_entities[:MAX_ENTITIES]
    ]


def _lookups(question: Question, _: Collection[str]) -> list[Search]:
    """A runbook is looked up by exact names, else by what happened; what something means is asked
    in the question's words, which say which part of a page is wanted."""
    if question.kind == "meaning" or (question.asks_knowledge and not question.has_subject):
        return [_lookup(question.text[:MAX_QUERY])]
    if question.asks_knowledge or question.kind == "remediation":
        named = [each for each in question.terms if each not in question.statuses]
        things = named or [*question.phrases, *question.topics] or list(question.subjects)
        return [_lookup(each) for each in things[:MAX_LOOKUPS]]
    if deed_asked(question.text) and question.has_subject:
        things = dict.fromkeys((_subjects(question), *question.searched_entities))
        return [_lookup(each) for each in list(things)[:MAX_LOOKUPS]]
    if question.asks_alerts_alone or not question.has_subject:
        return []
    return [_lookup(_subjects(question))]


def _lookup(query: str) -> Search:
    return Search({"query": query}, f"what the runbooks say about {query}")


def _one_search(question: Question, _: Collection[str]) -> list[Search]:
    return [Search({"query": _subjects(question)}, "what the question names")]


def _subjects(question: Question) -> str:
    named = (*question.entities, *question.phrases, *question.terms, *question.topics)
    return (" ".join(named) or question.text)[:MAX_QUERY]


_RULES: Final[Mapping[str, Rule]] = {
    "query_metrics": _metric_searches,
    "query_logs": _log_searches,
    "lookup_knowledge": _lookups,
}
