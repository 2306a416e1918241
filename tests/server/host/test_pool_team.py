"""Idle workers help a bot that weighs its actions, and nobody waits for a worker because it helps."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.bot import Weighed
from undercroft.host.pool import BotFailure, BotPool, Team
from undercroft.host.pool.team import elect

from .test_pool import LONG, PLUGINS, an_ask, answer_to, asked

ALONE, HELPED = 2, 9
"""What a weigher's own opinion leads to, and what those of two lead to."""


@pytest.fixture(scope="module")
async def pair() -> AsyncIterator[BotPool]:
    pool = BotPool(2, PLUGINS)
    await pool.start()
    yield pool
    await pool.close()


def weighing(match: str, does: str = "well", **changes: object) -> object:
    return an_ask(does, "weigher", match, **{"legal": tuple(range(10)), **changes})


async def met(pool: BotPool, match: str, does: str = "well") -> None:
    """The pool knows that this bot weighs once it has decided."""
    assert await answer_to(pool, weighing(match, does)) == 0
    async with asyncio.timeout(LONG):
        while not all(lane.idle for lane in pool._lanes):  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.005)


async def test_opinions_of_all_idle_workers_are_added_up(pair: BotPool) -> None:
    await met(pair, "first")
    assert await answer_to(pair, weighing("first")) == HELPED
    assert await answer_to(pair, weighing("first")) == HELPED


@pytest.mark.parametrize("changes", [{"simulations": 10}, {"legal": (4,)}])
async def test_what_more_time_would_not_change_is_decided_alone(pair: BotPool, changes: dict[str, object]) -> None:
    await met(pair, f"alone {changes}")
    assert not isinstance(asked(pair, weighing(f"alone {changes}", **changes))[1], Team)


async def test_a_busy_worker_does_not_help(pair: BotPool) -> None:
    await met(pair, "busy")
    waiting, handle = asked(pair, an_ask("wait", "honest", "long"))
    ours = next(lane for lane in pair._lanes if lane.holds(("busy", 0, "weigher:does=well")))
    if ours.idle:
        assert await answer_to(pair, weighing("busy")) == 0
    handle.cancel()
    assert not waiting.done()


async def test_who_needs_a_worker_gets_one_that_helps_at_once(pair: BotPool) -> None:
    await met(pair, "giving way", "wait")
    team, handle = asked(pair, weighing("giving way", "wait"))
    assert isinstance(handle, Team)
    await asyncio.sleep(0.05)
    assert await answer_to(pair, an_ask("turns", "honest", "in need")) == 1
    assert not team.done()
    assert [len(lane._sent) for lane in pair._lanes].count(0) == 1
    handle.cancel()
    assert await answer_to(pair, an_ask("turns", "honest", "after")) == 1
    assert not team.done()


@pytest.mark.parametrize(("does", "said"), [("fail", "crash"), ("wrong", "illegal")])
async def test_a_bot_that_fails_at_weighing_fails_once(pair: BotPool, does: str, said: str) -> None:
    await met(pair, does, does)
    failure = await answer_to(pair, weighing(does, does))
    assert isinstance(failure, BotFailure)
    assert failure.kind == said


async def test_a_bot_without_an_opinion_has_failed(pair: BotPool) -> None:
    await met(pair, "silent", "nothing")
    assert isinstance(await answer_to(pair, weighing("silent", "nothing")), BotFailure)


async def test_help_that_fails_is_done_without(pair: BotPool) -> None:
    await met(pair, "without", "fail helping")
    assert await answer_to(pair, weighing("without", "fail helping")) == ALONE


async def test_all_stop_when_nobody_waits_any_more(pair: BotPool) -> None:
    await met(pair, "stopped", "wait")
    team, handle = asked(pair, weighing("stopped", "wait", seconds=LONG))
    await asyncio.sleep(0.05)
    handle.cancel()
    handle.cancel()
    async with asyncio.timeout(LONG):
        while not all(lane.idle for lane in pair._lanes):  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.005)
    assert not team.done()


weights = st.lists(st.builds(Weighed, st.integers(0, 5), st.integers(0, 3), st.sampled_from([-1.0, 0.0, 1.0])))


@given(st.lists(weights), st.sets(st.integers(0, 5)))
def test_most_visits_win_then_what_they_brought_then_the_lower_code(
    opinions: Sequence[Sequence[Weighed]], legal: set[int]
) -> None:
    action = elect(opinions, sorted(legal))
    said = [each for weighed in opinions for each in weighed if each.action in legal]

    def worth(action: int) -> tuple[int, float, int]:
        of = [each for each in said if each.action == action]
        return sum(each.visits for each in of), sum(each.total for each in of), -action

    assert action == max({each.action for each in said}, key=worth, default=None)
