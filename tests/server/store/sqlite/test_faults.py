"""A store that can't be written says so, loses nothing it acknowledged, and goes on when the fault is over."""

from __future__ import annotations

import asyncio
import functools
import logging
import sqlite3
import subprocess
import sys
import textwrap

import pytest

from undercroft.store import AppendResult, StoreUnavailable
from undercroft.store.contract import Append, Due
from undercroft.store.sqlite import SqliteStore
from undercroft.store.sqlite.file import DatabaseFile

WRITTEN, CONFLICT, UNAVAILABLE = AppendResult.WRITTEN, AppendResult.CONFLICT, AppendResult.UNAVAILABLE


class FaultyConnection(sqlite3.Connection):
    """A connection whose next COMMIT fails: before it does anything, or after it has done everything."""

    fault = ""

    def execute(self, sql, *values):
        if sql == "COMMIT" and FaultyConnection.fault:
            when, FaultyConnection.fault = FaultyConnection.fault, ""
            if when == "after":
                super().execute(sql)
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *values)


@pytest.fixture
async def store(tmp_path):
    opened = SqliteStore(tmp_path / "store.db", busy_timeout=0.2)
    yield opened
    await opened.close()


async def write_until_unavailable(store, ledger, match, row=b"x" * 3000):
    version = len(await store.read(match))
    while await ledger.write_one(store, Append(match, version, (row,))) is WRITTEN:
        version += 1
        assert version < 10_000
    return version


async def test_a_full_database_takes_nothing_and_goes_on_when_there_is_room(store, ledger, monkeypatch, caplog):
    limit = 40
    connect = DatabaseFile.connect

    def connect_with_limit(self, *, to_write):
        connection = connect(self, to_write=to_write)
        connection.execute(f"PRAGMA max_page_count = {limit}")
        return connection

    monkeypatch.setattr(DatabaseFile, "connect", connect_with_limit)
    await ledger.write(store, ledger.creation("m"), ledger.creation("n", due=Due("n", 1, "k")))
    with caplog.at_level(logging.WARNING, "undercroft.store"):
        version = await write_until_unavailable(store, ledger, "m")
        batch = [Append("n", 1, (b"small",)), Append("m", version, (b"x" * 200_000,)), Append("n", 9, (b"conflict",))]
        for _ in range(3):
            assert await ledger.write(store, *batch) == [UNAVAILABLE] * 3
        assert await store.read("n") == [b"created"]
        assert await store.due(1, 1) == [Due("n", 1, "k")]
        assert len(await store.read("m")) == version
        limit = 10_000
        assert await ledger.write(store, *batch) == [WRITTEN, WRITTEN, CONFLICT]
    assert await store.read("n") == [b"created", b"small"]
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"], "told once, and once that it's over"


async def test_a_read_only_database_takes_nothing_and_is_still_read(store, ledger, monkeypatch, tmp_path):
    other = SqliteStore(tmp_path / "store.db")
    await ledger.write(other, ledger.creation("m"))
    await other.close()
    connect = DatabaseFile.connect
    monkeypatch.setattr(DatabaseFile, "connect", lambda self, *, to_write: connect(self, to_write=False))
    for _ in range(2):
        assert await ledger.write_one(store, Append("m", 1, (b"2",))) is UNAVAILABLE
    assert await store.read("m") == [b"created"]
    monkeypatch.undo()
    assert await ledger.write_one(store, Append("m", 1, (b"2",))) is WRITTEN


async def test_a_file_held_by_another_process_is_waited_for_within_a_bound(store, ledger, tmp_path):
    await ledger.write(store, ledger.creation("m"))
    other = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert await ledger.write_one(store, Append("m", 1, (b"2",))) is UNAVAILABLE
    assert await store.read("m") == [b"created"], "reading goes on meanwhile"
    waiting = asyncio.ensure_future(ledger.write_one(store, Append("m", 1, (b"2",))))
    await asyncio.sleep(0.05)
    other.execute("ROLLBACK")
    other.close()
    assert await waiting is WRITTEN
    assert await store.read("m") == [b"created", b"2"]


