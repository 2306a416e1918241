"""The rules: one position, whole, and what its players are told (`rules/dungeon_of_fear.md` §1 to §4, §7, §9)."""

from __future__ import annotations

from typing import Final, Literal

from undercroft.game import SPECTATOR, Journal, Outcome, State
from undercroft_dungeon_of_fear.cells import (
    BIT,
    BOARD,
    CAPTURES,
    NAME,
    QUIET,
    names_of,
    sight_from,
)
from undercroft_dungeon_of_fear.revealing import newly_revealed
from undercroft_dungeon_of_fear.showing import board_of, rays_of
from undercroft_dungeon_of_fear.values import End, Entry, Options, Ply, Rays, Result, Start, View

__all__ = [
    "BLACK",
    "NOBODY",
    "NOWHERE",
    "RUNNING",
    "WHITE",
    "Dungeon",
]

WHITE: Final = 0
BLACK: Final = 1
NOBODY: Final = 2
"""Whose turn it is when the game is over."""
NOWHERE: Final = -1
"""The cell of a captured rook."""

Reason = Literal["rook_captured", "quiet_limit"]
_REASONS: Final[list[Reason]] = ["rook_captured", "quiet_limit"]
_CAPTURED: Final = 0
_DRAWN: Final = 1
RUNNING: Final = -1
"""Instead of how a game ended, while it goes on."""

_TO_ACT: Final[list[tuple[int, ...]]] = [(WHITE,), (BLACK,), ()]


