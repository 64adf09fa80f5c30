"""How programs write in their logs what people ask for: the table that query terms are read with.

Beside ``tools.synonyms`` (what a word means), this says what to look for in a log. Each row: the
words of a question, then the words of a log line. Chinese matches anywhere, English as whole words.
To extend: add a word to its row, or a row. These tables only help to find records; a found record
still says only what stands in it.
"""

from collections.abc import Iterable, Iterator

_SAID_AS = {
    "bind": "bound binding", "broadcast": "broadcasting", "commit": "committed committing",
    "drop": "dropped dropping", "lose": "lost losing", "read": "reading",
    "scan": "scanned scanning", "send": "sent sending", "skip": "skipped skipping",
    "stop": "stopped stopping", "submit": "submitted submitting", "write": "wrote written writing",
}  # fmt: skip
"""Forms of verbs beside the third person that no rule makes."""


def _forms(verbs: str) -> Iterator[str]:
    """Yield each of the verbs as logs write it: delete, deletes, deleted, deleting."""
    for verb in verbs.split():
        yield verb
        if verb in _SAID_AS:
            yield from (f"{verb}s", *_SAID_AS[verb].split())
        elif verb.endswith("e"):
            yield from (f"{verb}s", f"{verb}d", f"{verb[:-1]}ing")
        elif verb.endswith("y"):
            yield from (f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb}ing")
        else:
            end = "es" if verb.endswith(("sh", "ch", "ss", "x")) else "s"
            yield from (f"{verb}{end}", f"{verb}ed", f"{verb}ing")


