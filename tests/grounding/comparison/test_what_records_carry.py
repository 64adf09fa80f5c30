"""What the line of a record says of whom, and what it says along with its facts."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps

RECORD = (
    "2026-05-12T07:00:05.377Z ERROR auth-service [ldap-1] bind to ldaps://dir-2.corp:636 refused: "
    "LDAP error 49 (invalid credentials) for cn=svc-auth (auth.log:3); 3 records of this form from "
    "2026-05-12T07:00:05.377Z to 2026-05-12T07:01:44.030Z; with ldap-1, ldap-2"
)
SLOW = (
    "2026-07-15T20:12:30Z WARN cart slow request path=/cart/items ms=1850; 2 records of this form "
    "from 2026-07-15T20:12:30Z to 2026-07-15T20:13:05Z; ms 1850 to 1920"
)
ALERT = (
    'LoginFailures firing, service=auth-service, current=74%, summary="sign-ins of auth-service"'
)
FONTS = "invoice-job missing font file /opt/fonts/NotoSerif-Bold.ttf"
QUOTING = (
    'refund-api answered POST /refunds with 504 three times: "ledger-db timeout after 5000 ms"'
)
REJECTED = (
    "2026-05-12T07:00:05Z ERROR a-api sign-in of user 90214 rejected; 3 records of this form from "
    "2026-05-12T07:00:05Z to 2026-05-12T07:01:44Z"
)
PULL = (
    '2026-08-17T09:14:25Z ERROR kubelet "Error syncing pod" err="ImagePullBackOff" '
    'pod="maps/tile-render-7c5d9f6b8-q4x2m"; 10 records of this form from 2026-08-17T09:14:25Z to '
    "2026-08-17T09:24:41Z"
)
TWO_PODS = "a/web-0 is at 91%; b/web-0 is at 3%"
TLS = "javax.net.ssl.SSLHandshakeException: certificate expired"
SIGN_INS = "The sign-ins of auth-service failed 3 times."
SHARE = (
    "LoginFailures firing, service=auth-service, current=71%, duration=12m, ok=29%,"
    ' summary="71% of the logins at auth-service fail"'
)
BOTH = "a-api is at 91%; b-api is at 3%"


@pytest.mark.parametrize(
    ("text", "source", "gaps"),
    [
        ("cn=svc-auth was refused at 2026-05-12T07:00:05.377Z.", RECORD, []),
        ("dir-2.corp refused auth-service.", RECORD, []),
        ("dir-3.corp refused auth-service.", RECORD, ["dir-3.corp"]),
        ("dir-2.corp:637 refused auth-service.", RECORD, ["dir-2.corp:637"]),
        ("auth-service failed for cn=svc-auth, 3 times.", RECORD, []),
        ("auth-service failed for cn=svc-auth, 4 times.", RECORD, ["4"]),
        ("cart was slow, from 1850 to 1920 ms.", SLOW, []),
        ("cart was slow, from 1850 to 1930 ms.", SLOW, ["1.93"]),
        ("cart took 1.85 s.", SLOW, []),
        ("cart took 1850 s.", SLOW, ["1850"]),
        ("The LoginFailures alert of auth-service is firing at 74%.", ALERT, []),
        ("The LoginFailures alert of auth-service is firing at 47%.", ALERT, ["47"]),
        ("ImagePullBackOff came 10 times for tile-render-7c5d9f6b8-q4x2m.", PULL, []),
        ("Pod maps/tile-render-7c5d9f6b8-q4x2m had ImagePullBackOff 10 times.", PULL, []),
        (
            "ImagePullBackOff came 10 times for tile-render-7c5d9f6b8-8vwtd.",
            PULL,
            ["10", "tile-render-7c5d9f6b8-8vwtd"],
        ),
        ("web-0 is at 91%.", TWO_PODS, ["91"]),
        ("a/web-0 is at 91%.", TWO_PODS, []),
        ("a/web-0 is at 3%.", TWO_PODS, ["3"]),
        ("It failed with SSLHandshakeException.", TLS, []),
        ("It failed with SSLException.", TLS, ["SSLException"]),
        ("Fonts are read from /opt/fonts.", FONTS, []),
        ("Fonts are read from /opt/font.", FONTS, ["/opt/font"]),
        ('504 for POST /refunds three times, "ledger-db timeout after 5000 ms".', QUOTING, []),
        ('504 for POST /refunds four times, "ledger-db timeout after 5000 ms".', QUOTING, ["4"]),
        ("card-vault 的 16 块磁盘中 16 块在线。", "card-vault: 16 of 16 disks online", []),
        ("a-api calls b-api, 91% in use.", BOTH, []),
        ("a-api calls b-api, which is at 91%.", BOTH, ["91"]),
        ("a-api and b-api are slow, at 91%.", BOTH, ["91"]),
        ("b-api calls a-api, at 3%.", BOTH, []),
        ("a-api is up. b-api failed, at 91%.", BOTH, ["91"]),
        ("71% of the logins of auth-service fail.", SHARE, []),
        ("auth-service turned down 3 sign-ins.", SIGN_INS, []),
    ],
)  # fmt: skip
def test_a_fact_is_carried_by_the_record_that_says_it(
    text: str, source: str, gaps: list[str]
) -> None:
    names = ("auth-service", "cart", "refund-api", "card-vault", "a-api", "b-api")
    assert [gap.value for gap in fact_gaps(text, [source], names=names)] == gaps


@pytest.mark.parametrize(
    ("text", "source", "gaps"),
    [
        ("In a-api, requests of pool-1 timed out twice.", "a-api: pool-1: timed out twice", []),
        ("About 5.1 thousand mails were queued.", "mails queued: 5120", []),
        ("About 5.2 thousand mails were queued.", "mails queued: 5120", ["5200"]),
        ("约 5.1 千封邮件在排队。", "mails queued: 5120", []),
        ("a-api rejected 3 sign-ins.", REJECTED, []),
    ],
)  # fmt: skip
def test_topics_scales_and_counts_of_records(text: str, source: str, gaps: list[str]) -> None:
    assert [gap.value for gap in fact_gaps(text, [source], names=("a-api", "pool-1"))] == gaps
