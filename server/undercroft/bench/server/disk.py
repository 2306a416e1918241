"""Whether a folder lies on a disk: where files are kept in memory a commit costs nothing, so figures say little."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

__all__ = ["MEMORY", "file_system_of"]

MEMORY: Final = frozenset({"tmpfs", "ramfs", "devtmpfs"})
"""File systems of Linux that keep files in memory."""

_MOUNTS: Final = Path("/proc/self/mounts")


def file_system_of(folder: Path, mounts: str | None = None) -> str:
    """The type of the file system that a folder lies on, as in `mounts` (by default this process's; see fstab(5)).

    Empty where that can't be told.
    """
    if mounts is None:
        if not _MOUNTS.exists():
            return ""
        mounts = _MOUNTS.read_text(errors="replace")
    places = [folder.resolve(), *folder.resolve().parents]
    found = ""
    nearest = len(places)
    for line in mounts.splitlines():
        _, point, kind, *_ = line.split(" ")
        place = Path(re.sub(r"\\(\d{3})", lambda octal: chr(int(octal[1], 8)), point))
        if place in places and places.index(place) <= nearest:  # of two on one point the later hides the earlier
            nearest, found = places.index(place), kind
    return found
