"""Words that state a fact by comparing or counting: the closed tables of comparatives.

Each row is (value, English phrases, Chinese phrases); phrases are separated by "|".
"""

import re
from decimal import Decimal
from typing import TypeAlias

from superbiz_agent.grounding.facts.characters import WORD
from superbiz_agent.grounding.facts.fact import Fact
from superbiz_agent.grounding.facts.numerals import plain
from superbiz_agent.grounding.facts.quantities import recognise_quantity
from superbiz_agent.grounding.facts.tables import phrases

Table: TypeAlias = tuple[tuple[str, str, str], ...]

BOUNDS: Table = (
    (
        ">",
        "more than|greater than|higher than|longer than|over|above|exceeds|exceeding|exceeded",
        "超过了|超过|超出|高于|大于|多于|逾",
    ),
    ("<", "less than|fewer than|lower than|shorter than|under|below", "低于|小于|少于|不到|不足"),
    (">=", "at least|no less than|not less than", "至少|不少于|不低于"),
    ("<=", "at most|no more than|not more than|up to", "至多|最多|不超过|不高于"),
)
"""A bound and the quantity that follows it: "over 90 %", 超过 90%."""

CHANGES: Table = (
    (
        "+",
        (
            "up by|up|increased by|increased|rose by|rose|grew by|grew|climbed by|"
            "an increase of|a rise of"
        ),
        "上升了|上升|增加了|增加|增长了|增长|上涨了|上涨|升高了|提高了|涨了",
    ),
    (
        "-",
        (
            "down by|down|decreased by|decreased|dropped by|dropped|fell by|fell|declined by|"
            "reduced by|a decrease of|a drop of"
        ),
        "下降了|下降|减少了|减少|降低了|降低|下跌了|跌了",
    ),
)
"""A change and the quantity that follows it: "up 40 %", 上升了 40%."""

FACTORS: Table = (
    ("2", "doubled|doubles|doubling|twice as|two-fold|twofold", "翻倍|翻了一倍|翻番|翻了一番"),
    ("3", "tripled|triples|tripling|threefold|three-fold", "翻了两倍"),
    ("4", "quadrupled|fourfold|four-fold", ""),
    ("5", "fivefold|five-fold", ""),
    ("10", "tenfold|ten-fold", ""),
    ("0.5", "halved|halves|halving", "减半|减少一半|下降一半"),
)
"""By how much something multiplied."""

STATES: Table = (
    (
        "full",
        (
            "all in use|fully used|fully utilised|fully utilized|fully occupied|"
            "at full capacity|is full|are full|was full|were full|became full|completely full|"
            "exhausted|used up|none free|no free|none are free|maxed out|saturated"
        ),
        (
            "耗尽|占满|用满|用尽|用光|已满|打满|跑满|满载|全部占用|全部在用|全部被占用|"
            "均在使用中|全部在使用"
        ),
    ),
)
"""States that ``n/n`` of their entity proves."""

TRENDS: Table = (
    (
        "rise",
        (
            "increased|increasing|rose|risen|rising|grew|grown|growing|climbed|climbing|"
            "spiked|surged"
        ),
        (
            "上升了|上升到|上升至|升至|升到|持续上升|不断上升|增加了|增加到|增至|增长了|增长到|"
            "上涨了|上涨到|持续增长|飙升|激增|骤升"
        ),
    ),
    (
        "fall",
        "decreased|decreasing|declined|declining|dropped to|fell to|falling",
        "下降了|下降到|下降至|降至|降到|持续下降|不断下降|减少了|减少到|减至|下跌了|骤降|锐减",
    ),
)
"""Movement of a value; bare imperatives (增加, increase) are no facts."""

ORDER: Table = (
    (
        "first",
        (
            "the first|initially|first seen|first occurred|first appeared|first observed|"
            "first reported|earliest|failed first|crashed first|timed out first|started first|"
            "happened first|came first|occurred first|appeared first|began first"
        ),
        "首次|首个|最早|最先|率先",
    ),
    (
        "last",
        ("the last|last seen|last occurred|last observed|last reported|latest|most recent|newest"),
        "最后一次|最后一条|最晚|最近一次|最近的一次|最近一条|最近的一条",
    ),
)
"""Places in time: true of the first and the last instant of the sources."""

