"""Psychos of the Underground: a race with dice over the Moscow metro of 1997, for three to six.

This module is imported for every listing, so it says what there is; it imports no rules and reads no map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from undercroft.game import GameSpec
from undercroft.hookspecs import hookimpl

if TYPE_CHECKING:
    from undercroft_psychos.game import PsychosOfTheUnderground

__all__ = [
    "LEVELS",
    "SEATS",
    "SPEC",
    "SUMMARIES",
    "TITLES",
    "action_pattern",
    "undercroft_configured_games",
    "undercroft_games",
]

TITLES: Final = {"en": "Psychos of the Underground", "ru": "Психи подземелья"}
SUMMARIES: Final = {
    "en": "Race over the metro with two dice, knock the others home, be first at the party and take the bank.",
    "ru": "Гонка по схеме метро на двух кубиках: сбивайте соперников, успейте на день рождения и заберите банк.",
}
SEATS: Final = (3, 4, 5, 6)
LEVELS: Final = {"easy": "random", "normal": "heuristic", "hard": "mcts:seconds=1,depth=0"}

_LINES: Final = ("sok", "zam", "apl", "fil", "ring", "kr", "tk", "kal", "st", "lyu", "kakh")
"""The ids of the lines of `moscow_1997.yaml`, in its order."""


def action_pattern(lines: Sequence[str]) -> str:
    """What the text of a plan looks like on a map with these line ids (`rules/psychos_of_the_underground.md` §9)."""
    count = "[1-9][0-9]*"
    change = f"(?:{'|'.join(lines)})[+-]{count}"
    return f"skip|(?:{count}|{change})(?:/{change})?!?"


def _load() -> PsychosOfTheUnderground:
    """The game on its own map; imports the rules and reads the map."""
    from undercroft_psychos.game import PsychosOfTheUnderground
    from undercroft_psychos.map_file import shipped_map

    return PsychosOfTheUnderground(SPEC, shipped_map())


SPEC: Final = GameSpec(
    id="psychos-of-the-underground",
    version="1",
    titles=TITLES,
    summaries=SUMMARIES,
    seats=SEATS,
    action_pattern=action_pattern(_LINES),
    load=_load,
    levels=LEVELS,
)
"""What a listing shows of the game on the map of 1997."""


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    """The game of this package."""
    return (SPEC,)


@hookimpl
def undercroft_configured_games(settings: Mapping[str, Any], folder: Path) -> Sequence[GameSpec]:
    """An operator's other maps, each a game of its own: the table `maps` has files by name."""
    from undercroft_psychos.operator_maps import map_specs

    return map_specs(settings, folder)
