"""Whole-turn plans: their codes and texts, where they lead (`rules/psychos_of_the_underground.md` §4.2 and §9).

A roll is the index of two dice, the smaller first, in `ROLLS`. The lists that depend on the place and the roll alone
are worked out once for each map.
"""

from __future__ import annotations

from typing import Final

from undercroft_psychos.network import NOWHERE, Network

__all__ = [
    "ROLLS",
    "ROLL_OF",
    "SKIP",
    "Legs",
    "ends_of",
    "finishes",
    "is_finish",
    "legal_plans",
    "legs_of",
    "plan_text",
]

SKIP: Final = 0
"""The code of a missed turn."""

_SMALLER_FIRST: Final = 1
_FINISH: Final = 2
"""Kinds of plans: 0 is the sum and the larger die first; then the smaller first; then finishes, larger and smaller."""

ROLLS: Final[list[tuple[int, int, int]]] = [
    (small, large, 1 if small == large else 2) for small in range(1, 7) for large in range(small, 7)
]
"""Smaller die, larger die, and how many of the 36 throws it is."""

ROLL_OF: Final[list[int]] = [
    next((i for i, roll in enumerate(ROLLS) if 10 * roll[0] + roll[1] == code), NOWHERE) for code in range(67)
]
"""The roll of a chance code, `10 * smaller + larger`."""

Legs = tuple[int, int, int, int]
"""Where the first walk departs, how many stations it counts, and the same for a second walk (`NOWHERE`, 0 if none)."""


def legal_plans(net: Network, place: int, roll: int) -> list[int]:
    """The codes of all plans from a place that use both dice, ascending; `[SKIP]` if there is none."""
    at = place * len(ROLLS) + roll
    if not net.legal[at]:
        _find_plans(net, place, roll, at)
    return net.legal[at]


def ends_of(net: Network, place: int, roll: int) -> list[int]:
    """The places to which the plans of `legal_plans` lead, in their order."""
    at = place * len(ROLLS) + roll
    if not net.legal[at]:
        _find_plans(net, place, roll, at)
    return net.ends[at]


def _departures(net: Network, place: int) -> list[tuple[int, int]]:
    """(number of the change, place): ahead, which is number 0, and every change."""
    ahead = [(0, place)] if net.step[place] >= 0 else []
    return ahead + net.changes[place >> 1]


def _find_plans(net: Network, place: int, roll: int, at: int) -> None:
    """Fill the lists of one place and roll."""
    small, large, _ = ROLLS[roll]
    departures = _departures(net, place)
    codes: list[int] = []
    ends: list[int] = []
    for change, start in departures:
        code = 1 + change * net.base
        end = net.walks[start][small + large]
        if end >= 0:
            codes.append(code)
            ends.append(end)
        _add_transfers(net, net.walks[start][large], small, code, codes, ends)
    if small != large:
        for change, start in departures:
            code = 1 + (_SMALLER_FIRST * net.base + change) * net.base
            _add_transfers(net, net.walks[start][small], large, code, codes, ends)
    if not codes:
        codes.append(SKIP)
        ends.append(place)
    net.ends[at] = ends
    net.legal[at] = codes


def _add_transfers(net: Network, middle: int, count: int, code: int, codes: list[int], ends: list[int]) -> None:
    """Add the plans that walk one die to the place `middle`, change there and walk `count` more."""
    if middle < 0:
        return
    for change, start in net.changes[middle >> 1]:
        end = net.walks[start][count]
        if end >= 0:
            codes.append(code + change)
            ends.append(end)


def finishes(net: Network, place: int, goal: int, small: int, large: int) -> list[int]:
    """The codes of the quick finishes, ascending: one die brings the piece exactly onto the goal."""
    departures = _departures(net, place)
    found = [
        1 + (_FINISH * net.base + change) * net.base
        for change, start in departures
        if net.walks[start][large] >> 1 == goal
    ]
    if small != large:
        found += [
            1 + ((_FINISH + 1) * net.base + change) * net.base
            for change, start in departures
            if net.walks[start][small] >> 1 == goal
        ]
    return found


def is_finish(net: Network, code: int) -> bool:
    """Whether a code is that of a quick finish."""
    return code > _FINISH * net.base * net.base


def legs_of(net: Network, place: int, code: int, small: int, large: int) -> Legs:
    """The walks of a plan that is legal from a place with these dice."""
    rest, transfer = divmod(code - 1, net.base)
    kind, departure = divmod(rest, net.base)
    start = net.change_to[place >> 1][departure] if departure else place
    first = large if kind % 2 == 0 else small
    if kind >= _FINISH:
        return (start, first, NOWHERE, 0)
    if transfer == 0:
        return (start, small + large, NOWHERE, 0)
    middle = net.walks[start][first]
    return (start, first, net.change_to[middle >> 1][transfer], small + large - first)


def plan_text(net: Network, code: int, small: int, large: int) -> str:
    """The text of a plan: `5/ring+3`, `apl+1!`, `skip`."""
    if code == SKIP:
        return "skip"
    rest, transfer = divmod(code - 1, net.base)
    kind, departure = divmod(rest, net.base)
    first = large if kind % 2 == 0 else small
    leg = net.change_text[departure]
    if kind >= _FINISH:
        return f"{leg}{first}!"
    if transfer == 0:
        return f"{leg}{small + large}"
    return f"{leg}{first}/{net.change_text[transfer]}{small + large - first}"