@pytest.mark.parametrize(("fault", "expected"), [("before", UNAVAILABLE), ("after", WRITTEN)])
async def test_a_commit_that_raised_is_answered_by_what_is_on_disk(tmp_path, ledger, monkeypatch, fault, expected):
    monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=FaultyConnection))
    store = SqliteStore(tmp_path / "store.db")
    await ledger.write(store, ledger.creation("m"), ledger.creation("n"))
    batch = [Append("m", 1, (b"2", b"3")), Append("n", 7, (b"conflict",)), Append("n", 1, (), Due("n", 5, "k"))]
    FaultyConnection.fault = fault
    results = await ledger.write(store, *batch)
    written = expected is WRITTEN
    assert results == ([WRITTEN, CONFLICT, WRITTEN] if written else [UNAVAILABLE] * 3)
    assert await store.read("m") == [b"created", b"2", b"3"][: 3 if written else 1]
    assert await store.due(9, 9) == ([Due("n", 5, "k")] if written else [])
    again = await ledger.write(store, *batch)
    assert again == [CONFLICT if written else WRITTEN, CONFLICT, WRITTEN]
    assert await store.read("m") == [b"created", b"2", b"3"]
    await store.close()


async def test_another_writers_rows_are_not_taken_for_those_of_a_failed_commit(tmp_path, ledger, monkeypatch):
    """After a commit that failed, the same versions may hold what another process wrote."""
    path = tmp_path / "store.db"
    monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=FaultyConnection))
    store = SqliteStore(path)
    await ledger.write(store, ledger.creation("m"))
    connect = DatabaseFile.connect

    def write_first(self, *, to_write):
        connection = connect(self, to_write=to_write)
        if to_write:
            connection.execute("INSERT INTO log VALUES ('m', 2, x'aa') ON CONFLICT DO NOTHING")
            connection.execute("UPDATE matches SET version = 2")
        return connection

    FaultyConnection.fault = "before"
    monkeypatch.setattr(DatabaseFile, "connect", write_first)
    assert await ledger.write_one(store, Append("m", 1, (b"mine",))) is UNAVAILABLE
    assert await ledger.write_one(store, Append("m", 1, (b"mine",))) is CONFLICT
    assert await store.read("m", after=1) == [b"\xaa"]
    await store.close()


async def test_a_log_with_a_row_too_many_costs_only_its_own_match(store, ledger, tmp_path):
    """The unique key is the last arbiter: versions in `matches` that lag behind the log overwrite nothing."""
    await ledger.write(store, ledger.creation("m"), ledger.creation("n"))
    other = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
    other.execute("INSERT INTO log VALUES ('m', 2, x'aa')")
    other.close()
    results = await ledger.write(
        store, Append("n", 1, (b"2",)), Append("m", 1, (b"mine",), Due("m", 1, "k")), ledger.creation("o")
    )
    assert results == [WRITTEN, CONFLICT, WRITTEN]
    assert await store.read("m") == [b"created", b"\xaa"]
    assert await store.due(9, 9) == []
    assert await ledger.write_one(store, Append("n", 2, (b"3",))) is WRITTEN


async def test_a_store_that_can_not_be_read_says_so_without_naming_the_file(store, ledger, monkeypatch, tmp_path):
    await ledger.write(store, ledger.creation("m"))
    monkeypatch.setattr(DatabaseFile, "connect", _no_connection)
    with pytest.raises(StoreUnavailable) as caught:
        await store.read("m")
    assert str(tmp_path) not in str(caught.value)
    monkeypatch.undo()
    assert await store.read("m") == [b"created"]


