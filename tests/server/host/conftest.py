"""Houses: hosts with a store in a file that another host may open too."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from .hosting import House, SqliteStore


@pytest.fixture
async def open_house(tmp_path: Path) -> AsyncIterator[Callable[..., House]]:
    """Opens a host on the test's one store; each call is another process, as far as they know."""
    houses: list[House] = []

    def build(**more: Any) -> House:
        houses.append(House(SqliteStore(tmp_path / "store.db", busy_timeout=5.0), **more))
        return houses[-1]

    yield build
    for house in houses:
        await house.host.stop()
        await house.store.close()


@pytest.fixture
async def house(open_house: Callable[..., House]) -> House:
    opened = open_house()
    await opened.host.start()
    return opened
