"""Where a match stands: a fold over its rows.

`Position.fold` is the only code that changes it, for a row that was just decided and for a row read from the store
alike, so a restored match can't differ from one that never stopped.
"""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

from undercroft.entries import numbered
from undercroft.game import CHANCE, SPECTATOR, Audience, Game, Journal, Outcome, Seat, State, UndercroftError
from undercroft.match.clocks import Clocks
from undercroft.match.facts import (
    DrawOfferedFact,
    EndedFact,
    EntryFact,
    Fact,
    LeftFact,
    RematchAskedFact,
    RematchedFact,
    RematchFailedFact,
    ResumedFact,
    SaidFact,
    SeatedFact,
    SuspendedFact,
)
from undercroft.match.occupants import BotTurn, Occupant
from undercroft.match.rows import (
    Acted,
    BotFault,
    Created,
    DrawOffered,
    Ended,
    Forfeited,
    Muted,
    RematchAsked,
    Rematched,
    RematchFailed,
    Resumed,
    Row,
    Said,
    Seated,
    Spared,
    Suspended,
    Talk,
)
from undercroft.match.time_control import ClockShown

__all__ = ["BadLog", "Position"]

_encode = msgspec.json.Encoder().encode

MAX_ENTRY_BYTES = 512 * 1024
"""A longer entry of a journal is a fault of its game: gRPC's clients take messages of 4 MiB at most."""

_SHOWING_NOTHING: Final = get_args(Talk | Forfeited | Spared)  # a tuple: to ask a union takes several times as long
"""Rows that show nobody anything of the game; what they tell is told."""


class BadLog(UndercroftError):
    """A log that doesn't follow from the rules: it was damaged, or the game changed without a new version."""


