"""A fake server and a client that tries again without long waits."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from undercroft_client import Backoff, Client, new_token

from .counting import CountingMatch
from .fake_server import FakeServer

QUICK = Backoff(0.001, 0.02)
ANN, BOB = new_token(), new_token()


@pytest.fixture
async def server() -> AsyncIterator[FakeServer]:
    fake = FakeServer()
    await fake.start()
    yield fake
    await fake.stop()


@pytest.fixture
async def client(server: FakeServer) -> AsyncIterator[Client]:
    async with Client(server.target, backoff=QUICK) as opened:
        yield opened


@pytest.fixture
def match(server: FakeServer) -> CountingMatch:
    return server.new_match([ANN, BOB])
