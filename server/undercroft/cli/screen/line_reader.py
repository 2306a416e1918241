"""What a match's screen asks of wherever a player's lines come from."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

__all__ = ["LineReader"]


class LineReader(Protocol):
    """Where a player's lines come from."""

    patient: bool
    """Whether lines are to be read only when an action is due: they wait in a pipe, a person doesn't."""

    async def read(self) -> str | None:
        """The next line, stripped; None when there is none any more, or the person wants to leave."""

    def refresh(self) -> None:
        """Show anew what stands round the line being typed."""

    def stop(self) -> None:
        """End a `read` that is under way."""

    def sharing_the_screen(self) -> AbstractContextManager[None]:
        """While it lasts, what is printed doesn't get into the line being typed."""
        ...
