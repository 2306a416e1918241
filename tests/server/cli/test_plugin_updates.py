"""What becomes of matches when their game's plugin is updated or removed, on a server as operators run it."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.cli.served import Served
from undercroft_client import Bot, Client, Mine, Reason, Refused

Run = Callable[..., subprocess.CompletedProcess[str]]

SOURCE = Path(__file__).parents[2] / "third_party" / "first_try" / "last_stone.py"
TOKEN = bytes(range(32))
OTHERS = bytes(range(32, 64))


class Site:
    """A folder on the import path, into which a package is installed, updated and removed as pip does it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def install(self, version: str, replays: str = "()") -> None:
        self.remove()
        self._folder.mkdir()
        source = SOURCE.read_text().replace('"last-stone", "1",', f'"last-stone", "{version}",')
        source = source.replace("load=LastStone)", f"load=LastStone, replays={replays})")
        (self._folder / "last_stone.py").write_text(source)
        metadata = self._folder / f"last_stone-{version}.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.4\nName: last-stone\nVersion: {version}\n")
        (metadata / "entry_points.txt").write_text("[undercroft]\nlast-stone = last_stone\n")

    def remove(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # both versions may be written within a second
    installed = Site(tmp_path / "site")
    installed.install("1")
    return installed


async def begin(address: str) -> str:
    """A match between two people, in which one action was played."""
    async with Client(address) as client:
        seats = [Mine("Ann", TOKEN), Mine("Bob", OTHERS)]
        made = await client.create_match("last-stone", options={"stones": 5}, seats=seats)
        await play(client, made.match.match_id, TOKEN, "1")
        return made.match.match_id


async def play(client: Client, match_id: str, token: bytes, action: str) -> None:
    async with client.seat(match_id, token) as seat:
        await seat.wait_turn()
        await seat.act(action)


async def refused(address: str, match_id: str) -> str:
    """Why the seat to act can't."""
    async with Client(address) as client:
        with pytest.raises(Refused) as refusal:
            await play(client, match_id, OTHERS, "3")
        assert refusal.value.reason is Reason.MATCH_SUSPENDED
        return str(refusal.value)


async def finish(address: str, match_id: str) -> str:
    """Play on from there to the end; the version that the match's record names."""
    async with Client(address) as client:
        await play(client, match_id, OTHERS, "3")
        await play(client, match_id, TOKEN, "1")
        info = await client.match(match_id)
        assert info.outcome is not None
        assert info.outcome.winners == (0,)
        return str(json.loads(await client.record_json(match_id))["version"])


def statuses(undercroft: Run, address: str, *more: str) -> dict[str, tuple[str, str]]:
    """Status and version of the listed matches, by id."""
    listed = undercroft("matches", "--json", "--server", address, *more)
    assert listed.returncode == 0, listed.stderr
    return {match["match"]: (match["status"], match["version"]) for match in json.loads(listed.stdout)["matches"]}


def installed_version(undercroft: Run, address: str) -> str | None:
    games = json.loads(undercroft("games", "--json", "--server", address).stdout)["games"]
    return next((game["version"] for game in games if game["id"] == "last-stone"), None)


async def test_matches_of_a_version_that_the_new_one_replays_go_on(
    serve: Callable[..., Served], undercroft: Run, site: Site
) -> None:
    server = serve()
    match_id = await begin(server.address)
    assert server.end(signal.SIGTERM) == 0
    site.install("2", replays='("1",)')
    server.start()
    assert installed_version(undercroft, server.address) == "2"
    assert statuses(undercroft, server.address) == {match_id: ("running", "1")}
    new = await begin(server.address)
    assert await finish(server.address, match_id) == "1"
    assert await finish(server.address, new) == "2"


async def test_matches_of_another_version_are_suspended_and_go_on_when_it_is_back(
    serve: Callable[..., Served], undercroft: Run, site: Site
) -> None:
    server = serve()
    match_id = await begin(server.address)
    server.end(signal.SIGTERM)
    site.install("2")
    server.start()
    assert "it began with last-stone 1, and 2 is installed here" in await refused(server.address, match_id)
    new = await begin(server.address)
    assert statuses(undercroft, server.address) == {new: ("running", "2"), match_id: ("suspended", "1")}
    assert statuses(undercroft, server.address, "--status", "suspended") == {match_id: ("suspended", "1")}
    assert statuses(undercroft, server.address, "--status", "running") == {new: ("running", "2")}
    watched = undercroft("watch", match_id, "--server", server.address)
    assert watched.returncode == 1
    assert "suspended" in watched.stderr
    assert server.log.read_text().count("a match can't go on here") == 1
    server.end(signal.SIGTERM)
    site.install("1")
    server.start()
    assert statuses(undercroft, server.address) == {match_id: ("running", "1"), new: ("suspended", "2")}
    assert await finish(server.address, match_id) == "1"


async def test_matches_of_a_game_that_was_removed_are_kept_and_go_on_when_it_is_back(
    serve: Callable[..., Served], undercroft: Run, site: Site
) -> None:
    server = serve()
    match_id = await begin(server.address)
    server.end(signal.SIGTERM)
    site.remove()
    server.start()
    assert installed_version(undercroft, server.address) is None
    assert "its game last-stone isn't installed here" in await refused(server.address, match_id)
    assert statuses(undercroft, server.address) == {match_id: ("suspended", "1")}
    server.end(signal.SIGTERM)
    site.install("1")
    server.start()
    assert await finish(server.address, match_id) == "1"


async def test_a_server_plays_on_by_the_version_it_was_started_with(
    serve: Callable[..., Served], undercroft: Run, site: Site
) -> None:
    """Also where its processes of bots are started anew, and find another version: their bots don't play by that."""
    server = serve()
    match_id = await begin(server.address)
    site.install("2")
    assert installed_version(undercroft, server.address) == "1"
    for worker in workers_of(server):
        os.kill(worker, signal.SIGKILL)
    async with Client(server.address) as client, asyncio.timeout(60):
        made = await client.create_match("last-stone", options={"stones": 4}, seats=[Mine("Ann", TOKEN), Bot("mcts")])
        await play(client, made.match.match_id, TOKEN, "1")
        while (await client.match(made.match.match_id)).outcome is None:
            async with client.seat(made.match.match_id, TOKEN) as seat:
                update = await seat.wait_turn()
                if update.outcome is None:
                    await seat.act("1")
        record = json.loads(await client.record_json(made.match.match_id))
    assert {fault["why"] for fault in record["bot_faults"]} == {"refused"}
    assert "asked for last-stone 1, and 2 is installed" in server.log.read_text()
    assert await finish(server.address, match_id) == "1"


def workers_of(server: Served) -> list[int]:
    """The process ids of a server's bot workers."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(server.process.pid)], capture_output=True, text=True, check=True
    )
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if "undercroft.worker" in line]
