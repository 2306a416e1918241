"""A caller is where the transport says, or where a proxy says that the operator trusts; never where a caller says."""

from __future__ import annotations

import pytest

from undercroft.rpc.callers import Caller, Callers, network


@pytest.mark.parametrize(
    ("peer", "caller"),
    [
        ("ipv4:10.0.0.7:5123", Caller("10.0.0.7", here=False)),
        ("ipv4:127.0.0.1:5123", Caller("127.0.0.1", here=True)),
        ("ipv4:127.8.9.1:5123", Caller("127.8.9.1", here=True)),
        ("ipv6:%5B::1%5D:5123", Caller("::/64", here=True)),
        ("ipv6:[::1]:5123", Caller("::/64", here=True)),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:5123", Caller("2001:db8:1:2::/64", here=False)),
        ("ipv6:%5Bfe80::1%25eth0%5D:5123", Caller("fe80::/64", here=False)),
        ("ipv6:%5B::ffff:10.0.0.7%5D:5123", Caller("10.0.0.7", here=False)),
        ("ipv6:%5B::ffff:127.0.0.1%5D:5123", Caller("127.0.0.1", here=True)),
        ("unix:/run/socket", Caller("unix:/run/socket", here=False)),
        ("", Caller("", here=False)),
    ],
)
def test_the_transport_tells_the_address(peer: str, caller: Caller) -> None:
    assert Callers(()).caller(peer, ()) == caller


def test_one_customer_of_a_provider_is_one_caller() -> None:
    callers = Callers(())
    one = callers.caller("ipv6:%5B2001:db8:1:2::1%5D:1", ())
    assert callers.caller("ipv6:%5B2001:db8:1:2:ffff::9%5D:2", ()) == one
    assert callers.caller("ipv6:%5B2001:db8:1:3::1%5D:1", ()) != one


def test_what_a_caller_says_of_itself_is_not_believed() -> None:
    callers = Callers(("10.0.0.1",))
    assert callers.caller("ipv4:10.0.0.2:5", ["192.0.2.1"]) == Caller("10.0.0.2", here=False)
    assert callers.caller("ipv4:127.0.0.1:5", ["192.0.2.1"]) == Caller("127.0.0.1", here=True)


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        (["192.0.2.1"], "192.0.2.1"),
        (["198.51.100.9, 192.0.2.1"], "192.0.2.1"),  # the first is what the caller made up
        (["198.51.100.9", "192.0.2.1"], "192.0.2.1"),
        (["198.51.100.9, 192.0.2.1, 10.1.2.3"], "192.0.2.1"),  # two proxies, one behind the other
        (["192.0.2.1:4711"], "192.0.2.1"),
        (["2001:db8:1:2:3::4"], "2001:db8:1:2::/64"),
        (["[2001:db8:1:2:3::4]:4711"], "2001:db8:1:2::/64"),
        (["192.0.2.1, nonsense"], "127.0.0.1"),
        (["nonsense, 10.1.2.3"], "10.1.2.3"),
        (["127.0.0.1"], "127.0.0.1"),
        ([""], "127.0.0.1"),
        ([], "127.0.0.1"),
    ],
)
def test_a_trusted_proxy_tells_who_calls_and_nobody_becomes_local_by_that(forwarded: list[str], address: str) -> None:
    callers = Callers(("127.0.0.1", "10.1.0.0/16"))
    assert callers.caller("ipv4:127.0.0.1:5", forwarded) == Caller(address, here=False)


def test_a_network_is_an_address_or_a_prefix_and_nothing_else() -> None:
    assert str(network("10.1.2.3/8")) == "10.0.0.0/8"
    assert str(network("::1")) == "::1/128"
    for wrong in ("localhost", "10.0.0.0/40", "10.0.0", ""):
        with pytest.raises(ValueError, match="not appear"):
            network(wrong)
