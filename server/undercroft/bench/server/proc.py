"""What Linux says of a process: proc(5)."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["cpu_seconds", "resident_bytes"]


def cpu_seconds(pid: int) -> float:
    """User and system time of all threads of a process so far, without its children's; in steps of 10 ms."""
    stat = Path(f"/proc/{pid}/stat").read_text()
    fields = stat.rpartition(")")[2].split()  # the name before may hold anything; `state`, number 3, is the first here
    user, system = fields[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def resident_bytes(pid: int) -> int:
    """The memory of a process that is in RAM now."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
