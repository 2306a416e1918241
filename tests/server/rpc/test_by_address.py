"""What is counted for one address is nobody else's, and what is remembered has a bound."""

from __future__ import annotations

import pytest

from undercroft.rpc.by_address import OpenByAddress, RateByAddress


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_an_address_waits_after_too_many_and_others_do_not() -> None:
    clock = Clock()
    rate = RateByAddress(3, 60.0, clock)
    for _ in range(3):
        assert rate.wait("a") == 0
        assert rate.spend("a") == 0
    assert rate.wait("a") == pytest.approx(20.0)
    assert rate.wait("b") == 0
    clock.now += 20.0
    assert rate.wait("a") == 0


def test_what_comes_too_early_is_waited_for_in_its_order() -> None:
    rate = RateByAddress(10, 1.0, Clock())
    assert rate.spend("a", 10) == 0
    assert [rate.spend("a", 5) for _ in range(3)] == pytest.approx([0.5, 1.0, 1.5])
    rate.spend("a", -5)
    assert rate.spend("a", 5) == pytest.approx(1.5)


def test_only_so_many_addresses_are_remembered_and_none_longer_than_it_matters() -> None:
    clock = Clock()
    rate = RateByAddress(1, 60.0, clock, addresses=2)
    for address in "abc":
        rate.spend(address)
    assert rate.wait("a") == 0
    assert rate.wait("c") > 0
    assert len(rate._regained_at) == 2
    rate.spend("c", -1)
    assert list(rate._regained_at) == ["b"]


def test_nought_lifts_a_limit() -> None:
    rate, opened = RateByAddress(0, 60.0, Clock()), OpenByAddress(0)
    assert [rate.spend("a", 10_000), rate.wait("a")] == [0, 0]
    assert all(opened.open("a") for _ in range(10_000))


def test_what_is_open_is_counted_until_it_is_closed_and_then_forgotten() -> None:
    opened = OpenByAddress(2)
    assert [opened.open("a"), opened.open("a"), opened.open("a"), opened.open("b")] == [True, True, False, True]
    opened.close("a")
    assert [opened.open("a"), opened.open("a")] == [True, False]
    for address in "aab":
        opened.close(address)
    assert not opened._open
    full = OpenByAddress(1)
    assert [full.open("a"), full.open("a")] == [True, False]
    full.close("a")
    assert not full._open
