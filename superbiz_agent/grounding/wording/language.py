"""Which language a text is in, decided by code (contract section 1)."""

import re
from functools import lru_cache

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.wording.quotes import quoted_spans

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
"""Character class of Han characters, for use inside ``[...]``."""

_HAN = re.compile(f"[{HAN}]")


@lru_cache(maxsize=4096)
def language_of(text: str) -> Language:
    """``zh`` if ``text`` holds a Han character outside quotes and code, else ``en``."""
    spans = quoted_spans(text)
    position = 0
    for start, end in spans:
        if _HAN.search(text, position, start):
            return "zh"
        position = end
    return "zh" if _HAN.search(text, position) else "en"


def holds_han(text: str) -> bool:
    """Whether ``text`` holds any Han character, quoted or not."""
    return bool(_HAN.search(text))
