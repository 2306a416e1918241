"""Bots of an author who is still learning."""

from __future__ import annotations

import os
import time

from undercroft.bot import Bot, Turn


class First(Bot):
    """Always the first legal action; needs to know nothing."""

    needs_belief = False

    def choose(self, turn: Turn) -> int:
        return turn.legal[0]


class Raises(First):
    def choose(self, turn: Turn) -> int:
        raise LookupError("nothing in the book")


class Cheats(First):
    def choose(self, turn: Turn) -> int:
        return -7


class Leaves(First):
    """Takes its process with it."""

    def choose(self, turn: Turn) -> int:
        os._exit(3)


class Sleeps(First):
    def choose(self, turn: Turn) -> int:
        time.sleep(3600)
        return turn.legal[0]


class Prints(First):
    def choose(self, turn: Turn) -> int:
        print("thinking aloud")
        return turn.legal[0]


class Unborn(First):
    def __init__(self, options: object = None) -> None:
        raise OSError("no opening book")
