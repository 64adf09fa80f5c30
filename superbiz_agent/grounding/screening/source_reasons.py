"""Why a source failed or could not answer, in the words of code (contract section 6).

A closed table by kind and HTTP status: what a server says of itself is hostile text, and no word of
it stands here.
"""

from collections.abc import Iterator, Mapping, Sequence

from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.grounding.evidence.hostile import as_text
from superbiz_agent.grounding.screening.templates import Bilingual

REASONS: Mapping[str, Bilingual] = {
    "timeout": {"en": "no whole answer came in time", "zh": "未在时限内完整返回"},
    "unreachable": {"en": "it cannot be reached", "zh": "无法连接"},
    "broken_off": {"en": "its answer broke off", "zh": "响应中断"},
    "tls": {"en": "TLS failed or its certificate is not trusted", "zh": "TLS 失败或证书不受信任"},
    "redirect": {"en": "it redirects to another address", "zh": "被重定向到其他地址"},
    "too_large": {"en": "its answer is too large", "zh": "响应过大"},
    "foreign": {"en": "its answer is none of the API asked", "zh": "返回的不是所查询的 API"},
    "no_rules": {"en": "it has no alerting rules", "zh": "它没有告警规则"},
    "rules_fail": {"en": "one of its alerting rules fails", "zh": "它有告警规则无法求值"},
    "rules_unread": {"en": "its alerting rules cannot be read", "zh": "无法读取它的告警规则"},
    "not_evaluated": {
        "en": "its alerting rules were not evaluated in all of the window",
        "zh": "它的告警规则在部分窗口内未曾求值",
    },
    "no_data": {"en": "it holds no data of the window", "zh": "它没有该时间窗口的数据"},
    "holes": {"en": "it holds no data of a part of the window", "zh": "它缺少部分时间窗口的数据"},
    "not_come": {"en": "the window has not come yet", "zh": "该时间窗口尚未到来"},
    "not_kept": {
        "en": "it does not tell of what was over before",
        "zh": "它不提供此前已结束的内容",
    },
    "arguments": {"en": "it was not given what it takes", "zh": "没有给出它所需的参数"},
    "empty": {"en": "it holds no record at all", "zh": "它没有任何记录"},
}
"""Kind -> what it is called."""

STATUSES: Mapping[int, Bilingual] = {
    400: {"en": "it refuses the query", "zh": "它拒绝了该查询"},
    401: {"en": "the sign-in is missing or wrong", "zh": "缺少登录凭据或凭据有误"},
    403: {"en": "the user may not read this", "zh": "该用户无权读取"},
    404: {"en": "nothing is at this address", "zh": "该地址不存在"},
    407: {"en": "the proxy wants a sign-in", "zh": "代理要求登录"},
    422: {"en": "it refuses the query", "zh": "它拒绝了该查询"},
    429: {"en": "it was asked too often", "zh": "请求过于频繁"},
    500: {"en": "the server failed", "zh": "服务器出错"},
    503: {"en": "it is not available", "zh": "服务不可用"},
}
"""HTTP status -> what it means; any other of 500 and above is as 500."""

WITH_STATUS: Bilingual = {"en": "HTTP {status}, {meaning}", "zh": "HTTP {status}，{meaning}"}
BARE_STATUS: Bilingual = {"en": "HTTP {status}", "zh": "HTTP {status}"}
TRIES: Bilingual = {
    "en": ", after {tries} tries (sources.{source}.retries lowers that)",
    "zh": "，共尝试 {tries} 次（可调小 sources.{source}.retries）",
}


def reasons_of(entries: Sequence[JsonObject], source: str, language: Language) -> Iterator[str]:
    """What is stored of why a source failed or could not answer, each once; nothing for a kind or a
    status that no table has."""
    told = (_told(each, language) for each in entries if as_text(each.get("source")) == source)
    yield from dict.fromkeys(filter(None, told))


def _told(entry: JsonObject, language: Language) -> str:
    kind, status = as_text(entry.get("kind")) or "", entry.get("status")
    told = REASONS.get(kind, {}).get(language, "")
    if kind == "status" and isinstance(status, int) and 100 <= status < 600:
        meaning = STATUSES.get(status) or STATUSES.get(500 if status > 500 else 0)
        worded = (WITH_STATUS if meaning else BARE_STATUS)[language]
        told = worded.format(status=status, meaning=meaning[language] if meaning else "")
    tries = entry.get("tries")
    if told and isinstance(tries, int) and 1 < tries < 100:
        told += TRIES[language].format(tries=tries, source=as_text(entry.get("source")))
    return told
