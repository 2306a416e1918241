"""Who plays whom, in which seats, with which chance: a function of the contest and a number, without end.

The bots of a deal change seats and chance stays as it was: whoever was helped by the dice in one match has them against
it in another. That takes luck out of the comparison, and the seat with the first move too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, permutations
from math import ceil, factorial
from random import Random
from typing import Final

import msgspec

from undercroft.arena.contest import Contest
from undercroft.match.chance import derive_seed

__all__ = ["Pairing", "deal_pairings", "deals_for", "groups_of", "matches_a_deal"]

ALL_ORDERS: Final = 6
"""Up to so many seat orders are all played in every deal; of more, those that turn round one drawn for the deal."""


class Pairing(msgspec.Struct, frozen=True, array_like=True):
    """One match: its number and its deal's, both from 0, and which of the contest's bots sits on each seat."""

    number: int
    deal: int
    bots: tuple[int, ...]


@lru_cache(maxsize=32)
def groups_of(bots: int, places: int) -> tuple[tuple[int, ...], ...]:
    """The groups that meet, each as bots for so many places, in the order in which deals go to them.

    With enough bots everybody meets in all combinations; else all of them play in every match, some of them twice.
    """
    if bots >= places:
        return tuple(combinations(range(bots), places))
    several = combinations_with_replacement(range(bots), places)
    return tuple(group for group in several if len(set(group)) == bots)


def matches_a_deal(contest: Contest) -> int:
    """How many matches each deal has: the seat orders in which it is played."""
    return len(_orders(_groups(contest)[0], 0, contest))


def deals_for(contest: Contest, matches: int) -> int:
    """How many deals make up at least so many matches."""
    return ceil(matches / matches_a_deal(contest))


def deal_pairings(contest: Contest, deal: int) -> tuple[Pairing, ...]:
    """The matches of a deal."""
    groups = _groups(contest)
    orders = _orders(groups[deal % len(groups)], deal, contest)
    first = deal * len(orders)
    return tuple(
        Pairing(first + number, deal, _by_seat(order, contest.sides)) for number, order in enumerate(orders)
    )  # fmt: skip


def _groups(contest: Contest) -> tuple[tuple[int, ...], ...]:
    return groups_of(len(contest.bots), contest.places)


def _orders(group: tuple[int, ...], deal: int, contest: Contest) -> list[tuple[int, ...]]:
    """The orders, by side, in which a group plays a deal."""
    if factorial(len(group)) <= ALL_ORDERS:
        return sorted(set(permutations(group)))
    arranged = list(group)
    Random(derive_seed(contest.secret(deal), "order")).shuffle(arranged)  # noqa: S311 - reproducible on purpose
    return [(*arranged[start:], *arranged[:start]) for start in range(len(arranged))]


def _by_seat(order: Sequence[int], sides: Sequence[int]) -> tuple[int, ...]:
    place = {side: number for number, side in enumerate(sorted(set(sides)))}
    return tuple(order[place[side]] for side in sides)
