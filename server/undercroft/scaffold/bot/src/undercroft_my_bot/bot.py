"""The bot: flat Monte Carlo, which plays any game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct
from undercroft.bot import Bot, Turn
from undercroft.game import CHANCE, Belief, State

__all__ = ["MyBot", "Options"]


class Options(Struct, frozen=True):
    """What stands behind the colon of its name: `my-bot:worlds=50`."""

    worlds: Annotated[int, Meta(ge=1, le=100_000, description="worlds that every action is tried in")] = 20


class MyBot(Bot):
    """Imagines worlds that fit what it knows, and tries every action in each of them."""

    options_type = Options

    def choose(self, turn: Turn) -> int:
        """The action that brought most in all; the first of several."""
        if turn.belief is None:
            raise ValueError("the bot needs a belief")
        totals = dict.fromkeys(turn.legal, 0)
        for _ in range(self.options.worlds):
            brought = self._try_all(turn, turn.belief)
            if brought is None:
                break
            for action, number in zip(turn.legal, brought, strict=True):
                totals[action] += number
        return max(totals, key=totals.__getitem__)

    def _try_all(self, turn: Turn, belief: Belief[Any, Any, Any]) -> Sequence[int] | None:
        """What every legal action brings in one world; None if nobody waits for the answer any more."""
        world = belief.sample(turn.rng)
        brought = []
        for action in turn.legal:
            state = world.clone()
            state.apply(turn.seat, action)
            while state.to_act():
                if turn.cancelled():
                    return None
                _random_step(state, turn.rng)
            brought.append(_return_of(state, turn.seat))
        return brought


def _random_step(state: State[Any, Any], rng: Random) -> None:
    """An action of whoever is to act; those of chance as likely as they are."""
    seat = state.to_act()[0]
    if seat == CHANCE:
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply(seat, rng.choices(actions, weights)[0])
    else:
        state.apply(seat, rng.choice(state.legal_actions(seat)))


def _return_of(state: State[Any, Any], seat: int) -> int:
    """What the end of a game is worth to a seat."""
    outcome = state.outcome()
    if outcome is None:
        raise ValueError("nobody is to act, and the game isn't over")
    return outcome.returns[seat]
