"""The referee's notation: the columns played, in order (`rules/connect_four.md` §7)."""

from __future__ import annotations

from typing import Any, Final

from undercroft.game import Journal, PositionError, Positions
from undercroft_connect_four.state import Discs, empty_board
from undercroft_connect_four.values import Options

__all__ = ["MovesPlayed", "played"]

_NONE: Final = "-"
"""The text of the empty board."""


class MovesPlayed(Positions[Options, Discs]):
    """Reads and writes texts such as `4453`: a digit for the column of each ply."""

    def read(self, text: str, options: Options, seats: int, journal: Journal[Any] | None = None) -> Discs:
        """The position after these plies; the options are those given.

        Raises:
            PositionError: the plies can't be played, or end the game.
        """
        moves = text.strip()
        state = played(options, "" if moves == _NONE else moves)
        if not state.to_act():
            raise PositionError("the game is over in this position")
        if journal is not None:
            state.tell_start(journal)
        return state

    def write(self, state: Discs) -> str | None:
        """The plies so far; None for a state that was played on without a journal and doesn't know them."""
        if len(state.moves) != state.ply():
            return None
        return state.moves or _NONE


def played(options: Options, moves: str) -> Discs:
    """The position after these plies.

    Raises:
        PositionError: one of them isn't legal.
    """
    state = empty_board(options)
    for ply, text in enumerate(moves, 1):
        if text not in "123456789":
            raise PositionError(f"ply {ply} is no column: {text!r}")
        to_act = state.to_act()
        if not to_act:
            raise PositionError(f"the game is over before ply {ply}")
        if int(text) - 1 not in state.legal_actions(to_act[0]):
            raise PositionError(f"ply {ply}: there is no room in column {text}, or no such column")
        state.apply(to_act[0], int(text) - 1)
    state.moves = moves
    return state
