"""Files that are written whole or not at all, so that nobody ever reads half of one."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from undercroft.cli.failure import Failure

__all__ = ["check_writable", "write_whole"]


def check_writable(path: Path | None, what: str) -> None:
    """Do nothing if a file can be written there, as far as can be told before it is; `what` it is, as in `the record`.

    Raises:
        Failure: it can't.
    """
    if path is None:
        return
    if path.is_dir():
        raise Failure(f"{what} {path} can't be written: it is a directory.")
    folder = path.resolve().parent
    if not folder.is_dir():
        raise Failure(f"{what} {path} can't be written: there is no directory {folder}.")
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise Failure(f"{what} {path} can't be written: permission denied.")


def write_whole(path: Path, text: str, what: str) -> None:
    """Write a text in place of what is there, and a line end.

    Raises:
        Failure: it can't be written.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe or a device can't be replaced
            path.write_text(f"{text}\n", encoding="utf-8")
            return
        with NamedTemporaryFile("w", dir=path.resolve().parent, delete=False, encoding="utf-8") as file:
            file.write(f"{text}\n")
        temporary = Path(file.name)
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        raise Failure(f"{what} {path} can't be written: {error.strerror}.") from error
