"""Which names of a kind a record holds: what ``count_by`` of ``query_logs`` counts.

A field that is called so decides, else the words of the message. Of several addresses the one that
a client has ("from", ``rhost=``, the first of an access log) counts; a path is told without host
and arguments, so that one endpoint is one name. A kind that no table has is a label: ``job`` counts
``job=export``, ``"job": "export"`` and ``job 81723``.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from superbiz_agent.tools.logs.forms import http_statuses
from superbiz_agent.tools.logs.record import LogRecord


def _table(text: str) -> frozenset[str]:
    return frozenset(text.split())


LABEL: Final = r"[A-Za-z][A-Za-z0-9_.-]{0,39}"
"""What a kind may be called."""

_LONGEST_MESSAGE: Final = 4000
_LONGEST_NAME: Final = 120
_ENTITIES: Final[Mapping[str, tuple[str, ...]]] = {
    "host": ("host", "node", "instance"),
    "pod": ("pod",),
}
"""Kind -> the names that a record's details may have for it, the likeliest first."""

_FIELDS: Final[Mapping[str, str]] = {
    "address": "client_ip clientip client_addr client_address client remote_addr remote_address"
    " remote_ip remoteaddr remoteip src_ip srcip source_ip sourceip src peer peer_ip rhost"
    " x_forwarded_for ip_address ipaddress address addr ip",
    "user": "user username user_name user.name userid user_id uid account account_name login"
    " principal usr enduser.id",
    "path": "path uri url request_uri request_path requesturi url.path http.target http.route"
    " endpoint route api",
    "status": "status status_code statuscode http_status http_code response_code responsecode"
    " http.status_code http.response.status_code response_status code",
}
_SPELLINGS: Final = {kind: spelt.split() for kind, spelt in _FIELDS.items()}

_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])"
_ADDRESS = (
    rf"(?:{_OCTET}(?:\.{_OCTET}){{3}}|(?:[0-9A-Fa-f]{{1,4}}:){{2,7}}:?[0-9A-Fa-f]{{1,4}}"
    r"|::[0-9A-Fa-f]{1,4})"
)
_ANY_ADDRESS: Final = re.compile(
    rf"(?<![A-Za-z0-9_.:-])(?P<name>{_ADDRESS})(?![A-Za-z0-9_]|\.[0-9]|-[0-9])"
)
_CLIENT_ADDRESS: Final = re.compile(
    r"(?:\A\s{0,4}|(?<![A-Za-z])(?:from|client|client_ip|clientip|remote|remote_addr|rhost|peer|src"
    r"|source|src_ip|source_ip|ip|addr|user|来自|客户端|来源)[\"']?[\s:=：]{0,3}[\[(/\"']{0,2})"
    rf"(?P<name>{_ADDRESS})(?![A-Za-z0-9_]|\.[0-9])",
    re.IGNORECASE,
)
_NAME: Final = r"[A-Za-z0-9_][A-Za-z0-9_.@\\+-]{0,80}"
_USER: Final = re.compile(
    r"(?<![A-Za-z_])(?:(?:for|invalid|illegal|failed)? ?user(?:[_ ]?(?:name|id))?|uname|login"
    rf"|account|principal)[\"']?(?:\s?[=:]\s?|\s)[\"'\[(]?(?P<name>{_NAME})"
    r"|(?<![A-Za-z])(?:password|publickey|keyboard-interactive\S{0,20}|gssapi\S{0,20}|opened|closed"
    r"|accepted|logins?|authentication) (?:failed )?for (?:(?:invalid|illegal) user )?(?:user )?"
    rf"[\"']?(?P<named>{_NAME})"
    rf"|用户(?:名)?[\s:=：]{{0,2}}[\"“']?(?P<told>{_NAME})",
    re.IGNORECASE,
)
_NO_USER: Final = _table("""
unknown not is was has had does did id ids name names and or from for to of in on with by the a an
authentication authenticated login logged failed failure success successful session sessions request
requests error errors rights rejected denied invalid illegal locked disabled created deleted agent
service data account accounts attempt attempts at as who cannot could can already exceeded limit
timeout
""")
"""Words that stand behind "user" and name nobody."""

