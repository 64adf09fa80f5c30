"""Words that only say when: a question is not about them, and no record is searched for them.

The window that they name is resolved by code before the model is asked (``tools/question_window``).
"""

import re
from typing import Final

from superbiz_agent.grounding.alert_start import ALERT_START

_HAN_NUMBER: Final = r"(?:[零〇一二两三四五六七八九十]{1,3}|[0-9]{1,2})"
_DAYS: Final = "mon|tues|wednes|thurs|fri|satur|sun"
_MONTHS: Final = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?"
    "|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_ENGLISH_PART: Final = "morning|afternoon|evening|night"
_CHINESE_PART: Final = "凌晨|早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里|夜间|半夜"
_AROUND: Final = re.compile(
    r"(?<![A-Za-z])(?:around|roughly|approximately|approx\.?|circa|shortly (?:before|after))"
    r"(?= (?:at )?(?:[0-9]|midnight|noon|midday|half past|quarter past))"
    r"|(?:大约|大概|约)(?=\s?[0-9零〇一二两三四五六七八九十凌晨早上中下午傍晚半夜])"
    r"|(?<=[0-9点分半刻时夜午])钟?(?:左右|前后)",
    re.IGNORECASE,
)
"""Beside a time they say how near: "around 22:10", 三点左右."""

_TIMES: Final = re.compile(
    rf"(?<![A-Za-z0-9_.-])(?:(?:the )?(?:last|previous|this|past) |over ?|during the |in the )"
    rf"(?:{_ENGLISH_PART})s?(?:['’]s)?(?![A-Za-z0-9_-])"
    rf"|(?<![A-Za-z0-9_.-])(?:yesterday|today|tonight|tomorrow) (?:{_ENGLISH_PART})"
    r"(?![A-Za-z0-9_-])"
    r"|(?<![A-Za-z0-9_.-])(?:the )?(?:last|past|previous|this) (?:(?:few|couple of) )?"
    r"(?:weeks?|months?|weekend|hours?|minutes?|days?)(?![A-Za-z0-9_-])"
    r"|(?<![A-Za-z0-9_.:/-])[0-9]{1,2}(?::[0-9]{2})?(?: ?(?:-|–|to|and) ?[0-9]{1,2}(?::[0-9]{2})?)?"
    r" ?[ap]\.?m\.?(?![A-Za-z0-9])"
    rf"|(?<![A-Za-z0-9_.-])(?:(?:last|this|next|on) )?(?:{_DAYS})day(?: (?:morning|afternoon"
    r"|evening|night))?(?![A-Za-z0-9_-])"
    rf"|(?<![A-Za-z0-9_.-])(?:{_MONTHS})\.? [0-3]?[0-9](?:st|nd|rd|th)?(?![A-Za-z0-9_:.-])"
    rf"|(?<![A-Za-z0-9_.-])[0-3]?[0-9](?:st|nd|rd|th)? (?:of )?(?:{_MONTHS})(?![A-Za-z0-9_-])"
    r"|(?<![A-Za-z0-9_.-])(?:half|quarter) past [a-z]{3,6}(?![A-Za-z0-9_-])"
    r"|(?<![A-Za-z0-9_.-])(?:noon|midday|midnight|o'clock|tomorrow)(?![A-Za-z0-9_-])"
    rf"|(?:{_CHINESE_PART})?的? ?"
    rf"{_HAN_NUMBER}[点时](?!间|候|常|刻)(?:半|一刻|{_HAN_NUMBER}分?)?(?![钟])"
    r"|(?:上上个?|上个?|本|这个?|下个?)?(?:周|星期|礼拜)[一二三四五六日天]"
    rf"|{_CHINESE_PART}|(?:昨|今|前|当)(?:晚上?|夜里?)|今早|今晨|昨[天日]|前天|明天|明早|明晚|后天"
    r"|午夜|正午|(?:上个?|本|这个?)(?:月|周末)",
    re.IGNORECASE,
)


def without_clock_words(text: str) -> str:
    """Return ``text`` with a blank for each time of day, day of the week and date in words, and for
    the start of an alert that the question counts from."""
    return _TIMES.sub(" ", _AROUND.sub(" ", ALERT_START.sub(" ", text)))
