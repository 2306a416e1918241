"""The client processes, as one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from undercroft.bench.server.children import Child
from undercroft.bench.server.orders import Failed, Order, Reply, Setup, Slice, read_reply
from undercroft.bench.server.plan import BenchFailed

__all__ = ["Loads"]

_encode = msgspec.json.Encoder().encode


class Loads:
    """So many processes with the same set-up, given the same orders at the same time."""

    def __init__(self, processes: int, setup: Setup, folder: Path) -> None:
        arguments = ["-m", "undercroft.bench.server.load", _encode(setup).decode()]
        self._children = [Child("a client", arguments, folder / f"client{number}.log") for number in range(processes)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for child in self._children:
            child.__exit__(kind, error, trace)

    def do(self, *orders: Order) -> None:
        """Have orders carried out, one for all or one for each, and wait."""
        self._tell(orders)
        self._hear()

    def begin(self, order: Order) -> None:
        """Have an order carried out by all; `slices` waits for it."""
        self._tell([order])

    def slices(self) -> list[Slice]:
        """What each has counted."""
        return [reply for reply in self._hear() if isinstance(reply, Slice)]

    def _tell(self, orders: Sequence[Order]) -> None:
        orders = orders if len(orders) > 1 else [*orders] * len(self._children)
        for child, order in zip(self._children, orders, strict=True):
            child.tell(_encode(order))

    def _hear(self) -> list[Reply]:
        replies = [read_reply(child.hear()) for child in self._children]
        for reply in replies:
            if isinstance(reply, Failed):
                raise BenchFailed(reply.why)
        return replies
