"""Which matches are played: every game with all that its options change, by bots that search and bots that don't."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

QUICK: Final = ("random", "random", "heuristic")
SEARCHING: Final = (
    "ismcts:simulations=12",
    "ismcts:simulations=12,observers=single",
    "mcts:simulations=12",
    "alphabeta:positions=300",
)
HIDING: Final = ("dungeon-of-fear", "oshi-zumo")
"""Games that `mcts` and `alphabeta` don't play."""

SEARCHED: Final = 0.25
"""In so many of the matches one seat searches, which takes most of the time."""

OPTIONS: Final[Mapping[str, Mapping[str, Sequence[Any]]]] = {
    "blind-attack": {
        "weak": ("humane", "aggressive"),
        "equal": ("humane", "swap", "aggressive", "spiteful"),
        "spite": ("one", "charge"),
        "huff": (False, True),
        "first": ("W", "B", "random"),
        "team_size": (1, 1, 2, 3, 4),
    },
    "connect-four": {"columns": (4, 7, 9), "rows": (4, 6, 9), "in_a_row": (3, 4, 4, 5)},
    "dungeon-of-fear": {
        "reveal": ("sight", "breach", "walls"),
        "clock": ("hidden", "public"),
        "quiet_limit": (4, 12, 30),
    },
    "oshi-zumo": {
        "coins": (5, 20, 50, 100),
        "fields": (1, 3, 9),
        "min_bid": (0, 1),
        "rounds": (10, 100),
        "bids": ("shown", "hidden"),
    },
    "psychos-of-the-underground": {"variant": ("quick", "quick", "long"), "auto_forced": (True, False)},
}
SEATS: Final = {"psychos-of-the-underground": (3, 3, 4, 5, 6)}


@dataclass(frozen=True)
class Lineup:
    """A match to play: the game, its options, and a bot's spec for each seat."""

    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]


def lineup(number: int) -> Lineup:
    """Match number so-and-so, the same in every build."""
    random = Random(f"differential/{number}")
    game = sorted(OPTIONS)[number % len(OPTIONS)]
    options = {name: random.choice(values) for name, values in OPTIONS[game].items()}
    seats = random.choice(SEATS.get(game, (2 * options.get("team_size", 1),)))
    bots = [random.choice(QUICK) for _ in range(seats)]
    if random.random() < SEARCHED:
        bots[random.randrange(seats)] = random.choice(SEARCHING[: 2 if game in HIDING else 4])
    return Lineup(game, options, tuple(bots))
