"""Facts are read from Chinese and English text with exact spans and normal forms."""

import pytest

from superbiz_agent.grounding.facts import Fact, extract_facts, suspicious_tokens


def read(text: str, **options: tuple[str, ...]) -> list[tuple[str, str, str]]:
    return [
        (fact.kind, fact.value, text[fact.span[0] : fact.span[1]])
        for fact in extract_facts(text, **options)
    ]


def only(text: str) -> Fact:
    facts = extract_facts(text)
    assert len(facts) == 1, facts
    return facts[0]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("91%", "percentage", "91"),
        ("91 %", "percentage", "91"),
        ("91.0%", "percentage", "91"),
        ("9１％", "percentage", "91"),
        ("百分之91", "percentage", "91"),
        ("百分之九十一", "percentage", "91"),
        ("91 percent", "percentage", "91"),
        ("ninety-one percent", "percentage", "91"),
        ("九成", "percentage", "90"),
        ("1.25%", "percentage", "1.25"),
        ("5 pp", "quantity", "5 pp"),
        ("5个百分点", "quantity", "5 pp"),
        ("15m", "duration", "900"),
        ("15 minutes", "duration", "900"),
        ("15-minute", "duration", "900"),
        ("fifteen minutes", "duration", "900"),
        ("15分钟", "duration", "900"),
        ("十五分钟", "duration", "900"),
        ("900s", "duration", "900"),
        ("0.25h", "duration", "900"),
        ("30000ms", "duration", "30"),
        ("30000 MILLISECONDS", "duration", "30"),
        ("250 µs", "duration", "0.00025"),
        ("1h30m", "duration", "5400"),
        ("1 小时 30 分钟", "duration", "5400"),
        ("1小时30分", "duration", "5400"),
        ("2 minutes 10 seconds", "duration", "130"),
        ("半小时", "duration", "1800"),
        ("half an hour", "duration", "1800"),
        ("512MiB", "quantity", "536870912 B"),
        ("40 MB/s", "quantity", "40000000 B/s"),
        ("40 Mb/s", "quantity", "40000000 bit/s"),
        ("40 Mbps", "quantity", "40000000 bit/s"),
        ("512Mi", "quantity", "536870912 B"),
        ("512MB", "quantity", "512000000 B"),
        ("64172MB", "quantity", "64172000000 B"),
        ("1200 rps", "quantity", "1200 /s"),
        ("15M", "quantity", "15000000"),
        ("4 cores", "quantity", "4 core"),
        ("1,234", "number", "1234"),
        ("1,243", "number", "1243"),
        ("−5", "number", "-5"),
        ("3万", "number", "30000"),
        ("50/50", "number", "50/50"),
        ("50 of 50", "number", "50/50"),
        ("五个", "count", "5"),
        ("三次", "count", "3"),
        ("两台", "count", "2"),
        ("twenty-five", "count", "25"),
        ("all three", "count", "3"),
        ("both", "count", "2"),
        ("v2.14.3", "version", "2.14.3"),
        ("2.14.8", "version", "2.14.8"),
        ("version 2.14", "version", "2.14"),
        ("up 40 %", "comparative", "+40 %"),
        ("上升了40%", "comparative", "+40 %"),
        ("down 5 pp", "comparative", "-5 pp"),
        ("doubled", "comparative", "x2"),
        ("翻倍", "comparative", "x2"),
        ("3x", "comparative", "x3"),
        ("三倍", "comparative", "x3"),
        ("over 90%", "comparative", ">90 %"),
        ("超过 90%", "comparative", ">90 %"),
        (">= 5", "comparative", ">=5"),
        ("耗尽", "comparative", "full"),
        ("exhausted", "comparative", "full"),
        ("all in use", "comparative", "full"),
        ("earliest", "comparative", "first"),
    ],
)
def test_a_value_has_one_normal_form(text: str, kind: str, value: str) -> None:
    fact = only(text)
    assert (fact.kind, fact.value, fact.span) == (kind, value, (0, len(text)))


