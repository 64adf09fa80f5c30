"""What incidents are about, as people say it in both languages: one row a concept.

``label`` is what to search for; the tools know how logs, alerts and runbooks spell it
(``tools/logs/wordings.py``, ``tools/synonyms.py``), so that a question and its twin in the other
language find the same evidence. Narrower rows stand before wider ones: the first that reads a
stretch of the question takes it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from superbiz_agent.contracts.base import Language

_BEING = "(?: (?:is|are|was|were|been|being|got|getting|gets|almost|nearly|completely|now|still))"
_CHINESE_BEING = "(?:是不是|是否|有没有|都|已经|已|快要?|就要|会不会|会|被|又|现在|的|了|没有){0,3}"
_FULL = r"(?:full|exhaust(?:ed|ion)|saturated|used up|empty|depleted)"
_SHORT = "(?:耗尽|用完|用尽|用光|打满|占满|爆满|满|不足|不够|枯竭)"
_OUT_OF = r"(?:r[au]n(?:s|ning)? |going |be )?out of "


@dataclass(frozen=True)
class Concept:
    """``label``: what to search for, by language; ``asked`` finds it in a question."""

    label: Mapping[Language, str]
    asked: re.Pattern[str]


class Found(NamedTuple):
    """A concept, and where the question names it."""

    start: int
    end: int
    concept: Concept


_LOG_IN: Final = (
    r"(?:log(?:s|ged|ging)?|sign(?:s|ed|ing)?)[ -]in"
    r"(?! (?:the|an?|this|that|these|those|its|last|past|total)\b)|logins?"
)
"""To log in, and not what is logged in the last hour."""


def _concept(english_label: str, chinese_label: str, english: str, chinese: str) -> Concept:
    pattern = (f"{chinese}|" if chinese else "") + rf"(?<![a-z0-9_-])(?:{english})(?![a-z0-9_-])"
    label: Mapping[Language, str] = {"en": english_label, "zh": chinese_label}
    return Concept(label, re.compile(pattern, re.IGNORECASE))


CONCEPTS: Final[tuple[Concept, ...]] = (
    _concept(
        "thread pool",
        "线程池",
        rf"thread ?pools?(?:{_BEING}{{0,3}} {_FULL})?|{_OUT_OF}(?:worker )?threads",
        f"线程池(?:{_CHINESE_BEING}{_SHORT})?",
    ),
    _concept(
        "connection pool",
        "连接池",
        rf"{_OUT_OF}(?:[a-z]{{1,30}} ){{0,2}}connections?"
        rf"|(?:(?:database|db|jdbc) )?(?:connection )?pools?{_BEING}{{0,3}} {_FULL}"
        r"|(?:(?:database|db|jdbc) )?connection pools?|(?:exhausted|full|saturated) pools?"
        rf"|(?:(?:database|db|jdbc) )?connections?{_BEING}{{0,3}} (?:exhaust(?:ed|ion)|used up)"
        r"|too many (?:database |db )?connections"
        r"|(?:no|not enough) (?:free |database )?connections",
        f"(?:数据库)?连接池(?:{_CHINESE_BEING}{_SHORT})?|(?:数据库)?连接数?{_CHINESE_BEING}{_SHORT}",
    ),
    _concept(
        "memory leak",
        "内存泄漏",
        r"memory leak(?:s|ed|ing)?|leak(?:s|ed|ing)? memory",
        "内存泄[漏露]",
    ),
    _concept(
        "out of memory",
        "内存溢出",
        rf"{_OUT_OF}(?:[a-z]{{1,30}} )?(?:memory|heap)(?: space)?"
        r"|oom(?:[ -]?kill(?:s|ed|er|ing)?)?s?"
        rf"|(?:memory|heap){_BEING}{{0,3}} {_FULL}|not enough memory|heap space",
        f"(?:堆|爆)?内存(?:溢出|{_CHINESE_BEING}{_SHORT})|爆内存",
    ),
    _concept(
        "disk full",
        "磁盘满",
        rf"(?:disks?|filesystems?|file systems?|volumes?|partitions?|storage|inodes?)"
        rf"(?: (?:of|on|at) (?:the )?\S{{1,80}})?{_BEING}{{0,3}}"
        rf" (?:fill(?:s|ed|ing)?(?: up)?|{_FULL})"
        rf"|{_OUT_OF}(?:disk(?: space)?|space|inodes|storage)|full (?:disk|filesystem|volume)s?"
        r"|no space left(?: on (?:the )?device)?|(?:disk|filesystem|free|low) (?:disk )?space",
        f"(?:磁盘|硬盘|文件系统)(?:空间|使用率)?{_CHINESE_BEING}(?:{_SHORT}|写满|爆)|(?:磁盘|硬盘)空间",
    ),
    _concept(
        "packet loss",
        "丢包",
        r"(?:drop(?:s|ped|ping)?|los(?:e|es|t|ing)) (?:[a-z]{1,30} )?packets?"
        r"|packets? (?:[a-z]{1,30} )?(?:drop(?:s|ped|ping)?|loss(?:es)?|lost)",
        "丢(?:弃|失)?(?:了)?(?:网络|数据)?包",
    ),
    _concept("rollback", "回滚", r"roll(?:s|ed|ing)?[ -]?backs?", "回滚|回退"),
    _concept(
        "deployment",
        "部署",
        r"(?:re)?deploy(?:s|ed|ing|ment|ments)?|releas(?:e|es|ed|ing)|roll(?:s|ed|ing)?[ -]?outs?"
        r"|(?:new|which|what) (?:version|build|release|image)s?|what (?:has |was )?changed"
        r"|(?:recent|latest|last) changes?",
        "部署|发布|上线|发版|变更",
    ),
    _concept(
        "cpu",
        "CPU",
        r"(?:high )?cpu(?: (?:usage|load|utili[sz]ation))?(?: (?:is |was )?(?:too |so )?high)?",
        "CPU(?:使用率|利用率|负载|占用率?|过高|太高|很高|高|打满|飙升|飙高){1,2}",
    ),
    _concept(
        "memory",
        "内存",
        r"(?:high )?memory(?: (?:usage|utili[sz]ation))?(?: (?:is |was )?(?:too |so )?high)?",
        "内存(?:使用率|利用率|占用率?)?(?:过高|太高|很高|高|飙升|飙高)?",
    ),
    _concept(
        "replication lag",
        "主从延迟",
        r"replica(?:tion)? (?:lag|delay)s?|replicas? lag(?:s|ging)?",
        "主从(?:同步)?延迟|复制延迟|同步延迟",
    ),
    _concept("slow query", "慢查询", r"slow (?:sql|quer(?:y|ies))", "慢(?:查询|SQL)"),
    _concept(
        "latency",
        "延迟",
        r"slow(?:er|ly|ness|ed)?(?: down)?|latenc(?:y|ies)|response times?"
        r"|(?:taking|takes?|took) (?:too |so )?long",
        "(?:响应|变|很|太|特别|有点|越来越|这么)慢|响应时间|卡顿|延迟|慢",
    ),
    _concept("version", "版本", r"versions?", "版本"),
    _concept(
        "restart",
        "重启",
        r"(?:re)?start(?:s|ed|ing)? again|restart(?:s|ed|ing)?|reboot(?:s|ed|ing)?",
        "重启",
    ),
    _concept(
        "timeout",
        "超时",
        r"(?:(?:requests?|connections?|calls?) )?tim(?:e|es|ed|ing)[ -]?outs?|deadline exceeded",
        "(?:请求|连接|调用|响应|接口)?超时",
    ),
    _concept(
        "certificate",
        "证书",
        r"(?:(?:tls|ssl|x509|expired) )?(?:certificates?|certs?)(?: (?:expir\w{1,6}|errors?))?",
        f"(?:TLS|SSL)?证书{_CHINESE_BEING}(?:过期|到期|失效)?",
    ),
    _concept(
        "dns",
        "域名解析",
        r"dns(?: (?:lookups?|resolution|errors?))?|(?:host)?name resolution"
        r"|resolv(?:e|es|ing) (?:host)?names?",
        "域名解析|解析域名|DNS ?解析",
    ),
    _concept(
        "rate limit",
        "限流",
        r"rate[ -]?limit(?:s|ed|ing)?|throttl(?:e|es|ed|ing)|too many requests",
        "限流|限速|节流",
    ),
    _concept("deadlock", "死锁", r"dead[ -]?lock(?:s|ed)?", "死锁"),
    _concept("circuit breaker", "熔断", r"circuit[ -]?breakers?", "熔断"),
    _concept(
        "too many open files",
        "文件句柄",
        rf"too many open files|{_OUT_OF}file (?:descriptors|handles)|file (?:descriptors|handles)",
        f"(?:文件)?句柄(?:数)?(?:{_CHINESE_BEING}{_SHORT})?",
    ),
    _concept(
        "unreachable",
        "不可达",
        r"unreachable|not reachable|no route to host"
        r"|connection (?:failures?|problems?|issues?|errors?)"
        r"|(?:cannot|can't|could not|couldn't|unable to|fail(?:s|ed|ing)? to)"
        r" (?:connect|contact|reach|be (?:contacted|reached))",
        "联系不上|连接?不上|无法(?:连接|联系)|连接失败|不可达|失联",
    ),
    _concept(
        "connection refused",
        "连接被拒绝",
        r"connections? (?:(?:is|was|were|being|are) )?refus(?:ed|al)"
        r"|refus(?:e|es|ed|ing) connections?",
        "连接(?:被)?拒绝|拒绝连接",
    ),
    _concept(
        "connection reset",
        "连接重置",
        r"connections? (?:(?:is|was|were|being|are) )?reset|broken pipes?",
        "连接(?:被)?重置",
    ),
    _concept(
        "permission denied",
        "权限不足",
        r"permissions? (?:was |were )?denied|access denied",
        "权限(?:不足|不够|被拒)",
    ),
    _concept(
        "config change",
        "配置变更",
        r"config(?:uration)? chang(?:e|es|ed)",
        "配置(?:变更|修改|改动)",
    ),
    _concept("eviction", "驱逐", r"evict(?:s|ed|ing|ion|ions)?", "驱逐"),
    *(
        _concept(f"{kind} probe", f"{kind} probe", rf"{kind} (?:probe|check)s?", chinese)
        for kind, chinese in (
            ("liveness", "存活(?:探针|检查|探测)"),
            ("readiness", "就绪(?:探针|检查|探测)"),
            ("startup", "启动(?:探针|探测)"),
        )
    ),
    _concept("health check", "健康检查", r"health[ -]?checks?", "健康检查|探针"),
    _concept(
        "garbage collection",
        "垃圾回收",
        r"(?:full )?gcs?(?: paus(?:e|es|ing))?|garbage collect(?:or|ion|ions|ing)",
        "垃圾回收",
    ),
    _concept(
        "successful login",
        "登录成功",
        r"(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -]?in successfully"
        r"|(?:who|(?:which|what) [a-z]{2,20})(?: (?:has|have|had))? (?:logged|signed)[ -]in"
        r"|(?:any|some)(?:one|body) (?:log|sign)(?:ged|ed)?[ -]in"
        r"|success(?:ful|fully)? log(?:ged|ging)?[ -]?ins?|(?:succeeded|succeed) in logging in",
        "登录成功|成功登录|(?<=谁)登录(?!.{0,6}失败)|登录[了过](?!.{0,6}失败)",
    ),
    _concept(
        "leader election",
        "leader election",
        r"(?:leader )?elections?|elect(?:s|ed|ing)? (?:a |the )?(?:new )?leader",
        "选主|选举(?:新)?(?:主节点|领导者)?|主节点选举",
    ),
    _concept(
        "wrong password",
        "wrong password",
        r"(?:fail(?:s|ed|ing)?|wrong|incorrect|bad|invalid) passwords?(?: attempts?)?"
        r"|passwords? (?:fail(?:s|ed|ures?)?|mismatch(?:es)?)",
        "密码(?:验证|校验|认证)?(?:错误|失败|不对|不正确)",
    ),
    _concept(
        "failed login",
        "登录失败",
        r"(?:fail(?:s|ed|ing)?|unsuccessful) (?:to )?(?:log|sign)(?:ged|ging|s)?[ -]?ins?"
        r"|log[ -]?ins? (?:fail(?:s|ed|ing|ures?)?|attempts? failed)",
        "登录失败|认证失败",
    ),
    _concept(
        "login",
        "登录",
        _LOG_IN,
        "",
    ),
    _concept(
        "brute force",
        "暴力破解",
        r"brute[ -]?forc(?:e|es|ed|ing)|guess(?:es|ed|ing)? (?:at )?passwords?"
        r"|password guess(?:es|ing)?",
        "暴力破解|爆破|猜(?:测)?密码",
    ),
    _concept(
        "break-in",
        "入侵",
        r"br(?:eak(?:s|ing)?|oken?)[ -]in(?:s|to)?(?: attempts?)?|intrusions?(?: attempts?)?",
        "入侵(?:尝试|企图)?",
    ),
    _concept(
        "crash", "崩溃", r"crash[ -]?loop(?:s|ed|ing)?(?: back ?off)?|crash(?:es|ed|ing)?", "崩溃"
    ),
)


def concepts_in(text: str) -> list[Found]:
    """Return the concepts that ``text`` names, in order; no stretch of it is read twice."""
    found: list[Found] = []
    for concept in CONCEPTS:
        found += (Found(*match.span(), concept) for match in concept.asked.finditer(text))
        text = concept.asked.sub(lambda match: "\n" * len(match[0]), text)
    return sorted(found, key=lambda each: each.start)
