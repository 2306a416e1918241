"""The hooks a plugin may implement.

A plugin is an importable module named by an entry point of the group `undercroft`:

    [project.entry-points.undercroft]
    hex = "undercroft_hex"

Its functions marked with `hookimpl` are found by name. Keep that module light: it is imported for every listing. The
rules belong in a module that `GameSpec.load` imports.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pluggy

from undercroft.bot import BotSpec
from undercroft.game import GameSpec

__all__ = ["GROUP", "Call", "MatchSummary", "hookimpl", "hookspec"]

GROUP = "undercroft"
"""The entry-point group, and the project name of the hooks."""

hookspec = pluggy.HookspecMarker(GROUP)
hookimpl = pluggy.HookimplMarker(GROUP)


class Call(msgspec.Struct, frozen=True):
    """A call that has arrived: full rpc name (`/undercroft.v1.MatchService/Play`) and its metadata (texts only)."""

    rpc: str
    metadata: Mapping[str, str]


class MatchSummary(msgspec.Struct, frozen=True):
    """A match that has ended, as everybody may know it."""

    match_id: str
    game: str
    game_version: str
    players: Sequence[str]
    returns: Sequence[int]
    winners: Sequence[int]
    reason: str


@hookspec
def undercroft_games() -> Sequence[GameSpec]:  # type: ignore[empty-body]
    """The games this plugin brings."""


@hookspec
def undercroft_configured_games(settings: Mapping[str, Any], folder: Path) -> Sequence[GameSpec]:  # type: ignore[empty-body]
    """Further games, made of what the operator has configured for this plugin.

    `settings` is the table `[plugins.NAME]` of the server's configuration, NAME being the plugin's entry point: texts,
    numbers, lists, tables. File names in it are relative to `folder`. Asked only if there is such a table, after
    `undercroft_games`, in the server and in each process of bots. A game's id is `GAME/NAME`, after a game of the
    plugin, and its version changes with whatever its rules depend on, a file's content too.

    Raises:
        UndercroftError: the settings are wrong. The server doesn't start, and tells the operator this sentence.
    """


@hookspec
def undercroft_bots() -> Sequence[BotSpec]:  # type: ignore[empty-body]
    """The bots this plugin brings."""


@hookspec(firstresult=True)
def undercroft_authenticate(call: Call) -> str | None:
    """Refuse a call by giving the sentence to refuse it with; None lets the next plugin look."""


@hookspec
def undercroft_match_ended(summary: MatchSummary) -> None:
    """A match has ended and its end is on disk. Called off the event loop; what it raises is logged."""
