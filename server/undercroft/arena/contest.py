"""What is played in an arena, in plain values: all that a process of it needs, and all that its result depends on."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from undercroft.game import Game, UndercroftError
from undercroft.options import encode_options
from undercroft.registry import BotChoice

__all__ = ["THINK_S", "ArenaError", "Contest", "contest_of"]

THINK_S: Final = 10.0
"""Seconds that a decision may take by default, as on a server."""


class ArenaError(UndercroftError):
    """A contest that can't be played, or not go on; the message says why."""


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """Bots that meet in a game.

    `options` is JSON with every option, `sides` the side of each seat, `bots` are specs; a bot takes a whole side.
    `think_s` is the most that a decision may take, in seconds of wall-clock time. `code` has the SHA-256 of the files
    of the authors' own bots, by spec: a result that was begun with other code isn't gone on with.
    """

    game: str
    game_version: str
    options: str
    sides: tuple[int, ...]
    bots: tuple[str, ...]
    seed: int
    think_s: float = THINK_S
    code: dict[str, str] = msgspec.field(default_factory=dict)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.sides)

    @property
    def places(self) -> int:
        """The number of sides, each of which one bot takes."""
        return len(set(self.sides))

    def secret(self, deal: int) -> bytes:
        """What chance is drawn from in all matches of a deal, 32 bytes."""
        return hashlib.sha256(b"undercroft arena" + self.seed.to_bytes(8, "big") + deal.to_bytes(8, "big")).digest()


def contest_of(
    game: Game[Any, Any, Any, Any],
    options: Any,
    seats: int | None,
    bots: Sequence[BotChoice],
    seed: int,
    think_s: float = THINK_S,
) -> Contest:
    """The contest of these bots; `seats` None is the game's fewest.

    Raises:
        ArenaError: fewer than two bots or sides, or a number of seats that the game isn't for.
        OptionError: the options don't go together.
    """
    allowed = tuple(game.seat_counts(options))
    sitting = min(allowed) if seats is None else seats
    if sitting not in allowed:
        raise ArenaError(f"{game.spec.id} is for {', '.join(map(str, allowed))} seats, not {sitting}")
    sides = tuple(game.sides(options, sitting))
    if len(set(sides)) < 2:
        raise ArenaError(f"with {sitting} seats {game.spec.id} has one side: nobody plays against anybody")
    if len(bots) < 2:
        raise ArenaError("an arena needs two bots; name the same one twice to see what chance does")
    return Contest(
        game=game.spec.id,
        game_version=game.spec.version,
        options=encode_options(options),
        sides=sides,
        bots=tuple(bot.spec for bot in bots),
        seed=seed,
        think_s=think_s,
        code={bot.spec: digest for bot in bots if (digest := _digest(bot))},
    )


def _digest(bot: BotChoice) -> str:
    """The SHA-256 of the file of an author's own bot (`file.py:Class`, `module:Class`), empty for any other."""
    own = bot.spec.partition(":")[0] != bot.name
    file = getattr(sys.modules.get(bot.bot_class.__module__), "__file__", None) if own else None
    return hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""
