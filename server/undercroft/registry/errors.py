"""What can be wrong with a plugin, and with the name of a game or bot."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from undercroft.game import UndercroftError

__all__ = ["BrokenPlugin", "PluginProblem", "Stage", "UnknownBot", "UnknownGame", "told"]

Stage = Literal["import", "hook", "game", "bot"]
"""Where a plugin failed: at import, in what its hooks are or give, in loading a game, in loading a bot."""

SHOWN: Final = 300
"""So much of what an exception says is repeated, in characters."""


class PluginProblem(msgspec.Struct, frozen=True):
    """Something an operator must know about a plugin, and whose it is.

    `distribution` is the installed package with its version (`undercroft-hex 1.0`), or a path where the plugin isn't
    installed; `plugin` its entry point, module, game or bot. It's for operators, never for players: `message` may
    quote the plugin.
    """

    distribution: str
    plugin: str
    stage: Stage
    message: str

    def __str__(self) -> str:
        return f"{self.distribution}, {self.plugin} ({self.stage}): {self.message}"


class UnknownGame(UndercroftError, LookupError):
    """No plugin brings a game of this id."""

    def __init__(self, game: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(f'there is no game "{game[:SHOWN]}"{perhaps(nearest)}')
        self.game = game
        self.nearest = tuple(nearest)


class UnknownBot(UndercroftError, LookupError):
    """A bot spec that leads to no bot; the message says why."""

    def __init__(self, name: str, nearest: Sequence[str] = (), why: str = "there is no such bot") -> None:
        super().__init__(f'bot "{name[:SHOWN]}": {why}{perhaps(nearest)}')
        self.name = name
        self.nearest = tuple(nearest)


class BrokenPlugin(UndercroftError):
    """A game or bot that is there and can't be used. The text is for operators: it may quote the plugin."""

    def __init__(self, problem: PluginProblem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def perhaps(nearest: Sequence[str]) -> str:
    """The end of a sentence that names what was perhaps meant."""
    return f"; perhaps {' or '.join(nearest)}" if nearest else ""


def told(error: BaseException) -> str:
    """An exception in one line, with the place it came from; it comes from a plugin, so even its text may fail."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {text[:SHOWN]}{place}" if text else f"{type(error).__name__}{place}"
