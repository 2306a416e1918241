"""What `undercroft.cli.screen.match_screen` promises, with a session that does what the test says."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from io import StringIO
from typing import Any, cast

import pytest

from undercroft.cli.screen.console import Console
from undercroft.cli.screen.match_screen import End, MatchScreen, Parting
from undercroft.cli.screen.piped_lines import PipedLines
from undercroft.cli.screen.words import Words
from undercroft_client import (
    SPECTATOR,
    Accepted,
    ClientError,
    Connection,
    ConnectionState,
    EndedFact,
    EntryFact,
    MatchStatus,
    Outcome,
    Reason,
    Refused,
    RematchAskedFact,
    RematchedFact,
    RematchFailedFact,
    SeatInfo,
    SeatKind,
    SeatSession,
    TakenOver,
    Update,
)

from .piping import let_go

Updates = Callable[..., Update]
LEGAL = (("a1xa2", "break the wall on a2"), ("a1xb1", "break the wall on b1"))
OVER = Outcome((1, -1), (0,), "rook_captured")


class _Session:
    """Hands out updates, each later one once what was asked for before it was accepted; refuses what isn't legal."""

    def __init__(self, *updates: Update | Exception) -> None:
        self._updates = list(updates)
        self._free = asyncio.Semaphore(1)
        self.acts: list[tuple[str, int]] = []
        self.parleys: list[tuple[Any, ...]] = []

    async def next_update(self) -> Update:
        await self._free.acquire()
        update = self._updates.pop(0)
        if isinstance(update, Exception):
            raise update
        if not update.my_turn and not update.over:
            self._free.release()
        self._shown = update
        return update

    async def act(self, text: str, *, seq: int) -> Accepted:
        self.acts.append((text, seq))
        if text not in [action.text for action in self._shown.legal]:
            raise Refused(Reason.ILLEGAL_ACTION, "no", {"legal": '["a1xa2","a1xb1"]'})
        self._free.release()
        return Accepted("id", seq)

    async def say(self, text: str) -> None:
        self.parleys.append(("say", text))

    async def mute(self, seat: int, *, muted: bool) -> None:
        self.parleys.append(("mute", seat, muted))

    async def offer_draw(self) -> Accepted:
        self.parleys.append(("draw",))
        raise Refused(Reason.FORBIDDEN, "bots take no draws\x1b[2J", {})

    async def abort(self) -> None:
        self.parleys.append(("abort",))
        raise Refused(Reason.FORBIDDEN, "the match has begun", {})

    async def resign(self) -> None:
        self.parleys.append(("resign",))
        self._free.release()

    async def rematch(self) -> None:
        """Refused the first time."""
        self.parleys.append(("rematch",))
        if self.parleys.count(("rematch",)) == 1:
            raise Refused(Reason.STORAGE_UNAVAILABLE, "not now", {})
        self._free.release()


async def _run(
    session: _Session, typed: str | None, monkeypatch: pytest.MonkeyPatch, again: bool = False
) -> tuple[Parting, str]:
    """What came of it, and all that was printed. `typed` is what stands in the pipe; None: nobody types."""
    stdout = StringIO()
    monkeypatch.setattr("sys.stdout", stdout)
    console = Console()
    ask = session.rematch if again else None
    rules = "# Rules\n\nBreak *walls*."
    screen = MatchScreen(cast("SeatSession", session), console, Words("en"), "Hex", rules, ask_again=ask)
    reading, writing = os.pipe()
    os.write(writing, (typed or "").encode())
    os.close(writing)
    try:
        end = await screen.run(PipedLines(reading, console) if typed is not None else None)
    finally:
        await asyncio.to_thread(let_go, reading)
    return end, stdout.getvalue()


def _entry(seq: int, sentence: str) -> EntryFact:
    return EntryFact(seq=seq, sentence=sentence, n=seq, type="ply", data={})


