"""How soon a search tries an action that it never tried, where a policy has something to say of it."""

from __future__ import annotations

from random import Random
from typing import Final

__all__ = ["LEAST_URGE", "most_urgent", "urges_of"]

LEAST_URGE: Final = 0.25
"""An action that the policy would never play is tried after about 1 / 0.25² visits to its node."""


def urges_of(weights: list[float]) -> list[float]:
    """A policy's weights in proportion to the greatest one, which gets 1, but none below `LEAST_URGE`.

    UCB1 tries every action first, which is too much where there are many and few visits. A policy knows better: an
    untried action counts as good as its node, and gets this share of the curiosity due to an action tried once
    (first-play urgency; Gelly and Wang 2006).
    """
    most = max(weights)
    return [max(weight / most, LEAST_URGE) for weight in weights]


def most_urgent(places: list[int], urges: list[float], rng: Random) -> int:
    """The one of these places with the greatest urge; between equals the dice decide."""
    best: list[int] = []
    for place in places:
        if best and urges[place] < urges[best[0]]:
            continue
        if best and urges[place] > urges[best[0]]:
            best = []
        best.append(place)
    return best[int(rng.random() * len(best))]
