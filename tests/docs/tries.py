"""What becomes of a command that a page shows: each is known by its text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.docs.desk import Desk
from tests.docs.pages import BLOCKS

__all__ = ["SHOWN", "TRIES", "Try", "shows"]

Try = Callable[[Desk, str], Awaitable[None]]

TRIES: dict[str, Try] = {}

SHOWN = {block.text: block for block in BLOCKS if block.language == "console"}
"""Blocks that are the same to the letter are one."""


def shows(command: str) -> Callable[[Try], Try]:
    """A command of a page, spaces made one, and what becomes of it."""

    def known(attempt: Try) -> Try:
        TRIES[command] = attempt
        return attempt

    return known
