"""The pool of bot workers: every ask is answered once, whatever the bots do."""

from __future__ import annotations

import asyncio
import os
import pty
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import structlog.testing

from undercroft.host.pool import BotAsk, BotFailure, BotPool, Handle, PoolError
from undercroft.registry import PluginSettings

PLUGINS = Path(__file__).parent / "pool_plugins"
LONG = 60.0
"""Seconds that no test waits for: what is bounded by them has to end some other way."""


def an_ask(does: str, bot: str = "quirk", match: str = "m", entries: Sequence[int] = (0,), **changes: Any) -> BotAsk:
    values: dict[str, Any] = {
        "match_id": match,
        "seat": 0,
        "game": "numbers",
        "options": '{"offset": 5}',
        "seats": 2,
        "bot": f"{bot}:does={does}" if does else bot,
        "view": b'{"total": %d}' % len(entries),
        "entries": tuple(b'{"type": "said", "number": %d, "n": %d}' % (each, n) for n, each in enumerate(entries)),
        "legal": tuple(range(100)),
        "seconds": LONG,
        "rng_seed": 1,
    }
    return BotAsk(**values | changes)


def asked(pool: BotPool, ask: BotAsk) -> tuple[asyncio.Future[int | BotFailure], Handle]:
    """The answer, and the handle; a second answer raises, and the loop's handler fails the test."""
    answer: asyncio.Future[int | BotFailure] = asyncio.get_running_loop().create_future()
    return answer, pool.ask(ask, answer.set_result)


async def answer_to(pool: BotPool, ask: BotAsk) -> int | BotFailure:
    async with asyncio.timeout(LONG):
        return await asked(pool, ask)[0]


def workers(pool: BotPool) -> list[int]:
    return [lane.process.pid for lane in pool._lanes]


async def until_ended(pid: int) -> None:
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    ended = asyncio.Event()
    asyncio.get_running_loop().add_reader(process, ended.set)
    async with asyncio.timeout(LONG):
        await ended.wait()
    asyncio.get_running_loop().remove_reader(process)
    os.close(process)


@pytest.fixture(scope="module")
async def pool() -> AsyncIterator[BotPool]:
    """One worker, which most tests share: it has to come out of each of them whole."""
    pool = BotPool(1, PLUGINS, grace_seconds=LONG)
    await pool.start()
    yield pool
    await pool.close()


@pytest.fixture(scope="module")
async def hasty() -> AsyncIterator[BotPool]:
    """Two workers that are given little grace; tests share them too."""
    pool = BotPool(2, PLUGINS, grace_seconds=0.1)
    await pool.start()
    yield pool
    await pool.close()


@pytest.fixture
async def new_pair() -> AsyncIterator[BotPool]:
    """Two workers that have done nothing yet."""
    pool = BotPool(2, PLUGINS)
    await pool.start()
    yield pool
    await pool.close()


@pytest.fixture(autouse=True)
async def nothing_raised_in_callbacks() -> AsyncIterator[None]:
    loop, raised = asyncio.get_running_loop(), []
    loop.set_exception_handler(lambda _, context: raised.append(context))
    yield
    loop.set_exception_handler(None)
    assert not raised


async def test_a_bot_decides_from_options_view_and_all_entries(pool: BotPool) -> None:
    assert await answer_to(pool, an_ask("sum", "honest", "decide", [1, 2, 3])) == 11


async def test_an_instance_lives_on_and_is_told_only_what_is_new(pool: BotPool) -> None:
    assert await answer_to(pool, an_ask("turns", "honest", "on", [1])) == 1
    assert await answer_to(pool, an_ask("turns", "honest", "on", [1, 2, 3])) == 2
    assert await answer_to(pool, an_ask("news", "honest", "news", [1, 2])) == 2
    assert await answer_to(pool, an_ask("news", "honest", "news", [1, 2, 3, 4, 5])) == 3
    assert await answer_to(pool, an_ask("sum", "honest", "sum", [1, 2])) == 8
    assert await answer_to(pool, an_ask("sum", "honest", "sum", [1, 2, 3])) == 11


async def test_more_entries_than_a_socket_holds_arrive_whole(pool: BotPool) -> None:
    long = [asked(pool, an_ask("sum", "honest", f"long {n}", [0] * 40_000 + [n]))[0] for n in range(3)]
    assert await asyncio.gather(*long, asked(pool, an_ask("sum", "honest", "short", [1]))[0]) == [5, 6, 7, 6]


async def test_a_forgotten_instance_is_made_anew_from_all_entries(pool: BotPool) -> None:
    ask = an_ask("turns", "honest", "forgotten", [1, 2])
    assert [await answer_to(pool, ask), await answer_to(pool, ask)] == [1, 2]
    assert await answer_to(pool, an_ask("sum", "honest", "forgotten", [1, 2])) == 8
    pool.forget("forgotten", 0)
    pool.forget("never heard of", 0)
    assert await answer_to(pool, ask) == 1
    assert await answer_to(pool, an_ask("sum", "honest", "forgotten", [1, 2, 3])) == 11


