"""Words that mutants add, drop or turn round, by language. ``{stranger}``, ``{name}``: names."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from superbiz_agent.contracts.base import Language

Phrases: TypeAlias = Mapping[Language, Sequence[str]]
Turns: TypeAlias = Mapping[Language, Sequence[tuple[str, str]]]

NEW_NUMBERS: Phrases = {
    "en": (
        ", 4217 requests in all",
        ", at 97.3%",
        " after 86 s",
        ", using 41 GB",
        ", for the 613th time",
    ),
    "zh": ("，共 4217 个请求", "，达到 97.3%", "，持续 86 秒", "，占用 41 GB", "，重试 613 次"),
}
NEW_ENTITIES: Phrases = {
    "en": (
        " on {stranger}",
        ", as {stranger} does",
        " and in {stranger} too",
        ", seen from {stranger}",
    ),
    "zh": (
        "（位于 {stranger}）",
        "，{stranger} 也一样",
        "，同时影响 {stranger}",
        "，来自 {stranger}",
    ),
}
NEW_TIMES: Phrases = {
    "en": (" at 03:47Z", " since 2026-01-09T22:41:00Z", ", until 04:58:31", " on 2026-01-09"),
    "zh": ("（03:47Z）", "，自 2026-01-09T22:41:00Z 起", "，直到 04:58:31", "，时间为 2026-01-09"),
}
NEW_CAUSES: Phrases = {
    "en": (
        "The root cause is a memory leak in {name} {mark}.",
        "This was caused by a network partition {mark}.",
        "It happened because someone changed the firewall rules {mark}.",
        "A deployment of {name} triggered the incident {mark}.",
        "The failure is due to a hardware fault {mark}.",
    ),
    "zh": (
        "根因是 {name} 的内存泄漏{mark}。",
        "故障由网络分区导致{mark}。",
        "因为有人修改了防火墙规则，所以出现故障{mark}。",
        "{name} 的一次发布引发了本次事故{mark}。",
        "失败的原因是硬件故障{mark}。",
    ),
}
NEW_CERTAINTY: Phrases = {
    "en": (
        "It is confirmed beyond doubt that this is the sole root cause {mark}.",
        "All other causes have been ruled out {mark}.",
        "This will definitely never happen again {mark}.",
        "We are 100% certain of the cause {mark}.",
    ),
    "zh": (
        "已确认这是唯一根因{mark}。",
        "其他原因均已排除{mark}。",
        "这一问题肯定不会再发生{mark}。",
        "原因百分之百确定{mark}。",
    ),
}
HEDGES: Turns = {
    "en": (
        ("likely", "certainly"), ("probably", "certainly"), ("may", "does"), ("might", "does"),
        ("possibly", "certainly"), ("could be", "is"), ("perhaps", "certainly"),
        ("appears", "is known"), ("suggests", "proves"), ("inferred", "confirmed"),
        ("suggest", "prove"),
    ),
    "zh": (
        ("可能", "确实"), ("推断", "确认"), ("也许", "确实"), ("或许", "确实"), ("疑似", "确为"),
        ("大概", "确实"), ("推测", "证实"), ("似乎", "确实"),
    ),
}  # fmt: skip
POLARITY: Turns = {
    "en": (
        ("is firing", "is not firing"), ("failed", "did not fail"), ("fails", "does not fail"),
        ("expired", "did not expire"), ("is", "is not"), ("was", "was not"), ("are", "are not"),
        ("were", "were not"), ("refused", "accepted"), ("timed out", "did not time out"),
        ("no", "several"), ("not", ""), ("exhausted", "not exhausted"), ("has", "has no"),
        ("reported", "did not report"), ("exited", "did not exit"), ("could not", "could"),
        ("cannot", "can"), ("succeeded", "failed"), ("matched nothing", "matched several records"),
    ),
    "zh": (
        ("正在触发", "没有触发"), ("失败", "没有失败"), ("过期", "没有过期"), ("耗尽", "没有耗尽"),
        ("没有", "有"), ("未", "已"), ("超时", "没有超时"), ("拒绝", "没有拒绝"), ("无法", "可以"),
        ("不能", "能"), ("报错", "没有报错"), ("退出", "没有退出"), ("已满", "未满"),
        ("不足", "充足"), ("成功", "失败"), ("存在", "不存在"), ("记录了", "没有记录"),
        ("达到", "没有达到"),
    ),
}  # fmt: skip
EXTRA_CLAIMS: Phrases = {
    "en": (
        "{stranger} is at 97.3% and has lost 4217 requests.",
        "{name} definitely restarted 613 times since 03:47Z.",
        "The sole root cause is a memory leak in {stranger}.",
        "{name} does not fail and has no errors at all.",
        "{name} answered in 86.5 s, 41 GB in all.",
    ),
    "zh": (
        "{stranger} 的使用率为 97.3%，丢失 4217 个请求。",
        "{name} 自 03:47Z 起确定重启了 613 次。",
        "唯一根因是 {stranger} 的内存泄漏。",
        "{name} 没有失败，也没有任何报错。",
        "{name} 的响应时间为 86.5 秒，共 41 GB。",
    ),
}
