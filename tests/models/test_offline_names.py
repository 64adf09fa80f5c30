"""What a question calls a service, and what the evidence calls it."""

import pytest

from superbiz_agent.models.offline.names import as_known


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("orders-service", ["orders", "payments"], "orders"),
        ("orders", ["orders-svc"], "orders-svc"),
        ("Orders", ["orders"], "Orders"),
        ("orders-service", ["orders-service", "orders"], "orders-service"),
        ("orders-service", ["orders", "orders-svc"], "orders-service"),
        ("orders-canary", ["orders"], "orders-canary"),
        ("service", ["orders"], "service"),
    ],
)
def test_a_name_is_read_as_the_only_known_one_that_differs_in_its_noun_alone(
    name: str, known: list[str], meant: str
) -> None:
    assert as_known(name, known) == meant
