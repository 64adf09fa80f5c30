"""Redaction: secrets out, events kept (contract section 2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from time_growth import assert_linear

from superbiz_agent.tools.redaction import redact

PEM = (
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7x\nQJd-fake-Zm9v\n"
    "-----END RSA PRIVATE KEY-----"
)
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

SECRETS = [
    ("Authorization: Bearer abc.def.ghi", "Authorization: Bearer [redacted:token]"),
    ("Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic [redacted:token]"),
    ('{"authorization":"Bearer s3cr3t-value"}', '{"authorization":"Bearer [redacted:token]"}'),
    ("sent bearer 0123456789abcdef to api", "sent bearer [redacted:token] to api"),
    ("令牌Bearer abcdefghijkl失效", "令牌Bearer [redacted:token]失效"),
    (f"token {JWT} rejected", "token [redacted:jwt] rejected"),
    (
        "postgres://app:hunter2@db-1:5432/orders",
        "postgres://app:[redacted:password]@db-1:5432/orders",
    ),
    ("redis://:hunter2@cache:6379/0", "redis://:[redacted:password]@cache:6379/0"),
    ("mysql://u:p@ss@host/db", "mysql://u:[redacted:password]@host/db"),
    ("password=hunter2 user=bob", "password=[redacted:password] user=bob"),
    ("DB_PASSWORD=hunter2", "DB_PASSWORD=[redacted:password]"),
    ("spring.datasource.password: hunter2", "spring.datasource.password: [redacted:password]"),
    ("dbPassword = 'my secret pass', x=1", "dbPassword = '[redacted:password]', x=1"),
    ('{"password":"hun\\"ter2","a":1}', '{"password":"[redacted:password]","a":1}'),
    ('{\\"password\\":\\"hunter2\\"}', '{\\"password\\":\\"[redacted:password]\\"}'),
    (
        "jdbc:x?user=a&password=p%40ss&ssl=true",
        "jdbc:x?user=a&password=[redacted:password]&ssl=true",
    ),
    ("密码password=hunter2，失败", "密码password=[redacted:password]，失败"),
    ("api_key=abcd1234 ok", "api_key=[redacted:api_key] ok"),
    ("X-Api-Key: 9f8e7d6c5b", "X-Api-Key: [redacted:api_key]"),
    (
        "client_secret=abc access_token=def",
        "client_secret=[redacted:secret] access_token=[redacted:token]",
    ),
    (
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPx",
        "aws_secret_access_key = [redacted:secret]",
    ),
    ("key AKIAIOSFODNN7EXAMPLE used", "key [redacted:aws_key] used"),
    ("push with ghp_" + "a1B2" * 9, "push with [redacted:token]"),
    ("openai sk-" + "a1B2" * 10 + " used", "openai [redacted:api_key] used"),
    ("openai sk-proj-" + "a1B2_-" * 5, "openai [redacted:api_key]"),
    (f"key: {PEM} loaded", "key: [redacted:private_key] loaded"),
    (PEM.replace("\n", "\\n"), "[redacted:private_key]"),
    ("x -----BEGIN PRIVATE KEY-----\nMIIEpAIB", "x [redacted:private_key]"),
    ("MIIEpAIB\n-----END PRIVATE KEY----- done", "[redacted:private_key] done"),
    ("Cookie: sid=abc123; theme=dark", "Cookie: [redacted:cookie]"),
    ("GET /a?sig=0123456789abcdef0123&x=1", "GET /a?sig=[redacted:signature]&x=1"),
    ("run --password hunter2 --now", "run --password [redacted:secret] --now"),
    ("export DB_PASS=hunter2hunter2", "export DB_PASS=[redacted:password]"),
    ("smtp-pw: hunter2", "smtp-pw: [redacted:password]"),
    ("secret_key_base: 0123456789abcdef", "secret_key_base: [redacted:secret]"),
    ("form password%3Dhunter2", "form password%3D[redacted:password]"),
    ("密码：hunter2，已发送", "密码：[redacted:password]，已发送"),
    ("口令为 hunter2", "口令为 [redacted:password]"),
    ("令牌=abc123", "令牌=[redacted:token]"),
    ("password is hunter2hunter2", "password is [redacted:password]"),
    (
        "password changed from hunter2old to hunter2new",
        "password changed from [redacted:password] to [redacted:password]",
    ),
    ("curl -s -u bob:hunter2 https://x", "curl -s -u bob:[redacted:password] https://x"),
    ("curl --user 'bob:hunter2' https://x", "curl --user 'bob:[redacted:password]' https://x"),
    ("mysql -uroot -phunter2 failed", "mysql -uroot -p[redacted:password] failed"),
    ("mysqldump --all -p'hunter2'", "mysqldump --all -p'[redacted:password]'"),
    ("sshpass -p hunter2 ssh root@db-1", "sshpass -p [redacted:password] ssh root@db-1"),
    ("CONFIG SET requirepass hunter2", "CONFIG SET requirepass [redacted:password]"),
    ("redis AUTH hunter2hunter2", "redis AUTH [redacted:password]"),
    ("<password>hunter2</password>", "<password>[redacted:secret]</password>"),
    ("<db.token type='x'>abc</db.token>", "<db.token type='x'>[redacted:secret]</db.token>"),
    (
        "AKIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "[redacted:aws_key] [redacted:secret]",
    ),
    ("ALTER USER a IDENTIFIED BY 'hunter2'", "ALTER USER a IDENTIFIED BY '[redacted:password]'"),
    ("login with pw hunter2hunter2x failed", "login with pw [redacted:password] failed"),
    ("数据库口令 hunter2hunter2x 错误", "数据库口令 [redacted:password] 错误"),
    ("PGPASS hunter2hunter2x rejected", "PGPASS [redacted:password] rejected"),
    ("passphrase for key is hunter2hunter2x", "passphrase for key is [redacted:password]"),
    ("user entered PIN 84620917 at gate", "user entered PIN [redacted:code] at gate"),
    ("OTP code 846209 sent", "OTP code [redacted:code] sent"),
    ("短信验证码：846209 已发送", "短信验证码：[redacted:code] 已发送"),
    ("auth header YWRtaW46aHVudGVyMmg= rejected", "auth header [redacted:token] rejected"),
    (
        "post to https://hooks.slack.com/services/T00/B00/hunter2hunter2x failed",
        "post to https://hooks.slack.com/services/[redacted:token] failed",
    ),
    (
        "https://discord.com/api/webhooks/123/hunter2hunter2x",
        "https://discord.com/api/webhooks/[redacted:token]",
    ),
    (
        "bot123456789:AAhunter2hunter2xhunter2hunter2xabcd getMe",
        "bot123456789:[redacted:token] getMe",
    ),
    (
        r"password = \u0022hunter2hunter2x\u0022",
        r"password = \u0022[redacted:password]\u0022",
    ),
]

EVENTS = [
    "Failed password for invalid user webmaster from 173.234.31.186 port 38926 ssh2",
    "password: incorrect",
    "error validating token: expired",
    "invalid token: signature is invalid",
    "bearer token expired",
    "basic authentication failed",
    "max_tokens=4096 prompt_tokens: 120",
    "req-38101a0b-2096-447d-96ea-a692162415ae 113d3a99c3da401fbd62cc2caa5b96d2",
    "image sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "commit 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12 released v2.14.3",
    "HikariPool-1 - Connection is not available, request timed out after 30000ms (active=50/50)",
    "process exited sig=11",
    "password=null",
    'password=""',
    "PWD=/srv/app",
    "pod sk-learn-worker-7f9dd8b6c4-x7gr9 restarted",
    "http://host:8080/users/@me",
    "secret: mounted",
    "Kind: YARN_AM_RM_TOKEN, Service: , Ident: (appAttemptId { id: 20 } keyId: -127633188)",
    "数据库密码错误,连接被拒绝",
    "密码：错误，令牌为空，token是否有效",
    "first_pass=3 second_pass: 12",
    "password is required, password was incorrect; password is expired",
    "the password was changed from the console",
    "smtp AUTH SCRAM-SHA-256 failed, AUTH LOGIN accepted, AUTH failed 3 times",
    "mysql -uroot -P3306 -p failed",
    "docker run -u 1000:1000 app",
    "curl https://x -o out:file",
    "<secret/> and <token></token>",
    "Erlang/OTP 27 started, PIN 13 high, OTP 2026-08-14",
    "password payment-service-2 rotated, passwd auth-worker01.internal",
    "auth header missing for /api/v1/orders/12345678901",
    "basic credentials of order-service-12345678 expired",
    "https://hooks.slack.com/services/ timed out",
    "shard 1234567890:AA",
]


@pytest.mark.parametrize(("text", "expected"), SECRETS)
def test_a_secret_becomes_a_typed_placeholder(text: str, expected: str) -> None:
    assert redact(text) == expected


@pytest.mark.parametrize("text", EVENTS)
def test_an_event_stays_as_it_is(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(("text", "_"), SECRETS)
def test_redacting_twice_changes_nothing_more(text: str, _: str) -> None:
    assert redact(redact(text)) == redact(text)


@pytest.mark.parametrize(
    "piece",
    [
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "eyJ",
        "password",
        "password=",
        'password="',
        "a://a:",
        "Bearer ",
        "cookie: a=b;",
        "-",
        "--token ",
        "-token -",
        "a",
        ".",
        "\\",
        " ",
        "secret_",
        "sk-",
        "?sig=",
        "curl ",
        "curl -u a:",
        "mysql ",
        "mysql -p",
        "AUTH ",
        "<token>",
        "password is ",
        "[redacted:aws_key] ",
        "密码",
    ],
)
def test_a_long_run_of_what_a_rule_starts_with_is_no_burden(piece: str) -> None:
    assert_linear(lambda size: redact(piece * (size // len(piece))), 40_000, 320_000)


@given(st.text(alphabet=st.sampled_from("pasword=:\"' -BearTOKENeyJ.@/\\\n1;&"), max_size=80))
def test_no_text_makes_redaction_fail(text: str) -> None:
    assert isinstance(redact(text), str)


@given(st.text(alphabet="abcXYZ0189+/_", min_size=12, max_size=40))
def test_no_password_value_survives_in_any_writing(value: str) -> None:
    for line in (
        f"password={value} x",
        f'{{"password": "{value}"}}',
        f"pg://u:{value.replace('/', '_')}@h",
    ):
        assert value.replace("/", "_") not in redact(line).replace("/", "_")
