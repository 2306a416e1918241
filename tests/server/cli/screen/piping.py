"""Pipes that a thread reads."""

from __future__ import annotations

import os
import threading

PATIENCE_S = 0.5


def let_go(reading: int) -> None:
    """Close the end that a thread reads, once it has seen the end of it.

    Closed earlier, its number may become another test's pipe, and the thread would read on there. A thread that waits
    for somebody to take a line never comes to the end; then the descriptor is left to the process.
    """
    readers = [thread for thread in threading.enumerate() if thread.name == "stdin"]
    for thread in readers:
        thread.join(PATIENCE_S)
    if not any(thread.is_alive() for thread in readers):
        os.close(reading)
