"""`undercroft store`: copies that are made while the server plays, and can be served."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.load.server_process import ServerProcess
from undercroft.store import MatchQuery
from undercroft.store.migrations import migrations_of
from undercroft.store.sqlite import SqliteStore
from undercroft_client import Bot, Client, MatchStatus

Run = Callable[..., subprocess.CompletedProcess[str]]

GAME = "dungeon-of-fear"


async def _everything(path: Path) -> dict[str, list[bytes]]:
    store = SqliteStore(path)
    page = await store.matches(MatchQuery())
    logs = {header.match_id: await store.read(header.match_id) for header in page.headers}
    await store.close()
    return logs


async def _end_of(client: Client, match_id: str) -> None:
    async with client.watch(match_id) as watch:
        async for update in watch:
            if update.status is MatchStatus.FINISHED:
                return
    raise AssertionError(f"{match_id} came to no end")


async def test_copies_of_a_server_that_plays_can_be_served_and_played_on(
    undercroft: Run, tmp_path: Path, state: Path
) -> None:
    (tmp_path / "live").mkdir()
    server = ServerProcess(tmp_path / "live")
    await server.start()
    copies = []
    try:
        async with Client(server.address) as client:
            for _ in range(8):
                await client.create_match(GAME, seats=[Bot("random"), Bot("random")], pace_ms=0)
            store = tmp_path / "live" / "store.sqlite3"
            for number in range(3):
                copies.append(tmp_path / f"copy-{number}.sqlite3")
                arguments = ("store", "backup", f"sqlite:{store}", str(copies[-1]), "--json")
                made = await asyncio.to_thread(undercroft, *arguments)
                assert made.returncode == 0, made.stderr
                assert made.stderr == ""
                said = json.loads(made.stdout)
                assert said["file"] == str(copies[-1])
                assert sum(said["matches"].values()) == 8
                assert said["bytes"] == copies[-1].stat().st_size
    finally:
        await server.stop()

    whole = await _everything(store)
    for copy in copies:
        kept = await _everything(copy)
        assert set(kept) == set(whole)
        assert all(rows == whole[match_id][: len(rows)] for match_id, rows in kept.items())

    (tmp_path / "restored").mkdir()
    copies[0].rename(tmp_path / "restored" / "store.sqlite3")
    restored = ServerProcess(tmp_path / "restored")
    await restored.start()
    try:
        async with Client(restored.address) as client, asyncio.timeout(60):
            for match_id in whole:
                await _end_of(client, match_id)
    finally:
        assert await restored.stop() == 0


NEWEST = migrations_of("sqlite")[-1].version


@pytest.fixture
async def store(tmp_path: Path) -> Path:
    opened = SqliteStore(tmp_path / "store.sqlite3")
    await opened.close()
    return tmp_path / "store.sqlite3"


def test_a_person_reads_sentences(store: Path, undercroft: Run, terminal: Any, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    made = undercroft("store", "backup", str(store), str(copy))
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith(f"{copy}: 0 matches, 0 rows, schema {NEWEST}; 0.1 MB.\n")
    checked = undercroft("store", "check", str(copy))
    assert (checked.returncode, checked.stdout) == (0, f"{copy} is sound: 0 matches, 0 rows, schema {NEWEST}.\n")
    assert json.loads(undercroft("store", "check", str(copy), "--json").stdout) == {
        "store": str(copy), "schema": NEWEST, "rows": 0, "matches": {}, "problems": [],
    }  # fmt: skip
    person = terminal("store", "backup", str(store), str(copy), "--force")
    assert person.status() == 0
    assert "backup: copying" in person.screen


def test_whatever_is_refused_is_one_sentence(store: Path, undercroft: Run, tmp_path: Path) -> None:
    nowhere, text = tmp_path / "nowhere", tmp_path / "text"
    text.write_text("this isn't a database at all")
    copy = str(tmp_path / "copy")
    for arguments, said in (
        (["backup", str(nowhere), copy], str(nowhere)),
        (["backup", str(text), copy], "not a SQLite database"),
        (["backup", str(store), str(text)], "--force"),
        (["backup", str(store), str(store), "--force"], "can't be replaced"),
        (["backup", str(store), str(nowhere / "copy")], "can't be written"),
        (["backup", "temporary:", copy], "temporary:"),
        (["backup", "postgresql://ann:secret@db/undercroft", copy], "PostgreSQL"),
        (["check", str(nowhere)], str(nowhere)),
        (["check", str(tmp_path)], "not a regular file"),
    ):
        result = undercroft("store", *arguments)
        assert result.returncode == 1, arguments
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        assert said in result.stderr
        assert "secret" not in result.stderr
    assert not nowhere.exists()
    assert not Path(copy).exists()


def test_damage_is_told_and_ends_with_a_status(store: Path, undercroft: Run) -> None:
    connection = sqlite3.connect(store)
    connection.execute("INSERT INTO due VALUES ('nobody', 1, 'bot')")
    connection.commit()
    connection.close()
    person = undercroft("store", "check", str(store))
    assert person.returncode == 1
    assert "damaged: the table due" in person.stderr
    program = undercroft("store", "check", str(store), "--json")
    assert program.returncode == 1
    assert len(json.loads(program.stdout)["problems"]) == 1
