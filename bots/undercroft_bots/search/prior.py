"""What a game's heuristic has to say of the actions at the root, before anything was searched."""

from __future__ import annotations

from math import sqrt
from typing import Final

__all__ = ["PRIOR_VISITS", "priors_of"]

PRIOR_VISITS: Final = 100.0
"""So many visits a heuristic's word counts as much as; with more of them what was found out decides."""

_SCALE: Final = 0.15
"""A standard deviation of its scores is taken for so much of one of the returns."""

_FARTHEST: Final = 2.0


def priors_of(scores: list[float]) -> list[float]:
    """By how much each action is thought to be better than the average, in standard deviations of the returns.

    Scores may be of any scale: they too are measured in their standard deviation, and count for two of it at most. A
    search takes them for the mean of `PRIOR_VISITS` visits that it never made (Gelly and Silver 2007, §6).
    """
    count = float(len(scores))
    mean = sum(scores) / count
    variance = 0.0
    for score in scores:
        variance += (score - mean) * (score - mean) / count
    if variance <= 0.0:
        return [0.0] * len(scores)
    unit = sqrt(variance)
    return [_SCALE * max(min((score - mean) / unit, _FARTHEST), -_FARTHEST) for score in scores]