async def test_a_match_is_played_from_a_pipe(update_of: Updates, monkeypatch: pytest.MonkeyPatch) -> None:
    session = _Session(
        update_of(_entry(1, "It is dark."), seq=1, legal=LEGAL, board='[[["R#","own"]]]'),
        update_of(_entry(2, "You broke a2."), seq=2, to_act=(1,), board='[[[".R","own"]]]'),
        update_of(_entry(3, "Black has moved."), seq=3, legal=LEGAL, board='[[[".R","own"]]]'),
        update_of(_entry(4, "You took the rook."), seq=4, outcome=OVER, board='[[["R","own"]]]'),
    )
    end, printed = await _run(session, "a1xa2\na1xb1\n", monkeypatch)
    assert end is End.OVER
    assert session.acts == [("a1xa2", 1), ("a1xb1", 3)]
    assert printed.splitlines() == [
        "Hex · match m1",
        "Seat 0: ann (you)",
        "Seat 1: random, a bot",
        "It is dark.",
        "R#",
        "Your turn.",
        "One action a line; ? lists them, help explains, quit leaves the match for later.",
        "> a1xa2",
        "You broke a2.",
        "Waiting for random (seat 1).",
        "Black has moved.",
        ".R",
        "Your turn.",
        "> a1xb1",
        "You took the rook.",
        "R",
        "You win.",
    ]


