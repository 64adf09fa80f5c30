"""Words that state a fact by comparing or counting: the closed tables of comparatives.

Each row is (value, English phrases, Chinese phrases); phrases are separated by "|".
"""

from typing import TypeAlias

Table: TypeAlias = tuple[tuple[str, str, str], ...]

BOUNDS: Table = (
    (
        ">",
        (
            "more than|greater than|higher than|longer than|over|above|exceeds|exceed|"
            "exceeding|exceeded"
        ),
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
            "exhausted|used up|none free|no free|none are free|maxed out|saturated|"
            "no space left|no space available|out of space|out of disk space|disk full"
        ),
        (
            "耗尽|占满|用满|用尽|用光|已满|打满|跑满|满载|全部占用|全部在用|全部被占用|"
            "均在使用中|全部在使用|写满|没有剩余空间|没有可用空间"
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
        (
            "decreased|decreasing|declined|declining|dropped to|fell to|fall to|falls to|drops to|"
            "falling"
        ),
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
    ("worse", "worse than|better than|faster than|more severe than", "不如|差于|优于"),
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
