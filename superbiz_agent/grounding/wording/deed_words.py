"""Deeds and states that are or are not, in both languages (contract section 7, polarity).

A row is one deed: English words, their Chinese ones, and, where the deed has an opposite, the words
of that in the same order. "Not renewed" over 已续期 is turned round, and so is 打开 over "closed".
Extend the table here.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

from superbiz_agent.grounding.wording.lexicon import words

DeedSide: TypeAlias = tuple[int, Literal["+", "-"]]
"""The row of a deed, and whether it was done or its opposite was."""

FormKind: TypeAlias = Literal["base", "present", "past", "going", "han"]
"""Which form of a word it is: the present ("writes") may be a noun."""

_ROWS: Final = words(
    """
renew ; 续期 续签 续订
finish complete ; 完成 跑完 办完 完结
start begin:began:begun launch ; 启动 开始 拉起
restart reboot ; 重启
run:running:ran =is_up =are_up =was_up =still_up =stays_up ; 运行 执行 存活 ;
    stop:stopped halt terminate crash ; 停止 停机 停下 停了 终止 崩溃
=is_up =are_up ; 畅通 通畅 连通 ; =is_down =are_down =was_down =went_down =cut_off interrupt ;
    不通 中断 切断
=as_usual ; 照常 照旧 ; =cut_off interrupt ; 切断 中断
replicate ; 复制
resume =is_running ; 恢复 运行 ; pause suspend ; 暂停 挂起
recover =is_back =are_back =came_back ; 恢复
restore ; 恢复 还原
synchronize synchronise sync:synced replicate ; 同步
open =is_open =are_open =breaker_open =still_open =let_through ; 打开 开启 敞开 开着 放行 ;
    close =is_shut =was_shut ; 关闭 闭合 关上 关着
enable =is_on =turned_on =switched_on ; 启用 开启 打开 ; disable =is_off =turned_off =switched_off ;
    禁用 停用 关闭
activate =active ; 激活 活动状态 活跃 ; deactivate =inactive ; 失活 停用
mount ; 挂载 ; unmount ; 卸载
attach bind:bound ; 挂接 绑定 ; detach unbind:unbound ; 解绑 脱离
install ; 安装 装好 ; uninstall ; 卸载
join rejoin ; 加入 ; leave:left quit:quit ; 离开 退出
deploy release ; 部署 发布 上线
apply:applied ; 应用 生效
commit:committed ; 提交 ; =rolled_back =rolls_back ; 回滚
rotate ; 轮换 轮转
refresh reload ; 刷新 重载 重新加载
load ; 加载
publish ; 发布
send:sent ; 发出 发送 寄出
deliver arrive ; 送达 投递 到达
receive ; 收到 接收
acknowledge confirm ; 确认
pay:paid ; 支付 付款 付清
refund ; 退款
ship:shipped ; 发货
sign ; 签名 签署 签收
verify:verified validate ; 校验 验证
detect discover find:found ; 检测到 发现 找到
resolve ; 解析
cancel:cancelled cancel:canceled ; 取消
abort ; 中止
discard drop:dropped ; 丢弃 丢掉
keep:kept retain preserve ; 保留 保住 守住 ; lose:lost ; 失去 丢失 丢了
delete remove erase purge ; 删除 删掉 移除 清除 清理 摘除
create ; 创建 新建 建立 建好
write:written:wrote ; 写入 落盘
read:read ; 读取 读到
upload ; 上传
download ; 下载
save store persist ; 保存 存储 存盘
back_up:backed_up ; 备份
migrate ; 迁移
upgrade ; 升级 ; downgrade ; 降级
update ; 更新
change modify:modified alter ; 更改 修改 变更 改动
expire lapse ; 过期 失效 到期
evict ; 驱逐 淘汰
throttle rate-limit:rate-limited ; 限流 节流
block lock freeze:frozen:froze ; 阻塞 拦截 屏蔽 封锁 锁定 锁住 加锁 上锁 冻结 ;
    unblock unlock unfreeze:unfrozen thaw ; 解锁 解冻 放开
