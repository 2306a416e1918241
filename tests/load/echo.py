"""The least of generators, for the tests of `worker`: it is imported in another process, as no test module is."""

from __future__ import annotations

__all__ = ["Echo"]


class Echo:
    """Says what it is told to say, after a prefix."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    async def say(self, text: str) -> str:
        return self._prefix + text

    async def fail(self) -> None:
        raise ValueError("no such thing")

    async def go(self) -> None:
        raise SystemExit(0)