async def test_the_operator_is_told_once_that_a_store_can_not_be_read_and_once_that_it_can(
    store, ledger, monkeypatch, caplog
):
    await ledger.write(store, ledger.creation("m"))
    with caplog.at_level(logging.WARNING, "undercroft.store"):
        monkeypatch.setattr(DatabaseFile, "connect", _no_connection)
        for ask in [lambda: store.read("m"), lambda: store.beat("me", 1)] * 3:
            with pytest.raises(StoreUnavailable):
                await ask()
        monkeypatch.undo()
        for _ in range(3):
            await store.read("m")
            await store.beat("me", 1)
    said = [record.getMessage().partition(" can")[2] for record in caplog.records]
    assert said == [
        "'t be read: unable to open database file",
        "'t take heartbeats: unable to open database file",
        " be read again",
        " take heartbeats again",
    ]


def _no_connection(_self, *, to_write):
    raise sqlite3.OperationalError("unable to open database file")


async def test_a_disk_that_refuses_bytes_costs_the_appends_it_refused_and_no_others(tmp_path):
    """The kernel itself fails the writes of a child's write-ahead log (RLIMIT_FSIZE), in the middle of a commit."""
    pytest.importorskip("resource")
    child = textwrap.dedent(
        """
        import asyncio, logging, os, resource, sys
        from pathlib import Path
        from undercroft.store import Append, AppendResult, Header
        from undercroft.store.sqlite import SqliteStore

        logging.disable()

        async def write(store, append):
            answer = asyncio.get_running_loop().create_future()
            store.append([append], answer.set_result)
            (result,) = await answer
            return result

        async def main():
            path = Path(sys.argv[1])
            store = SqliteStore(path)
            created = Append("m", 0, (b"0",), header=Header("m", "g", "s", 1, b"{}"))
            assert await write(store, created) is AppendResult.WRITTEN
            version, hard = 1, resource.getrlimit(resource.RLIMIT_FSIZE)[1]
            for extra in (1, 4000, 9000, 23456):
                size = os.path.getsize(f"{path}-wal")
                resource.setrlimit(resource.RLIMIT_FSIZE, (size + extra, hard))
                refused = 0
                while refused < 3:
                    result = await write(store, Append("m", version, (b"%d" % version + b"." * 1500,)))
                    version += result is AppendResult.WRITTEN
                    refused += result is AppendResult.UNAVAILABLE
                    assert result is not AppendResult.CONFLICT
                assert len(await store.read("m")) == version
                resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
                for _ in range(10):
                    assert await write(store, Append("m", version, (b"%d" % version,))) is AppendResult.WRITTEN
                    version += 1
            await store.close()
            again = SqliteStore(path)
            assert [int(row.split(b".")[0]) for row in await again.read("m")] == list(range(version))
            await again.close()

        asyncio.run(main())
        """
    )
    command = [sys.executable, "-c", child, str(tmp_path / "store.db")]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


async def test_a_file_that_was_deleted_takes_nothing_until_it_is_back(store, ledger, tmp_path):
    await ledger.write(store, ledger.creation("m"))
    kept = tmp_path / "kept"
    kept.mkdir()
    names = [path.name for path in tmp_path.glob("store.db*")]
    for name in names:
        (tmp_path / name).rename(kept / name)
    assert await ledger.write(store, Append("m", 1, (b"lost",))) == [UNAVAILABLE]
    assert await ledger.write(store, Append("m", 1, (b"lost",))) == [UNAVAILABLE]
    for name in names:
        (kept / name).rename(tmp_path / name)
    assert await ledger.write(store, Append("m", 1, (b"there",))) == [WRITTEN]
    assert await store.read("m") == [b"created", b"there"]


async def test_a_file_that_was_replaced_is_not_written_through_its_old_name(store, ledger, tmp_path):
    await ledger.write(store, ledger.creation("m"))
    for path in tmp_path.glob("store.db*"):
        path.unlink()
    other = SqliteStore(tmp_path / "store.db", busy_timeout=0.2)
    assert await ledger.write(store, Append("m", 1, (b"lost",))) == [UNAVAILABLE]
    assert await ledger.write(store, Append("m", 1, (b"lost",))) == [CONFLICT]
    await other.close()
