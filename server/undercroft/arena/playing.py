"""One match between bots, each of which is told what its seat is told and nothing else.

A bot that raises, doesn't answer in time or answers illegally loses the match for its side at once, and all other sides
have won it. What the rules raise is no bot's fault: the match is void. A match without an end is a draw after 10,000
decisions.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from undercroft.arena.contest import Contest
from undercroft.arena.schedule import Pairing
from undercroft.bot import Limit
from undercroft.entries import numbered
from undercroft.game import CHANCE, Game, Journal, Outcome, Seat, State
from undercroft.match.chance import derive_seed, draw
from undercroft.registry import BotChoice
from undercroft.registry.errors import told
from undercroft.seat_runner import BotSeat, IllegalAnswer

__all__ = ["MOST_DECISIONS", "Fault", "FaultKind", "MatchResult", "Table", "Watch", "forfeited", "play", "voided"]

FaultKind = Literal["crash", "timeout", "illegal"]
"""The bot raised or took its process down; it didn't answer in time; it answered with no legal action."""

MOST_DECISIONS: Final = 10_000
"""After so many decisions a match is a draw: there are games in which two bots can go on for ever."""

_encode = msgspec.json.Encoder().encode


class Fault(msgspec.Struct, frozen=True):
    """What ended a match before the game did: `seat`'s bot failed; `why` is for its author."""

    seat: Seat
    kind: FaultKind
    why: str


class MatchResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How match `number` went. `winners` are seats, none in a draw.

    For each seat: how many decisions it made, the seconds that all of them took and the slowest one. An `endless` match
    was a draw after `MOST_DECISIONS`. `void` says why the match counts for nothing; empty where it counts.
    """

    number: int
    winners: tuple[Seat, ...] = ()
    decisions: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()
    slowest: tuple[float, ...] = ()
    fault: Fault | None = None
    endless: bool = False
    void: str = ""


class Watch:
    """Is told when a bot begins to think and when the rules go on; a process has one that keeps the time."""

    def bot(self, seat: Seat) -> None:
        """The bot on `seat` has the word."""

    def rules(self) -> None:
        """The rules have it."""

    def failed(self, error: BaseException) -> None:
        """A bot has raised this; its author may want to see more of it than a result holds."""


class Table:
    """Where the matches of a contest are played: its game, options and bots, loaded."""

    def __init__(
        self, contest: Contest, game: Game[Any, Any, Any, Any], options: Any, bots: Sequence[BotChoice]
    ) -> None:
        self.contest = contest
        self.game = game
        self.options = options
        self.bots = bots


def play(table: Table, pairing: Pairing, watch: Watch | None = None) -> MatchResult:
    """Play a match to its end. Chance comes from the deal alone, so that seats can be swapped."""
    match = _Match(table, pairing, watch or Watch())
    try:
        outcome = match.play()
    except _BotFailed as failed:
        return match.result(_others(table.contest, failed.fault.seat), failed.fault)
    except Exception as error:
        return voided(pairing, told(error))
    return match.result(() if outcome is None else outcome.winners, None, endless=outcome is None)


def forfeited(contest: Contest, pairing: Pairing, fault: Fault) -> MatchResult:
    """What comes of a match whose bot took the process down with it; nobody knows how long it had thought."""
    return MatchResult(number=pairing.number, winners=_others(contest, fault.seat), fault=fault)


def voided(pairing: Pairing, why: str) -> MatchResult:
    """What comes of a match that can't be played, by no bot's fault."""
    return MatchResult(number=pairing.number, void=why)


def _others(contest: Contest, seat: Seat) -> tuple[Seat, ...]:
    """The seats of all sides but that of `seat`."""
    return tuple(other for other, side in enumerate(contest.sides) if side != contest.sides[seat])


class _BotFailed(Exception):
    def __init__(self, fault: Fault) -> None:
        self.fault = fault


class _Match:
    """A match under way: the state, and who was told what."""

    def __init__(self, table: Table, pairing: Pairing, watch: Watch) -> None:
        seats = table.contest.seats
        self._table = table
        self._pairing = pairing
        self._watch = watch
        self._secret = table.contest.secret(pairing.deal)
        self._runners: list[BotSeat] = []
        self._told: list[list[bytes]] = [[] for _ in range(seats)]
        self._counts = [0] * seats
        self._decisions = [0] * seats
        self._seconds = [0.0] * seats
        self._slowest = [0.0] * seats
        self._draws = 0

    def result(self, winners: Sequence[Seat], fault: Fault | None, *, endless: bool = False) -> MatchResult:
        """How it went."""
        return MatchResult(
            number=self._pairing.number,
            winners=tuple(winners),
            decisions=tuple(self._decisions),
            seconds=tuple(round(seconds, 6) for seconds in self._seconds),
            slowest=tuple(round(seconds, 6) for seconds in self._slowest),
            fault=fault,
            endless=endless,
        )

    def play(self) -> Outcome | None:
        """To the end; None if there is none in sight.

        Raises:
            _BotFailed: a bot did, which ends the match.
        """
        table = self._table
        self._watch.rules()
        self._runners = [self._sit_down(seat) for seat in range(table.contest.seats)]
        journal: Journal[Any] = Journal()
        state = table.game.start(table.options, table.contest.seats, journal)
        self._tell(journal)
        while to_act := state.to_act():
            seat = to_act[0]
            if sum(self._decisions) == MOST_DECISIONS:
                return None
            action = self._drawn(state) if seat == CHANCE else self._chosen(state, seat)
            journal = Journal()
            state.apply(seat, action, journal)
            self._tell(journal)
        outcome: Outcome | None = state.outcome()
        if outcome is None:
            raise ValueError("nobody is to act, and there is no outcome")
        return outcome

    def _sit_down(self, seat: Seat) -> BotSeat:
        table = self._table
        bot = table.bots[self._pairing.bots[seat]]
        self._watch.bot(seat)
        try:
            made = bot.make()
        except BaseException as error:
            raise self._failed(seat, error) from error
        self._watch.rules()
        return BotSeat(table.game, table.options, table.contest.seats, seat, made)

    def _drawn(self, state: State[Any, Any]) -> int:
        action = draw(self._secret, (), self._draws, state.chance_outcomes())
        self._draws += 1
        return action

    def _chosen(self, state: State[Any, Any], seat: Seat) -> int:
        """What the bot answers, from the bytes that its seat is sent."""
        view = _encode(state.view(seat))
        legal = state.legal_actions(seat)
        entries, self._told[seat] = self._told[seat], []
        seed = derive_seed(self._secret, "bot", seat, self._decisions[seat])
        think_s = self._table.contest.think_s
        self._watch.bot(seat)
        began = time.monotonic()
        try:
            self._runners[seat].tell(view, entries)
            action = self._runners[seat].choose(
                legal, Limit(seconds=think_s), lambda: time.monotonic() - began >= think_s, seed
            )
        except BaseException as error:  # SystemExit too: a bot ends nothing but its match
            raise self._failed(seat, error) from error
        finally:
            self._count(seat, time.monotonic() - began)
            self._watch.rules()
        return action

    def _failed(self, seat: Seat, error: BaseException) -> _BotFailed:
        self._watch.failed(error)
        return _BotFailed(_fault(seat, error))

    def _count(self, seat: Seat, seconds: float) -> None:
        self._decisions[seat] += 1
        self._seconds[seat] += seconds
        self._slowest[seat] = max(self._slowest[seat], seconds)

    def _tell(self, journal: Journal[Any]) -> None:
        seats = range(len(self._told))
        for audience, entry in journal.told:
            raw = _encode(entry)
            for seat in seats if audience is None else audience:
                if seat >= 0:
                    self._told[seat].append(numbered(raw, self._counts[seat]))
                    self._counts[seat] += 1


def _fault(seat: Seat, error: BaseException) -> Fault:
    if isinstance(error, IllegalAnswer):
        return Fault(seat, "illegal", str(error))
    return Fault(seat, "crash", told(error))