RELATIONS: Table = (
    (
        ">",
        (
            "more than|greater than|higher than|longer than|larger than|slower than|exceeds|exceed|"
            "exceeding|exceeded|is above|are above|was above|were above|above the|above its"
        ),
        "超过了|超过|超出|高于|大于|多于|长于|慢于",
    ),
    (
        "<",
        (
            "less than|fewer than|lower than|shorter than|smaller than|is below|are below|"
            "was below|were below|below the|below its"
        ),
        "低于|小于|少于|短于",
    ),
    ("worse", "worse than|better than", "不如|差于|优于"),
)
"""A comparison with something that is no quantity: "exceeds its limit", 高于 payment-service."""

SUPERLATIVES: Table = (
    (
        "max",
        (
            "the highest|the largest|the biggest|the longest|the slowest|the greatest|highest|"
            "largest"
        ),
        "最高|最大|最长|最慢",
    ),
    (
        "min",
        "the lowest|the smallest|the fewest|the shortest|the fastest|lowest",
        "最低|最小|最短|最快",
    ),
    ("worst", "the worst|worst|the most severe|the most affected|the busiest", "最严重|最差|最忙"),
)
"""Who has the most: true only of the outermost of several values."""

ALONE: Table = (
    ("alone", "the only|alone|exclusively|solely", "唯独|唯有|只有|仅有|唯一"),
    ("alone", "only|just", "仅"),
)
"""Nobody else. The words of the second row count directly before a name."""

COUNTS: Table = (
    ("2", "both|all two", "两者|二者|双方"),
    ("3", "all three", "三者"),
    ("4", "all four", "四者"),
    ("5", "all five", "五者"),
)
"""How many are spoken of together."""

REPEATS: Table = (("2", "twice", ""), ("3", "thrice", ""))
"""How often; "两次" is a numeral with a measure word."""

SHARES: Table = (
    ("50", "half of|half the|half its|one half", "一半|半数|二分之一"),
    ("33.3", "a third of|one third|one-third", "三分之一"),
    ("66.7", "two thirds|two-thirds", "三分之二"),
    ("25", "a quarter of its|a quarter of the|one quarter of its|one quarter of the", "四分之一"),
    ("75", "three quarters of its|three quarters of the", "四分之三"),
)
"""Shares in words, as percentages; thirds to the digit that they are read with."""

VAGUE: Table = (
    (
        "always",
        (
            "always|constantly|permanently|all the time|the whole time|around the clock|all day|"
            "all night|overnight"
        ),
        "一直|始终|全天|整天|长期|连日",
    ),
    ("for long", "for hours|for days|for weeks|for months|for a long time", "数小时|数天|多日"),
    ("yesterday", "yesterday|last night|last week", "昨天|昨日|昨晚|昨夜|上周"),
    ("today", "today|this morning|this afternoon|tonight", "今天|今日|今早|今晨|今晚"),
    ("noon", "noon|midday", "中午|正午"),
    ("midnight", "midnight", "午夜|半夜"),
    ("early", "", "凌晨|清晨"),
    ("afternoon", "", "下午"),
    ("evening", "", "傍晚|晚上"),
    ("monday", "monday", "周一|星期一"),
    ("tuesday", "tuesday", "周二|星期二"),
    ("wednesday", "wednesday", "周三|星期三"),
    ("thursday", "thursday", "周四|星期四"),
    ("friday", "friday", "周五|星期五"),
    ("saturday", "saturday", "周六|星期六"),
    ("sunday", "sunday", "周日|星期日|星期天"),
    (
        "most",
        (
            "most of|most requests|most users|most pods|most instances|most connections|"
            "a majority|the majority|the vast majority"
        ),
        "大部分|大多数|绝大多数|绝大部分|多数",
    ),
    ("often", "repeatedly|again and again|over and over|frequently", "反复|频繁|屡次|一再"),
    ("countless", "countless", "无数"),
)
"""Windows, frequencies and amounts without a number: they must stand in a source as well."""

