"""What was acknowledged is there after a SIGKILL at any instant."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from undercroft.store.contract import Due
from undercroft.store.sqlite import SqliteStore

MATCHES, ROWS = 40, 3

# Every match goes on from what the store holds, by several rows at once; a line for each answer goes to the pipe.
CHILD = textwrap.dedent(
    """
    import asyncio, os, sys
    from pathlib import Path
    from undercroft.store import Append, AppendResult, Due, Header
    from undercroft.store.sqlite import SqliteStore

    def play(store, match, version):
        def done(results):
            assert list(results) == [AppendResult.WRITTEN], results
            os.write(1, f"{match} {last}\\n".encode())
            play(store, match, last)
        last = version + int(sys.argv[3])
        rows = tuple(f"{match} {number} {'.' * 1000}".encode() for number in range(version + 1, last + 1))
        header = None if version else Header(match, "g", "s", 1, b"{}")
        store.append([Append(match, version, rows, Due(match, last, "k"), header)], done)

    async def main():
        store = SqliteStore(Path(sys.argv[1]))
        for number in range(int(sys.argv[2])):
            play(store, f"m{number}", len(await store.read(f"m{number}")))
        await asyncio.Event().wait()

    asyncio.run(main())
    """
)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
async def test_an_acknowledged_append_survives_a_kill_at_any_instant(tmp_path):
    path = tmp_path / "store.db"
    acknowledged: dict[str, int] = {}
    moment = random.Random(7)
    for _ in range(8):
        acknowledged.update(_run_and_kill(path, moment.uniform(0.0, 0.1)))
        store = SqliteStore(path)
        due = {row.match_id: row for row in await store.due(10**9, MATCHES)}
        for match in (f"m{number}" for number in range(MATCHES)):
            rows = await store.read(match)
            assert len(rows) >= acknowledged.get(match, 0)
            assert len(rows) % ROWS == 0, "an append is there as a whole or not at all"
            assert rows == [f"{match} {version} {'.' * 1000}".encode() for version in range(1, len(rows) + 1)]
            assert due.get(match) == (Due(match, len(rows), "k") if rows else None), (
                "written with its rows or not at all"
            )
        await store.close()
    assert len(acknowledged) == MATCHES


def _run_and_kill(path, seconds):
    """The newest acknowledged version of each match that the child told before it was killed."""
    command = [sys.executable, "-c", CHILD, str(path), str(MATCHES), str(ROWS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        first = child.stdout.readline()
        time.sleep(seconds)
        child.kill()
        told = first + child.stdout.read()
    assert child.returncode == -signal.SIGKILL
    lines = [line.split() for line in told.split("\n")[:-1]]
    return {match: int(version) for match, version in lines}
