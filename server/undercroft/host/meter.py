"""What a host counts for its operator, if anybody counts.

Names and numbers of matches, seats, players or tokens never get here: only kinds out of short lists that are known
beforehand, so that what is counted has a bounded size and tells nothing of anybody.
"""

from __future__ import annotations

import msgspec

from undercroft.host.live import Done
from undercroft.match import Command, Refusal

__all__ = ["Census", "Meter", "kind_of"]


class Census(msgspec.Struct, frozen=True):
    """What a host has in memory now: matches by status, watchers, decisions that bots owe, bots that dialled in."""

    live_matches: dict[str, int]
    watchers: int
    bots_asked: int
    remote_bots: int = 0


class Meter:
    """Called as things happen, on the event loop; returns at once and never raises. This one counts nothing."""

    def command(self, command: Command | Refusal | None, done: Done) -> Done:
        """A command was put in a match's line (None: the match is being made), and `done` hears what comes of it.

        Gives what is called instead; `kind_of` names the command.
        """
        return done

    def committed(self, appends: int, seconds: float) -> None:
        """The store has answered a batch of so many appends, that long after it was given to it."""

    def bot_answered(self, outcome: str, seconds: float) -> None:
        """A hosted bot has decided (`acted`) or failed (the kind of the failure), that long after it was asked."""

    def remote_bot_answered(self, outcome: str, seconds: float) -> None:
        """The same of a bot that dials in."""

    def remote_event(self, event: str) -> None:
        """Something befell a bot that dials in.

        A turn was `asked_again`; a reply was `late`, `repeated`, to a turn that is `not_due`, or to an `unknown` one;
        its connection was `lost`, or `taken_over` by another one.
        """

    def suspended(self, cause: str) -> None:
        """A match can't go on: `game_failed` in its rules, it was `not_restored`, or its game is `not_here`."""


def kind_of(command: Command | Refusal | None) -> str:
    """What a command is called where commands are counted; one that was refused on sight is `unfit`."""
    if command is None:
        return "create"
    if isinstance(command, Refusal):
        return "unfit"
    name = type(command).__name__
    return f"bot_{name}".lower() if getattr(command, "by_bot", False) else name.lower()