AMOUNTS: Table = (
    ("2", "a couple of", ""),
    ("3", "several|a handful of|multiple", "多个|多次|多条|若干|数个|数次|数条"),
    ("10", "many|numerous|a large number of|a flood of", "大量|海量|许多|很多"),
    ("12", "a dozen", ""),
    ("20", "dozens", "数十|几十"),
    ("100", "hundreds", "数百|上百|几百|成百"),
    ("1000", "thousands", "数千|上千|几千|成千"),
)
"""Amounts without a number, and the least that each of them is."""

_FACTOR_NUMBER = re.compile(
    rf"(?P<number>[0-9]{{1,6}}(?:\.[0-9]{{1,3}})?)(?:[x×](?![{WORD}])|"
    r" times (?:higher|more|larger|greater|the|as|slower|faster))"
)
_CHINESE_FACTOR = re.compile(
    r"(?P<number>[0-9]{1,6}(?:\.[0-9]{1,3})?|[一二两三四五六七八九十]{1,3}) ?倍"
)
_HAN_DIGITS = {character: index for index, character in enumerate("零一二三四五六七八九十")}
_SYMBOL_BOUND = re.compile(r"(?P<sign>>=|<=|≥|≤|(?<![-=])>|<) ?(?=[0-9+-])")
_SYMBOLS = {"≥": ">=", "≤": "<="}
_WINDOW = re.compile(r"(?: the)? ?(?:past |last )?[0-9]{0,4} ?(?:hours?|minutes?|days?|[smhd]\b)")


def _compile(table: Table) -> tuple[re.Pattern[str], dict[str, str]]:
    values = {
        phrase: value
        for value, english, chinese in table
        for phrase in phrases(english) + phrases(chinese)
    }
    parts = [
        re.escape(phrase).replace(r"\ ", " {1,3}") + (rf"(?![{WORD}]|-[a-z])" * phrase.isascii())
        for phrase in sorted(values, key=len, reverse=True)
    ]
    return re.compile("|".join(parts), re.IGNORECASE), values


_BOUNDS, _CHANGES = _compile(BOUNDS), _compile(CHANGES)
_BEFORE_NAME = _compile(ALONE[1:])
_NAME_NEXT = re.compile(r" ?(?:the )?(?:[a-z0-9]+(?:[-_][a-z0-9]+)+|[A-Z][a-z0-9]+[A-Z])")
_PLAIN = [
    (form, _compile(table))
    for form, table in (
        ("factor", FACTORS),
        ("full", STATES),
        ("order", ORDER),
        ("trend", TRENDS),
        ("all", COUNTS),
        ("times", REPEATS),
        ("share", SHARES),
        ("relation", RELATIONS),
        ("superlative", SUPERLATIVES),
        ("alone", ALONE[:1]),
        ("amount", AMOUNTS),
        ("vague", VAGUE),
    )
]
_TABLES: tuple[Table, ...] = (
    *(BOUNDS, CHANGES, FACTORS, STATES, TRENDS, ORDER, COUNTS),
    *(REPEATS, SHARES, VAGUE, RELATIONS, SUPERLATIVES, ALONE, AMOUNTS),
)
FIRST_WORDS = frozenset(
    re.split("[ -]", phrase)[0]
    for table in _TABLES
    for _, english, _ in table
    for phrase in phrases(english)
)
"""Lower-case first words of every English phrase: a quick way past prose."""

FIRST_CHARACTERS = "".join(
    sorted({phrase[0] for t in _TABLES for row in t for phrase in phrases(row[2])})
)


def recognise_factor(text: str, at: int) -> Fact | None:
    """ "3x", "3 times higher", 三倍."""
    match = _FACTOR_NUMBER.match(text, at) or _CHINESE_FACTOR.match(text, at)
    if not match:
        return None
    shown = match["number"]
    digits = shown if shown.isascii() else str(_HAN_DIGITS.get(shown.replace("两", "二"), 0))
    return _factor_fact(Decimal(digits), (at, match.end()))


