"""The write-ahead log is copied back when it's quiet, and stays bounded when it isn't."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3

import pytest

from undercroft.store import AppendResult
from undercroft.store.contract import Append
from undercroft.store.sqlite import SqliteStore, checkpoint
from undercroft.store.sqlite.reader import PAGES_OF_BEATS

ROWS, ROW = 1500, b"." * 2000  # about 6 MB of pages, were they never copied back


async def fill(store, ledger, start, rows):
    for version in range(start, start + rows, 5):
        assert await ledger.write_one(store, Append("m", version, (ROW,) * 5)) is AppendResult.WRITTEN


async def test_the_log_stays_bounded_under_load(tmp_path, ledger, monkeypatch):
    monkeypatch.setattr(checkpoint, "_PAGES_BETWEEN", 100)
    store = SqliteStore(tmp_path / "store.db")
    await ledger.write(store, ledger.creation("m"))
    await fill(store, ledger, 1, ROWS)
    assert (tmp_path / "store.db-wal").stat().st_size < 1_000_000
    assert len(await store.read("m")) == ROWS + 1
    await store.close()


@pytest.mark.parametrize("long_wal", [0, 10**9])
async def test_a_reader_that_stays_delays_the_copying_but_no_append(tmp_path, ledger, monkeypatch, long_wal):
    monkeypatch.setattr(checkpoint, "_PAGES_BETWEEN", 100)
    monkeypatch.setattr(checkpoint, "_LONG_WAL_BYTES", long_wal)
    monkeypatch.setattr(checkpoint, "_WAIT_FOR_READERS_MS", 1)
    store = SqliteStore(tmp_path / "store.db")
    await ledger.write(store, ledger.creation("m"))
    reader = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM log").fetchone() == (1,)
    await fill(store, ledger, 1, 200)
    assert reader.execute("SELECT count(*) FROM log").fetchone() == (1,)
    reader.close()
    await fill(store, ledger, 201, 50)
    grown = (tmp_path / "store.db-wal").stat().st_size
    await fill(store, ledger, 251, 300)
    assert (tmp_path / "store.db-wal").stat().st_size <= grown, "it starts over once the reader is gone"
    await store.close()


async def test_a_quiet_store_has_everything_in_its_file(tmp_path, ledger, monkeypatch):
    monkeypatch.setattr(checkpoint, "_QUIET_SECONDS", 0.01)
    store = SqliteStore(tmp_path / "store.db")
    await ledger.write(store, ledger.creation("m"))
    for attempt in range(500):
        await asyncio.sleep(0.01)
        copy = shutil.copy(tmp_path / "store.db", tmp_path / f"copy{attempt}.db")
        connection = sqlite3.connect(copy)
        found = connection.execute("SELECT count(*) FROM log").fetchone()
        connection.close()
        if found == (1,):
            break
    assert found == (1,)
    await store.close()


async def test_heartbeats_of_a_quiet_server_do_not_fill_the_disk(tmp_path):
    store = SqliteStore(tmp_path / "store.db")
    wal = tmp_path / "store.db-wal"
    sizes = []
    for at in range(1_500):
        await store.beat("quiet", at)
        sizes.append(wal.stat().st_size)
    assert max(sizes) < 2 * PAGES_OF_BEATS * 4_200
    await store.close()
