"""By what a seat tells positions apart: the keys of an information-set tree.

A node is the path of what a seat has done and was told. These classes play an action in a world and say what was told.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from msgspec.json import encode
from mypy_extensions import mypyc_attr

from undercroft.game import Journal, Seat, State

__all__ = ["ByAction", "ByEntries", "ByObservation", "Telling"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Telling:
    """Plays, and gives the key of what the last action has told a seat; None where that is nothing."""

    def play(self, world: State[Any, Any], seat: Seat, action: int) -> None:
        """Play an action."""
        raise NotImplementedError

    def key(self, world: State[Any, Any], reader: Seat) -> Hashable | None:
        """What `reader` was told by the last action."""
        raise NotImplementedError

    def first_key(self, world: State[Any, Any], reader: Seat) -> Hashable | None:
        """What can be said of what `reader` knows in a world just sampled; None for nothing."""
        return None


class ByObservation(Telling):
    """By `State.observation`, the short cut."""

    def play(self, world: State[Any, Any], seat: Seat, action: int) -> None:
        """Play an action, without a journal."""
        world.apply(seat, action)

    def key(self, world: State[Any, Any], reader: Seat) -> Hashable | None:
        """The observation."""
        return world.observation(reader)

    def first_key(self, world: State[Any, Any], reader: Seat) -> Hashable | None:
        """The observation, which is about the last action before the sample."""
        return world.observation(reader)


class ByEntries(Telling):
    """By the entries themselves, for games without the short cut."""

    _journal: Journal[Any]

    def __init__(self) -> None:
        self._journal = Journal()

    def play(self, world: State[Any, Any], seat: Seat, action: int) -> None:
        """Play an action and keep what it tells."""
        self._journal = Journal()
        world.apply(seat, action, self._journal)

    def key(self, world: State[Any, Any], reader: Seat) -> Hashable | None:
        """The entries, as JSON."""
        entries = self._journal.entries(reader)
        return encode(entries) if entries else None


class ByAction(Telling):
    """By the action, for games that hide nothing."""

    _action: int

    def __init__(self) -> None:
        self._action = -1

    def play(self, world: State[Any, Any], seat: Seat, action: int) -> None:
        """Play an action, without a journal."""
        world.apply(seat, action)
        self._action = action

    def key(self, world: State[Any, Any], reader: Seat) -> Hashable | None:
        """The action, which everybody has seen."""
        return self._action