def recognise_words(text: str, at: int) -> Fact | None:
    """The longest comparative or counting phrase that starts at ``at``, if any."""
    candidates = [
        fact
        for fact in (
            recognise_factor(text, at),
            _bound(text, at),
            _change(text, at),
            _phrase(text, at),
            _alone(text, at),
        )
        if fact
    ]
    return max(candidates, key=lambda fact: fact.span[1], default=None)


def _look_up(
    compiled: tuple[re.Pattern[str], dict[str, str]], text: str, at: int
) -> tuple[str, int] | None:
    pattern, values = compiled
    match = pattern.match(text, at)
    if not match:
        return None
    return values[re.sub(" +", " ", match.group().lower())], match.end()


def _measured(text: str, at: int) -> Fact | None:
    start = at + 1 if text[at : at + 1] == " " else at
    return recognise_quantity(text, start) if start < len(text) else None


def _bound(text: str, at: int) -> Fact | None:
    if symbol := _SYMBOL_BOUND.match(text, at):
        sign, end = _SYMBOLS.get(symbol["sign"], symbol["sign"]), symbol.end()
    elif found := _look_up(_BOUNDS, text, at):
        sign, end = found
    else:
        return None
    return _comparative("bound", sign, _measured(text, end), at)


def _change(text: str, at: int) -> Fact | None:
    found = _look_up(_CHANGES, text, at)
    return _comparative("change", found[0], _measured(text, found[1]), at) if found else None


def _comparative(form: str, sign: str, fact: Fact | None, at: int) -> Fact | None:
    if fact is None or fact.number is None:
        return None
    value = f"{sign}{plain(fact.number)} {fact.unit}".rstrip()
    return fact.model_copy(
        update={
            "kind": "comparative",
            "value": value,
            "span": (at, fact.span[1]),
            "form": f"{form} {sign}",
        }
    )


def _factor_fact(number: Decimal, span: tuple[int, int]) -> Fact:
    return Fact(
        kind="comparative", value=f"x{plain(number)}", span=span, form="factor", number=number
    )


def _share_fact(value: str, span: tuple[int, int]) -> Fact:
    is_whole = "." not in value
    return Fact(
        kind="percentage",
        value=value,
        span=span,
        form="exact" if is_whole else "",
        number=Decimal(value),
        unit="%",
        step=Decimal(1) if is_whole else Decimal("0.1"),
    )


def _phrase(text: str, at: int) -> Fact | None:
    for form, compiled in _PLAIN:
        found = _look_up(compiled, text, at)
        if not found or (form == "order" and _is_window(text, found[1])):
            continue
        if form == "relation" and _measured(text, found[1]):
            continue  # a bound, read from its own first word
        value, end = found
        if form == "factor":
            return _factor_fact(Decimal(value), (at, end))
        if form == "share":
            return _share_fact(value, (at, end))
        if form == "amount":
            least = Decimal(value)
            return Fact(
                kind="comparative", value=f"many {value}", span=(at, end), form=form, number=least
            )
        if form in ("all", "times"):
            number = Decimal(value)
            return Fact(kind="count", value=value, span=(at, end), form=form, number=number)
        return Fact(kind="comparative", value=value, span=(at, end), form=form)
    return None


def _alone(text: str, at: int) -> Fact | None:
    """ "only order-service": nobody else; "only 3" and "just restarted" are not that."""
    found = _look_up(_BEFORE_NAME, text, at)
    if not found or not _NAME_NEXT.match(text, found[1]):
        return None
    return Fact(kind="comparative", value="alone", span=(at, found[1]), form="alone")


def _is_window(text: str, end: int) -> bool:
    """ "last 15 minutes" is a window, not an order."""
    return bool(_WINDOW.match(text, end)) or bool(re.match(r" ?[0-9]", text[end : end + 2]))
