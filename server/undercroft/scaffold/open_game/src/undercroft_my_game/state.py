"""The rules: one position, and what is told of it."""

from __future__ import annotations

from functools import cache
from typing import Self

from undercroft.game import Journal, Outcome, Seat, State

from undercroft_my_game.values import Ended, Entry, Marked, Reason, View

__all__ = ["EMPTY", "MARKS", "Position", "cell_name", "lines"]

EMPTY = 2
"""What stands for nobody: in an empty cell, and as the winner of a game that has none."""

MARKS = "xo."
"""How the marks of seat 0, of seat 1 and an empty cell are shown."""


@cache
def lines(size: int) -> list[tuple[int, int, int]]:
    """Every three cells in a row; a cell is a number, row by row from the top."""
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    inside = range(size)
    return [
        (row * size + column, (row + down) * size + column + right, (row + 2 * down) * size + column + 2 * right)
        for row in inside
        for column in inside
        for right, down in ways
        if column + 2 * right in inside and row + 2 * down in inside
    ]


def cell_name(size: int, cell: int) -> str:
    """The column as a letter, and the row as a number from below: `b2`."""
    row, column = divmod(cell, size)
    return f"{'abcde'[column]}{size - row}"


class Position(State[View, Entry]):
    """What is in every cell, whose turn it is, who has won. An action is the number of a cell."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.cells = [EMPTY] * size**2
        self.turn = 0
        self.winner = EMPTY
        self.over = False

    def to_act(self) -> tuple[Seat, ...]:
        """The seat whose turn it is; nobody after the end."""
        return () if self.over else (self.turn,)

    def legal_actions(self, seat: Seat) -> list[int]:
        """The empty cells."""
        if self.over or seat != self.turn:
            return []
        return [cell for cell, mark in enumerate(self.cells) if mark == EMPTY]

    def apply(self, seat: Seat, action: int, journal: Journal[Entry] | None = None) -> None:
        """Mark a cell; the win is looked for first, then the draw."""
        self.cells[action] = seat
        self.turn = 1 - seat
        self.look_for_end()
        if journal is not None:
            journal.tell(None, Marked(seat, self.action_text(seat, action)))
            if self.over:
                journal.tell(None, Ended(self._reason(), None if self.winner == EMPTY else self.winner))

    def look_for_end(self) -> None:
        """See whether somebody has won, or the board is full."""
        for first, second, third in lines(self.size):
            if self.cells[first] == self.cells[second] == self.cells[third] != EMPTY:
                self.winner = self.cells[first]
        self.over = self.winner != EMPTY or EMPTY not in self.cells

    def action_text(self, seat: Seat, action: int) -> str:
        """The cell's name."""
        return cell_name(self.size, action)

    def view(self, seat: Seat) -> View:
        """The board: nothing is hidden from anybody."""
        marks = "".join(MARKS[mark] for mark in self.cells)
        rows = tuple(marks[start : start + self.size] for start in range(0, len(marks), self.size))
        return View(rows, None if self.over else self.turn)

    def outcome(self) -> Outcome | None:
        """A win is 1, a loss -1, a draw 0."""
        if not self.over:
            return None
        if self.winner == EMPTY:
            return Outcome((0, 0), (), self._reason())
        return Outcome((1, -1) if self.winner == 0 else (-1, 1), (self.winner,), self._reason())

    def _reason(self) -> Reason:
        return "board_full" if self.winner == EMPTY else "line"

    def clone(self) -> Self:
        """An independent copy."""
        copy = type(self)(self.size)
        copy.cells = self.cells.copy()
        copy.turn, copy.winner, copy.over = self.turn, self.winner, self.over
        return copy