@pytest.mark.parametrize("text", ["148 版迁移", 'to version "148 - add"', "版本 148"])
def test_a_word_beside_a_whole_number_makes_it_a_version(text: str) -> None:
    facts = [fact for fact in extract_facts(text) if fact.kind != "quoted"]
    assert [(fact.kind, fact.value) for fact in facts] == [("version", "148")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2026-07-07T10:00:00Z", "2026-07-07T10:00:00Z"),
        ("2026-07-07 18:00 +08:00", "2026-07-07T10:00:00Z"),
        ("2026-07-07T18:00:00.000+0800", "2026-07-07T10:00:00Z"),
        ("2026-07-07 10:00:00 UTC", "2026-07-07T10:00:00Z"),
        ("2026-07-07 10:00:00", "2026-07-07T10:00:00"),
        ("2015-10-18 18:06:18,045", "2015-10-18T18:06:18.045"),
        ("2026年7月7日 下午3点15分", "2026-07-07T15:15:00"),
        ("07/Jul/2026:10:00:00 +0000", "2026-07-07T10:00:00Z"),
        ("17/06/09 20:10:58", "2017-06-09T20:10:58"),
        ("Dec 10 10:13:59", "--12-10T10:13:59"),
        ("July 7, 2026", "2026-07-07"),
        ("7 July 2026", "2026-07-07"),
        ("2026-07-07", "2026-07-07"),
        ("7月7日", "--07-07"),
        ("18:00 +08:00", "T10:00:00Z"),
        ("10:00Z", "T10:00:00Z"),
        ("10:00+08:00", "T02:00:00Z"),
        ("北京时间 18:00", "T10:00:00Z"),
        ("北京时间 02:00", "T18:00:00Z"),
        ("北京时间 2026-10-05 14:31:10", "2026-10-05T06:31:10Z"),
        ("北京时间 9 月 2 日 03:52:41", "--09-01T19:52:41Z"),
        ("北京时间9月2日凌晨3点40分", "--09-01T19:40:00Z"),
        ("UTC 2026-10-05 06:31:10", "2026-10-05T06:31:10Z"),
        ("03:40:11 (+08:00) on 2 September", "--09-01T19:40:11Z"),
        ("09:15:20Z on 14 August 2026", "2026-08-14T09:15:20Z"),
        ("09:15:20 UTC on August 14, 2026", "2026-08-14T09:15:20Z"),
        ("14:31:10+08:00 on 2026-10-05", "2026-10-05T06:31:10Z"),
        ("2026-10-05 at 06:31:10Z", "2026-10-05T06:31:10Z"),
        ("3:15 pm", "T15:15:00"),
        ("3 p.m.", "T15:00:00"),
        ("下午三点", "T15:00:00"),
        ("凌晨2点半", "T02:30:00"),
        ("15时30分", "T15:30:00"),
    ],
)
def test_an_instant_is_normalised_to_utc_and_kept_apart_without_a_zone(
    text: str, value: str
) -> None:
    fact = only(text)
    assert fact.kind in ("timestamp", "date")
    assert (fact.value, fact.span) == (value, (0, len(text)))


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("order-service", "host"),
        ("checkout-canary", "host"),
        ("orders-db-1", "letters and digits"),
        ("HikariPool-1", "letters and digits"),
        ("HighMemoryUsage", "camel case"),
        ("123e4567-e89b-12d3-a456-426614174000", "uuid"),
        ("7d9f8b6c4a", "hash"),
        ("0x34ede65503f002d", "hash"),
        ("10.251.39.209", "ip"),
        ("10.0.0.1:8080", "ip"),
        ("/var/log/app.log", "path"),
        ("https://host/a?b=1", "url"),
        ("http_requests_total", "metric"),
        ("java.lang.NullPointerException", "exception"),
        ("ECONNREFUSED", "error code"),
        ("ORA-01017", "error code"),
        ("HTTP 503", "status"),
        ("5xx", "status"),
        ("msra-sa-41:8030", "host and port"),
        ("blk_-5078186985701364847", "letters and digits"),
    ],
)
def test_an_identifier_is_read_whole(text: str, form: str) -> None:
    fact = only(text)
    assert (fact.kind, fact.form, fact.span) == ("identifier", form, (0, len(text)))


@pytest.mark.parametrize(
    "text",
    [
        "follow-up", "read-only", "e.g. this", "memory-related", "the pool is busy", "and/or",
        "十分严重", "统一处理", "1. next", "Check the logs again.", "第一步", "一般情况",
        "增加日志级别", "CPU", "up-to-date",
    ],
)  # fmt: skip
def test_prose_states_no_typed_fact(text: str) -> None:
    assert extract_facts(text) == []


