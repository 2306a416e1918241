"""The contract a bot implements.

A bot gets what a person in its seat gets, and answers with an action. There is one instance for each (match, seat).
Whoever runs it (a worker process of the server, a client) keeps the seat's `Belief` and has fed it before `choose`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

from undercroft.game import Belief, Game, Seat, UndercroftError

__all__ = ["Bot", "BotRefused", "BotSpec", "Limit", "NoOptions", "Turn", "Weighed", "never"]


class BotRefused(UndercroftError, ValueError):
    """A bot that doesn't play this game, or not with these options; the message says why."""


@dataclass(frozen=True)
class Limit:
    """How much a decision may cost: whatever is given, whichever ends first.

    `seconds` is wall-clock time left for this decision; `simulations` a number of simulations, for bots that
    count them.
    """

    seconds: float | None = None
    simulations: int | None = None


def never() -> bool:
    """The answer to `Turn.cancelled` where nobody cancels."""
    return False


@dataclass(frozen=True)
class Turn:
    """One decision to make.

    `entries` are those told since this bot's last turn (all of them at the first); `legal` is ascending and not
    empty; `belief` has learned all entries, and is None for a bot with `needs_belief = False`; `rng` is seeded for
    this decision alone. A bot that thinks long asks `cancelled()` at least every 50 ms and returns any legal action
    once it is true.
    """

    game: Game[Any, Any, Any, Any]
    options: Any
    seats: int
    seat: Seat
    view: Any
    entries: Sequence[Any]
    legal: Sequence[int]
    belief: Belief[Any, Any, Any] | None
    limit: Limit
    rng: Random
    cancelled: Callable[[], bool] = never


class Weighed(msgspec.Struct, frozen=True, array_like=True):
    """What a search found out about a legal action: how often it looked at it, and what that brought all in all."""

    action: int
    visits: int
    total: float


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a bot that has none."""


class Bot(ABC):
    """Decides for one seat of one match. Only `choose` is required."""

    needs_belief: bool = True
    """False for a bot that never reads `Turn.belief`, so that nobody pays for it."""

    simulations_done: int = 0
    """How many simulations this instance has made so far, for bots that count them; nobody but a bench reads it."""

    options_type: type[Any] = NoOptions
    """What stands behind the colon of its spec (`mcts:simulations=2000`): a frozen Struct with defaults."""

    def __init__(self, options: Any = None) -> None:
        self.options = self.options_type() if options is None else options

    @classmethod
    def check_game(cls, game: Game[Any, Any, Any, Any], options: Any) -> None:
        """Do nothing if the bot plays this game with these options of its own.

        Raises:
            BotRefused: it doesn't; the message says why.
        """

    def learn(self, view: Any, entries: Sequence[Any]) -> None:
        """Take in what came since the last call. By default nothing is kept: the belief has it."""

    @property
    def weighs(self) -> bool:
        """Whether `weigh` may be asked instead of `choose`: then several instances may search for one decision at once.

        Only for a bot that has as good a use for another processor as for more time.
        """
        return False

    def weigh(self, turn: Turn) -> Sequence[Weighed]:
        """What there is to say of the actions in `turn.legal`; what several say is added up, and most visits win.

        Which one is played in the end is told with the next entries.
        """
        raise NotImplementedError

    @abstractmethod
    def choose(self, turn: Turn) -> int:
        """One of `turn.legal`."""
        raise NotImplementedError


@dataclass(frozen=True)
class BotSpec:
    """What can be said of a bot without importing it. `load` gives its class; `summaries` are by language."""

    name: str
    summaries: dict[str, str]
    load: Callable[[], type[Bot]]
