"""A client that goes away isn't reported as a fault; a fault still is."""

from __future__ import annotations

import logging

import pytest
from grpc._cython import cygrpc

from undercroft.rpc.calls import refusing
from undercroft.rpc.departures import pass_over_departures

BEGUN = 'Failed "execute_batch": (<grpc._cython.cygrpc.SendMessageOperation object at 0x7f5d5ef9eeb0>,)'
NOT_BEGUN = "Failed grpc_call_start_batch: 8 with grpc_call_error value: 'GRPC_CALL_ERROR_TOO_MANY_OPERATIONS'"


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (cygrpc.ExecuteBatchError(BEGUN), False),
        (cygrpc.ExecuteBatchError(NOT_BEGUN), True),
        (ValueError(BEGUN), True),
        (None, True),
    ],
)
def test_only_what_fails_for_want_of_a_client_is_passed_over(
    caplog: pytest.LogCaptureFixture, error: Exception | None, *, logged: bool
) -> None:
    pass_over_departures()
    pass_over_departures()
    logging.getLogger("grpc._cython.cygrpc").error("raised in core by a servicer method", exc_info=error)
    assert bool(caplog.records) is logged


class Away:
    """The context of a call whose client has gone: nothing can be said to it."""

    def __init__(self) -> None:
        self.aborted = False

    async def write(self, _: object) -> None:
        raise cygrpc.ExecuteBatchError(BEGUN)

    async def abort(self, *_: object) -> None:
        self.aborted = True


async def test_a_client_that_goes_away_is_no_incident(caplog: pytest.LogCaptureFixture) -> None:
    context = Away()

    @refusing
    async def method(self: object, request: object, context: Away) -> None:
        await context.write(request)

    with pytest.raises(cygrpc.ExecuteBatchError):
        await method(None, None, context)
    assert not context.aborted
    assert not caplog.records
