"""One server for all pages, and a fresh desk for each block."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.docs.desk import Desk
from undercroft.registry import load_registry
from undercroft.rpc import Server, ServerConfig


@pytest.fixture(scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of a server."""
    store = tmp_path_factory.mktemp("docs") / "store.sqlite3"
    running = Server(ServerConfig(store=str(store), listen="127.0.0.1:0"), load_registry())
    await running.start()
    yield running.address
    await running.stop(0.0)


@pytest.fixture
async def desk(server: str, tmp_path: Path) -> AsyncIterator[Desk]:
    """A desk, cleared afterwards of whatever still runs."""
    laid = Desk(tmp_path, server)
    yield laid
    await laid.clear()