async def test_a_journal_that_became_shorter_is_told_from_the_start(pool: BotPool) -> None:
    assert await answer_to(pool, an_ask("sum", "honest", "shorter", [1, 2, 3])) == 11
    assert await answer_to(pool, an_ask("sum", "honest", "shorter", [4])) == 9


async def test_decisions_with_equal_seeds_are_equal_in_every_worker(pool: BotPool, hasty: BotPool) -> None:
    drawn = [await answer_to(pool, an_ask("draw", "honest", "draw", rng_seed=seed)) for seed in range(8)]
    elsewhere = [await answer_to(hasty, an_ask("draw", "honest", str(seed), rng_seed=seed)) for seed in range(8)]
    assert drawn == elsewhere
    assert len(set(drawn)) > 4
    assert await answer_to(pool, an_ask("hash")) == await answer_to(hasty, an_ask("hash"))


@pytest.mark.parametrize(
    ("does", "kind"),
    [
        ("raise", "crash"),
        ("refuse", "crash"),
        ("worse", "crash"),
        ("surrogate", "crash"),
        ("huge", "crash"),
        ("leave", "crash"),
        ("interrupted", "crash"),
        ("recurse", "crash"),
        ("none", "illegal"),
        ("text", "illegal"),
        ("illegal", "illegal"),
        ("enormous", "illegal"),
    ],
)
async def test_what_a_bot_does_wrong_costs_its_move_and_not_its_worker(pool: BotPool, does: str, kind: str) -> None:
    before = workers(pool)
    failure = await answer_to(pool, an_ask(does))
    assert isinstance(failure, BotFailure)
    assert failure.kind == kind
    assert failure.detail
    assert len(failure.detail) < 5000
    assert await answer_to(pool, an_ask("turns", "honest", does)) == 1
    assert workers(pool) == before


async def test_the_operator_is_told_what_a_bot_raised(pool: BotPool) -> None:
    failure = await answer_to(pool, an_ask("raise"))
    assert isinstance(failure, BotFailure)
    assert "told the operator" in failure.detail


async def test_a_bot_that_raised_is_made_anew(pool: BotPool) -> None:
    ask = an_ask("sum", "honest", "anew", [1, 2])
    broken = an_ask("sum", "honest", "anew", [1, 2], view=b"nonsense")
    assert await answer_to(pool, ask) == 8
    failure = await answer_to(pool, broken)
    assert isinstance(failure, BotFailure)
    assert failure.kind == "crash"
    assert await answer_to(pool, ask) == 8


async def test_asks_behind_a_failed_one_of_the_same_bot_are_told_everything(pool: BotPool) -> None:
    assert await answer_to(pool, an_ask("sum", "honest", "behind", [1])) == 6
    broken = asked(pool, an_ask("sum", "honest", "behind", [1, 2], view=b"nonsense"))[0]
    behind = [asked(pool, an_ask("sum", "honest", "behind", [1, 2, 3]))[0] for _ in range(12)]
    assert isinstance(await broken, BotFailure)
    assert await asyncio.gather(*behind) == [11] * 12


@pytest.mark.parametrize(
    "ask",
    [
        an_ask("", "nobody"),
        an_ask("", "shy"),
        an_ask("", "broken"),
        an_ask("", "quirk:dose=hang"),
        an_ask("", "quirks:Quirk"),
        an_ask("raise", game="no-such-game"),
        an_ask("raise", options='{"colour": 1}'),
    ],
)
async def test_a_bot_that_cant_be_had_is_refused(pool: BotPool, ask: BotAsk) -> None:
    failure = await answer_to(pool, ask)
    assert isinstance(failure, BotFailure)
    assert failure.kind == "refused"
    assert ask.bot in failure.detail


async def test_a_bot_that_cant_be_made_has_crashed(pool: BotPool) -> None:
    failure = await answer_to(pool, an_ask("", "unborn"))
    assert isinstance(failure, BotFailure)
    assert failure.kind == "crash"


async def test_a_bots_own_threads_and_prints_harm_nobody(pool: BotPool, capfd: pytest.CaptureFixture[str]) -> None:
    with structlog.testing.capture_logs() as logs:
        assert await answer_to(pool, an_ask("thread")) == 1
        assert await answer_to(pool, an_ask("chatter")) == 1
        async with asyncio.timeout(LONG):
            while (text := "".join(log.get("text", "") for log in logs)).count("x") < 50_000:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert "told you" in text
    assert "and again" in text
    assert "\x1b" not in text
    assert capfd.readouterr() == ("", "")