async def test_a_wrong_action_is_explained_and_the_next_line_is_read(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = _Session(update_of(legal=LEGAL), update_of(seq=2, outcome=OVER))
    end, printed = await _run(session, "a1a2\n\na1xa2\n", monkeypatch)
    assert end is End.OVER
    assert "a1a2 can't be played now. Perhaps a1xa2" in printed
    assert "Legal: a1xa2 a1xb1" in printed


async def test_every_command_does_what_help_says(update_of: Updates, monkeypatch: pytest.MonkeyPatch) -> None:
    session = _Session(update_of(_entry(1, "It is dark."), legal=LEGAL, board='[[["R#","own"]]]'))
    end, printed = await _run(session, "?\nhelp\nboard\nlog\nquit\n", monkeypatch)
    assert end is End.LEFT
    parts = printed.split("> ")
    assert "a1xa2  break the wall on a2" in parts[1]
    assert "Break walls." in parts[2]
    assert all(f"  {name}" in parts[2] for name in ("?, list", "help", "board", "log", "quit, exit"))
    assert parts[3].startswith("board\nR#\nYour turn.")
    assert parts[4].startswith("log\nIt is dark.\n")
    assert session.acts == []


async def test_what_players_settle_among_themselves_is_typed_like_any_command(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = _Session(update_of(_entry(1, "It is dark."), legal=LEGAL))
    typed = "say  Good luck, Bob \nsay\nmute 1\nunmute 1\nmute x\ndraw\nabort\nquit\n"
    _, printed = await _run(session, typed, monkeypatch)
    assert session.parleys == [("say", "Good luck, Bob"), ("mute", 1, True), ("mute", 1, False), ("draw",), ("abort",)]
    assert "say TEXT" in printed
    assert "You hear seat 1 no more." in printed
    assert "You hear seat 1 again." in printed
    assert "mute SEAT" in printed
    assert "No draw can be offered: bots take none." in printed
    assert "The match has begun; you can resign." in printed
    assert "\x1b" not in printed
    assert session.acts == []


@pytest.mark.parametrize(("typed", "times"), [("resign\n", 0), ("resign\nresign\n", 1), ("resign\nboard\nresign\n", 0)])
async def test_giving_up_is_asked_twice_in_a_row(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch, typed: str, times: int
) -> None:
    session = _Session(update_of(_entry(1, "It is dark."), legal=LEGAL), update_of(seq=2, outcome=OVER))
    end, printed = await _run(session, typed, monkeypatch)
    assert end is (End.OVER if times else End.LEFT)
    assert session.parleys == [("resign",)] * times
    assert "once more" in printed


@pytest.mark.parametrize("typed", ["", "quit\n", "/quit", "exit\nnever read\n"])
async def test_the_end_of_the_input_and_quit_leave(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    end, _ = await _run(_Session(update_of(legal=LEGAL)), typed, monkeypatch)
    assert end is End.LEFT


async def test_a_long_story_is_cut_and_told_whole_by_log(update_of: Updates, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = [_entry(number, f"Fact {number}.") for number in range(1, 41)]
    _, printed = await _run(_Session(update_of(*facts, seq=40, legal=LEGAL)), "log\n", monkeypatch)
    opening, log = printed.split("> log")
    assert "Fact 40." in opening
    assert "Fact 1." not in opening
    assert all(f"Fact {number}." in log for number in range(1, 41))


async def test_a_spectator_sees_every_board(update_of: Updates, monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [update_of(seq=n, seat=SPECTATOR, to_act=(n % 2,), board=f'[[["board {n}","dim"]]]') for n in range(3)]
    end, printed = await _run(_Session(*boards, update_of(seq=4, seat=SPECTATOR, outcome=OVER)), None, monkeypatch)
    assert end is End.OVER
    assert all(f"board {n}\n" in printed for n in range(3))
    assert "Won by ann (seat 0)" in printed


async def test_a_seat_taken_over_is_not_an_error(update_of: Updates, monkeypatch: pytest.MonkeyPatch) -> None:
    session = _Session(update_of(to_act=(1,)), TakenOver("elsewhere"))
    assert (await _run(session, "", monkeypatch))[0] is End.TAKEN_OVER


async def test_what_the_server_refuses_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ClientError):
        await _run(_Session(Refused(Reason.UNKNOWN_MATCH, "no such match")), "", monkeypatch)


def test_a_lost_connection_is_said_once_and_its_return_too(monkeypatch: pytest.MonkeyPatch) -> None:
    stdout = StringIO()
    monkeypatch.setattr("sys.stdout", stdout)
    session: Any = None
    screen = MatchScreen(session, Console(), Words("en"), "Hex", "")
    for state, attempt in (("connected", 0), ("lost", 1), ("lost", 2), ("connected", 3), ("closed", 0)):
        screen.connection(Connection(ConnectionState(state), attempt=attempt))
    assert stdout.getvalue().splitlines() == ["Connection lost, trying again …", "Connected again."]


async def test_who_has_chosen_waits_for_those_who_choose_at_the_same_time(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", StringIO())
    session = _Session(update_of(legal=LEGAL))
    screen = MatchScreen(cast("SeatSession", session), Console(), Words("en"), "Hex", "")
    screen._show(await session.next_update())
    assert screen.choices() == list(LEGAL)
    assert screen.prompt() == "your action> "
    await screen._act("a1xa2")
    assert screen.choices() == []
    assert screen.prompt() == "> "
    assert screen.toolbar() == "Waiting for the server."
    screen._show(update_of(legal=LEGAL))
    assert screen.choices() == []
    screen._show(update_of(legal=LEGAL, seq=2))
    assert screen.choices() == list(LEGAL)


async def test_news_of_presence_alone_is_not_told_as_another_turn(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    stdout = StringIO()
    monkeypatch.setattr("sys.stdout", stdout)
    screen = MatchScreen(cast("SeatSession", None), Console(), Words("en"), "Hex", "")
    for _ in range(3):
        screen._show(update_of(legal=LEGAL))
    assert stdout.getvalue().count("Your turn.") == 1


# ---- after the end


def _asked(seq: int, seat: int) -> RematchAskedFact:
    return RematchAskedFact(seq=seq, seat=seat)


MADE = RematchedFact(seq=4, match_id="m2", seats=(1, 0))


async def test_after_the_end_a_rematch_is_asked_for_and_leads_on(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = _Session(
        update_of(legal=LEGAL),
        update_of(seq=2, outcome=OVER),
        update_of(_asked(3, 0), MADE, seq=4, outcome=OVER),
    )
    parting, printed = await _run(session, "rematch\na1xa2\nrematch\nrematch\nnext\n", monkeypatch, again=True)
    assert parting == MADE
    before, after = printed.split("You win")
    assert "rematch asks the same players for another match, once this one is over." in before
    assert after.splitlines()[1:] == [
        "rematch plays again with the same players, Enter leaves.",
        "> rematch",
        "The server can't write it down just now, so nothing was played. Try again.",
        "> rematch",
        "You ask for a rematch.",
        "All agree: on to match m2.",
    ]
    assert session.parleys == [("rematch",)] * 2


async def test_whoever_comes_back_after_the_rematch_was_made_goes_straight_on(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = _Session(update_of(_asked(2, 1), _asked(3, 0), MADE, seq=4, outcome=OVER))
    parting, printed = await _run(session, "", monkeypatch, again=True)
    assert parting == MADE
    assert "random (seat 1) would play again; `rematch` agrees." in printed
    assert "Enter leaves" not in printed


async def test_whoever_comes_back_before_all_have_agreed_may_leave_again(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = _Session(update_of(EndedFact(seq=1, outcome=OVER, reason="x"), _asked(2, 0), seq=2, outcome=OVER))
    parting, printed = await _run(session, "", monkeypatch, again=True)
    assert parting is End.ASKED
    assert printed.index("You win") < printed.index("You ask for a rematch.")


async def test_a_rematch_that_cannot_be_made_can_be_asked_for_again(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = RematchFailedFact(seq=3, reason="bot_unavailable")
    session = _Session(
        update_of(legal=LEGAL), update_of(seq=2, outcome=OVER), update_of(failed, seq=3, outcome=OVER),
        update_of(MADE, seq=4, outcome=OVER),
    )  # fmt: skip
    session.parleys.append(("rematch",))
    parting, printed = await _run(session, "a1xa2\nrematch\nrematch\n", monkeypatch, again=True)
    assert "There can be no rematch: one of its bots isn't here any more." in printed
    assert parting == MADE


async def test_without_a_rematch_to_ask_for_the_end_is_the_end(
    update_of: Updates, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = (SeatInfo(0, SeatKind.PLAYER, "ann", 0), SeatInfo(1, SeatKind.OPEN, "", 1))
    never_full = update_of(seq=2, status=MatchStatus.ABORTED, seats=alone)
    for session, typed, again in (
        (_Session(never_full), "rematch\n", True),
        (_Session(update_of(outcome=OVER)), "rematch\n", False),
        (_Session(update_of(outcome=OVER)), None, True),
    ):
        parting, printed = await _run(session, typed, monkeypatch, again=again)
        assert parting is End.OVER
        assert "rematch" not in printed


class _Person:
    """Somebody at a prompt."""

    patient = False

    def __init__(self) -> None:
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.listening = asyncio.Event()

    async def read(self) -> str | None:
        self.listening.set()
        return await self.lines.get()

    def refresh(self) -> None:
        pass

    def stop(self) -> None:
        self.lines.put_nowait(None)

    def sharing_the_screen(self) -> Any:
        return contextlib.nullcontext()


async def test_a_person_who_has_asked_may_wait_or_leave(update_of: Updates, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", StringIO())
    for leave in ("", "quit", None):
        asked = asyncio.Event()

        async def ask(asked: asyncio.Event = asked) -> None:
            asked.set()

        session = _Session(update_of(outcome=OVER))
        screen = MatchScreen(cast("SeatSession", session), Console(), Words("en"), "Hex", "", ask_again=ask)
        person = _Person()
        running = asyncio.ensure_future(screen.run(person))
        person.lines.put_nowait("rematch")
        await asked.wait()
        assert screen.toolbar() == "Waiting for the others to agree, Enter leaves."
        person.lines.put_nowait(leave)
        assert await running is End.ASKED


async def test_being_cancelled_after_the_end_is_leaving(update_of: Updates, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", StringIO())
    for update, ends in ((update_of(outcome=OVER), True), (update_of(legal=LEGAL), False)):
        session, person = _Session(update), _Person()
        ask = session.rematch
        screen = MatchScreen(cast("SeatSession", session), Console(), Words("en"), "Hex", "", ask_again=ask)
        running = asyncio.ensure_future(screen.run(person))
        await person.listening.wait()
        running.cancel()
        if ends:
            assert await running is End.OVER
        else:
            with pytest.raises(asyncio.CancelledError):
                await running
