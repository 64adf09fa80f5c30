"""Failures that a log line or alert names by itself: the only causes the offline model states.

A signature is general operator knowledge, put as the words that the failing software prints. The
table is ordered from what breaks first to what breaks because of it: where several match, the
earlier row is the better candidate.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.facts.resources import CONNECTION_POOL, resources_at


@dataclass(frozen=True)
class Signature:
    """``pattern`` is searched in a stored text; ``label`` names the cause in each language.

    ``plain_label`` names it where the text does not say as much. ``to_collect`` is the evidence
    that would test it. ``numbers`` tell of it only as numbers of its ``resource``: 50 of 50 may be
    anything. ``is_consequence``: more often the effect of another failure; it yields to
    one that is not.
    """

    id: str
    label: Mapping[Language, str]
    plain_label: Mapping[Language, str]
    to_collect: Mapping[Language, str]
    pattern: re.Pattern[str]
    is_consequence: bool = False
    numbers: re.Pattern[str] | None = None
    resource: str = ""

    def search(self, text: str) -> re.Match[str] | None:
        """Find the signature in one text."""
        found = self.pattern.search(text)
        if found or self.numbers is None:
            return found
        counted = self.numbers.finditer(text)
        return next((x for x in counted if self.resource in resources_at(text, *x.span())), None)


def _signature(
    id_: str,
    label: tuple[str, str],
    to_collect: tuple[str, str],
    *patterns: str,
    plain_label: tuple[str, str] | None = None,
    is_consequence: bool = False,
    numbers: str | None = None,
    resource: str = "",
) -> Signature:
    return Signature(
        id=id_,
        label=_both(label),
        plain_label=_both(plain_label or label),
        to_collect=_both(to_collect),
        pattern=re.compile("|".join(patterns), re.IGNORECASE),
        is_consequence=is_consequence,
        numbers=re.compile(numbers, re.IGNORECASE) if numbers else None,
        resource=resource,
    )


def _both(texts: tuple[str, str]) -> dict[Language, str]:
    return {"en": texts[0], "zh": texts[1]}


SIGNATURES: Final[tuple[Signature, ...]] = (
    _signature(
        "disk_full",
        ("disk space", "磁盘空间用尽"),
        ("the disk usage by mount point", "各挂载点的磁盘使用情况"),
        r"no space left on device",
        r"(?<![a-z])ENOSPC(?![a-z])",
        r"disk quota exceeded",
        r"database or disk is full",
        plain_label=("disk space", "磁盘空间"),
    ),
    _signature(
        "storage_full",
        ("storage space", "存储空间用尽"),
        ("the free storage space over time", "剩余存储空间随时间的变化"),
        r"(?<![a-z])out of (?:storage|disk) space",
        r"insufficient storage space",
        plain_label=("storage space", "存储空间"),
    ),
    _signature(
        "quota_exceeded",
        ("an exceeded quota", "配额超限"),
        ("the use of the quota by workload", "按工作负载统计的配额用量"),
        r"exceeded quota(?![a-z])",
        plain_label=("the quota", "配额"),
    ),
    _signature(
        "unschedulable",
        ("insufficient resources of the nodes", "节点资源不足"),
        ("the requests of all pods against what the nodes have", "各 Pod 的请求与节点可分配资源"),
        r"[0-9]{1,6}/[0-9]{1,6} nodes are available: [0-9]{1,6} insufficient "
        r"(?:cpu|memory|ephemeral-storage)",
        plain_label=("the resources of the nodes", "节点资源"),
    ),
    _signature(
        "read_only_file_system",
        ("a read-only file system", "文件系统只读"),
        ("the kernel messages about the file system", "文件系统相关的内核日志"),
        r"read-only file system",
    ),
    _signature(
        "thread_limit",
        ("the limit of threads or processes", "线程或进程数达到上限"),
        ("the counts of threads and processes against the limit", "线程数与进程数及其上限"),
        r"unable to create (?:new )?native thread",
        r"fork rejected by pids controller",
        r"fork: (?:retry: )?resource temporarily unavailable",
        r"ORA-00020(?![0-9])",
    ),
    _signature(
        "out_of_memory",
        ("OOM", "内存耗尽"),
        ("the memory usage against its limit over time", "内存用量与上限随时间的变化"),
        r"(?<![a-z])OOMKilled(?![a-z])",
        r"(?<![a-z])oom-kill",
        r"out of memory: killed process",
        r"java\.lang\.OutOfMemoryError",
        r"cannot allocate memory",
        plain_label=("OOM", "内存溢出"),
    ),
    _signature(
        "file_descriptors",
        ("too many open files", "打开的文件过多"),
        ("the count of open files against the limit", "打开文件数与上限"),
        r"too many open files",
        r"(?<![a-z])E[MN]FILE(?![a-z])",
        r"file-max limit [0-9]{1,12} reached",
        r"file descriptor limit alarm set",
    ),
    _signature(
        "file_watches",
        ("the limit of file watches", "文件监视数达到上限"),
        ("the count of inotify watches by process", "各进程的 inotify 监视数"),
        r"limit for number of file watchers reached",
        r"inotify watch(?:es)? limit reached",
        r"limit on the (?:total )?number of inotify (?:watches|instances) was reached",
    ),
    _signature(
        "connection_tracking",
        ("a full table of tracked connections", "连接跟踪表已满"),
        ("the count of tracked connections against the limit", "连接跟踪条目数与上限"),
        r"(?:nf|ip)_conntrack: table full",
    ),
    _signature(
        "certificate_expired",
        ("an expired certificate", "证书过期"),
        ("the validity dates of the certificate in use", "所用证书的有效期"),
        r"certificate (?:has |is )?expired",
        r"x509: certificate has expired",
        r"CERTIFICATE_VERIFY_FAILED.{0,80}expired",
    ),
    _signature(
        "pool_exhausted",
        ("connection pool exhaustion", "连接池耗尽"),
        (
            "the pool's connection counts over time with a thread dump",
            "连接池 active、idle、waiting 随时间的变化以及线程转储",
        ),
        r"(?:connection )?pool (?:is |has been )?exhausted",
        r"(?:could not|unable to|cannot) (?:acquire|get|obtain) (?:a )?(?:jdbc )?connection from"
        r" (?:the )?pool",
        r"unable to acquire jdbc connection",
        r"QueuePool limit of size [0-9]{1,6} overflow [0-9]{1,6} reached",
        plain_label=("the connection pool", "连接池"),
        numbers=r"(?<![a-z0-9])active=(?P<ratio>[0-9]{1,6})/(?P=ratio)(?![0-9])"
        r"|(?<![a-z0-9])total=(?P<whole>[0-9]{1,6}), active=(?P=whole)(?![0-9/])"
        r"|(?<![a-z0-9])idle=0(?![0-9.]).{0,40}(?<![a-z])waiting=[1-9]",
        resource=CONNECTION_POOL,
    ),
    _signature(
        "connection_limit",
        ("the database's connection limit", "数据库连接数达到上限"),
        ("the database's sessions by client against the limit", "数据库按客户端统计的会话数与上限"),
        r"remaining connection slots are reserved",
        r"(?<!421 )(?<!4\.7\.0 )too many (?:connections|clients already)(?! from)",
        r"exceeded the 'max_(?:user_)?connections(?:_per_hour)?' resource",
        r"ORA-00018(?![0-9])",
    ),
    _signature(
        "client_limit",
        ("the limit of clients", "客户端连接数达到上限"),
        ("the connected clients by address against the limit", "按地址统计的客户端连接数与上限"),
        r"max(?:imum)? number of (?:clients|connections) reached",
        r"worker_connections are not enough",
        r"reached (?:the )?(?:MaxRequestWorkers|MaxClients) setting",
        r"no more connections allowed",
        r"too many open connections",
        r"reached (?:the )?(?:process'? )?maxconn(?![a-z])",
    ),
    _signature(
        "replication_lag",
        ("replication lag", "复制延迟"),
        ("the replication lag over time", "复制延迟随时间的变化"),
        r"replica(?:tion)? lag(?:ging)?(?![a-z])",
        r"(?<![a-z])Seconds_Behind_Master: [1-9]",
    ),
    _signature(
        "deadlock",
        ("a deadlock", "死锁"),
        ("the database's deadlock report", "数据库的死锁报告"),
        r"deadlock (?:detected|found)",
    ),
    _signature(
        "image_pull",
        ("a failing image pull", "镜像拉取失败"),
        ("the pod's events and the image reference", "Pod 事件与镜像引用"),
        r"(?<![a-z])(?:ImagePullBackOff|ErrImagePull)(?![a-z])",
    ),
    _signature(
        "name_resolution",
        ("failing name resolution", "域名解析失败"),
        ("the answers of the name server for the host asked", "DNS 对所查询主机的应答"),
        r"(?:no such host|name or service not known|temporary failure in name resolution)",
        r"(?<![a-z])(?:UnknownHostException|NXDOMAIN|ENOTFOUND)(?![a-z])",
        is_consequence=True,
    ),
    _signature(
        "rate_limited",
        ("a rate limit", "请求被限流"),
        ("the request rate against the limit over time", "请求速率与限额随时间的变化"),
        r"rate limit exceeded",
        r"(?<![a-z])429 too many requests",
    ),
    _signature(
        "credentials",
        ("rejected credentials", "凭据被拒绝"),
        ("the authentication log of the other side", "对端的认证日志"),
        r"password authentication failed for user",
        r"access denied for user",
    ),
    _signature(
        "connection_refused",
        ("a refused connection", "连接被拒绝"),
        ("the logs of the endpoint that was called", "被调用端的日志"),
        r"connection refused",
        r"(?<![a-z])ECONNREFUSED(?![a-z])",
        is_consequence=True,
    ),
)

EFFECT: Final = re.compile(
    r"(?<![a-z])(?:time[d]?[ -]?out|timeout|fail(?:ed|ing|ure|s)?|errors?|exception|refused"
    r"|rejected|unavailable|not available|aborted|crash(?:ed|ing)?|CrashLoopBackOff|killed|denied"
    r"|unable to|could not|cannot|unschedulable|failedscheduling|5[0-9]{2})(?![a-z0-9])"
    r"|超时|失败|错误|异常|不可用|拒绝|崩溃",
    re.IGNORECASE,
)
"""Words of an effect that somebody noticed: without one on record, a signature is no cause."""


def signature_of(text: str) -> tuple[Signature, int] | None:
    """Return the first signature that ``text`` carries and where it starts, or null."""
    for signature in SIGNATURES:
        match = signature.search(text)
        if match is not None:
            return signature, match.start()
    return None
