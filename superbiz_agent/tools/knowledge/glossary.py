"""Chinese words of operations and the English ones that runbooks write for them.

A Chinese question over English pages shares no word with them. Each row: Chinese words, then
English words any of which may stand in a page (in any of their common forms). Words that mean the
same to every search stand in ``tools.synonyms``; these help to find a runbook only. To extend: add
a word to its row, or a row.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from superbiz_agent.tools.words import fold, han_bigrams, words_of

GLOSSARY: Final = """
镜像 : image images
镜像仓库 仓库 : registry repository
命名空间 名字空间 : namespace namespaces
虚拟机 云主机 : vm vms virtual guest
物理机 裸机 : bare metal host
宿主机 主机 机器 : host machine node
实例 : instance instances
卷 存储卷 数据卷 : volume volumes
存储 : storage
存储类 : storageclass storage class
对象存储 : object bucket s3
存储桶 桶 : bucket buckets
快照 : snapshot snapshots
文件 : file files
文件句柄 文件描述符 句柄 : descriptor descriptors handle fd
索引节点 : inode inodes
目录 : directory
挂载 : mount mounted
阵列 磁盘阵列 软阵列 : raid array md
盘 硬盘 块盘 : disk drive device
容量 : capacity space
扩容 : expand scale grow
缩容 : shrink scale
扩缩容 自动扩缩 伸缩 : autoscaler autoscaling hpa scale scaling
上限 最大值 限额 : limit maximum max
下限 最小值 : minimum
内核 : kernel
操作系统 : os operating
进程 : process processes
网卡 网口 : interface nic network
接口 : interface api endpoint
端口 : port ports
端点 : endpoint endpoints target
地址 : address addresses
子网 网段 : subnet subnets
路由 : route router routing
网关 : gateway
域名 : dns domain name
解析 : resolve resolution dns lookup
收包 接收 : receive receiving received
发包 发送 : send sent transmit transmitting
数据包 报文 : packet packets
丢弃 丢掉 : drop dropped discarded
丢失 : lost loss missing
流量 : traffic flow flows
网络流 : flow flows
带宽 : bandwidth saturation
网络策略 : networkpolicy policy policies
拦截 拦下 阻断 : block blocked denied deny
拒绝 : refuse refused denied reject rejected
禁止 : forbidden denied
允许 : allow allowed
负载均衡 : balancer
代理 : proxy
客户端 : client clients
服务端 服务器 : server servers
请求 : request requests
响应 返回 : response return returns
连接跟踪 跟踪表 : conntrack tracking
副本集 : replicaset
守护进程 : daemon daemonset
有状态 : statefulset
任务 作业 批处理 : job jobs batch task
定时任务 : cronjob cron schedule
调度 调度器 : schedule scheduled scheduler scheduling
驱逐 : evict evicted eviction
排空 腾空 : drain draining
中断预算 : pdb disruption budget
污点 : taint tainted
探针 : probe probes
就绪 : ready readiness
存活 : liveness alive
重启 : restart restarts reboot restarting rebooting
崩溃 : crash panic crashing crashed
起不来 起不了 启动失败 : start starting pending crash
挂掉 挂了 停了 停止 停掉 : down stop stopped unavailable
卡住 卡死 : stuck hang hanging blocked
失联 : unreachable unresponsive
不可用 : unavailable down
降级 : degraded degrade
升级 : upgrade update
更新 : update updated rollout
回滚 : rollback revert
版本 : version
兼容 : compatible incompatible
热迁移 : migrate migration live
迁移 : migrate migration migrations
导入 : import imported
导出 : export exported
推送 : push
拉取 : pull
上传 : upload push
下载 : download pull
同步 : sync synchronize synchronized
主从 : replication primary replica
领导者 主节点 : leader leadership
多数 多数派 法定人数 : quorum majority
选不出 选举 : election leader quorum
成员 : member members
监视器 : monitor mon
心跳 : heartbeat
时钟 : clock time ntp chrony
漂移 偏差 : skew drift
对不上 不一致 : mismatch inconsistent skew
乱序 : order out-of-order
重复 : duplicate duplicated
冲突 : collision conflict duplicate
样本 采样 : sample samples
时间戳 : timestamp timestamps
远端 远程 : remote
规则 : rule rules
计算 求值 : evaluate evaluation evaluations
通知 : notification notifications notify
发不出 发送失败 : send sending failed
生效 : apply applied reload reloaded
抓不到 抓取 采集 : scrape scraping target
采集器 收集器 : collector
转发 : forward forwarder forwarding
后端 : backend output
写入 写不进 : write writing ingest
读取 读不到 : read reading
写盘 落盘 刷盘 : fsync disk write commit
数据库 : database db
元数据 : metadata mds
审计 : audit auditing
加密 : encryption encrypted kms
密钥 : key keys kms
密钥管理 : kms key management
证书 : certificate certificates ca
签发 续签 续期 轮换 : renew renewal rotate rotation
吊销 : revoke revoked
权限 授权 : permission authorization rbac forbidden
认证 鉴权 : authentication unauthorized
令牌 : token
账号 用户 : account user
配置 : configuration config
默认 : default
模板 : template templates
过期 到期 : expire expired expiration
资源 : resource resources
用完 用光 耗尽 : exhausted full quota exceeded
不够 不足 : insufficient low enough
快满 满了 : full filling nearly
太高 过高 飙高 : high exceeds
太低 过低 : low
很慢 变慢 太慢 慢 : slow latency duration
延迟 : latency delay slow
死锁 : deadlock deadlocks deadlocked
积压 越积越多 : backlog behind queue pending
限制 : limit throttling throttled
超卖 超分 : overcommit
预留 : reserved request requests
客户机 : guest
空闲 : idle free
健康 : health healthy
孤立 残留 : orphaned stale
过时 : outdated deprecated stale
弃用 废弃 : deprecated
"""
"""One row a line: Chinese words, a colon, English words."""


@dataclass(frozen=True)
class Wording:
    """What pages may write for a Chinese word: tokens, any of which counts."""

    tokens: tuple[str, ...]


def split(run: str) -> Iterator[str | Wording]:
    """Yield the words of a run of Chinese text that the glossary has, each as what pages may write
    for it, and what is left between them as text."""
    end = 0
    for match in _WORD.finditer(run):
        if between := run[end : match.start()]:
            yield between
        yield _WORDINGS[match.group()]
        end = match.end()
    if rest := run[end:]:
        yield rest


def words_in(text: str) -> Iterator[str]:
    """Yield the words of the glossary that stand in ``text``."""
    yield from _WORD.findall(fold(text))


def wording_of(word: str) -> Wording:
    """Return what pages may write for a word of the glossary."""
    return _WORDINGS[word]


def _read(table: str) -> dict[str, Wording]:
    found: dict[str, list[str]] = {}
    for line in table.strip().splitlines():
        chinese, _, english = line.partition(":")
        for word in chinese.split():
            tokens = [token for each in english.split() for token in words_of(each)[:1]]
            found.setdefault(word, []).extend((*tokens, *han_bigrams(word)))
    return {word: Wording(tuple(dict.fromkeys(tokens))) for word, tokens in found.items()}


_WORDINGS = _read(GLOSSARY)
_WORD = re.compile("|".join(sorted(map(re.escape, _WORDINGS), key=len, reverse=True)))
