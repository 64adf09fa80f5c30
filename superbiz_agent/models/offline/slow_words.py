"""How the slowest or fastest request, by whatever name, is asked for."""

import re
from typing import Final

_NOUNS: Final = (
    r"(?:(?:http|api|web)[ -]?)?(?:request|endpoint|path|route|url|uri|api|page|call|query"
    r"|transaction|interface)(?:s|ies)?"
)
_CHINESE_NOUNS: Final = "请求|接口|路径|页面|端点|调用|查询|URL|url|API|api"
_ASKED: Final = re.compile(
    rf"(?<![a-z])(?:slowest|fastest|quickest)(?: \w{{2,12}})? {_NOUNS}(?![a-z])"
    rf"|(?<![a-z])(?:which|what) {_NOUNS} (?:\w{{2,9}} ){{0,2}}(?:the )?"
    r"(?:slowest|fastest|quickest|longest)(?![a-z])"
    rf"|最[慢快](?:的)?(?:几个)? ?(?:{_CHINESE_NOUNS})"
    rf"|哪(?:个|些|一个)? ?(?:{_CHINESE_NOUNS})[^，。？?]{{0,4}}?"
    "(?:最[慢快]|[耗用]时最[长短])"
    rf"|耗时最[长短]的? ?(?:{_CHINESE_NOUNS})",
    re.IGNORECASE,
)
_ASKING: Final = re.compile(
    rf"{_NOUNS}|slowest|fastest|quickest|longest|latency|took|take|延迟|耗时|用时"
    rf"|(?:{_CHINESE_NOUNS})(?:最|耗时)?|最",
    re.IGNORECASE,
)


def asks_slowest(text: str) -> bool:
    """Whether ``text`` asks which request, endpoint or page took longest, or least."""
    return _ASKED.search(text) is not None


def only_asks_slowest(topic: str) -> bool:
    """Whether each word of ``topic`` only asks for the slowest."""
    return all(_ASKING.fullmatch(word) for word in topic.split())
