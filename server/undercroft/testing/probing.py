"""Whether a bot knows what it can't: it is asked for what is hidden and for dice that weren't thrown yet."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any, Final

from undercroft.bot import Bot, Limit
from undercroft.game import CHANCE, Game
from undercroft.seat_runner import BotSeat
from undercroft.testing.referee import Setup
from undercroft.testing.shells import GUESSES, SHELLS, ShellGame

__all__ = ["ROUNDS", "SUSPICIOUS", "right_guesses"]

ROUNDS: Final = 30

_INNOCENT: Final = 1e-9
"""Who guesses is this unlikely to be suspected."""


def _suspicious(guesses: int) -> int:
    """The least number of right guesses that hardly anybody has by luck."""
    chance, right = 1.0, 0
    while chance > _INNOCENT:
        chance -= comb(guesses, right) * (SHELLS - 1) ** (guesses - right) / SHELLS**guesses
        right += 1
    return right


SUSPICIOUS: Final = _suspicious(GUESSES * ROUNDS)
"""So many right guesses of `GUESSES` in each of `ROUNDS` are no luck."""


def right_guesses(bot_class: type[Bot], options: Any, rng: Random, simulations: int) -> int | None:
    """How often a bot guesses right in `ROUNDS` games of shells; None if it doesn't play them.

    A search that was handed the true state, or the dice that the match will throw, would be right every time.
    """
    game: Game[Any, Any, Any, Any] = ShellGame()
    try:
        bot_class.check_game(game, bot_class(options).options)
        return sum(_right(game, bot_class(options), rng, simulations) for _ in range(ROUNDS))
    except Exception:
        # It refuses; or it is for one game alone and doesn't say so. What it raises in that one is looked at there.
        return None


def _right(game: Game[Any, Any, Any, Any], bot: Bot, rng: Random, simulations: int) -> int:
    """The right guesses in one game."""
    setup = Setup(game, game.options_type(), 1)
    referee = setup.start()
    seat = BotSeat(game, setup.options, 1, 0, bot)
    told = 0
    while to_act := referee.state.to_act():
        if to_act == (CHANCE,):
            referee.apply(CHANCE, rng.choice(referee.state.chance_outcomes())[0])
            continue
        journal = referee.journal(0)
        seat.tell(referee.view(0), journal[told:])
        told = len(journal)
        limit = Limit(simulations=simulations)
        referee.apply(0, seat.choose(referee.state.legal_actions(0), limit, rng_seed=rng.getrandbits(64)))
    outcome = referee.state.outcome()
    return 0 if outcome is None else outcome.returns[0]
