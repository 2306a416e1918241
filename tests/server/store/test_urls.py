"""A URL names a store, or the sentence says what would."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from undercroft.store import AppendResult, StoreError
from undercroft.store.urls import open_store


@pytest.mark.parametrize("prefix", ["", "sqlite:", "sqlite://"])
async def test_a_sqlite_store_is_named_by_path_or_url(tmp_path, ledger, prefix):
    store = open_store(f"{prefix}{tmp_path}/here.db")
    assert await ledger.write_one(store, ledger.creation("m")) is AppendResult.WRITTEN
    await store.close()
    assert (tmp_path / "here.db").is_file()


@pytest.mark.parametrize(
    ("url", "path"), [("sqlite:here.db", "here.db"), ("here:2.db", "here:2.db"), ("~/a.db", "home/a.db")]
)
async def test_a_path_may_be_relative_or_below_the_home_directory(tmp_path, monkeypatch, url, path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    await open_store(url).close()
    assert (tmp_path / path).is_file()


async def test_a_temporary_store_works_and_leaves_nothing(tmp_path, ledger, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    store, other = open_store("temporary:"), open_store("temporary:")
    await ledger.write(store, ledger.creation("m"))
    assert await store.read("m") == [b"created"]
    assert await other.read("m") == []
    assert len(list(tmp_path.iterdir())) == 2
    await store.close()
    await other.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "names no store"),
        ("sqlite:", "names no store"),
        ("sqlite://host/path", "sqlite:///ABSOLUTE/PATH"),
        ("sqlite::memory:", "temporary:"),
        (":memory:", "temporary:"),
        ("redis://localhost", "no redis store"),
    ],
)
def test_a_url_that_names_no_store_is_refused_with_a_way_out(url, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match=why):
        open_store(url)
    assert list(Path().iterdir()) == []


def test_postgresql_is_told_to_be_missing_without_repeating_the_password():
    with pytest.raises(StoreError, match="no PostgreSQL store yet") as caught:
        open_store("postgres://user:hunter2@db/undercroft")
    assert "hunter2" not in str(caught.value)
