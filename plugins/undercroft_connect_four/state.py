"""The rules: one position, whole, and what everybody is told of it (`rules/connect_four.md` §1 to §4, §8)."""

from __future__ import annotations

from typing import Final

from undercroft.game import Journal, Outcome, State
from undercroft_connect_four.grid import Grid, grid_of
from undercroft_connect_four.values import Drop, End, Entry, Options, Reason, Result, Start, View

__all__ = ["MARKS", "NOBODY", "Discs", "empty_board"]

NOBODY: Final = 2
"""Whose turn it is when the game is over, and who has won a draw."""

MARKS: Final = "xo"
"""What stands on a board for a disc of each seat."""

_TO_ACT: Final[list[tuple[int, ...]]] = [(0,), (1,), ()]
_RETURNS: Final[list[tuple[int, ...]]] = [(1, -1), (-1, 1), (0, 0)]
_WINNERS: Final[list[tuple[int, ...]]] = [(0,), (1,), ()]


class Discs(State[View, Entry]):
    """One position with everything in it. An action is a column, from 0.

    `filled` is the set of all discs, `own` of those whose seat plays the next ply or, after the end, would play it (see
    `grid`). `open` is the set of columns with room, a bit each. `moves` is memory for views: it is kept only by a
    journal's holder. `_wins` and `_losses` are kept for `wins` and `losses`; -1 until somebody asks. Make one with
    `empty_board`, never by calling the class alone.
    """

    options: Options
    grid: Grid
    filled: int
    own: int
    open: int
    turn: int
    winner: int
    moves: str
    _wins: int = -1
    _losses: int = -1

    def clone(self) -> Discs:
        """An independent copy."""
        twin = Discs()
        twin.options = self.options
        twin.grid = self.grid
        twin.filled = self.filled
        twin.own = self.own
        twin.open = self.open
        twin.turn = self.turn
        twin.winner = self.winner
        twin.moves = self.moves
        twin._wins = self._wins
        twin._losses = self._losses
        return twin

    # --- the rules

    def to_act(self) -> tuple[int, ...]:
        """The seat whose turn it is; `()` after the end."""
        return _TO_ACT[self.turn]

    def legal_actions(self, seat: int) -> list[int]:
        """The columns with room."""
        return self.grid.legal[self.open] if seat == self.turn else []

    def apply(self, seat: int, action: int, journal: Journal[Entry] | None = None) -> None:
        """Drop a disc into the column `action`; the win is looked for first, then the draw (§3)."""
        grid = self.grid
        disc = self.filled + grid.floor[action] & grid.column[action]
        mine = self.own | disc
        self.own ^= self.filled
        self.filled |= disc
        self.turn = 1 - seat
        self._wins = self._losses & ~disc if self._losses >= 0 else -1  # the rival's discs are what they were
        self._losses = -1
        if disc & grid.top:
            self.open ^= 1 << action
            if not self.open:
                self.turn = NOBODY
        if grid.has_line(mine):
            self.winner = seat
            self.turn = NOBODY
        if journal is not None:
            self.moves += self.action_text(seat, action)
            self._tell(journal, seat, disc)

    def action_text(self, seat: int, action: int) -> str:
        """The column, counted from 1."""
        return str(action + 1)

    def position_key(self) -> int:
        """The discs, and by their number whose turn it is."""
        # A column of n discs adds up to 2^n - 1 and more, and to less than one of n + 1.
        return self.own + self.filled

    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        if self.turn != NOBODY:
            return None
        return Outcome(_RETURNS[self.winner], _WINNERS[self.winner], self._reason())

    def _reason(self) -> Reason:
        """Why the game is over."""
        return "board_full" if self.winner == NOBODY else "line"

    # --- what bots ask for

    def wins(self) -> int:
        """The empty cells in which a disc of the seat to act would complete a line, wherever they are."""
        if self._wins < 0:
            self._wins = self.grid.completions(self.own) & ~self.filled
        return self._wins

    def losses(self) -> int:
        """The empty cells in which a disc of the rival would."""
        if self._losses < 0:
            self._losses = self.grid.completions(self.own ^ self.filled) & ~self.filled
        return self._losses

    # --- what is known and told

    def ply(self) -> int:
        """How many discs were dropped."""
        return self.filled.bit_count()

    def discs_of(self, seat: int) -> int:
        """The set of the seat's discs."""
        return self.own if seat == self.ply() % 2 else self.own ^ self.filled

    def tell_start(self, journal: Journal[Entry]) -> None:
        """Tell everybody the position from which the game goes on."""
        journal.tell(None, Start(self.moves))

    def _tell(self, journal: Journal[Entry], seat: int, disc: int) -> None:
        """Tell everybody the disc that was dropped, and the end if it was the last one."""
        column, row = self.grid.cell(disc)
        journal.tell(None, Drop(self.ply(), seat, column, row))
        result = self._result()
        if result is not None:
            journal.tell(None, End(result.reason, result.winners, result.returns, result.line))

    def view(self, seat: int) -> View:
        """What the seat, or `SPECTATOR`, sees: everything (§8)."""
        return View(
            seat if seat >= 0 else None,
            self.ply(),
            self.to_act(),
            self._board(),
            self.moves,
            self._last(),
            self.options,
            self._result(),
        )

    def _board(self) -> tuple[str, ...]:
        """The rows from the top, a mark for each cell."""
        grid = self.grid
        marks = [["."] * grid.columns for _ in range(grid.rows)]
        for seat in (0, 1):
            for column, row in grid.cells_of(self.discs_of(seat)):
                marks[-row][column - 1] = MARKS[seat]
        return tuple(["".join(row) for row in marks])

    def _last(self) -> tuple[int, int] | None:
        """The cell of the newest disc."""
        if not self.moves:
            return None
        column = int(self.moves[-1])
        return (column, (self.filled & self.grid.column[column - 1]).bit_count())

    def _result(self) -> Result | None:
        """How it ended, as it is told."""
        if self.turn != NOBODY:
            return None
        line = () if self.winner == NOBODY else tuple(self.grid.cells_of(self.grid.line_of(self.discs_of(self.winner))))
        return Result(self._reason(), _WINNERS[self.winner], _RETURNS[self.winner], line)


def empty_board(options: Options) -> Discs:
    """The start: no disc is dropped, and seat 0 begins."""
    grid = grid_of(options.columns, options.rows, options.in_a_row)
    state = Discs()
    state.options = options
    state.grid = grid
    state.filled = 0
    state.own = 0
    state.open = (1 << grid.columns) - 1
    state.turn = 0
    state.winner = NOBODY
    state.moves = ""
    return state
