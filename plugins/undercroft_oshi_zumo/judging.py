"""Quick judgement of positions and bids, for bots (`rules/oshi_zumo.md` §10)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from undercroft.game import Belief, Evaluator, Heuristic, Policy, UndercroftError
from undercroft_oshi_zumo.belief import PurseBelief
from undercroft_oshi_zumo.rates import bid_rates
from undercroft_oshi_zumo.stage import Stage
from undercroft_oshi_zumo.state import Bout
from undercroft_oshi_zumo.values import Entry, View
from undercroft_oshi_zumo.worth import worth

__all__ = ["MixedBids", "Purses", "SensibleBids"]

_WORLDS: Final = 6
"""So many numbers of coins that the rival may have are weighed, where they are hidden."""

_TURNS: Final = 60
"""So often both sides better their mixture of bids before one is drawn: in 60 positions, foreseen by the rival, it was
worth 0.004 less than the best one on the average (0.008 with half as many turns, 0.002 with twice)."""

_NOISE: Final = 0.02
"""Bids that are made less often are left from the first turns, and aren't drawn."""


class Purses(Evaluator[Bout]):
    """Whoever has more coins, in proportion to the way that is left to push, stands better."""

    def values(self, state: Bout) -> list[float]:
        """An estimate of `Outcome.returns`; a bid for a round that isn't settled isn't counted."""
        left = state.ring.last_round - state.round
        value = worth(state.ring, state.place, state.coins_0, state.coins_1, left)
        return [value, -value]


class SensibleBids(Policy[Bout]):
    """Bids as sides mostly do, and, where bids are shown, nothing above what is enough."""

    def weights(self, state: Bout, seat: int, legal: list[int]) -> list[float]:
        """A weight for each bid."""
        rates = bid_rates(state.ring, state.place, legal[-1])
        if state.ring.hidden:
            return rates
        enough = (state.coins_0 if seat else state.coins_1) + 1
        if legal[-1] <= enough:
            return rates
        return [rates[at] if bid <= enough else 0.0 for at, bid in enumerate(legal)]


class MixedBids(Heuristic[Bout, View, Entry]):
    """Solves the next round as a game of its own, with `worth` for what comes after it, and draws a bid.

    An equilibrium of simultaneous choices is mixed: whoever always bids the same is outbid by one coin.
    """

    def scores(self, belief: Belief[Bout, View, Entry], view: View, legal: Sequence[int], rng: Random) -> list[float]:
        """1 for the bid that was drawn; for the others less, in proportion to how often they are.

        Raises:
            UndercroftError: the belief is another game's, or the seat isn't to bid.
        """
        if not isinstance(belief, PurseBelief) or view.you is None or view.bid is not None or view.result is not None:
            raise UndercroftError("the heuristic needs this game's belief and the view of a seat that is to bid")
        count = 1 if len(belief.coins()) == 1 else _WORLDS
        stage = Stage([belief.sample(rng) for _ in range(count)], view.you)
        mixed = zip(stage.bids, stage.shares(_TURNS), strict=True)
        shares = {bid: share for bid, share in mixed if share >= _NOISE}
        drawn = rng.choices(list(shares), list(shares.values()))[0]
        return [1.0 if bid == drawn else shares.get(bid, 0.0) / 2.0 for bid in legal]
