"""A copy of a store is of one moment, whole or not there at all, and sound."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from undercroft.store import Append, AppendResult, MatchQuery, StoreError
from undercroft.store.sqlite import SqliteStore, back_up, backup, survey_store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "store.db", busy_timeout=0.2)
    yield opened
    await opened.close()


def leftovers(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"store.db", "store.db-wal", "store.db-shm"}


async def test_a_copy_made_under_load_is_of_one_moment(store: SqliteStore, ledger: Any, tmp_path: Path) -> None:
    await ledger.write(store, *(ledger.creation(f"m{number}") for number in range(4)))
    done = asyncio.Event()
    commits_meanwhile = 0

    async def keep_writing(match_id: str) -> None:
        nonlocal commits_meanwhile
        version = 1
        while not done.is_set():
            row = b"%d" % (version + 1) + b"." * 1000
            assert await ledger.write_one(store, Append(match_id, version, (row,))) is AppendResult.WRITTEN
            version += 1
            commits_meanwhile += copying.is_set()

    copying = asyncio.Event()
    loop = asyncio.get_running_loop()

    def progress(stage: str, pages: int, whole: int) -> None:
        loop.call_soon_threadsafe(copying.set)
        time.sleep(0.01)

    writers = [asyncio.ensure_future(keep_writing(f"m{number}")) for number in range(4)]
    while (tmp_path / "store.db-wal").stat().st_size < 2_000_000:
        await ledger.write(store)  # together with what the others write
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(backup, "PAGES_AT_ONCE", 16)
        found = await asyncio.to_thread(back_up, tmp_path / "store.db", tmp_path / "copy.db", progress=progress)
    done.set()
    await asyncio.gather(*writers)

    assert commits_meanwhile > 0
    assert found.problems == ()
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert leftovers(tmp_path) == {"copy.db"}
    copy = SqliteStore(tmp_path / "copy.db")
    rows = 0
    for number in range(4):
        kept, all_rows = await copy.read(f"m{number}"), await store.read(f"m{number}")
        assert 1 < len(kept) < len(all_rows)
        assert kept == all_rows[: len(kept)]
        rows += len(kept)
        assert await ledger.write_one(copy, Append(f"m{number}", len(kept), (b"on",))) is AppendResult.WRITTEN
    assert found.rows == rows
    assert len((await copy.matches(MatchQuery())).headers) == 4
    await copy.close()


async def test_what_a_killed_server_left_in_the_write_ahead_log_is_copied(
    store: SqliteStore, ledger: Any, tmp_path: Path
) -> None:
    await ledger.write(store, ledger.creation("m", b"1", b"2"))
    killed = tmp_path / "killed"
    killed.mkdir()
    for name in ("store.db", "store.db-wal"):
        shutil.copy(tmp_path / name, killed / name)
    assert (killed / "store.db-wal").stat().st_size > 0
    assert back_up(killed / "store.db", tmp_path / "copy.db").rows == 2
    assert survey_store(tmp_path / "copy.db").rows == 2


async def test_a_file_that_is_there_is_replaced_only_if_that_is_wanted(
    store: SqliteStore, ledger: Any, tmp_path: Path
) -> None:
    await ledger.write(store, ledger.creation("m"))
    target = tmp_path / "copy.db"
    target.write_text("dear to somebody")
    with pytest.raises(StoreError, match="--force"):
        back_up(tmp_path / "store.db", target)
    assert target.read_text() == "dear to somebody"
    assert back_up(tmp_path / "store.db", target, overwrite=True).matches == {"open": 1}
    assert survey_store(target).matches == {"open": 1}


async def test_a_file_that_comes_meanwhile_is_kept(store: SqliteStore, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    with pytest.raises(StoreError, match="is there already"):
        back_up(tmp_path / "store.db", target, progress=lambda *_: [target.write_text("first")])  # type: ignore[arg-type, return-value, func-returns-value]
    assert target.read_text() == "first"
    assert leftovers(tmp_path) == {"copy.db"}


@pytest.mark.parametrize("name", ["store.db", "store.db-wal", "store.db-shm", "link.db", "hard.db", "folder"])
async def test_the_store_itself_is_never_replaced(store: SqliteStore, ledger: Any, tmp_path: Path, name: str) -> None:
    await ledger.write(store, ledger.creation("m"))
    (tmp_path / "link.db").symlink_to(tmp_path / "store.db")
    (tmp_path / "hard.db").hardlink_to(tmp_path / "store.db")
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreError, match=name):
        back_up(tmp_path / "store.db", tmp_path / name, overwrite=True)
    assert await ledger.write_one(store, Append("m", 1, (b"on",))) is AppendResult.WRITTEN


async def test_a_copy_never_gets_the_journal_of_another_database(store: SqliteStore, tmp_path: Path) -> None:
    (tmp_path / "copy.db-wal").write_bytes(b"of another")
    with pytest.raises(StoreError, match=r"copy\.db-wal"):
        back_up(tmp_path / "store.db", tmp_path / "copy.db", overwrite=True)
    assert not (tmp_path / "copy.db").exists()


async def test_a_copy_that_is_broken_off_leaves_nothing(store: SqliteStore, tmp_path: Path) -> None:
    def interrupt(stage: str, done: int, whole: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(tmp_path / "store.db", tmp_path / "copy.db", progress=interrupt)
    assert leftovers(tmp_path) == set()


async def test_a_disk_without_room_is_said_of_the_copy(
    store: SqliteStore, ledger: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def connect_with_little_room(*arguments: Any, **more: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **more)
        if ".part" in arguments[0]:
            connection.execute("PRAGMA max_page_count = 2")
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_with_little_room)
    with pytest.raises(StoreError, match=r"copy\.db can't be written \(the disk is full\)"):
        back_up(tmp_path / "store.db", tmp_path / "copy.db")
    assert leftovers(tmp_path) == set()


async def test_a_folder_that_cannot_be_written_is_named(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="missing"):
        back_up(tmp_path / "store.db", tmp_path / "missing" / "copy.db")


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "there is no store"), (b"", "holds no matches"), (b"hello, world! this is text", "not a SQLite database")],
)
def test_what_is_no_store_is_named_and_not_made_one(tmp_path: Path, content: bytes | None, said: str) -> None:
    source = tmp_path / "store.db"
    if content is not None:
        source.write_bytes(content)
    for attempt in (lambda: survey_store(source), lambda: back_up(source, tmp_path / "copy.db")):
        with pytest.raises(StoreError, match=said):
            attempt()
    assert (source.read_bytes() if source.exists() else None) == content
    assert leftovers(tmp_path) == set()


async def test_a_newer_store_is_not_judged(store: SqliteStore, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "store.db") as connection:
        connection.execute("INSERT INTO schema_version VALUES (999, 'of the future')")
    connection.close()
    with pytest.raises(StoreError, match="newer Undercroft"):
        survey_store(tmp_path / "store.db")
    with pytest.raises(StoreError, match="newer Undercroft"):
        back_up(tmp_path / "store.db", tmp_path / "copy.db")


DAMAGE = {
    "DELETE FROM log WHERE match_id = 'm' AND version = 2": "log of match m has gaps",
    "DELETE FROM log WHERE match_id = 'm' AND version = 3": "log of match m has gaps",
    "DELETE FROM log": "log of match m has gaps",
    "UPDATE matches SET version = 7": "log of match m has gaps",
    "INSERT INTO due VALUES ('nobody', 1, 'bot')": "table due",
}


@pytest.mark.parametrize("statement", DAMAGE)
async def test_damage_is_found_and_not_copied(store: SqliteStore, ledger: Any, tmp_path: Path, statement: str) -> None:
    await ledger.write(store, ledger.creation("m", b"1", b"2", b"3"))
    assert survey_store(tmp_path / "store.db").problems == ()
    with sqlite3.connect(tmp_path / "store.db") as connection:
        connection.execute(statement)
    connection.close()
    (problem,) = survey_store(tmp_path / "store.db").problems
    assert DAMAGE[statement] in problem
    with pytest.raises(StoreError, match="damaged"):
        back_up(tmp_path / "store.db", tmp_path / "copy.db")
    assert leftovers(tmp_path) == set()


async def test_pages_overwritten_by_something_else_are_found(ledger: Any, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    store = SqliteStore(path)
    await ledger.write(store, ledger.creation("m", *(os.urandom(1000) for _ in range(100))))
    await store.close()
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(b"\xff" * 8192)
    with pytest.raises(StoreError, match="damaged"):
        back_up(path, tmp_path / "copy.db")
    assert leftovers(tmp_path) == set()
