"""Programs that the TypeScript client's lock file names."""

from __future__ import annotations

import subprocess
from pathlib import Path

from generators import ROOT

__all__ = ["FOLDER", "installed"]

FOLDER = "clients/typescript"


def installed(program: str) -> Path:
    """A program out of package-lock.json; all of it is installed first, if that wasn't done since it has changed."""
    folder = ROOT / FOLDER
    done = folder / "node_modules" / ".package-lock.json"
    if not done.exists() or done.stat().st_mtime < (folder / "package-lock.json").stat().st_mtime:
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    return folder / "node_modules" / ".bin" / program
