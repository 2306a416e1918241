"""OpenSpiel's side: a game of it with its parameters chosen, and what has to be made of its numbers and texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from math import lcm
from typing import Any, Final

from undercroft.game import Outcome, UndercroftError
from undercroft_openspiel.served import Served

__all__ = ["TERMINAL", "SpielTable", "shown_lines", "table_of"]

TERMINAL: Final = -4
"""OpenSpiel's number for nobody, after the end; chance has -1, as here."""

LARGEST_DENOMINATOR: Final = 1_000_000
"""Probabilities are fractions with no larger one."""

CLOSE: Final = 1e-9
"""So far a probability may be from its fraction: sums and quotients of doubles are no farther."""

_ESCAPES: Final = re.compile("\x1b\\[[0-9;]*[A-Za-z]")
_UNSHOWN: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class SpielTable:
    """A game of OpenSpiel at which a number of seats sit down; it makes states of it, and is shared by all of them."""

    def __init__(self, served: Served, seats: int, parameters: Mapping[str, Any]) -> None:
        self.served = served
        self.seats = seats
        self.game = _loaded(served, seats, parameters)
        self.error: type[Exception] = import_module("pyspiel").SpielError
        self.knowledge_method = "information_state_string" if self.recalls else "observation_string"

    @property
    def recalls(self) -> bool:
        """Whether OpenSpiel gives information states, which remember; else observations, which may forget."""
        return bool(self.game.get_type().provides_information_state_string)

    def start(self) -> Any:
        """OpenSpiel's state at the start."""
        return self.game.new_initial_state()

    def replayed(self, actions: Sequence[int]) -> Any:
        """OpenSpiel's state after these actions, chance's too."""
        state = self.start()
        for action in actions:
            state.apply_action(action)
        return state

    def knowledge(self, state: Any, seat: int) -> str:
        """What OpenSpiel says the seat knows."""
        text: str = getattr(state, self.knowledge_method)(seat)
        return text

    def action_text(self, state: Any, player: int, action: int) -> str:
        """OpenSpiel's words for an action, on one line."""
        return " ".join(_UNSHOWN.sub(" ", state.action_to_string(player, action)).split())

    def outcome(self, state: Any) -> Outcome:
        """How it ended.

        OpenSpiel names no winners: they are those who have most, unless all have the same. Of those who have always
        the same, or are alone, all win with more than nothing.
        """
        returns = tuple(round(each * self.served.unit) for each in state.returns())
        most = max(returns)
        together = len(set(self.served.sides_of(self.seats))) == 1
        if most <= 0 if together else most == min(returns):
            return Outcome(returns, (), "drawn" if not together else "ended")
        return Outcome(returns, tuple(seat for seat, each in enumerate(returns) if each == most), "ended")


def _loaded(served: Served, seats: int, parameters: Mapping[str, Any]) -> Any:
    pyspiel = import_module("pyspiel")
    if served.name.startswith("python_"):
        import_module("open_spiel.python.games")  # these register themselves
    chosen = {**dict(served.fixed), **parameters}
    if served.seats_parameter:
        chosen[served.seats_parameter] = seats
    try:
        return pyspiel.load_game(served.name, chosen)
    except pyspiel.SpielError as error:
        words = " ".join(str(error).split())
        raise UndercroftError(f"OpenSpiel can't make {served.name} with {chosen}: {words[:200]}") from error


@lru_cache(maxsize=64)
def table_of(served: Served, seats: int, parameters: tuple[tuple[str, Any], ...]) -> SpielTable:
    """The table for a choice of parameters, made once."""
    return SpielTable(served, seats, dict(parameters))


@lru_cache(maxsize=4096)
def weights_of(probabilities: tuple[float, ...]) -> tuple[int, ...]:
    """Whole numbers in the proportion of these probabilities.

    Raises:
        UndercroftError: they are no fractions with a denominator up to `LARGEST_DENOMINATOR`.
    """
    fractions = [Fraction(each).limit_denominator(LARGEST_DENOMINATOR) for each in probabilities]
    if any(abs(float(fraction) - each) > CLOSE for fraction, each in zip(fractions, probabilities, strict=True)):
        raise UndercroftError("OpenSpiel's chances can't be put into whole numbers")
    scale = lcm(*(fraction.denominator for fraction in fractions))
    return tuple(int(fraction * scale) for fraction in fractions)


def outcomes_of(state: Any) -> list[tuple[int, int]]:
    """The outcomes of chance that can come, with whole numbers for weights."""
    outcomes = state.chance_outcomes()
    weights = weights_of(tuple([probability for _, probability in outcomes]))
    return [(action, weight) for (action, _), weight in zip(outcomes, weights, strict=True) if weight]


def shown_lines(text: str) -> list[str]:
    """OpenSpiel's text line by line, without colours and control characters."""
    return [_UNSHOWN.sub(" ", line).rstrip() for line in _ESCAPES.sub("", text).splitlines()]
