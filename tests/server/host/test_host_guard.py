"""Rules that don't come back are interrupted, and cost their own match alone."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from undercroft.host.guard import Guard, RulesHung
from undercroft.match import Answer, Reason, Refusal

from .hosting import House, reason_of

Open = Callable[..., House]

pytestmark = pytest.mark.timeout(60, method="thread")  # the other method needs the signal that the guard uses

STOPPED = """
import os, signal
from undercroft.host.guard import Guard
guard = Guard(0.1)
guard.install()
with guard:
    os.kill(os.getpid(), signal.SIGSTOP)
"""


@pytest.fixture(autouse=True)
def alarm_of_ours() -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, signal.SIG_DFL)
    yield
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL, "given back"
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def guard() -> Iterator[Guard]:
    made = Guard(0.02)
    made.install()
    yield made
    made.remove()


@pytest.mark.parametrize("fault", ["hang", "clone_hang"])
async def test_a_game_that_hangs_is_stopped_and_the_others_go_on(open_house: Open, fault: str) -> None:
    house = open_house(rules_seconds=0.05)
    await house.host.start()
    try:
        sick = await house.create("touchy", f'{{"fault": "{fault}"}}')
        sound = await house.create("touchy")
        eyes = await house.watch(sick, 1)
        first = await house.act(sick, 0, "boom", eyes.newest.seq)
        if fault == "clone_hang":
            assert isinstance(first, Answer)
            await eyes.until(lambda: len(eyes.updates) == 2)
            first = await house.act(sick, 1, "one", eyes.newest.seq)
        assert reason_of(first) is Reason.MATCH_SUSPENDED
        await eyes.until(lambda: eyes.newest.glance.status == "suspended")
        assert isinstance(await house.act(sound, 0, "one", 3), Answer)
    finally:
        await house.host.stop()


def test_code_that_swallows_every_exception_is_interrupted_again_and_again(guard: Guard) -> None:
    swallowed = 0

    def stubborn() -> None:
        nonlocal swallowed
        while True:
            try:
                while True:
                    pass
            except BaseException:
                swallowed += 1
                if swallowed == 3:
                    raise

    with pytest.raises(RulesHung), guard:
        stubborn()
    assert swallowed == 3


def test_no_loop_round_a_handler_for_everything_gets_away(guard: Guard) -> None:
    def stubborn() -> None:
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass

    with pytest.raises(RulesHung), guard:
        stubborn()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_where_ctrl_c_is_handled_a_keyboard_interrupt_is_the_games_own(guard: Guard) -> None:
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        with pytest.raises(RulesHung), guard:
            raise KeyboardInterrupt
    finally:
        signal.signal(signal.SIGINT, before)


def test_time_in_which_the_process_was_stopped_is_not_held_against_a_game() -> None:
    with subprocess.Popen([sys.executable, "-c", STOPPED], stderr=subprocess.PIPE) as process:
        os.waitpid(process.pid, os.WUNTRACED)
        time.sleep(0.5)  # five times the bound
        process.send_signal(signal.SIGCONT)
        _, errors = process.communicate()
    assert (process.returncode, errors) == (0, b"")


async def test_a_game_that_hangs_before_there_is_a_match_is_refused(open_house: Open) -> None:
    house = open_house(rules_seconds=0.05)
    await house.host.start()
    try:
        with pytest.raises(Refusal) as refused:
            await house.create("touchy", '{"fault": "seat_counts"}')
        assert refused.value.reason is Reason.UNKNOWN_GAME
        with pytest.raises(Refusal):
            house.host.asked_of_game("touchy", lambda: [None for _ in iter(int, 1)])
        assert await house.create("touchy")
    finally:
        await house.host.stop()


@pytest.mark.parametrize("raised", [SystemExit(1), GeneratorExit(), asyncio.CancelledError()])
def test_code_cannot_end_the_process_or_the_task_it_happens_to_run_in(guard: Guard, raised: BaseException) -> None:
    with pytest.raises(RulesHung), guard:
        raise raised


@pytest.mark.parametrize("raised", [ValueError("x"), KeyboardInterrupt()])
def test_other_exceptions_pass(guard: Guard, raised: BaseException) -> None:
    with pytest.raises(type(raised)), guard:
        raise raised


def test_outside_of_a_block_nothing_is_interrupted(guard: Guard) -> None:
    with guard:
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_somebody_elses_alarm_is_left_alone() -> None:
    mine = signal.signal(signal.SIGALRM, lambda *_: None)
    ours = signal.getsignal(signal.SIGALRM)
    guard = Guard(0.01)
    guard.install()
    with guard:
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    guard.remove()
    assert signal.getsignal(signal.SIGALRM) is ours
    signal.signal(signal.SIGALRM, mine)
