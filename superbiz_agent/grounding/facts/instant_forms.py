"""The closed list of spellings in which dates and clock times are read (contract section 7).

Extend the tables here; ``instants`` reads what they match.
"""

from superbiz_agent.grounding.facts import numerals
from superbiz_agent.grounding.facts.characters import WORD
from superbiz_agent.grounding.facts.tables import phrases

MONTHS = {
    name: number
    for number, names in enumerate(
        phrases(
            "jan january|feb february|mar march|apr april|may|jun june|jul july|aug august|"
            "sep sept september|oct october|nov november|dec december"
        ),
        start=1,
    )
    for name in names.split()
}
ZONE_NAMES = {"z": 0, "utc": 0, "gmt": 0, "北京时间": 8 * 3600, "东八区": 8 * 3600}
"""Zone names that mean one offset everywhere, in seconds east of UTC."""

AFTERNOON = ("下午", "晚上", "傍晚", "pm", "p.m.")
MORNING = ("凌晨", "早上", "清晨", "上午", "am", "a.m.")
NOON = ("中午",)

_ZONE = (
    r"(?: ?\(?(?P<zone>(?:UTC|GMT)? ?[+-][0-9]{2}:?[0-9]{2}(?![0-9]|:[0-9])"
    rf"|(?:UTC|GMT)[+-][0-9]{{1,2}}(?![0-9]|:[0-9])|(?:UTC|GMT|Z)(?![{WORD}])|北京时间|东八区))?"
)
_ZONE_LAST = _ZONE.removesuffix("?")
_BARE_ZONE = _ZONE.replace("? ?[+-]", "? ?(?:[+]|(?<= )-)")
"""After a bare clock time "-10:15" ends a range; it is no offset."""
_CLOCK = (
    r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})"
    r"(?::(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]{1,9}))?)?(?![0-9]|:[0-9])"
)
_MERIDIEM = r"(?: ?(?P<meridiem>[aApP]\.?[mM]\b\.?))?"
_MONTH = "(?P<month_name>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + ")"
_HAN_NUMBER = f"(?:[0-9]{{1,2}}|{numerals.CHINESE_NUMERAL}{{1,3}})"
_HAN_DATE = (
    rf"(?:(?P<year>[0-9]{{4}}) ?年 ?)?(?P<month>{_HAN_NUMBER}) ?月 ?(?P<day>{_HAN_NUMBER}) ?[日号]"
)
_PERIOD = "(?P<period>" + "|".join((*AFTERNOON[:3], *MORNING[:4], *NOON)) + ")"
_ISO_DATE = r"(?P<year>[0-9]{4})[-/](?P<month>[0-9]{1,2})[-/](?P<day>[0-9]{1,2})"
_ZONE_FIRST = r"(?P<zone>UTC|GMT|北京时间)(?:时间)? ?"
_END = rf"(?![{WORD}])"

