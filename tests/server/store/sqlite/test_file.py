"""The file is private, and whatever keeps it from being opened is told in one sentence that names it."""

from __future__ import annotations

import os
import sqlite3
import stat

import pytest

from undercroft.store import StoreError
from undercroft.store.sqlite import SqliteStore
from undercroft.store.sqlite import file as file_module


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


async def test_the_file_and_the_directories_made_for_it_are_their_owners_only(tmp_path, ledger):
    tmp_path.chmod(0o755)
    path = tmp_path / "new" / "newer" / "store.db"
    mask = os.umask(0o022)
    try:
        store = SqliteStore(path)
        await ledger.write(store, ledger.creation("m"))
        await store.read("m")
    finally:
        os.umask(mask)
    assert mode_of(path.parent) == mode_of(path.parent.parent) == 0o700
    assert mode_of(tmp_path) == 0o755
    names = {entry.name: mode_of(entry) for entry in path.parent.iterdir()}
    assert names == {"store.db": 0o600, "store.db-wal": 0o600, "store.db-shm": 0o600}
    await store.close()


@pytest.mark.parametrize("name", ["with space?#%20&mode=ro.db", "ünï", "'quoted'\".db"])
async def test_any_file_name_will_do(tmp_path, ledger, name):
    store = SqliteStore(tmp_path / name)
    await ledger.write(store, ledger.creation("m"))
    await store.close()
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


async def test_what_can_not_be_opened_is_named_in_one_sentence(tmp_path):
    (tmp_path / "directory").mkdir()
    (tmp_path / "text").write_text("just text, and enough of it to be looked at\n" * 100)
    (tmp_path / "short").write_text("x")
    os.mkfifo(tmp_path / "pipe")
    await SqliteStore(tmp_path / "damaged").close()
    damaged = bytearray((tmp_path / "damaged").read_bytes())
    damaged[100:4096] = b"\x5a" * 3996  # the header is whole, the list of tables isn't
    (tmp_path / "damaged").write_bytes(damaged)
    wrong = {
        tmp_path / "directory": "is a directory",
        tmp_path / "text" / "store.db": "can't be opened",
        tmp_path / "text": "not a SQLite database",
        tmp_path / "short": "not a SQLite database",
        tmp_path / "pipe": "not a regular file",
        tmp_path / "damaged": "damaged",
        tmp_path / "nul\0": "can't be opened",
        tmp_path / ("long" * 100): "can't be opened",
    }
    for path, why in wrong.items():
        with pytest.raises(StoreError, match=why) as caught:
            SqliteStore(path)
        sentence = str(caught.value)
        assert str(path) in sentence
        assert "\n" not in sentence


def test_a_directory_that_nobody_may_write_to_is_named():
    with pytest.raises(StoreError, match=r"/proc/undercroft/store\.db .*directory you may write to"):
        SqliteStore(file_module.Path("/proc/undercroft/store.db"))


def test_a_file_locked_for_long_is_not_waited_for_for_ever(tmp_path):
    other = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="locked by another program"):
        SqliteStore(tmp_path / "store.db", busy_timeout=0.05)
    other.close()


def test_a_sqlite_that_is_too_old_is_named_with_the_one_needed(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(StoreError, match=r"needs 3\.37\.0 or newer"):
        SqliteStore(tmp_path / "store.db")


async def test_commits_are_synced_and_references_are_held(tmp_path):
    """The two settings that SQLite forgets with each connection."""
    await SqliteStore(tmp_path / "store.db").close()
    for to_write in (True, False):
        connection = file_module.DatabaseFile(tmp_path / "store.db", 1).connect(to_write=to_write)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
        assert connection.execute("PRAGMA query_only").fetchone() == (int(not to_write),)
        connection.close()
