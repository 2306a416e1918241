"""Matches come in from their logs once, whoever asks, and whether those who asked still wait or not."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Any

import pytest

from undercroft.store import StoreUnavailable

from .hosting import House

Open = Callable[..., House]


async def test_a_match_that_cannot_be_read_is_no_incident_when_nobody_waits_for_it_any_more(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house()
    match_id = await house.create("touchy")
    house.host.memory.lives.clear()
    reading, over = asyncio.Event(), asyncio.Event()

    async def read(match_id: str, after: int = 0) -> list[bytes]:
        reading.set()
        await over.wait()
        raise StoreUnavailable("gone")

    monkeypatch.setattr(house.store, "read", read)
    incidents: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: incidents.append(context))
    try:
        waiting = asyncio.ensure_future(house.host.memory.open(match_id))
        await reading.wait()
        waiting.cancel()
        await asyncio.wait([waiting])
        over.set()
        await asyncio.sleep(0.01)
        del waiting  # its traceback keeps the task that read
        gc.collect()
        assert not incidents
    finally:
        asyncio.get_running_loop().set_exception_handler(None)
