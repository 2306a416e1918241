"""`undercroft ladder`, on a server and on this machine; and its sums after a server was killed under rated matches."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from undercroft_client import Bot, Client

Run = Callable[..., subprocess.CompletedProcess[str]]
GAME = "connect-four"


def test_an_empty_ladder_says_how_to_fill_it(undercroft: Run) -> None:
    ran = undercroft("ladder", GAME)
    assert (ran.returncode, ran.stdout) == (0, "")
    assert "undercroft create connect-four --rated" in ran.stderr
    assert json.loads(undercroft("ladder", GAME, "--json").stdout) == {"game": GAME, "ladder": []}


def test_an_unknown_game_is_named_with_the_nearest(undercroft: Run) -> None:
    ran = undercroft("ladder", "connect-fou")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "connect-four" in ran.stderr


@contextmanager
def _served(store: Path) -> Iterator[str]:
    """A server in a process of its own, killed at the end; gives its address."""
    command = [sys.executable, "-c", "from undercroft.cli import main; main()", "serve", "--listen", "127.0.0.1:0"]
    server = subprocess.Popen(
        [*command, "--store", str(store)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    with server:
        try:
            assert server.stdout is not None
            ready = re.fullmatch(r"undercroft is ready on (\S+)\n", server.stdout.readline())
            assert ready is not None
            yield ready[1]
        finally:
            server.kill()


async def _finished(client: Client, least: int) -> int:
    """How many matches are over, once so many are."""
    async with asyncio.timeout(60):
        while True:
            over = len([match async for match in client.matches(statuses=["finished"], page_size=200)])
            if over >= least:
                return over
            await asyncio.sleep(0.01)


async def test_every_rated_match_counts_once_though_the_server_is_killed_again_and_again(
    state: Path, tmp_path: Path, undercroft: Run, figure: Callable[[str], None]
) -> None:
    matches, store, kills = 24, tmp_path / "store.sqlite3", [0]
    with _served(store) as address:
        async with Client(address) as client:
            for _ in range(matches):
                await client.create_match(GAME, seats=[Bot("mcts:simulations=100"), Bot("random")], rated=True)
    while kills[-1] < matches:
        with _served(store) as address:
            async with Client(address) as client:
                kills.append(await _finished(client, least=min(matches, kills[-1] + 5)))
                if kills[-1] == matches:
                    ran = await asyncio.to_thread(undercroft, "ladder", GAME, "--json", "--server", address)
    first, second = json.loads(ran.stdout)["ladder"]
    assert first["matches"] == second["matches"] == matches
    assert (first["won"], first["drawn"], first["lost"]) == (second["lost"], second["drawn"], second["won"])
    assert first["faulted"] == second["faulted"] == 0
    figure(f"killed when {', '.join(map(str, kills[1:-1]))} of {matches} rated matches were over; each counts once")
