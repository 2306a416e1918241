"""A new file gets its tables once, an old one the migrations it lacks, and a newer one is left alone."""

from __future__ import annotations

import sqlite3
import threading

import pytest

from undercroft.store import StoreError
from undercroft.store.migrations import Migration, migrations_of
from undercroft.store.sqlite import SqliteStore, schema
from undercroft.store.sqlite.file import DatabaseFile


def query(path, statement):
    connection = sqlite3.connect(path)
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


def test_migrations_are_numbered_without_gaps_and_named():
    migrations = migrations_of("sqlite")
    assert [migration.version for migration in migrations] == list(range(1, len(migrations) + 1))
    assert all(migration.name and migration.sql for migration in migrations)


def test_many_that_open_a_new_file_at_once_all_find_it_ready(tmp_path):
    for number in range(5):
        file = DatabaseFile(tmp_path / f"{number}.db", busy_timeout=10)
        together, failures = threading.Barrier(6), []

        def open_it(file=file, together=together, failures=failures):
            together.wait()
            try:
                file.create_if_missing()
                schema.bring_up_to_date(file)
                connection = file.connect(to_write=True)
                assert connection.execute("SELECT count(*) FROM log").fetchone() == (0,)
                assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
                connection.close()
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=open_it) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        assert len(query(file.path, "SELECT * FROM schema_version")) == len(migrations_of("sqlite"))


def test_a_new_file_that_another_process_is_just_making_is_waited_for(tmp_path):
    """SQLite itself doesn't wait when the journal mode is changed."""
    file = DatabaseFile(tmp_path / "store.db", busy_timeout=10)
    file.create_if_missing()
    other = sqlite3.connect(file.path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.1, lambda: other.execute("ROLLBACK"))
    release.start()
    schema.bring_up_to_date(file)
    release.join()
    other.close()
    assert query(file.path, "SELECT count(*) FROM log") == [(0,)]


async def test_only_missing_migrations_are_applied(tmp_path, ledger, monkeypatch):
    store = SqliteStore(tmp_path / "store.db")
    await ledger.write(store, ledger.creation("m"))
    await store.close()
    newest = migrations_of("sqlite")[-1].version
    another = Migration(
        newest + 1,
        "more",
        "-- a comment; with a semicolon\nCREATE TABLE more (a TEXT);\nINSERT INTO more VALUES ('x;y');\n",
    )
    monkeypatch.setattr(schema, "migrations_of", lambda backend: [*migrations_of(backend), another])
    for _ in range(2):
        store = SqliteStore(tmp_path / "store.db")
        assert await store.read("m") == [b"created"]
        await store.close()
    assert query(tmp_path / "store.db", "SELECT a FROM more") == [("x;y",)]
    assert query(tmp_path / "store.db", "SELECT version, name FROM schema_version")[newest:] == [(newest + 1, "more")]


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    file = DatabaseFile(tmp_path / "store.db", 1)
    file.create_if_missing()
    schema.bring_up_to_date(file)
    newest = migrations_of("sqlite")[-1].version
    broken = Migration(newest + 1, "broken", "CREATE TABLE more (a TEXT);\nINSERT INTO nowhere VALUES (1);\n")
    monkeypatch.setattr(schema, "migrations_of", lambda backend: [*migrations_of(backend), broken])
    with pytest.raises(StoreError, match=r"store\.db"):
        schema.bring_up_to_date(file)
    assert query(file.path, "SELECT name FROM sqlite_master WHERE name = 'more'") == []
    assert query(file.path, "SELECT max(version) FROM schema_version") == [(newest,)]


async def test_a_file_of_a_newer_version_is_refused_by_name_and_versions(tmp_path):
    path = tmp_path / "store.db"
    await SqliteStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO schema_version VALUES (4711, 'from_the_future')")
    connection.commit()
    connection.close()
    newest = migrations_of("sqlite")[-1].version
    with pytest.raises(StoreError, match=rf"store\.db was made by a newer .*4711.* {newest}\b"):
        SqliteStore(path)
    assert query(path, "SELECT max(version) FROM schema_version") == [(4711,)]


def test_another_programs_database_is_left_alone(tmp_path):
    path = tmp_path / "store.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE theirs (a)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        SqliteStore(path)
    assert path.read_bytes() == before