isolate quarantine fence ; 隔离
seal ; 封存 ; unseal ; 解封
encrypt ; 加密 ; decrypt ; 解密
register enrol:enrolled enroll ; 注册 登记 ; deregister unregister ; 注销
schedule ; 调度
trigger ; 触发
execute ; 执行
scale ; 扩容
fail_over:failed_over =switched_over ; 切换
elect ; 当选 选出 选举
replace ; 更换 替换
repair fix ; 修复 修好
charge ; 充电 收费 扣费
print ; 打印
merge ; 合并
import ; 导入
export ; 导出
index ; 索引
respond answer reply:replied ; 响应 应答 回应 答复
report ; 上报 报告
touch affect impact ; 影响 波及
reach connect ; 到达 达到 连上 连通 接通
empty:emptied =empty ; 清空 为空 是空的 空了 ; =non-empty ; 非空
=writable =writeable ; 可写 ; =read-only ; 只读
=online ; 在线 上线 ; =offline ; 离线 掉线 下线
=hangs =hung =stuck =hanging ; 卡死 卡住 挂死 ; =smoothly ; 顺畅 流畅
=full ; 已满 占满 满了
throttle ; 限速
consume ; 消费
grow:grown:grew rise:risen:rose ; 增长 上升 上涨
leak ; 泄漏 泄露
retry:retried ; 重试
skip:skipped ; 跳过
approve ; 批准 审批通过 ; =rejected =declined ; 驳回
accept ; 接受 接收 受理 ; reject refuse decline ; 拒绝 驳回 拒收
=has_permission =have_permission ; 有权限 ; =lacks_permission =no_permission ; 无权限 没有权限
grant permit:permitted allow authorize authorise ; 授权 允许 放行 ;
    deny:denied forbid:forbidden ; 拒绝 禁止
pass ; 通过 ; =not_passed ; 不通过 没通过
respect meet:met ; 满足
exceed ; 超过 超出
archive ; 归档
assign allocate ; 分配 指派
notify:notified inform ; 通知
escalate ; 升级处理
mute silence ; 静音 静默
acquire obtain =still_occupied ; 获取 获得 取得 拿到 ; release free lose:lost ; 释放 归还 失去 丢失
catch_up:caught_up ; 追上 追平 ; =lagging =lags_behind =lagged_behind =fell_behind ; 落后 滞后
=cache_hit ; 命中 ; =cache_miss =cache_missed ; 未命中 没命中
=became_leader =became_primary =elected_leader ; 成为主节点 成为主库 当选 ;
    step_down:stepped_down ; 退位 卸任
throw:thrown:threw raise ; 抛出
subscribe ; 订阅 ; unsubscribe ; 退订 取消订阅
log_in:logged_in sign_in:signed_in ; 登录 ; =logged_out =signed_out ; 登出 退出登录
=readable ; 可读 可以读取 ; =unreadable ; 不可读
=is_complete =are_complete ; 完整 齐全 ; =incomplete =is_missing =are_missing ; 不完整 缺失 残缺
=sharp =is_clear ; 清晰 ; =blurred ; 模糊
book ; 入账 到账 ; bounce ; 退回 退票
shrink:shrunk:shrank ; 缩小 收缩
rescue ; 救出 获救
generate produce ; 生成
recognise recognize ; 识别
process handle ; 处理
""".replace("\n    ", " ")
)
"""``base:past``: an irregular form; ``=word``: this form alone; ``_`` stands for a space."""


class Form(NamedTuple):
    """What a word of the table says: of which deeds, and by which form of the word."""

    sides: frozenset[DeedSide]
    kind: FormKind


def _table() -> dict[str, Form]:
    found: dict[str, tuple[set[DeedSide], FormKind]] = {}
    for row, entry in enumerate(_ROWS):
        cells = [cell.split() for cell in entry.split(";")]
        for place, cell in enumerate(cells):
            side: DeedSide = (row, "+" if place < 2 else "-")
            for word in cell:
                for form, kind in _forms(word):
                    found.setdefault(form, (set(), kind))[0].add(side)
    return {form: Form(frozenset(sides), kind) for form, (sides, kind) in found.items()}


def _forms(word: str) -> list[tuple[str, FormKind]]:
    """The forms of a word of the table, and what each of them is."""
    base, *past = word.replace("_", " ").split(":")
    if not base.isascii():
        return [(base, "han")]
    if base.startswith("="):
        return [(base[1:], "past")]
    stem = base.removesuffix("e")
    doubled = next((form[:-2] for form in past if form[:-2] == base + base[-1]), stem)
    return [
        (base, "base"),
        (f"{base}es" if base.endswith(("s", "x", "sh", "ch")) else f"{base}s", "present"),
        (f"{doubled}ing", "going"),
        *((form, "going" if form.endswith("ing") else "past") for form in past or (f"{stem}ed",)),
    ]


DEED_FORMS: Final = _table()
"""Each form of each word, as it is read."""
