"""How programs write in their logs what people ask for: the table that query terms are read with.

Beside ``tools.synonyms`` (what a word means), this says what to look for in a log. Each row: the
words of a question, then the words of a log line. Chinese matches anywhere, English as whole words.
To extend: add a word to its row, or a row. These tables only help to find records; a found record
still says only what stands in it.
"""

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
        ("failed login", "login failed", "登录失败", "密码错误", "认证失败"),
        ("failed password", "authentication failure", "login failed", "invalid user", "登录失败"),
    ),
    (
        ("brute force", "break-in", "暴力破解", "入侵"),
        (
            "break-in attempt", "failed password", "authentication failure",
            "authentication failures", "maximum authentication attempts",
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
            "不可达",
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
