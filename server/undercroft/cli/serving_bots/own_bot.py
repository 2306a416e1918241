"""The author's bot: what it is called, which version it is, which games it plays with a server."""

from __future__ import annotations

import hashlib
import importlib.metadata
import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from undercroft.bot import BotRefused
from undercroft.cli.failure import Failure
from undercroft.game import UndercroftError
from undercroft.registry import Registry
from undercroft_client import GameInfo

__all__ = ["AuthorsBot", "authors_bot", "playable"]

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
_DIGITS: Final = 8


@dataclass(frozen=True)
class AuthorsBot:
    """`spec` is as typed; `name` is what it is called on servers, `version` what it calls itself."""

    spec: str
    name: str
    version: str


def authors_bot(registry: Registry, spec: str, name: str, version: str) -> AuthorsBot:
    """The bot of a spec; its name is its class's, and its version changes with its file, unless something else is said.

    Raises:
        Failure: the name is none.
        UndercroftError: the bot can't be had.
    """
    choice = registry.bot(spec, own_code=True)
    name = name or choice.name
    if not _NAME.fullmatch(name):
        raise Failure(f"{name!r} can't be a bot's name: it has 1 to 40 letters from a to z, digits, - and _.")
    return AuthorsBot(spec, name, version or _version_of(choice.bot_class))


def playable(registry: Registry, spec: str, theirs: Sequence[GameInfo], wanted: Sequence[str]) -> list[str]:
    """Ids of the games of a server that the bot plays, by rules that are installed here too.

    Raises:
        Failure: there is none, or one that is `wanted` isn't among them; the sentence says why.
    """
    reasons: dict[str, str] = {}
    games = []
    for game in theirs:
        reason = _why_not(registry, spec, game)
        if reason:
            reasons[game.id] = reason
        elif not wanted or game.id in wanted:
            games.append(game.id)
    for game_id in wanted:
        if game_id not in games:
            raise Failure(f"{game_id}: {reasons.get(game_id, 'the server has no such game')}.")
    if not games:
        raise Failure(f"the bot plays no game of this server. {'; '.join(f'{k}: {v}' for k, v in reasons.items())}.")
    return games


def _why_not(registry: Registry, spec: str, game: GameInfo) -> str:
    try:
        ours = registry.game(game.id)
        if ours.spec.version != game.version:
            return f"version {game.version} is played there, and {ours.spec.version} is installed here"
        registry.bot(spec, ours, own_code=True)
    except BotRefused as error:
        return str(error)
    except UndercroftError as error:
        return str(error).rstrip(".")
    return ""


def _version_of(bot_class: type) -> str:
    """The version of the distribution that brings a bot, or the first digits of its file's hash."""
    file = inspect.getsourcefile(bot_class)
    top = bot_class.__module__.partition(".")[0]
    for distribution in importlib.metadata.packages_distributions().get(top, ()):
        return importlib.metadata.version(distribution)
    if file is None or not Path(file).is_file():
        return ""
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:_DIGITS]