def _operations(
    table: Iterable[tuple[str, str, str]],
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for chinese, verbs, nouns in table:
        asked = tuple(chinese.split())
        yield asked, (*_forms(verbs), *nouns.split(), *asked)


LOG_WORDINGS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        (
            "connection pool", "数据库连接池", "连接池耗尽", "连接池", "hikaricp", "hikaripool",
            "hikari",
        ),
        (
            "hikaripool", "hikaricp", "connection pool", "pool exhausted",
            "connection is not available", "unable to acquire jdbc connection",
            "could not get jdbc connection", "too many connections", "too many clients",
            "remaining connection slots", "连接池",
        ),
    ),
    (
        (
            "out of memory", "outofmemoryerror", "oom", "oomkilled", "内存溢出", "内存不足",
            "内存耗尽",
        ),
        (
            "out of memory", "outofmemoryerror", "java heap space", "gc overhead limit exceeded",
            "oom", "oomkilled", "oom-killer", "oom-kill", "cannot allocate memory", "内存溢出",
        ),
    ),
    (("memory leak", "内存泄漏", "内存泄露"), ("memory leak", "leak detected", "内存泄漏")),
    (
        ("disk full", "full disk", "disk space", "磁盘满", "磁盘已满", "磁盘空间不足", "磁盘空间"),
        (
            "no space left on device", "no space left", "enospc", "disk full", "disk is full",
            "disk usage", "disk space", "filesystem full", "diskpressure", "磁盘已满", "磁盘空间",
        ),
    ),
    (
        ("packet drop", "packet loss", "丢包"),
        (
            "dropping packet", "dropping packets", "dropped packet", "dropped packets",
            "packet dropped", "packets dropped", "packet loss", "packet drop", "丢包",
        ),
    ),
    (
        ("deployment", "deploy", "deployed", "release", "rollout", "部署", "发布", "上线", "变更"),
        (
            "deployment", "deploy", "deployed", "deploying", "release", "released", "rollout",
            "rolled out", "rolling update", "version", "started in", "部署", "发布", "上线", "变更",
        ),
    ),
    (("version", "版本"), ("version", "build", "started in", "版本")),
    (
        ("config change", "配置变更"),
        (
            "config change", "config changed", "configuration changed", "config reloaded",
            "reloading configuration", "配置变更",
        ),
    ),
    (
        ("dns", "域名解析"),
        (
            "dns", "nxdomain", "servfail", "no such host", "unknownhostexception",
            "name resolution", "name or service not known", "could not resolve host", "域名解析",
        ),
    ),
    (
        ("rate limit", "rate limited", "rate limiting", "限流"),
        (
            "rate limit", "rate limited", "rate-limited", "rate limiting", "ratelimit",
            "too many requests", "throttled", "throttling", "quota exceeded", "限流",
        ),
    ),
    (
        ("certificate", "certificates", "cert", "证书"),
        (
            "certificate", "certificates", "cert", "certs", "x509", "tls handshake",
            "ssl handshake", "handshake failure", "sslhandshakeexception", "证书",
        ),
    ),
    (("too many open files", "文件句柄"), ("too many open files", "emfile", "文件句柄")),
    (
        ("thread pool", "线程池"),
        ("thread pool", "threadpool", "rejectedexecutionexception", "线程池"),
    ),
    (("circuit breaker", "熔断"), ("circuit breaker", "circuitbreaker", "short-circuited", "熔断")),
    (
        ("connection reset", "连接重置"),
        ("connection reset", "econnreset", "broken pipe", "连接重置"),
    ),
    (("slow query", "慢查询"), ("slow query", "slow sql", "long-running query", "慢查询")),
    (
        ("replication lag", "主从延迟", "复制延迟"),
        ("replication lag", "replica lag", "seconds_behind_master", "主从延迟", "复制延迟"),
    ),
    (
        ("permission denied", "权限不足"),
        ("permission denied", "access denied", "forbidden", "unauthorized", "权限不足"),
    ),
    (("eviction", "evicted", "驱逐"), ("evicted", "evicting", "eviction", "驱逐")),
    (
        ("health check", "健康检查", "探针"),
        ("health check", "healthcheck", "probe failed", "unhealthy", "健康检查", "探针"),
    ),
    (
        ("garbage collection", "full gc", "垃圾回收"),
        ("gc pause", "full gc", "garbage collection", "gc overhead", "pause full", "垃圾回收"),
    ),
    (
        ("terminated", "terminate", "terminates", "终止"),
        ("terminated", "terminating", "termination", "终止"),
    ),
    (
        ("expire", "expires", "expired", "过期", "到期"),
        ("expire", "expires", "expired", "expiring", "expiration", "过期", "到期"),
    ),
    (
        ("image pull", "镜像拉取", "拉取镜像"),
        ("imagepullbackoff", "errimagepull", "failed to pull image", "back-off pulling image"),
    ),
    (
        ("failed login", "login failed", "登录失败", "认证失败"),
        ("failed password", "authentication failure", "login failed", "invalid user", "登录失败"),
    ),
    (
        ("break-in", "break in", "intrusion", "入侵"),
        ("break-in attempt", "break-in attempts", "break-in", "intrusion", "入侵"),
    ),
    (
        ("wrong password", "密码验证失败", "密码校验失败", "密码不对", "密码错误"),
        (
            "failed password", "wrong password", "incorrect password", "invalid password",
            "bad password", "password mismatch", "密码错误",
        ),
    ),
    (
        ("brute force", "暴力破解"),
        (
            "failed password", "authentication failure", "authentication failures",
            "maximum authentication attempts",
        ),
    ),
    (
        ("successful login", "login succeeded", "logged in", "登录成功", "成功登录"),
        (
            "accepted password", "accepted publickey", "accepted keyboard-interactive",
            "login succeeded", "successful login", "logged in", "登录成功",
        ),
    ),
    (
        ("unreachable", "不可达", "连不上", "无法连接"),
        (
            "no route to host", "host unreachable", "network is unreachable", "unreachable",
            "connection refused", "could not connect", "cannot connect", "failed to connect",
            "unable to connect", "cannot reach", "could not reach", "unable to reach",
            "failed to reach", "cannot open channel", "cannot open connection",
            "failed to contact", "unable to contact", "error contacting", "不可达",
        ),
    ),
    (
        ("拒绝连接", "连接被拒绝", "连接拒绝"),
        ("connection refused", "econnrefused", "refused"),
    ),
    (
        ("disconnected", "断开连接", "连接断开", "断连"),
        (
            "connection broken", "connection closed", "connection reset", "disconnect",
            "disconnected", "disconnecting", "received disconnect", "断开",
        ),
    ),
    (("lease", "租约", "续约"), ("lease", "renew lease", "租约")),
    (("deadlock", "死锁"), ("deadlock", "死锁")),
    (("heartbeat", "心跳"), ("heartbeat", "心跳")),
    (("session", "会话"), ("session", "sessionid", "会话")),
    (("retry", "retries", "retrying", "重试"), ("retry", "retrying", "retries", "重试")),
    (("block", "数据块"), ("block", "数据块")),
    (("instance", "实例", "虚拟机"), ("instance", "实例")),
    (("exit code", "退出码"), ("exit code", "exited with", "退出码")),
    (("null pointer", "空指针"), ("nullpointerexception", "null pointer", "空指针")),
    (("waiting", "等待"), ("waiting", "等待")),
    (
        ("auth", "authenticate"),
        ("auth", "authentication", "authenticated", "authorization", "authorized", "unauthorized"),
    ),
    (("config", "configuration", "配置"), ("config", "configuration", "configured", "配置")),
    (("connect",), ("connect", "connected", "connecting", "connection", "connections")),
    (("postgres", "postgresql"), ("postgres", "postgresql")),
    (("mongo", "mongodb"), ("mongo", "mongodb")),
    (("elastic", "elasticsearch"), ("elastic", "elasticsearch")),
    (("kubernetes", "k8s"), ("kubernetes", "k8s", "kube")),
    (("contact", "contacted", "联系"), ("contact", "contacts", "contacted", "contacting", "联系")),
    (("finish", "finished"), ("finish", "finished", "finishing", "complete", "completed")),
    (("verification",), ("verification", "verify", "verified", "verifying")),
    (("resourcemanager", "resource manager"), ("resourcemanager", "resource manager", "rm")),
    (("nodemanager", "node manager"), ("nodemanager", "node manager", "nm")),
    (("namenode", "name node"), ("namenode", "name node", "nn")),
    *_operations((
        ("删除 移除", "delete remove", "deletion removal"),
        ("创建 新建", "create", "creation"),
        ("启动 拉起", "start launch spawn boot", "startup"),
        ("停止 停掉", "stop", "shutdown"),
        ("关闭", "close", "shutdown"),
        ("销毁", "destroy", "destruction"),
        ("完成 跑完 执行完", "finish complete", "completion done"),
        ("提交", "commit submit", "submission"),
        ("读取", "read", ""),
        ("写入", "write", ""),
        ("保存", "save store", ""),
        ("加载", "load", ""),
        ("发送", "send", ""),
        ("接收 收到", "receive", ""),
        ("传输", "transfer", ""),
        ("复制", "copy replicate", "replication"),
        ("分配", "allocate assign", "allocation assignment"),
        ("释放", "release free", ""),
        ("注册", "register", "registration"),
        ("选主 选举", "elect", "election"),
        ("校验", "verify validate", "verification validation checksum"),
        ("验证", "verify validate authenticate", "verification validation authentication"),
        ("调度", "schedule", "scheduler"),
        ("更新", "update", ""),
        ("升级", "upgrade", ""),
        ("扫描", "scan", ""),
        ("迁移", "migrate", "migration"),
        ("挂载", "mount", ""),
        ("绑定", "bind", ""),
        ("监听", "listen", ""),
        ("跳过", "skip", ""),
        ("丢弃", "drop discard", ""),
        ("丢失", "lose", "loss missing"),
        ("广播", "broadcast", ""),
        ("尝试", "try attempt", ""),
        ("提供", "provide serve", ""),
        ("任务", "", "task tasks job jobs"),
        ("作业", "", "job jobs"),
        ("执行器", "", "executor executors"),
        ("变量", "", "variable variables"),
        ("快照", "", "snapshot snapshots"),
        ("分区", "", "partition partitions"),
        ("端口", "", "port ports"),
        ("密码", "", "password passwords"),
    )),
)  # fmt: skip
"""(words of a question, words of a log line)."""

WEAK_WORDINGS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("error",), ("error", "错误")),
    (("exception",), ("exception", "异常")),
    (
        ("errors", "错误", "报错", "exceptions", "异常"),
        ("error", "exception", "fatal", "critical", "severe", "traceback", "错误", "报错", "异常"),
    ),
    (("warning", "warnings", "warn", "警告"), ("warn", "warning", "警告")),
    (
        ("failed", "failure", "failures", "failing", "fail", "失败", "故障"),
        ("failed", "failure", "failures", "fail", "fails", "失败"),
    ),
    (
        ("timeout", "timeouts", "timed out", "超时"),
        ("timeout", "timed out", "timeoutexception", "超时"),
    ),
    (("connection", "connections", "连接"), ("connection", "connections", "连接")),
    (("request", "requests", "请求"), ("request", "requests", "请求")),
    (("server", "服务器"), ("server", "服务器")),
)
"""The same for words that nearly every log holds: they rank, but a query that also names something
specific is not answered by them alone."""
