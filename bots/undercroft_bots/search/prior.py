"""What a game's heuristic has to say of the actions at the root, before anything was searched."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

__all__ = ["LEAST_PRIOR", "priors_of"]

LEAST_PRIOR: Final = 0.05
"""No action is held to be worse than this share of the best: what a heuristic dislikes is looked at less, not never."""


def priors_of(scores: list[float]) -> list[float]:
    """By how much a search is more curious than usual about each action; 1 on the average.

    UCB1's bound is widened or narrowed so (as PUCT does; Rosin, "Multi-armed bandits with episode context", 2011): with
    more visits the results decide all the same. Scores of any scale are measured in their standard deviation.
    """
    count = float(len(scores))
    mean = sum(scores) / count
    variance = 0.0
    for score in scores:
        variance += (score - mean) * (score - mean) / count
    if variance <= 0.0:
        return [1.0] * len(scores)
    best, unit = max(scores), sqrt(variance)
    shares = [max(exp((score - best) / unit), LEAST_PRIOR) for score in scores]
    total = sum(shares)
    return [share * count / total for share in shares]
