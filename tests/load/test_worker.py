"""A generator in a process of its own answers, tells what went wrong, and can be frozen."""

from __future__ import annotations

import asyncio

import pytest

from tests.load.echo import Echo
from tests.load.worker import Worker, WorkerFailed


async def test_it_answers_in_order_and_long_answers_too() -> None:
    async with await Worker.start(Echo, "> ") as echo:
        assert await echo.ask("say", "one") == "> one"
        assert await echo.ask("say", "x" * 1_000_000) == "> " + "x" * 1_000_000


async def test_what_goes_wrong_there_is_told_here_and_it_goes_on() -> None:
    async with await Worker.start(Echo, "") as echo:
        with pytest.raises(WorkerFailed, match="no such thing"):
            await echo.ask("fail")
        assert await echo.ask("say", "still here") == "still here"


async def test_one_that_is_gone_is_not_waited_for() -> None:
    async with await Worker.start(Echo, "") as echo:
        with pytest.raises(WorkerFailed, match="is gone"):
            await echo.ask("go")


async def test_a_frozen_one_does_nothing_until_it_is_thawed() -> None:
    async with await Worker.start(Echo, "") as echo:
        await echo.ask("say", "awake")
        echo.freeze()
        asked = asyncio.ensure_future(echo.ask("say", "later"))
        await asyncio.sleep(0.2)
        assert not asked.done()
        echo.thaw()
        assert await asked == "later"