class Dungeon(State[View, Entry]):
    """One position with everything in it.

    Cells are 0 to 35, sets of cells are ints with a bit each (see `cells`). `white_sight` is what White sees now,
    `white_revealed` what is revealed to White for ever. `white_seen` and `white_opened`, the cells ever seen and ever
    seen open, are memory for views: they are kept only by a journal's holder. The same holds for Black. Make one with
    `arrange`, never by calling the class alone. `mover`, `came_from` and `captured` tell the last ply.
    """

    options: Options
    reveal: int
    quiet_limit: int
    walls: int
    turn: int
    clock: int
    ply: int
    ended: int
    white: int
    black: int
    white_sight: int
    black_sight: int
    white_revealed: int
    black_revealed: int
    white_seen: int
    black_seen: int
    white_opened: int
    black_opened: int
    mover: int
    came_from: int
    captured: bool

    def clone(self) -> Dungeon:
        """An independent copy."""
        twin = Dungeon()
        twin.options = self.options
        twin.reveal = self.reveal
        twin.quiet_limit = self.quiet_limit
        twin.walls = self.walls
        twin.turn = self.turn
        twin.clock = self.clock
        twin.ply = self.ply
        twin.ended = self.ended
        twin.white = self.white
        twin.black = self.black
        twin.white_sight = self.white_sight
        twin.black_sight = self.black_sight
        twin.white_revealed = self.white_revealed
        twin.black_revealed = self.black_revealed
        twin.white_seen = self.white_seen
        twin.black_seen = self.black_seen
        twin.white_opened = self.white_opened
        twin.black_opened = self.black_opened
        twin.mover = self.mover
        twin.came_from = self.came_from
        twin.captured = self.captured
        return twin

    # --- the rules

    def to_act(self) -> tuple[int, ...]:
        """The seat to move; `()` after the end."""
        return _TO_ACT[self.turn]

    def legal_actions(self, seat: int) -> list[int]:
        """Where the seat's rook may go: the first obstacles of its rays or, if there are none, the ten quiet moves."""
        if seat != self.turn:
            return []
        if seat == WHITE:
            cell = self.white
            captures = self.white_sight & (self.walls | BIT[self.black])
        else:
            cell = self.black
            captures = self.black_sight & (self.walls | BIT[self.white])
        return CAPTURES[captures] if captures else QUIET[cell]

    def apply(self, seat: int, action: int, journal: Journal[Entry] | None = None) -> None:
        """Move the seat's rook to the cell `action`; the win is checked first, then the draw (§3)."""
        bit = BIT[action]
        self.mover = seat
        if seat == WHITE:
            self.came_from = self.white
            self.white = action
            enemy = self.black
        else:
            self.came_from = self.black
            self.black = action
            enemy = self.white
        self.ply += 1
        self.turn = 1 - seat
        if self.walls & bit:
            self.walls ^= bit
            self.clock = 0
            self.captured = True
        elif action == enemy:
            self.clock = 0
            self.captured = True
            self._capture_rook(seat)
        else:
            self.clock += 1
            self.captured = False
            if self.clock >= self.quiet_limit:
                self.ended = _DRAWN
                self.turn = NOBODY
        if self.ended == RUNNING:
            self._look(seat, bit)
        if journal is not None:
            self._remember()
            self._tell(journal)

    def _capture_rook(self, seat: int) -> None:
        """End the game: `seat` has taken the enemy rook."""
        self.ended = _CAPTURED
        self.turn = NOBODY
        if seat == WHITE:
            self.black = NOWHERE
        else:
            self.white = NOWHERE

    def _look(self, seat: int, landed: int) -> None:
        """Work out both seats' sight and revealed cells after the ply of `seat` that ended on the cell `landed`.

        The other seat's sight can have changed only if the mover left or entered it.
        """
        walls = self.walls
        changed = landed | BIT[self.came_from]
        if seat == WHITE or self.white_sight & changed:
            self.white_sight = sight_from(self.white, walls | BIT[self.black])
            self.white_revealed |= newly_revealed(self.reveal, self.white_sight, walls, self.white)
        if seat == BLACK or self.black_sight & changed:
            self.black_sight = sight_from(self.black, walls | BIT[self.white])
            self.black_revealed |= newly_revealed(self.reveal, self.black_sight, walls, self.black)

    def action_text(self, seat: int, action: int) -> str:
        """`a1xa2` for a capture, `c3f3` for a quiet move."""
        cell, enemy = (self.white, self.black) if seat == WHITE else (self.black, self.white)
        return _move_text(cell, action, action == enemy or self.walls & BIT[action] != 0)

    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        if self.ended == RUNNING:
            return None
        return Outcome(self._returns(), self._winners(), _REASONS[self.ended])

    def _winners(self) -> tuple[int, ...]:
        """The seat that took the rook; nobody in a draw."""
        if self.ended == _DRAWN:
            return ()
        return (WHITE,) if self.black == NOWHERE else (BLACK,)

    def _returns(self) -> tuple[int, ...]:
        """One number a seat (§4)."""
        if self.ended == _DRAWN:
            return (0, 0)
        return (1, -1) if self.black == NOWHERE else (-1, 1)

    # --- what is known and told

    def rook(self, seat: int) -> int:
        """The cell of the seat's rook; `NOWHERE` if captured."""
        return self.white if seat == WHITE else self.black

    def sight(self, seat: int) -> int:
        """The set of cells in the seat's sight, its own and the obstacles included."""
        return self.white_sight if seat == WHITE else self.black_sight

    def revealed(self, seat: int) -> int:
        """The set of cells revealed to the seat."""
        return self.white_revealed if seat == WHITE else self.black_revealed

    def shown_enemy(self, seat: int) -> int:
        """The cell of the enemy's rook if the seat is shown it (§7), else `NOWHERE`."""
        enemy = self.rook(1 - seat)
        return enemy if BIT[enemy] & (self.sight(seat) | self.revealed(seat)) else NOWHERE

    def shown_clock(self) -> int | None:
        """The clock, if everybody may know it."""
        return self.clock if self.options.clock == "public" or self.ended != RUNNING else None

    def _rays(self, seat: int) -> Rays:
        """The seat's four rays, while the game goes on."""
        return rays_of(self.rook(seat), self.sight(seat), self.walls, BIT[self.rook(1 - seat)])

    def _true_board(self) -> tuple[str, ...]:
        """The board as it is."""
        return board_of(self.white, self.black, BOARD & ~self.walls, self.walls, 0, 0)

    def _remember(self) -> None:
        """Keep for the views what both seats see now."""
        self.white_seen |= self.white_sight
        self.black_seen |= self.black_sight
        self.white_opened |= self.white_sight & ~self.walls
        self.black_opened |= self.black_sight & ~self.walls

    def tell_start(self, journal: Journal[Entry]) -> None:
        """Tell everybody the position from which the game goes on."""
        clock = self.shown_clock()
        for seat in (WHITE, BLACK):
            enemy = self.shown_enemy(seat)
            journal.tell(
                (seat,),
                Start(
                    self.ply,
                    clock,
                    NAME[self.rook(seat)],
                    None if enemy < 0 else NAME[enemy],
                    self._rays(seat),
                    names_of(self.revealed(seat)),
                ),
            )
        journal.tell((SPECTATOR,), Start(self.ply, clock))

    def _tell(self, journal: Journal[Entry]) -> None:
        """Tell everybody the ply that has just been played."""
        mover = self.mover
        move = _move_text(self.came_from, self.rook(mover), self.captured)
        if self.ended != RUNNING:
            journal.tell(None, self._end_entry(move))
            return
        clock = self.shown_clock()
        for seat in (WHITE, BLACK):
            enemy = self.shown_enemy(seat)
            journal.tell(
                (seat,),
                Ply(
                    self.ply,
                    mover,
                    move if seat == mover else None,
                    clock,
                    NAME[self.rook(seat)],
                    None if enemy < 0 else NAME[enemy],
                    self._rays(seat),
                ),
            )
        journal.tell((SPECTATOR,), Ply(self.ply, mover, None, clock))

    def _end_entry(self, move: str) -> End:
        """The entry that opens the board to everybody."""
        return End(
            self.ply,
            self.mover,
            move,
            _REASONS[self.ended],
            self._returns(),
            self._winners(),
            self._true_board(),
            None if self.white < 0 else NAME[self.white],
            None if self.black < 0 else NAME[self.black],
            self.clock,
        )

    def observation(self, seat: int) -> tuple[int, ...]:
        """What the last entry told `seat`, as numbers: equal exactly if the entries are."""
        if self.ended != RUNNING:
            last = (self.came_from << 6 | self.rook(self.mover)) << 1 | (1 if self.captured else 0)
            return (self.ply, self.mover, self.ended, last, self.clock, self.walls, self.white, self.black, 0)
        clock = self.clock if self.options.clock == "public" else -1
        if seat < 0:
            return (self.ply, self.mover if self.ply else -1, clock)
        sight = self.sight(seat)
        known = (self.rook(seat), self.shown_enemy(seat), sight, sight & self.walls)
        if self.ply == 0:
            return (0, clock, *known, self.revealed(seat))
        move = (self.came_from << 1 | (1 if self.captured else 0)) if seat == self.mover else -1
        return (self.ply, self.mover, clock, move, *known)

    def view(self, seat: int) -> View:
        """What the seat, or `SPECTATOR`, sees and remembers (§9)."""
        if self.ended != RUNNING:
            return self._final_view(seat)
        clock = self.shown_clock()
        if seat == SPECTATOR:
            return View(
                None, self.ply, self.to_act(), False, None, None, None, None, None, clock, self.options, None
            )  # fmt: skip
        enemy = self.shown_enemy(seat)
        return View(
            seat,
            self.ply,
            self.to_act(),
            False,
            NAME[self.rook(seat)],
            None if enemy < 0 else NAME[enemy],
            self._seen_board(seat, enemy),
            self._rays(seat),
            names_of(self.revealed(seat)),
            clock,
            self.options,
            None,
        )

    def _seen_board(self, seat: int, enemy: int) -> tuple[str, ...]:
        """The board as the seat sees and remembers it; `enemy` is the enemy's cell if it is shown."""
        sight, revealed = self.sight(seat), self.revealed(seat)
        seen, opened = (
            (self.white_seen, self.white_opened) if seat == WHITE else (self.black_seen, self.black_opened)
        )  # fmt: skip
        watched = sight | revealed
        white, black = (self.white, enemy) if seat == WHITE else (enemy, self.black)
        return board_of(white, black, watched & ~self.walls, watched & self.walls, opened, seen)

    def _final_view(self, seat: int) -> View:
        """The view after the end, which hides nothing."""
        mine = self.rook(seat) if seat >= 0 else NOWHERE
        enemy = self.rook(1 - seat) if seat >= 0 else NOWHERE
        return View(
            None if seat == SPECTATOR else seat,
            self.ply,
            (),
            True,
            None if mine < 0 else NAME[mine],
            None if enemy < 0 else NAME[enemy],
            self._true_board(),
            None,
            None,
            self.clock,
            self.options,
            Result(_REASONS[self.ended], self._returns(), self._winners()),
        )


def _move_text(cell: int, target: int, capture: bool) -> str:
    """The text of a move (§6)."""
    return NAME[cell] + ("x" if capture else "") + NAME[target]
