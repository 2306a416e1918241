"""Join codes are short for people, so nobody may try many of them."""

from __future__ import annotations

from pathlib import Path

import grpc
import pytest

from undercroft.match import Reason, Refusal
from undercroft.rpc.attempts import Attempts
from undercroft.v1 import match_pb2

from .serving import serving


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_address_waits_after_too_many_wrong_codes_and_others_do_not() -> None:
    clock = Clock()
    attempts = Attempts(most=3, seconds=60, clock=clock)
    for _ in range(3):
        attempts.check("a")
        attempts.failed("a")
    with pytest.raises(Refusal) as refused:
        attempts.check("a")
    assert refused.value.reason is Reason.RATE_LIMITED
    assert refused.value.details == {"seconds": "60"}
    attempts.check("b")
    clock.now = 60.0
    attempts.check("a")


def test_only_so_many_addresses_are_remembered() -> None:
    attempts = Attempts(most=1, addresses=2, clock=Clock())
    for address in "abc":
        attempts.failed(address)
    attempts.check("a")
    with pytest.raises(Refusal):
        attempts.check("c")


async def test_guessing_codes_is_slowed_down_and_joining_with_the_right_one_is_not(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        created = await served.create(bots=("open", "open"))
        right = created.codes[0].code
        reasons = []
        for number in range(25):
            request = match_pb2.JoinMatchRequest(code=f"WRNG{number:04}", seat_token=b"e" * 32, name="Eve")
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await served.matches.JoinMatch(request)
            reasons.append(error.value.code())
        assert reasons[:20] == [grpc.StatusCode.NOT_FOUND] * 20
        assert reasons[20:] == [grpc.StatusCode.RESOURCE_EXHAUSTED] * 5
    async with serving(tmp_path) as served:
        for _ in range(30):
            await served.matches.JoinMatch(match_pb2.JoinMatchRequest(code=right, seat_token=b"a" * 32, name="Ann"))
