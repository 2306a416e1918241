"""Which matches can go on here: those whose game is installed in their version, or in one that replays it."""

from __future__ import annotations

from typing import Any

import msgspec

from undercroft.game import Game, UndercroftError
from undercroft.match import MatchInfo
from undercroft.registry import BrokenPlugin, Registry, UnknownGame

__all__ = ["NotHere", "as_here", "game_of", "goes_on", "played"]


class NotHere(UndercroftError):
    """A match's game isn't here, or in no version that replays it. The text is for everybody: it quotes no plugin."""


def game_of(registry: Registry, game_id: str, version: str) -> Game[Any, Any, Any, Any]:
    """The game of a match that began with this version of it.

    Raises:
        NotHere: the match can't go on with what is installed.
    """
    try:
        game = registry.game(game_id)
    except UnknownGame as error:
        raise NotHere(f"its game {game_id} isn't installed here") from error
    except BrokenPlugin as error:
        raise NotHere(f"its game {game_id} can't be loaded here") from error
    if version not in {game.spec.version, *game.spec.replays}:
        raise NotHere(f"it began with {game_id} {version}, and {game.spec.version} is installed here")
    return game


def goes_on(registry: Registry, game_id: str, version: str) -> bool:
    """Whether a match that began with this version of its game can go on with what is installed."""
    try:
        game_of(registry, game_id, version)
    except NotHere:
        return False
    return True


def played(registry: Registry) -> list[tuple[str, str]]:
    """The games that are played here, each with the versions in which matches go on.

    No rules are imported for it: a game that turns out broken counts too.
    """
    return [(spec.id, version) for spec in registry.specs() for version in (spec.version, *spec.replays)]


def as_here(registry: Registry, info: MatchInfo) -> MatchInfo:
    """A match as it stands here: if it isn't over and can't go on, it is suspended, whatever its log says."""
    if info.status not in {"open", "running"} or goes_on(registry, info.game, info.game_version):
        return info
    return msgspec.structs.replace(info, status="suspended")
