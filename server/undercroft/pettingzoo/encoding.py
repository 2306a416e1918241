"""What an agent is given of a view: an array of a fixed shape."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import msgspec
import numpy as np
from gymnasium.spaces import Box, Space

from undercroft.game import UndercroftError
from undercroft.pettingzoo.rehearsal import Rehearsal

__all__ = ["Encoding", "JsonBytes"]


class Encoding(ABC):
    """Makes an observation of a seat's view, and of nothing else: so it can't tell what the seat doesn't know."""

    @abstractmethod
    def space(self, rehearsal: Rehearsal) -> Space[Any]:
        """The space of observations; `rehearsal` tells what a few matches have shown."""
        raise NotImplementedError

    @abstractmethod
    def encode(self, view: Any) -> Any:
        """The observation that a view (a Struct of the game's `view_type`) makes: an element of the space."""
        raise NotImplementedError


class JsonBytes(Encoding):
    """The view's JSON in UTF-8, byte by byte, with zeros to the end.

    It works for every game, tells all that the seat sees, and can be read back. A network learns more from an encoding
    made for the game. `size` is in bytes; by default more than twice the longest view of the rehearsal.
    """

    def __init__(self, size: int | None = None) -> None:
        self._size = size

    def space(self, rehearsal: Rehearsal) -> Space[Any]:
        """Bytes."""
        self._size = self._size or power_of_two_above(2 * rehearsal.longest_view)
        return Box(0, 255, (self._size,), np.uint8)

    def encode(self, view: Any) -> Any:
        """The bytes.

        Raises:
            UndercroftError: the view is longer than there is room.
        """
        raw = msgspec.json.encode(view)
        size = self._size or 0
        if len(raw) > size:
            raise UndercroftError(f"a view of {len(raw)} bytes doesn't fit: give JsonBytes a size above {size}")
        padded = np.zeros(size, np.uint8)
        padded[: len(raw)] = np.frombuffer(raw, np.uint8)
        return padded

    @staticmethod
    def decode(observation: Any) -> Any:
        """The view that an observation holds, as plain values."""
        return msgspec.json.decode(bytes(observation).rstrip(b"\0"))


def power_of_two_above(number: int) -> int:
    """The least power of two that is greater."""
    return 1 << number.bit_length()
