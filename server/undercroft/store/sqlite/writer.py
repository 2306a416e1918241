"""The one thread that writes: it takes whatever is queued, commits once, and hands all the answers back at once."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import TypeAlias

from undercroft.store.contract import Append, AppendResult
from undercroft.store.sqlite.checkpoint import Checkpointer
from undercroft.store.sqlite.file import DatabaseFile
from undercroft.store.sqlite.transaction import Transactions

__all__ = ["Answer", "Done", "Writer"]

Done: TypeAlias = Callable[[Sequence[AppendResult]], None]
Answer: TypeAlias = tuple[Done, Sequence[AppendResult]]

_Work: TypeAlias = tuple[Sequence[Append], Done]

_LARGEST_GROUP = 1000  # appends; bounds how long a commit takes and how much one failure costs


class Writer:
    """A queue of batches and the thread that empties it.

    `deliver` is called on the thread after each commit, with the answers of its batches in the order they were put.
    """

    def __init__(self, file: DatabaseFile, deliver: Callable[[Sequence[Answer]], None]) -> None:
        self._queue: SimpleQueue[_Work | None] = SimpleQueue()
        self._deliver = deliver
        self._transactions = Transactions(file)
        self._checkpointer = Checkpointer(file)
        self._thread = threading.Thread(target=self._run, name="undercroft-store-writer", daemon=True)
        self._thread.start()

    def put(self, batch: Sequence[Append], done: Done) -> None:
        """Queue a batch; never waits. Nothing may be put after `stop`."""
        self._queue.put((batch, done))

    def stop(self) -> None:
        """Let the thread end once it has written what is queued; never waits."""
        self._queue.put(None)

    def join(self) -> None:
        """Wait until the thread has ended and its connection is closed."""
        self._thread.join()

    def _run(self) -> None:
        going_on = True
        while going_on:
            group, going_on = self._next_group()
            if group:
                self._write(group)
            self._checkpoint(idle=not group)
        self._transactions.close()

    def _next_group(self) -> tuple[list[_Work], bool]:
        """What is queued, waiting if nothing is; none if it stays quiet. And whether there may be more."""
        group: list[_Work] = []
        appends = 0
        try:
            work = self._queue.get(timeout=self._checkpointer.patience())
            while work is not None:
                group.append(work)
                appends += len(work[0])
                if appends >= _LARGEST_GROUP:
                    return group, True
                work = self._queue.get_nowait()
        except Empty:
            return group, True
        return group, False

    def _write(self, group: Sequence[_Work]) -> None:
        appends = [append for batch, _ in group for append in batch]
        results = self._transactions.write(appends)
        self._checkpointer.has_written(appends)
        answers: list[Answer] = []
        start = 0
        for batch, done in group:
            answers.append((done, results[start : start + len(batch)]))
            start += len(batch)
        self._deliver(answers)

    def _checkpoint(self, *, idle: bool) -> None:
        if self._checkpointer.is_due(idle=idle):
            try:
                self._checkpointer.checkpoint(self._transactions.connection())
            except sqlite3.Error:
                self._transactions.drop_connection()
