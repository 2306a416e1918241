"""Quick judgement of positions and plies, for bots (`rules/connect_four.md` §9)."""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from random import Random
from typing import Final

from undercroft.game import Belief, Evaluator, Heuristic, UndercroftError
from undercroft_connect_four.grid import Grid
from undercroft_connect_four.state import NOBODY, Discs
from undercroft_connect_four.values import Entry, View

__all__ = ["LookOnePlyAhead", "Threats"]

_LASTING: Final = 0.5
"""How much a cell that would complete a line counts in a row whose turn comes to its owner."""

_PASSING: Final = 0.15
"""And in any other row. Fits to the ends of 1,400 games between searches of 400 simulations, their first six plies and
every twelfth later one at random, have 0.52 and 0.10 for the first seat, 0.47 and 0.22 for the second. Those got
56 ± 6 % of 300 matches against 0.2 for every cell, these, alike for both seats, 64 ± 5 %."""

_ANYWHERE: Final = 0.3
"""And in every row where the number of rows is odd; fitted to the same games without a difference."""

_FORETOLD: Final = 0.8
"""How much it counts to win if nobody likes to play below a cell that completes a line; tried with an alpha-beta search
(`bots/FINDINGS.md`)."""

_REACH: Final = 0.00375
"""How much each line counts in which a disc could be on an empty board: little, as it is to tell openings apart."""

_WIN: Final = 2.0
"""The score of a ply that wins at once; that of a position in which a win is sure is 1."""


class Threats(Evaluator[Discs]):
    """Empty cells that complete lines count, and who has to play below them; wins and losses two plies off are seen."""

    def values(self, state: Discs) -> list[float]:
        """An estimate of `Outcome.returns`, one number a seat."""
        return _of_both(_worth(state), state)

    def proven(self, state: Discs) -> list[float] | None:
        """A win at once, or a loss that one disc can't prevent."""
        sure = _sure(state, state.wins(), state.losses())
        return None if sure == 0.0 else _of_both(sure, state)

    def must_play(self, state: Discs, legal: list[int]) -> list[int]:
        """The column in which the rival would win at once, unless there is a win for the seat itself."""
        grid = state.grid
        landing = grid.landing(state.filled)
        urgent = state.losses() & landing
        if not urgent or state.wins() & landing:
            return legal
        return [column for column in legal if urgent & grid.column[column]]


def _of_both(value: float, state: Discs) -> list[float]:
    """What is worth so much to the seat to act, one number a seat."""
    return [value, -value] if state.turn == 0 else [-value, value]


def _sure(state: Discs, wins: int, losses: int) -> float:
    """1 or -1 if the seat to act is sure to win or to lose, else 0; by the empty cells that complete lines."""
    landing = state.grid.landing(state.filled)
    if wins & landing:
        return 1.0
    urgent = losses & landing
    # There are two to block, or the disc that blocks lifts them to another.
    return -1.0 if urgent & urgent - 1 or urgent << 1 & losses else 0.0


def _worth(state: Discs) -> float:
    """What a position that isn't over is worth to the seat to act, -1 to 1."""
    grid = state.grid
    wins = state.wins()
    losses = state.losses()
    sure = _sure(state, wins, losses)
    if sure != 0.0:
        return sure
    worth = _REACH * (grid.reach(state.own) - grid.reach(state.own ^ state.filled))
    if wins or losses:
        worth += _FORETOLD * _foretold(grid, state.filled, wins, losses) + _threats(state, wins, losses)
    return tanh(worth)


def _threats(state: Discs, wins: int, losses: int) -> float:
    """What the empty cells that complete lines count."""
    grid = state.grid
    if grid.rows % 2:
        return _ANYWHERE * (wins.bit_count() - losses.bit_count())
    first = state.turn == 0
    return _weight(grid, wins, first) - _weight(grid, losses, not first)


def _foretold(grid: Grid, filled: int, wins: int, losses: int) -> int:
    """Who gets a line if nobody likes to play below a cell that completes one: 1 who is to act, -1 the rival, 0 nobody.

    All other cells are filled first, and their number says who has to give way then (Allis 1988). Whoever has a line
    above his disc that the rival only has to block gives that up, and is to act again; with another right above it he
    wins. Who has none makes the rival win (`rules/connect_four.md` §9).
    """
    me, rival = wins, losses
    sign = 1
    while True:
        empty = grid.cells & ~filled
        above = (me | rival) & ~grid.landing(filled) & empty
        if not above:
            return 0
        above = grid.up_from(above)
        avoided = above | above >> 1 & grid.cells
        if (empty & ~avoided).bit_count() % 2:
            me, rival, sign = rival, me, -sign
        given = (avoided & ~above) << 1 & me & ~rival
        if not given:
            return -sign
        if given << 1 & me:  # blocked once, there is another right above
            return sign
        given &= -given
        filled |= empty & ~avoided | given | given >> 1


def _weight(grid: Grid, completions: int, first: bool) -> float:
    """What the completions of a seat count together; `first` is the seat that began.

    Where nobody likes to drop a disc any more and all columns have an even number of cells, the second seat follows the
    first one up each column, so that the first fills odd rows and the second even ones (Allis 1988).
    """
    odd = (completions & grid.odd).bit_count()
    even = completions.bit_count() - odd
    return _LASTING * odd + _PASSING * even if first else _PASSING * odd + _LASTING * even


class LookOnePlyAhead(Heuristic[Discs, View, Entry]):
    """The worth of the position after each ply, by `Threats`."""

    def scores(self, belief: Belief[Discs, View, Entry], view: View, legal: Sequence[int], rng: Random) -> list[float]:
        """One number for each column.

        Raises:
            UndercroftError: the belief isn't that of a game that goes on.
        """
        state = belief.sample(rng)
        if state.turn == NOBODY:
            raise UndercroftError("no ply can be judged: the game is over")
        return [_score(state, column) for column in legal]


def _score(state: Discs, column: int) -> float:
    after = state.clone()
    after.apply(state.turn, column)
    if after.turn != NOBODY:
        return -_worth(after)
    return 0.0 if after.winner == NOBODY else _WIN
