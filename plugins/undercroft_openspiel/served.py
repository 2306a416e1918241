"""What the catalogue says of a game."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

__all__ = ["Choice", "LeftOut", "Served", "Why"]


class Choice(NamedTuple):
    """A parameter of OpenSpiel's that may be chosen: a whole number within bounds, or yes or no."""

    name: str
    default: int
    least: int = 0
    most: int = 1


class Served(NamedTuple):
    """A game of OpenSpiel as it is offered.

    `name` is OpenSpiel's. An `open` game shows everybody the whole state; in a `hidden` one each seat has a text of its
    own. Returns are counted in units of 1/`unit`, as they have to be whole numbers. `sides` are those of partners;
    `together` is a game in which all have the same returns. `resampler` says that the states of this game resample what
    is hidden; `tells_turn` that seats are told whose turn it is, since their texts don't say it. `seats_parameter` is
    the parameter that takes the number of seats, `fixed` are others with values of ours, `choices` those that may be
    chosen.
    """

    name: str
    kind: Literal["open", "hidden"]
    title: str
    summary: str
    seats: tuple[int, ...] = (2,)
    unit: int = 1
    sides: tuple[int, ...] | None = None
    together: bool = False
    resampler: bool = False
    tells_turn: bool = False
    seats_parameter: str = ""
    fixed: tuple[tuple[str, Any], ...] = ()
    choices: tuple[Choice, ...] = ()

    def sides_of(self, seats: int) -> tuple[int, ...]:
        """The side of each seat."""
        if self.together:
            return (0,) * seats
        return tuple(range(seats)) if self.sides is None else self.sides


Why = Literal["moves", "parameters", "chance", "actions", "memory", "fault", "leak", "belief", "slow"]
"""What a game lacks, in a word; the first five can be seen without playing it."""


class LeftOut(NamedTuple):
    """A game of OpenSpiel that isn't offered, and why."""

    name: str
    kind: Why
    why: str
