"""More of one than of another: answered from two counts ("more 502 than 200", 超时比重置多吗).

Statuses are counted by status, so that no other number passes for one; words by a search for each.
Levels are not compared: a search for warnings finds errors as well.
"""

import re
from typing import Final, Literal, NamedTuple

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.facts.name_counts import told_counts
from superbiz_agent.models.offline.claims import EVERYTHING, absence, matched_more, matches
from superbiz_agent.models.offline.drafts import Draft
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.names import level_in
from superbiz_agent.models.offline.phrases import CLAIMS, fill
from superbiz_agent.models.offline.question import Question, read_question
from superbiz_agent.models.offline.tallies import scope_of, trouble_word

_ASKED: Final = (
    re.compile(
        r"(?<![a-z])(?P<how>more|fewer|less) (?:of )?(?P<a>(?:[^\s?.,;]{1,40} ){1,4}?)than "
        r"(?P<b>[^?!,;]{1,60})",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<a>[^，。？?,]{1,24}?)(?P<how>多|少)(?:还是|，还是)(?P<b>[^，。？?,]{1,24}?)[多少]"
    ),
    re.compile(
        r"(?<![a-z])(?P<how>more|fewer) (?P<a>(?:[^\s?.,;]{1,40} ){1,3}?)or (?:more |fewer )?"
        r"(?P<b>[^?!,;]{1,60})",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<a>[^，。？?,]{1,24}?)比(?P<b>[^，。？?,]{1,24}?)(?:还|更|要)?(?P<how>多|少)"),
)
_STATUS: Final = re.compile(r"[1-5][0-9]{2}")
_NAMED: Final = r"\"(?P<a>[^\"]{1,200})\""
_TOLD: Final = (
    re.compile(rf"(?P<m>[0-9]+) records matched {_NAMED}, (?P<n>[0-9]+) matched "),
    re.compile(r"Counted by status: (?P<a>\S+) in (?P<m>[0-9]+) of \S+ \S+ \S+ in (?P<n>[0-9]+)"),
    re.compile(
        rf"匹配 {_NAMED} 的记录 (?P<m>[0-9]+) 条，匹配 \"[^\"]{{1,200}}\" 的 (?P<n>[0-9]+) 条"
    ),
    re.compile(
        r"统计（状态码）：(?P<a>\S+)（[0-9]+ 条记录中有 (?P<m>[0-9]+) 条）、\S+（(?P<n>[0-9]+) 条）"
    ),
)
"""How a claim tells two counts."""


class More(NamedTuple):
    """Whether ``left`` has ``more`` than ``right`` is asked, or fewer."""

    left: str
    right: str
    more: bool

    @property
    def is_of_statuses(self) -> bool:
        """Both are HTTP statuses."""
        return all(_STATUS.fullmatch(side) for side in (self.left, self.right))


def more_asked(question: Question) -> More | None:
    """The two things of which ``question`` asks which has more; null for any other question."""
    for pattern in _ASKED:
        found = pattern.search(question.text)
        if found is not None:
            left, right = _thing(found["a"], question), _thing(found["b"], question)
            more = found["how"].lower() in ("more", "多")
            return More(left, right, more) if left and right and left != right else None
    return None


def _thing(side: str, question: Question) -> str:
    """What one side names: a status, else the one thing to search for."""
    status = _STATUS.search(side)
    if status:
        return status.group()
    read = read_question(side)
    named = [*read.phrases, *read.terms, *read.topics]
    named = [each for each in named if each not in question.entities]
    if level_in(side):
        return ""
    return named[0] if len(named) == 1 else "" if named else trouble_word(side)


def more_searches(question: Question, scope: JsonObject) -> list[JsonObject]:
    """The searches that count both."""
    asked = more_asked(question)
    if asked is None:
        return []
    scope, within = scope_of(question, scope)
    if asked.is_of_statuses:
        return [{"query": within or EVERYTHING, **scope, "count_by": "status"}]
    return [{"query": side, **scope} for side in (asked.left, asked.right)]


def compared_counts(question: Question, evidence: Evidence) -> list[Draft]:
    """Both counts, in one claim; empty where they are not known."""
    asked = more_asked(question)
    if asked is None:
        return []
    if asked.is_of_statuses:
        return _by_status(asked, question, evidence)
    left, right = (_search_for(side, question, evidence) for side in (asked.left, asked.right))
    if left is None or right is None:
        return []
    found = [line for line in (left, right) if line.search and line.search.matched]
    silent = [line for line in (left, right) if line not in found]
    if not silent:
        return [matched_more(left, right, question.language)]
    seen = [matches(line, question.language) for line in found]
    return [*seen, *(absence(line, question.language) for line in silent)]


def _by_status(asked: More, question: Question, evidence: Evidence) -> list[Draft]:
    for line in evidence.of("count"):
        counts = told_counts(line.body)
        if line.fields["kind"] != "status" or counts is None or counts.level:
            continue
        number = {each.name: str(each.records) for each in counts.counts}
        if asked.left in number and asked.right in number and not counts.is_part:
            told = fill(
                CLAIMS,
                "more_statuses",
                question.language,
                a=asked.left,
                m=number[asked.left],
                b=asked.right,
                n=number[asked.right],
                of=str(counts.of),
            )
            return [Draft("observation", (told,), (line,))]
    return []


def _search_for(thing: str, question: Question, evidence: Evidence) -> Line | None:
    """The whole, answered search for ``thing``: within the service that the question names."""
    found = [
        (line, line.search.filters)
        for line in evidence.searches
        if line.search
        and line.tool_name == "query_logs"
        and line.search.query == thing
        and line.search.is_whole
        and line.search.is_answered
        and not {"level", "regex", "count_by"} & line.search.filters.keys()
    ]
    named = set(question.entities)
    return next((line for line, asked in found if not named or asked.get("service") in named), None)


def decides_more(question: Question, claim: str) -> Literal["yes", "no"] | None:
    """Whether the two counts of ``claim`` say yes to the question; null where it tells no two."""
    asked = more_asked(question)
    found = next((m for pattern in _TOLD if (m := pattern.match(claim))), None)
    if asked is None or found is None or found["a"].lower() != asked.left.lower():
        return None
    more, fewer = int(found["m"]), int(found["n"])
    is_so = more > fewer if asked.more else more < fewer
    return "yes" if is_so else "no"


def tells_two_counts(claim: str) -> bool:
    """Whether ``claim`` tells two counts side by side."""
    return any(pattern.match(claim) for pattern in _TOLD)