_METHOD = r"(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)"
_PATH: Final = re.compile(
    rf"(?<![A-Za-z]){_METHOD}[\s\"']{{1,3}}(?:https?://[^/\s\"']{{1,200}})?(?P<name>/[^\s\"'?#;]{{0,400}})"
    r"|(?<![A-Za-z])(?:path|uri|url|endpoint|route|api|接口|路径)[\"']?[\s:=：]{1,3}[\"'\[(]?"
    r"(?:https?://[^/\s\"']{1,200})?(?P<named>/[^\s\"'?#;,)\]]{0,400})"
    r"|https?://[^/\s\"']{1,200}(?P<told>/[^\s\"'?#;,)\]]{0,400})",
    re.ASCII | re.IGNORECASE,
)
_POD: Final = re.compile(
    r"(?<![A-Za-z0-9_-])pods?[\"']?(?:\s?[=:/]\s?|\s)[\"']?(?:[a-z0-9-]{1,63}/)?"
    r"(?P<name>[a-z0-9][a-z0-9.-]{0,120}[a-z0-9])"
    r"|(?<![A-Za-z0-9_.-])(?P<named>[a-z][a-z0-9-]{0,80}-[a-f0-9]{8,10}-[a-z0-9]{5})(?![A-Za-z0-9_-])"
)
_HOST: Final = re.compile(
    r"(?<![A-Za-z0-9_-])(?:host(?:name)?|node|server|主机|节点)[\"']?(?:\s?[=:]\s?|\s)[\"']?"
    r"(?P<name>(?=[A-Za-z0-9.-]*[0-9.-])[A-Za-z][A-Za-z0-9.-]{0,120}[A-Za-z0-9])"
)
_UNSAFE: Final = re.compile(r"[\s;\"\\]|[^\x21-\x7e\u3400-\u9fff]")


def is_kind(label: str) -> bool:
    """Whether names may be counted by ``label``."""
    return re.fullmatch(LABEL, label) is not None


def names_of_kind(kind: str, record: LogRecord) -> frozenset[str]:
    """The distinct names of a kind that ``record`` holds, each one token: what would break a line,
    or a name, reads ``\\x20``."""
    return frozenset(_token(name) for name in _found(kind.lower(), record) if name.strip("-"))


def _found(kind: str, record: LogRecord) -> Iterable[str]:
    details = record.details
    if kind == "service":
        return [details.service or record.source]
    named = [details.names[key] for key in _ENTITIES.get(kind, (kind,)) if key in details.names]
    if named:
        return named[:1]
    folded = {key.lower(): value for key, value in details.fields.items()}
    for spelling in _SPELLINGS.get(kind, (kind, f"{kind}_id", f"{kind}_name", f"{kind}id")):
        if value := folded.get(spelling):
            return [_as_told(kind, value)]
    return _READERS.get(kind, _labelled(kind))(details.message[:_LONGEST_MESSAGE])


def _as_told(kind: str, value: str) -> str:
    """A field's value as a message would have it: an address without its port, a path alone."""
    pattern = {"address": _ANY_ADDRESS, "path": _PATH}.get(kind)
    match = pattern.search(value) if pattern else None
    if kind == "path" and match is None:
        return value.partition("?")[0]
    return _name(match) if match else value


def _addresses(message: str) -> list[str]:
    clients = _named_addresses(_CLIENT_ADDRESS, message)
    return clients[:1] or _named_addresses(_ANY_ADDRESS, message)


def _named_addresses(pattern: re.Pattern[str], message: str) -> list[str]:
    """Addresses but those of "any address", which name nobody: ``0.0.0.0``, ``::``."""
    found = (_name(each) for each in pattern.finditer(message))
    return [each for each in found if each.strip("0.:")]


def _users(message: str) -> list[str]:
    found = (_name(each).rstrip(".") for each in _USER.finditer(message))
    return [name for name in found if name.lower() not in _NO_USER][:1]


def _first(pattern: re.Pattern[str]) -> Callable[[str], list[str]]:
    def read(message: str) -> list[str]:
        return [_name(each) for each in pattern.finditer(message)][:1]

    return read


@lru_cache(maxsize=32)
def _labelled(label: str) -> Callable[[str], list[str]]:
    """Reads what a message has under any label: ``job=x``, ``job: x``, and ``job 81723``."""
    spelt = re.escape(label)
    return _first(
        re.compile(
            rf"(?<![A-Za-z0-9]){spelt}(?:[_ ]?(?:id|name))?[\"']?(?:\s?[=:：]\s?[\"'\[(]?"
            r"(?P<name>[A-Za-z0-9_\u3400-\u9fff][A-Za-z0-9_./@\u3400-\u9fff-]{0,118})"
            r"|\s[#\"'\[(]?(?P<named>(?=[A-Za-z_./@-]{0,100}[0-9])[A-Za-z0-9_./@-]{1,119}))",
            re.IGNORECASE,
        )
    )


def _name(match: re.Match[str]) -> str:
    return next(filter(None, match.groupdict().values())).rstrip(".,:")


def _token(name: str) -> str:
    return _UNSAFE.sub(lambda found: f"\\x{ord(found[0]):02x}", name[:_LONGEST_NAME])


_READERS: Final[Mapping[str, Callable[[str], list[str]]]] = {
    "address": _addresses,
    "user": _users,
    "path": _first(_PATH),
    "status": http_statuses,
    "pod": _first(_POD),
    "host": _first(_HOST),
}
"""How a message is read for the names of a kind."""