async def test_a_worker_survives_an_interrupt_and_knows_its_place(pool: BotPool) -> None:
    before = workers(pool)
    assert os.getpgid(before[0]) == before[0]
    assert os.getsid(before[0]) == os.getsid(0)  # in another one its niceness would count for nothing
    assert await answer_to(pool, an_ask("interrupt")) == 1
    assert await answer_to(pool, an_ask("no_fork_support")) == 1
    assert await answer_to(pool, an_ask("nice")) == min(os.nice(0) + 5, 19)
    assert workers(pool) == before


def test_a_worker_has_no_terminal_though_it_is_in_a_session_that_has_one() -> None:
    script = """
import os
from undercroft.worker.__main__ import _leave_terminal
os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
if not os.fork():
    os.setpgid(0, 0)
    session = os.getsid(0)
    _leave_terminal()
    try:
        os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError:
        os._exit(0 if os.getsid(0) == session else 2)
    os._exit(1)
os._exit(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    pid, terminal = pty.fork()
    if not pid:
        os.execv(sys.executable, [sys.executable, "-c", script])
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(terminal)


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("exit", ["exit status 3"]),
        ("segfault", ["SIGSEGV", "quirks.py"]),
        ("children", ["exit status 7"]),
        ("close", []),
        ("garbage", ["nonsense"]),
    ],
)
async def test_a_bot_that_takes_its_worker_down_costs_nobody_else(pool: BotPool, does: str, told: list[str]) -> None:
    ask = an_ask("sum", "honest", does, [1, 2])
    assert await answer_to(pool, ask) == 8
    before = workers(pool)
    culprit = asked(pool, an_ask(does))[0]
    waiting = [asked(pool, an_ask("sum", "honest", f"{does}{n}", [n]))[0] for n in range(12)]
    async with asyncio.timeout(LONG):
        failure = await culprit
        assert await asyncio.gather(*waiting) == [5 + n for n in range(12)]
    assert isinstance(failure, BotFailure)
    assert failure.kind == "crash"
    assert failure.detail
    assert all(word in failure.detail for word in told)
    assert set(workers(pool)).isdisjoint(before)
    assert await answer_to(pool, ask) == 8


@pytest.mark.parametrize("does", ["hang", "sleep", "flood"])
async def test_a_bot_that_outlasts_its_budget_is_killed_and_its_neighbours_go_on(hasty: BotPool, does: str) -> None:
    before = workers(hasty)
    ask = an_ask(f"{does},after=1", match="stuck", seconds=0.1)
    assert await answer_to(hasty, ask) == 0
    culprit = asked(hasty, ask)[0]
    neighbours = [asked(hasty, an_ask("sum", "honest", f"near {n}", [n]))[0] for n in range(10)]
    async with asyncio.timeout(LONG):
        failure = await culprit
        assert await asyncio.gather(*neighbours) == [5 + n for n in range(10)]
    assert isinstance(failure, BotFailure)
    assert failure.kind == "timeout"
    assert len(set(workers(hasty)) & set(before)) == 1


async def test_a_bot_is_told_when_its_budget_is_used_up(pool: BotPool) -> None:
    assert await answer_to(pool, an_ask("wait", "honest", "budget", seconds=0.05, legal=(7, 8))) == 7


async def test_a_cancelled_bot_stops_and_nobody_hears_of_it(pool: BotPool) -> None:
    before = workers(pool)
    first, running = asked(pool, an_ask("wait", "honest", "cancelled", [1]))
    second, sent = asked(pool, an_ask("wait", "honest", "cancelled", [1, 2]))
    others = [asked(pool, an_ask("pause", match=str(n))) for n in range(12)]
    await asyncio.sleep(0.1)
    running.cancel()
    sent.cancel()
    for _, handle in others[1:]:
        handle.cancel()
        handle.cancel()
    async with asyncio.timeout(LONG):
        assert await others[0][0] == 1
    assert await answer_to(pool, an_ask("turns", "honest", "after")) == 1
    assert not any(answer.done() for answer in (first, second, *(answer for answer, _ in others[1:])))
    assert workers(pool) == before


async def test_an_answer_that_is_on_its_way_can_still_be_cancelled(pool: BotPool) -> None:
    answer, handle = asked(pool, an_ask("no_fork_support"))
    handle.finish(1)
    handle.cancel()
    assert await answer_to(pool, an_ask("no_fork_support", match="after")) == 1
    assert not answer.done()


async def test_a_cancelled_bot_that_doesnt_stop_is_killed(hasty: BotPool) -> None:
    ask = an_ask("hang,after=1", match="stuck", seconds=LONG)
    assert await answer_to(hasty, ask) == 0
    answer, handle = asked(hasty, ask)
    (stuck,) = {lane.process.pid for lane in hasty._lanes if lane._sent}
    handle.cancel()
    await until_ended(stuck)
    assert await answer_to(hasty, an_ask("turns", "honest", "after")) == 1
    assert not answer.done()


async def test_new_instances_go_to_the_worker_with_less_to_do(new_pair: BotPool) -> None:
    waiting = [asked(new_pair, an_ask("wait", "honest", str(n), seconds=0.2))[0] for n in range(2)]
    assert [len(lane._told) for lane in new_pair._lanes] == [1, 1]
    assert await asyncio.gather(*waiting) == [0, 0]
    assert await answer_to(new_pair, an_ask("wait", "honest", "0", seconds=0.01)) == 0
    assert [len(lane._told) for lane in new_pair._lanes] == [1, 1]


async def test_a_worker_killed_from_outside_while_idle_is_replaced(hasty: BotPool) -> None:
    before = workers(hasty)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    await asyncio.gather(*(until_ended(pid) for pid in before))
    assert await answer_to(hasty, an_ask("turns", "honest", "after")) == 1
    assert set(workers(hasty)).isdisjoint(before)


async def test_what_is_asked_before_the_start_waits_for_it() -> None:
    pool = BotPool(1, PLUGINS)
    early, _ = asked(pool, an_ask("sum", "honest", "early", [1]))
    never, handle = asked(pool, an_ask("sum", "honest", "never", [1]))
    handle.cancel()
    await pool.start()
    try:
        async with asyncio.timeout(LONG):
            assert await early == 6
        assert await answer_to(pool, an_ask("turns", "honest", "later")) == 1
        assert not never.done()
    finally:
        await pool.close()


async def test_settings_that_work_no_more_cost_their_own_games_and_no_other() -> None:
    pool = BotPool(1, PLUGINS, PluginSettings("", {"quirks": {"file": "gone.yaml"}}))
    await pool.start()
    try:
        assert await answer_to(pool, an_ask("turns", "honest")) == 1
    finally:
        await pool.close()


async def test_too_many_instances_cost_the_one_not_used_for_longest() -> None:
    pool = BotPool(1, PLUGINS, instances=3)
    await pool.start()
    try:
        for name in ("a", "b", "c", "a", "d"):
            await answer_to(pool, an_ask("turns", "honest", name))
        again = {name: await answer_to(pool, an_ask("turns", "honest", name)) for name in ("a", "c", "d", "b")}
        assert again == {"a": 3, "c": 2, "d": 2, "b": 1}
    finally:
        await pool.close()


async def test_a_bot_that_eats_memory_meets_the_limit() -> None:
    pool = BotPool(1, PLUGINS, memory_bytes=200 << 20)
    await pool.start()
    try:
        failure = await answer_to(pool, an_ask("eat"))
        assert isinstance(failure, BotFailure)
        assert failure.kind == "crash"
        assert "MemoryError" in failure.detail
        assert await answer_to(pool, an_ask("sum", "honest", entries=[1])) == 6
    finally:
        await pool.close()


async def test_bots_of_ones_own_are_taken_by_name_where_the_owner_says_so() -> None:
    pool = BotPool(1, PLUGINS, own_code=True)
    await pool.start()
    try:
        assert await answer_to(pool, an_ask("turns", "quirks:Honest")) == 1
    finally:
        await pool.close()


async def test_closing_ends_every_worker_and_every_ask(new_pair: BotPool) -> None:
    pids = workers(new_pair)
    answers = [asked(new_pair, an_ask("hang", match=str(n)))[0] for n in range(20)]
    await asyncio.sleep(0.05)
    await new_pair.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    late, _ = asked(new_pair, an_ask("turns", "honest"))
    await asyncio.sleep(0)
    assert not late.done()
    assert not any(answer.done() for answer in answers)


async def test_a_pool_whose_workers_cant_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "deadly.py").write_text("import os\nos.write(2, b'no such luck')\nos._exit(9)\n")
    pool = BotPool(1, tmp_path)
    with pytest.raises(PoolError, match=r"exit status 9\nno such luck"):
        await pool.start()
    assert not workers(pool)


async def test_asks_fail_as_lost_when_workers_have_stopped_coming_up(tmp_path: Path) -> None:
    plugin = tmp_path / "sometimes.py"
    plugin.write_text("")
    pool = BotPool(1, tmp_path)
    await pool.start()
    try:
        plugin.write_text("import os\nos._exit(9)\n")
        os.kill(workers(pool)[0], signal.SIGKILL)
        failure = await answer_to(pool, an_ask("turns", "honest"))
        assert isinstance(failure, BotFailure)
        while isinstance(failure, BotFailure) and failure.kind != "lost":
            failure = await answer_to(pool, an_ask("turns", "honest"))
        assert isinstance(failure, BotFailure)
        assert failure.kind == "lost"
    finally:
        await pool.close()