def test_chinese_and_english_mix_in_one_sentence() -> None:
    text = "order-service内存百分之91，持续15分钟，共五个实例重试三次，下午三点开始"
    assert read(text) == [
        ("identifier", "order-service", "order-service"),
        ("percentage", "91", "百分之91"),
        ("duration", "900", "15分钟"),
        ("count", "5", "五个"),
        ("count", "3", "三次"),
        ("timestamp", "T15:00:00", "下午三点"),
    ]


def test_the_field_decides_what_m_means() -> None:
    assert [fact.value for fact in extract_facts("window=15m, cpu=250m, memory=15M")] == [
        "900",
        "0.25 core",
        "15000000",
    ]


def test_a_quoted_string_is_a_fact_and_so_are_the_facts_inside() -> None:
    assert read('said "timed out after 30 s"') == [
        ("quoted", "timed out after 30 s", '"timed out after 30 s"'),
        ("duration", "30", "30 s"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("checkout is slow", ["checkout"]),
        ("checkout-canary is slow", []),
        ("my_checkout and checkout.py", []),
        ("订单中心异常", ["订单中心"]),
        ("Vancouver Canucks won", ["Vancouver Canucks"]),
    ],
)
def test_known_names_match_whole_tokens(text: str, expected: list[str]) -> None:
    names = ("checkout", "订单中心", "vancouver canucks")
    facts = extract_facts(text, names=names)
    assert [fact.value for fact in facts if fact.kind == "name"] == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("checkout 服务异常", "checkout"),
        ("订单服务异常", "order"),
        ("service=checkout", "checkout"),
    ],
)
def test_a_name_is_known_by_what_stands_beside_it(text: str, value: str) -> None:
    assert [(fact.kind, fact.value) for fact in extract_facts(text)] == [("name", value)]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("91%", "百分之91"),
        ("15m", "15分钟"),
        ("2026-07-07T10:00:00Z", "2026-07-07 18:00 +08:00"),
        ("five", "5"),
        ("五个", "5"),
        ("1.2k", "1200"),
        ("Order-Service", "order-service"),
        ("30000ms", "30s"),
    ],
)
def test_spellings_of_one_value_are_equal(left: str, right: str) -> None:
    assert only(left).key == only(right).key


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("15m", "15M"),
        ("1.25%", "12.5%"),
        ("1,234", "1,243"),
        ("v2.14.3", "v2.14.8"),
        ("checkout-canary", "checkout-prod"),
        ("orders-db-1", "orders-db-2"),
        ("10:00Z", "10:00+08:00"),
        ("10:00Z", "10:00"),
        ("10²", "102"),
        ("512MB", "512MiB"),
        ("40 Mb/s", "40 MB/s"),
        ("40 MB", "40 Mb"),
        ("5MB", "5Mb"),
        ("91%", "91"),
        ("active=50/50", "active=50/500"),
        ("1_000", "1000"),
        ("/a/B", "/a/b"),
        ("order-service", "оrder-service"),
        ("order-service", "order\u200b-service"),
        ("٩١", "91"),
        ("-5", "5"),
    ],
)
def test_different_values_are_never_equal(left: str, right: str) -> None:
    assert {fact.key for fact in extract_facts(left)}.isdisjoint(
        {fact.key for fact in extract_facts(right)}
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the оrder-service", ["оrder-service"]),
        ("order\u200b-service is up", ["order\u200b-service"]),
        ("10² and CO₂", ["10²", "CO₂"]),
        ("naïve café µs order-service 订单service", []),
        ("сервер работает", []),
        ("👨\u200d💻 ok", []),
    ],
)
def test_hidden_characters_and_mixed_scripts_are_suspicious(text: str, expected: list[str]) -> None:
    assert suspicious_tokens(text) == expected


def test_a_range_shares_its_zone() -> None:
    values = [fact.value for fact in extract_facts("from 10:00 to 10:15 UTC")]
    assert values == ["T10:00:00Z", "T10:15:00Z"]


@pytest.mark.parametrize("quoted", ["“to hdfs://host:9000/a_1”", "「to hdfs://host:9000/a_1」"])
def test_a_url_ends_before_the_sign_that_closes_the_quotation(quoted: str) -> None:
    assert "hdfs://host:9000/a_1" in [fact.value for fact in extract_facts(quoted)]
