"""The JSON Schema of a game, as `undercroft games GAME --schema` prints it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

__all__ = ["schema_file"]


def schema_file(folder: Path, game: str) -> Path:
    """Write the schema of an installed game into a folder; generators take the name of the file for a type's."""
    command = [sys.executable, "-c", "from undercroft.cli import main; main()", "games", game, "--schema"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603
    path = folder / f"{game}.json"
    path.write_text(printed)
    return path
