"""`undercroft store`."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from undercroft.cli.shared_options import json_option

if TYPE_CHECKING:
    from collections.abc import Callable

    from undercroft.store.sqlite import Survey
    from undercroft.store.sqlite.backup import Progress

__all__ = ["command"]


@click.group("store")
def command() -> None:
    """Look after the file that a server keeps its matches in; STORE is as for `undercroft serve`."""


@command.command("backup")
@click.argument("store")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE if it is there already.")
@json_option("what the copy holds")
def backup(store: str, file: Path, force: bool, as_json: bool) -> None:
    """Copy a STORE to FILE while a server may write to it.

    The copy holds everything up to one moment, is checked before it gets its name, and can be served as it is.
    It has the secrets of all matches in it, so it is readable by its owner only.
    """
    from undercroft.cli.failure import Failure
    from undercroft.cli.screen.json_line import print_json
    from undercroft.store import StoreError
    from undercroft.store.sqlite import back_up
    from undercroft.store.urls import sqlite_path

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does: with nothing left behind
    try:
        found = _showing_progress(
            lambda progress: back_up(sqlite_path(store), file, overwrite=force, progress=progress)
        )
    except StoreError as error:
        raise Failure(f"{error}.") from error
    size = file.stat().st_size
    if as_json:
        print_json({"file": str(file), "bytes": size, **_counts(found)})
    else:
        click.echo(f"{file}: {_told(found)}; {size / 1e6:.1f} MB.")


@command.command("check")
@click.argument("store")
@json_option("what the store holds")
def check(store: str, as_json: bool) -> None:
    """Look whether a STORE is sound, and count what it holds, while a server may write to it.

    Reads the whole file. Ends with exit status 1 if anything is wrong. What the rules of the games say isn't looked at.
    """
    from undercroft.cli.failure import Failure
    from undercroft.cli.screen.json_line import print_json
    from undercroft.store import StoreError
    from undercroft.store.sqlite import survey_store
    from undercroft.store.urls import sqlite_path

    try:
        path = sqlite_path(store)
        found = survey_store(path)
    except StoreError as error:
        raise Failure(f"{error}.") from error
    if as_json:
        print_json({"store": str(path), **_counts(found), "problems": found.problems})
        if found.problems:
            raise SystemExit(1)
    elif found.problems:
        raise Failure(f"the store {path} is damaged: {'; '.join(found.problems)}.")
    else:
        click.echo(f"{path} is sound: {_told(found)}.")


def _showing_progress(work: Callable[[Progress | None], Survey]) -> Survey:
    """Do work with a line about its progress on a terminal; in a pipe, and so for cron, there is nothing to say."""
    from undercroft.cli.screen.progress_line import ProgressLine

    if not sys.stderr.isatty():
        return work(None)
    with ProgressLine("backup") as progress:
        return work(progress)


def _counts(found: Survey) -> dict[str, object]:
    return {"schema": found.schema, "rows": found.rows, "matches": found.matches}


def _told(found: Survey) -> str:
    statuses = ", ".join(f"{number} {status}" for status, number in found.matches.items())
    matches = sum(found.matches.values())
    return f"{matches} matches{f' ({statuses})' if statuses else ''}, {found.rows} rows, schema {found.schema}"
