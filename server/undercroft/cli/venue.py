"""Where a match is played: on somebody's server, or on one that runs inside this process."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from undercroft.cli.failure import Failure
from undercroft.cli.local_plugins import local_registry, report_problems
from undercroft.cli.logs import LOG_FILE, log_to_file
from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.server_calls import PATIENCE_S, refusals_in_words, speaking_to
from undercroft.cli.state_dir import state_dir
from undercroft.game import UndercroftError
from undercroft.registry import Registry
from undercroft_client import Client

__all__ = ["Venue", "venue"]

_STORE: Final = "matches.sqlite3"


@dataclass(frozen=True)
class Venue:
    """A server to play on: `server`, or the one inside this process. `registry` are the plugins of this machine."""

    client: Client
    server: RemoteServer | None
    plugins_dir: Path | None
    registry: Registry


@asynccontextmanager
async def venue(server: RemoteServer | None, plugins_dir: Path | None) -> AsyncIterator[Venue]:
    """A connection to `server`, or to a server of our own if none is named.

    Our own keeps its matches in the user's state directory, which other terminals share: it wakes no match but those
    that are asked for.

    Raises:
        Failure: the server can't be reached or started; or whatever the client raises inside.
    """
    registry = local_registry(plugins_dir)
    log_to_file(state_dir(os.environ) / LOG_FILE)  # the screen is for the match
    if server is not None:
        async with speaking_to(server) as client:
            yield Venue(client, server, plugins_dir, registry)
        return
    async with _embedded(registry, plugins_dir) as address, _own_client(address) as client:
        yield Venue(client, None, plugins_dir, registry)


@asynccontextmanager
async def _embedded(registry: Registry, plugins_dir: Path | None) -> AsyncIterator[str]:
    """A server in this process; gives its address."""
    from undercroft.rpc.server import Server, ServerConfig

    known = list(registry.problems)
    config = ServerConfig(
        listen="127.0.0.1:0",
        store=str(state_dir(os.environ) / _STORE),
        plugins_dir=plugins_dir,
        allow_seed=True,
        wake_all=False,
    )
    server = Server(config, registry)
    try:
        await server.start()
    except UndercroftError as error:
        raise Failure(f"{error}.") from error
    report_problems([problem for problem in registry.problems if problem not in known])
    try:
        yield server.address
    finally:
        await server.stop(grace_s=1.0)


@asynccontextmanager
async def _own_client(address: str) -> AsyncIterator[Client]:
    with refusals_in_words("the server inside this process"):
        # Never through a proxy of the environment's: the address is this process's own.
        async with Client(address, patience=PATIENCE_S, options=(("grpc.enable_http_proxy", 0),)) as client:
            yield client
