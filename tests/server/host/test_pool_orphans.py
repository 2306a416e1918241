"""A server that is killed leaves no worker behind, not even one whose bot is in a loop."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

SERVER = """
import asyncio, sys
from pathlib import Path
from undercroft.host.pool import BotAsk, BotPool

async def main() -> None:
    pool = BotPool(2, Path(sys.argv[1]))
    await pool.start()
    for does in ("hang", "no_fork_support"):
        bot, entry = f"quirk:does={does}", b'{"type": "said", "number": 0}'
        pool.ask(BotAsk(does, 0, "numbers", "{}", 2, bot, b'{"total": 1}', (entry,), (1,), 60.0, 1), print)
    await asyncio.sleep(0.1)
    print(*(lane.process.pid for lane in pool._lanes), flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


async def test_workers_die_with_a_killed_server() -> None:
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVER, str(Path(__file__).parent / "pool_plugins"), stdout=asyncio.subprocess.PIPE
    )
    assert server.stdout is not None
    line = b""
    while len(line.split()) != 2:
        line = await server.stdout.readline()
        assert line
    ended = [until_ended(os.pidfd_open(int(word))) for word in line.split()]
    server.send_signal(signal.SIGKILL)
    await server.wait()
    async with asyncio.timeout(60):
        await asyncio.gather(*ended)


async def until_ended(process: int) -> None:
    """Wait for the end of a process that isn't ours, given by its pidfd."""
    ended = asyncio.Event()
    asyncio.get_running_loop().add_reader(process, ended.set)
    await ended.wait()
    asyncio.get_running_loop().remove_reader(process)
    os.close(process)