class Position:
    """Everything about a match that commands are judged by; small, cheap to `fork`.

    What only grows (facts, answered commands, actions) is kept by `Match`. Three lists are by reader, seats first, the
    spectator last: `counts` (facts told), `entries` (journal entries told) and `shown`, the seats to act as
    they were when the reader was last told something. `legal_seq` is the `counts` at which a seat's decision began.
    `sides` is what the game said at the start, the side of each seat. `acted` tells whether a seat has; `left` are the
    seats that have given up, `failed` those whose bot has failed at a decision; `mutes` are pairs (who, whom).
    `rematch_asked` are the seats that have asked for a rematch since one failed, `rematch` is its id once it was made.
    """

    created: Created
    game: Game[Any, Any, Any, Any]
    options: Any

    def __init__(self, game: Game[Any, Any, Any, Any], options: Any, created: Created, sides: tuple[int, ...]) -> None:
        seats = len(created.fills)
        self.game = game
        self.options = options
        self.created = created
        self.sides = sides
        self.version = 0
        self.at = created.at
        self.status = "open"
        self.occupants: list[Occupant] = [Occupant("open")] * seats
        self.state: State[Any, Any] | None = None
        self.choosing: tuple[Seat, ...] = ()
        self.waiting: tuple[Seat, ...] = ()
        self.draws = 0
        self.outcome: Outcome | None = None
        self.counts = [0] * (seats + 1)
        self.entries = [0] * (seats + 1)
        self.shown: list[tuple[Seat, ...]] = [()] * (seats + 1)
        self.legal_seq = [0] * seats
        self.faults: tuple[tuple[Seat, int, str], ...] = ()
        self.failed: frozenset[Seat] = frozenset()
        self.acted = False
        self.draw_offers: tuple[Seat, ...] = ()
        self.mutes: frozenset[tuple[Seat, Seat]] = frozenset()
        self.left: tuple[Seat, ...] = ()
        self.rematch_asked: tuple[Seat, ...] = ()
        self.rematch = ""
        control = created.time_control
        self.clocks = None if control is None else Clocks(control, seats)
        self.frozen: dict[Seat, ClockShown] = {}
        self.shown_clocks: list[tuple[ClockShown, ...]] = [()] * (seats + 1)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.occupants)

    def fork(self, *, to_play: bool = True) -> Position:
        """An independent copy on which a step can be tried; without `to_play` it shares the state, as none will act."""
        copy = Position(self.game, self.options, self.created, self.sides)
        copy.version = self.version
        copy.at = self.at
        copy.status = self.status
        copy.occupants = self.occupants.copy()
        copy.state = self.state.clone() if to_play and self.state is not None else self.state
        copy.choosing = self.choosing
        copy.waiting = self.waiting
        copy.draws = self.draws
        copy.outcome = self.outcome
        copy.counts = self.counts.copy()
        copy.entries = self.entries.copy()
        copy.shown = self.shown.copy()
        copy.legal_seq = self.legal_seq.copy()
        copy.faults = self.faults
        copy.failed = self.failed
        copy.acted = self.acted
        copy.draw_offers = self.draw_offers
        copy.mutes = self.mutes
        copy.left = self.left
        copy.rematch_asked = self.rematch_asked
        copy.rematch = self.rematch
        copy.clocks = None if self.clocks is None else self.clocks.copy()
        copy.frozen = self.frozen
        copy.shown_clocks = self.shown_clocks.copy()
        return copy

    def to_act(self) -> tuple[Seat, ...]:
        """The seats to act as everybody may know them: a simultaneous choice shows all until all have chosen."""
        if self.status not in {"running", "suspended"} or self.state is None:
            return ()
        return self.choosing or tuple(seat for seat in self.state.to_act() if seat != CHANCE)

    @property
    def rematch_due(self) -> bool:
        """Whether everybody who holds a seat's token has asked for a rematch that isn't made yet. Bots are ready."""
        if not self.rematch_asked or self.rematch:
            return False
        holders = {seat for seat, occupant in enumerate(self.occupants) if occupant.token_hash}
        return holders <= set(self.rematch_asked)

    def slot(self, reader: Seat) -> int:
        """Where a reader's numbers stand in the lists by reader.

        Raises:
            ValueError: there is no such reader.
        """
        seats = len(self.occupants)
        if 0 <= reader < seats:
            return reader
        if reader == SPECTATOR:
            return seats
        raise ValueError(f"there is no reader {reader} in a match of {seats} seats")

    def legal(self, seat: Seat) -> list[int]:
        """The seat's legal actions now; `[]` for a spectator, and when it isn't to act."""
        if self.status != "running" or self.state is None or seat < 0:
            return []
        return self.state.legal_actions(seat)

    def fold(self, row: Row, told: list[tuple[Seat, Fact]]) -> None:
        """Take one row in, and add to `told` what each reader is told by it.

        Raises:
            BadLog: the row can't follow.
        """
        self.version += 1
        self.at = max(self.at, row.at)
        before = self.counts.copy()
        self._fold(row, told)
        if isinstance(row, _SHOWING_NOTHING):
            return  # what players say tells nobody how the game stands
        to_act = self.to_act()
        for slot, count in enumerate(self.counts):
            if count != before[slot]:
                self.shown[slot] = to_act
                if self.clocks is not None:
                    self.shown_clocks[slot] = self._clocks_for(slot)

    def _clocks_for(self, reader: int) -> tuple[ClockShown, ...]:
        """The players' clocks as the reader in a slot may know them: of others that choose at once, how they began."""
        if self.clocks is None:
            return ()
        frozen = self.frozen if self.waiting else {}
        return tuple(
            self.clocks.shown(seat) if seat == reader or seat not in frozen else frozen[seat]
            for seat, occupant in enumerate(self.occupants)
            if occupant.kind == "player"
        )

    def _fold(self, row: Row, told: list[tuple[Seat, Fact]]) -> None:
        match row:
            case Acted():
                self._fold_action(row, told)
            case Seated():
                self._fold_seated(row, told)
            case Ended():
                self.status = "finished" if row.outcome is not None else "aborted"
                self.outcome = row.outcome
                self.faults = ()
                self._stop_clocks(row.at)
                secret = self.created.secret if self.created.record == "all" else ""
                self._tell(None, EndedFact(row.reason, row.outcome, secret), told)
            case Suspended():
                self.status = "suspended"
                self._stop_clocks(row.at)
                self._tell(None, SuspendedFact(row.reason), told)
            case Resumed():
                self.status = "open" if self.state is None else "running"
                self._run_clocks(row.at)
                self._tell(None, ResumedFact(), told)
            case BotFault():
                self.faults = (*self.faults, (row.seat, row.seq, row.replaced_by))
                self.failed = self.failed | {row.seat}
            case Said():
                hears = (seat for seat in range(self.seats) if (seat, row.seat) not in self.mutes)
                self._tell(tuple(hears), SaidFact(row.seat, row.text), told)
            case Muted():
                pair = {(row.seat, row.target)}
                self.mutes = self.mutes | pair if row.muted else self.mutes - pair
            case DrawOffered():
                self.draw_offers = (*self.draw_offers, row.seat)
                self._tell(None, DrawOfferedFact(row.seat), told)
            case RematchAsked():
                self.rematch_asked = (*self.rematch_asked, row.seat)
                self._tell(None, RematchAskedFact(row.seat), told)
            case Rematched():
                self.rematch = row.match_id
                self._tell(None, RematchedFact(row.match_id, row.seats), told)
            case RematchFailed():
                self.rematch_asked = ()
                self._tell(None, RematchFailedFact(row.why), told)
            case Forfeited():
                self._fold_forfeited(row, told)
            case Spared():
                self._fold_spared(row)
            case Created():
                if self.version != 1:
                    raise BadLog("a match is created once")

    def bot_turns(self) -> list[BotTurn]:
        """The decisions that hosted bots owe now."""
        if self.status != "running" or self.state is None:
            return []
        return [
            BotTurn(seat, self.legal_seq[seat], self._stand_in(seat))
            for seat in self.state.to_act()
            if seat >= 0 and self.occupants[seat].kind == "bot"
        ]

    def _stand_in(self, seat: Seat) -> str:
        """The bot to ask for the seat's decision now: the one that sits there, or the one that replaces it."""
        for fault_seat, seq, replaced_by in reversed(self.faults):
            if fault_seat == seat and seq == self.legal_seq[seat]:
                return replaced_by
        return self.occupants[seat].name

    def _fold_seated(self, row: Seated, told: list[tuple[Seat, Fact]]) -> None:
        if self.occupants[row.seat].kind != "open":
            raise BadLog(f"seat {row.seat} is taken twice")
        self.occupants[row.seat] = Occupant(row.kind, row.name, row.token_hash, row.version, row.owner)
        self._tell(None, SeatedFact(row.seat, row.kind, row.name), told)
        if all(occupant.kind != "open" for occupant in self.occupants):
            journal: Journal[Any] = Journal()
            self.status = "running"
            state = self.state = self.game.start(self.options, self.seats, journal)
            self._told_by(journal, told)
            self._next_choice(state)

    def _fold_action(self, row: Acted, told: list[tuple[Seat, Fact]]) -> None:
        state = self.state
        if state is None or self.status != "running" or row.seat not in state.to_act():
            raise BadLog(f"row {self.version}: seat {row.seat} isn't to act")
        if row.seat == CHANCE:
            self.draws += 1
            possible = [action for action, _ in state.chance_outcomes()]
        else:
            possible = state.legal_actions(row.seat)
        if row.action not in possible:
            raise BadLog(f"row {self.version}: {row.text} isn't possible")
        if self.clocks is not None and row.seat >= 0:
            self.clocks.end(row.seat, row.at)
        journal: Journal[Any] = Journal()
        state.apply(row.seat, row.action, journal)
        self.faults = tuple(fault for fault in self.faults if fault[0] != row.seat) if self.faults else ()
        if row.seat != CHANCE:
            self.acted = True
        if row.seat in self.draw_offers:
            self.draw_offers = tuple(seat for seat in self.draw_offers if seat != row.seat)
        self._told_by(journal, told)
        if row.seat in self.waiting:
            self.waiting = tuple(seat for seat in self.waiting if seat != row.seat)
        if not self.waiting:
            self._next_choice(state)

    def _fold_spared(self, row: Spared) -> None:
        if self.clocks is None:
            raise BadLog("a match without clocks spares no time")
        self.clocks.spare(row.ms, row.until)
        for slot, clocks in enumerate(self.shown_clocks):
            self.shown_clocks[slot] = tuple(clock.spared(row.ms, row.until) for clock in clocks)

    def _stop_clocks(self, at: int) -> None:
        if self.clocks is not None:
            for seat in self.clocks.running():
                self.clocks.stop(seat, at)

    def _run_clocks(self, at: int) -> None:
        """Start the clocks of the players who are to decide now."""
        if self.clocks is None or self.state is None:
            return
        for seat in self.state.to_act():
            if seat >= 0 and self.occupants[seat].kind == "player":
                self.clocks.begin(seat, at)

    def _fold_forfeited(self, row: Forfeited, told: list[tuple[Seat, Fact]]) -> None:
        self.left = (*self.left, row.seat)
        if self.clocks is not None:
            self.clocks.stop(row.seat, row.at)
        self.draw_offers = tuple(seat for seat in self.draw_offers if seat != row.seat)
        if row.stand_in:
            # The token stays with the one who left: it still shows what that seat may see.
            self.occupants[row.seat] = Occupant("bot", row.stand_in, self.occupants[row.seat].token_hash)
            self._tell(None, LeftFact(row.seat, row.why, row.stand_in), told)

    def _next_choice(self, state: State[Any, Any]) -> None:
        """Note whose decisions begin now, and that their legal lists are those of this moment."""
        to_act = state.to_act()
        self.choosing = self.waiting = to_act if len(to_act) > 1 else ()
        for seat in to_act:
            if seat >= 0:
                if self.legal_seq[seat] == self.counts[seat]:
                    raise BadLog(f"seat {seat} is to act again and wasn't told so")
                self.legal_seq[seat] = self.counts[seat]
        self._run_clocks(self.at)
        if self.clocks is not None:
            still = (self.clocks.shown(seat) for seat in self.waiting)
            self.frozen = {clock.seat: msgspec.structs.replace(clock, began=-1) for clock in still}

    def _told_by(self, journal: Journal[Any], told: list[tuple[Seat, Fact]]) -> None:
        everybody = (*enumerate(range(self.seats)), (self.seats, SPECTATOR))
        entries, counts = self.entries, self.counts
        for audience, entry in journal.told:
            data = _encode(entry)
            if len(data) > MAX_ENTRY_BYTES:
                raise BadLog(f"an entry of {len(data)} bytes is longer than a message may be")
            number, fact = -1, None
            for slot, reader in everybody if audience is None else ((self.slot(reader), reader) for reader in audience):
                if fact is None or entries[slot] != number:  # most are told to all under one number: one fact for all
                    number = entries[slot]
                    fact = EntryFact(numbered(data, number))
                told.append((reader, fact))
                entries[slot] += 1
                counts[slot] += 1

    def _tell(self, audience: Audience, fact: Fact, told: list[tuple[Seat, Fact]]) -> None:
        for reader in (*range(self.seats), SPECTATOR) if audience is None else audience:
            self.counts[self.slot(reader)] += 1
            told.append((reader, fact))
