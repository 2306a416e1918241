"""How long commits took, read off the server's own metrics."""

from __future__ import annotations

import re
import urllib.request
from collections import Counter
from itertools import pairwise
from math import inf
from typing import Final, TypeAlias

__all__ = ["Commits", "commits_so_far", "longest_ms"]

Commits: TypeAlias = Counter[float]
"""How many commits took at most so many seconds, for some bounds: a cumulative histogram, as Prometheus has it."""

_BUCKET: Final = re.compile(r'^undercroft_commit_seconds_bucket\{le="([^"]+)"\} (\S+)$', re.MULTILINE)


def commits_so_far(metrics_address: str) -> Commits:
    """All commits of a server until now."""
    with urllib.request.urlopen(f"http://{metrics_address}/metrics") as answer:
        return Counter({float(bound): int(float(number)) for bound, number in _BUCKET.findall(answer.read().decode())})


def longest_ms(commits: Commits, percent: float) -> float:
    """The time in milliseconds within which so many percent of commits were done; between two bounds a straight line.

    0 if there are none. Of what is over the highest bound, that bound is told.
    """
    bounds = [0.0, *sorted(commits)]
    wanted = commits[inf] * percent / 100
    for low, high in pairwise(bounds):
        if commits[high] >= wanted and commits[high] > commits[low]:
            share = (wanted - commits[low]) / (commits[high] - commits[low])
            return 1e3 * (low if high == inf else low + share * (high - low))
    return 0.0
