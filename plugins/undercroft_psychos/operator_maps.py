"""Other maps: an operator's map file becomes a game of its own (`rules/psychos_of_the_underground.md` §2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from undercroft.game import GameSpec, UndercroftError
from undercroft_psychos import LEVELS, SEATS, SPEC, SUMMARIES, TITLES, action_pattern
from undercroft_psychos.game import PsychosOfTheUnderground
from undercroft_psychos.map_file import read_map_file

__all__ = ["map_spec", "map_specs"]

_NAME: Final = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
_SHOWN_DIGITS: Final = 16


def map_specs(settings: Mapping[str, Any], folder: Path) -> list[GameSpec]:
    """The games of an operator's settings: `maps`, a table of files by name; relative to `folder`.

    Raises:
        UndercroftError: something else is there, a name isn't kebab-case, or a file is no map (`MapError`) or missing.
    """
    maps = settings.get("maps", {})
    if strange := sorted(settings.keys() - {"maps"}):
        raise UndercroftError(f"there is nothing to set but maps, and {strange[0]!r} is set")
    if not isinstance(maps, Mapping) or not all(isinstance(file, str) for file in maps.values()):
        raise UndercroftError("maps must be a table of files by name")
    return [_named_map(folder / file, name) for name, file in maps.items()]


def _named_map(path: Path, name: str) -> GameSpec:
    try:
        return map_spec(path, name)
    except OSError as error:
        raise UndercroftError(f"the map {path} can't be read: {error.strerror}") from error


def map_spec(path: str | Path, name: str) -> GameSpec:
    """The game `psychos-of-the-underground/NAME` on the map of a file, which is read and checked now.

    Its version is that of the rules and the first digits of the file's SHA-256: a changed file is another version.

    Raises:
        MapError: the file isn't a map on which the game can be played; it names the line at fault.
        OSError: the file can't be read.
        UndercroftError: the name isn't kebab-case.
    """
    if _NAME.fullmatch(name) is None:
        raise UndercroftError(f"the name of a map is kebab-case, not {name!r}")
    data = read_map_file(path)

    def load() -> PsychosOfTheUnderground:
        return PsychosOfTheUnderground(spec, data)

    spec = GameSpec(
        id=f"{SPEC.id}/{name}",
        version=f"{SPEC.version}-{data.digest[:_SHOWN_DIGITS]}",
        titles={lang: f"{title}: {name}" for lang, title in TITLES.items()},
        summaries=SUMMARIES,
        seats=SEATS,
        action_pattern=action_pattern([line.id for line in data.lines]),
        load=load,
        levels=LEVELS,
    )
    return spec
