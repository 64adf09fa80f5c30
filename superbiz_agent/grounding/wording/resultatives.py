"""Chinese verbs with what came of them: 写得进, 写不进, 没写成 (section 7, polarity).

Each verb takes each ending, so that the forms are made of two short rows. Extend the rows here.
"""

from superbiz_agent.grounding.facts.tables import words

_VERBS = words(
    "写 写入 存 连 连接 接 取 获取 拿 打 开 解析 算 登 登录 起 启动 拉 拉取 下载 读 读取 查 达"
    " 传 上传 送 投 发 寄 收 联系 访问 申请 加载 绑定 建 保存 提交 分配"
)
_NOT_DONE = words(
    "不了 不上 不到 不出 不出来 不出去 不进 不进去 不动 不通 不成 不起来 不来 不下来 不开"
)
_DONE = words("得上 得到 得出 得出来 得出去 得进 得进去 得动 得通 得成 得起来 得下来 得开")
_IN_VAIN = words("成 成功 上 通 进去 出去 起来 动")

UNABLE: tuple[str, ...] = tuple(
    sorted(
        {verb + end for verb in _VERBS for end in _NOT_DONE}
        | {no + verb + end for no in ("没", "没有", "没能") for verb in _VERBS for end in _IN_VAIN}
    )
)
"""A deed that did not succeed: 投不出去, 读取不了, 没拉成功."""

ABLE: tuple[str, ...] = tuple(sorted(verb + end for verb in _VERBS for end in _DONE))
"""A deed that succeeds: 连得上."""
