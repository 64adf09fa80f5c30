"""Secrets that were sent are hidden in whatever comes back, however they are written there."""

import base64
import html
import json
import re
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from time_growth import assert_linear

from superbiz_agent.tools.known_secrets import HIDDEN, MAX_KEPT, KnownSecrets

PASSWORD = 'Zx9q/Lw"27+Rt<é&\\V'
LOGIN = f"bob:{PASSWORD}"


def knowing(*values: str) -> KnownSecrets:
    secrets = KnownSecrets()
    secrets.keep(values)
    return secrets


def in_base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


WRITTEN: list[Callable[[str], str]] = [
    str,
    lambda text: json.dumps(text)[1:-1],
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    lambda text: json.dumps(json.dumps(text)[1:-1])[1:-1],
    lambda text: json.dumps(text)[1:-1].replace("/", "\\/").replace("<", "\\u003C"),
    lambda text: "".join(f"\\u{ord(each):04x}" if each.isalnum() else each for each in "Zx9qLw27"),
    quote,
    quote_plus,
    lambda text: re.sub("%..", lambda match: match[0].lower(), quote(text, safe="")),
    html.escape,
    in_base64,
    lambda text: in_base64(text).rstrip("="),
    lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
]


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("before", ["no principal ", "用户不存在："])
def test_a_secret_is_hidden_however_a_server_writes_it(
    written: Callable[[str], str], before: str
) -> None:
    secrets = knowing(PASSWORD, LOGIN, "Zx9qLw27")
    body = secrets.hide_body(f"{before}{written(PASSWORD)} {written(LOGIN)}.".encode())
    shown = body.decode()
    for form in (written(PASSWORD), written(LOGIN)):
        assert form.rstrip("=") not in shown
    assert shown.startswith(before + HIDDEN)


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("Bearer abc.def-123", "abc.def-123"),
        ("ApiKey 0123456789", "0123456789"),
        (f"Basic {in_base64('bob:hunter2-xy')}", "bob:hunter2-xy"),
        (f"Basic {in_base64('bob:hunter2-xy')}", "hunter2-xy"),
        ("session=abcdef12; theme=dark-blue-1", "abcdef12"),
        ('Digest username="bob-the-2nd", response="0a1b2c3d"', "0a1b2c3d"),
        ("http://bob:hunter%2F2@proxy:3128", "hunter/2"),
        ("http://bob:hunter%2F2@proxy:3128", in_base64("bob:hunter/2")),
        ("http://token-123@proxy:3128", "token-123"),
    ],
)
def test_what_is_secret_within_a_header_or_an_address_is_hidden_alone(kept: str, said: str) -> None:
    assert knowing(kept).hide(f"<{said}>").removesuffix("==>").rstrip("=>") == f"<{HIDDEN}"


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("none", "none of them"),
        ("short", "a short circuit"),
        ("", "nothing"),
        ("Bearer abc.def-123", "Bearer of bad news"),
        ("http://proxy:3128", "proxy refuses"),
    ],
)
def test_ordinary_words_stay(kept: str, said: str) -> None:
    assert knowing(kept).hide(said) == said


def test_a_renewed_secret_is_hidden_beside_the_one_before_and_old_ones_are_forgotten() -> None:
    secrets = knowing("first-secret")
    secrets.keep(["second-secret"])
    assert secrets.hide("first-secret second-secret") == f"{HIDDEN} {HIDDEN}"
    secrets.keep(f"secret-number-{i}" for i in range(MAX_KEPT))
    assert secrets.hide("first-secret") == "first-secret"


def test_keys_are_hidden_as_values_are_and_none_is_lost() -> None:
    secrets = knowing("hunter2-one", "hunter2-two")
    given = {"hunter2-one": 1, "hunter2-two": [{"a": "hunter2-one"}], "n": None}
    assert secrets.hide_all(given) == {HIDDEN: 1, f"{HIDDEN} (2)": [{"a": HIDDEN}], "n": None}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32-le"])
def test_a_body_is_read_in_each_encoding_that_json_is_read_in(encoding: str) -> None:
    body = json.dumps({"who": "hunter2-one"}).encode(encoding)
    assert json.loads(knowing("hunter2-one").hide_body(body)) == {"who": HIDDEN}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet='a\\/"u0é<\n'),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON, st.booleans())
def test_json_without_a_secret_keeps_its_value(value: object, ascii_alone: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_alone).replace("/", "\\/").replace("<", "\\u003c")
    assert json.loads(knowing("hunter2-one").hide_body(text.encode("utf-8", "replace"))) == value


@pytest.mark.parametrize("piece", ["\\", "\\u0041", "hunter2-one ", "hunter2-on"])
def test_the_effort_grows_with_the_length_alone(piece: str) -> None:
    secrets = knowing("hunter2-one", "bob:hunter2-one")
    assert_linear(lambda size: secrets.hide_body((piece * size).encode()), 20_000, 80_000)