FORMS: tuple[tuple[str, str], ...] = (
    (
        "iso",
        (rf"{_ISO_DATE}(?:(?:[T_]|,? (?:at )?){_CLOCK}{_ZONE})?{_END}"),
    ),
    (
        "access log",
        rf"(?P<day>[0-9]{{2}})/{_MONTH}/(?P<year>[0-9]{{4}}):{_CLOCK}{_ZONE}{_END}",
    ),
    (
        "month first",
        (
            rf"{_MONTH}\.? {{1,2}}(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?(?![0-9:])"
            rf"(?:,? (?P<year>[0-9]{{4}})(?![0-9]|:[0-9]))?(?:,? (?:at )?{_CLOCK}{_ZONE})?{_END}"
        ),
    ),
    (
        "day first",
        (
            rf"(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)? (?:of )?{_MONTH}"
            rf"(?:,? (?P<year>[0-9]{{4}})(?![0-9]|:[0-9]))?(?:,? (?:at )?{_CLOCK}{_ZONE})?{_END}"
        ),
    ),
    (
        "short year",
        rf"(?P<short_year>[0-9]{{2}})/(?P<month>[0-9]{{2}})/(?P<day>[0-9]{{2}}) {_CLOCK}{_END}",
    ),
    ("clock", rf"{_CLOCK}{_MERIDIEM}{_BARE_ZONE}{_END}"),
    ("twelve hours", rf"(?P<hour>[0-9]{{1,2}}) ?(?P<meridiem>[aApP]\.?[mM]\b\.?){_ZONE}{_END}"),
    ("clock on iso", rf"{_CLOCK}{_ZONE}\)?,? on {_ISO_DATE}{_END}"),
    (
        "clock on day",
        (
            rf"{_CLOCK}{_ZONE}\)?,? (?:on|of) (?:the )?"
            rf"(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)? (?:of )?{_MONTH}"
            rf"(?:,? (?P<year>[0-9]{{4}})(?![0-9]|:[0-9]))?{_END}"
        ),
    ),
    (
        "clock on day, zone last",
        (
            rf"{_CLOCK},? (?:on|of) (?:the )?(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)? (?:of )?{_MONTH}"
            rf"(?:,? (?P<year>[0-9]{{4}})(?![0-9]|:[0-9]))?{_ZONE_LAST}{_END}"
        ),
    ),
    (
        "clock on month",
        (
            rf"{_CLOCK}{_ZONE}\)?,? on {_MONTH}\.? {{1,2}}"
            rf"(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?(?![0-9:])"
            rf"(?:,? (?P<year>[0-9]{{4}})(?![0-9]|:[0-9]))?{_END}"
        ),
    ),
    ("zone first", rf"{_ZONE_FIRST}{_CLOCK}{_END}"),
    ("zone and iso", rf"{_ZONE_FIRST}{_ISO_DATE}(?:[T_]|,? ){_CLOCK}{_END}"),
    ("zone and chinese date", rf"{_ZONE_FIRST}{_HAN_DATE} ?{_PERIOD}? ?{_CLOCK}"),
    (
        "zone and chinese hour",
        (
            rf"{_ZONE_FIRST}(?:{_HAN_DATE} ?)?{_PERIOD}? ?(?P<hour>{_HAN_NUMBER}) ?[点时]"
            rf"(?:(?P<half>半)"
            rf"| ?(?P<minute>{_HAN_NUMBER}) ?分(?: ?(?P<second>{_HAN_NUMBER}) ?秒)?)?"
        ),
    ),
    (
        "chinese date",
        (rf"{_HAN_DATE}(?: ?{_PERIOD}? ?{_CLOCK}{_ZONE})?"),
    ),
    (
        "chinese date and hour",
        (
            rf"{_HAN_DATE} ?{_PERIOD}? ?(?P<hour>{_HAN_NUMBER}) ?[点时](?:(?P<half>半)|"
            rf" ?(?P<minute>{_HAN_NUMBER}) ?分(?: ?(?P<second>{_HAN_NUMBER}) ?秒)?)?"
        ),
    ),
    ("chinese period and clock", rf"{_PERIOD} ?{_CLOCK}{_ZONE}"),
    (
        "chinese hour",
        (
            rf"{_PERIOD} ?(?P<hour>{_HAN_NUMBER}) ?[点时](?:(?P<half>半)|整|"
            rf" ?(?P<minute>{_HAN_NUMBER}) ?分?(?: ?(?P<second>{_HAN_NUMBER}) ?秒)?)?"
        ),
    ),
    (
        "chinese digits hour",
        (
            r"(?P<hour>[0-9]{1,2}) ?[点时](?:(?P<half>半)|整|(?![0-9])|"
            r" ?(?P<minute>[0-9]{1,2}) ?分(?!钟)(?: ?(?P<second>[0-9]{1,2}) ?秒)?)"
        ),
    ),
)
"""Name and spelling of every date and clock format that is read. The longest match wins."""

AFTER_DIGITS: dict[str, str] = {
    "iso": "-/",
    "access log": "/",
    "day first": "snrtSNRT ",
    "short year": "/",
    "clock": ":",
    "clock on iso": ":",
    "clock on day": ":",
    "clock on day, zone last": ":",
    "clock on month": ":",
    "twelve hours": "aApP ",
    "chinese date": "年月 ",
    "chinese date and hour": "年月 ",
    "chinese digits hour": "点时 ",
}
"""Forms that may start with digits, and the characters one of which then follows."""

WORD_FIRST = frozenset({
    "month first", "zone first", "zone and iso", "zone and chinese date",
    "zone and chinese hour", "chinese date", "chinese date and hour",
    "chinese period and clock", "chinese hour",
})  # fmt: skip
"""Forms that may start with a word."""
