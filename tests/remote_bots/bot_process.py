"""A bot in a process of its own, which decides at random and writes down what it is asked and what it answers.

python -m tests.remote_bots.bot_process ADDRESS NAME TOKEN_HEX JOURNAL
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from typing import IO

from undercroft_client import Backoff, BotListener, BotTurn, Client, Connection, ConnectionState

GAMES = ("connect-four", "dungeon-of-fear")
LONGEST_S = 0.15
ALONE = (("grpc.use_local_subchannel_pool", 1),)


class Ears(BotListener):
    """Writes down when the bot is there, and when it isn't: `there` and `gone`, in Unix milliseconds."""

    def __init__(self, journal: IO[str]) -> None:
        self._journal = journal

    def connection(self, connection: Connection) -> None:
        """See `BotListener.connection`."""
        word = "there" if connection.state is ConnectionState.CONNECTED else "gone"
        self._journal.write(f"{word} {time.time_ns() // 1_000_000}\n")


async def main(address: str, name: str, token: str, journal_path: str) -> None:
    """Serve until killed. A line of the journal is written when it decides, a while before the answer leaves.

    A bot that is killed in between decides anew when it is asked again, and likely otherwise.
    """
    rng = random.SystemRandom()
    with open(journal_path, "a", buffering=1) as journal:  # noqa: PTH123, ASYNC230 - one line is one write

        async def decide(turn: BotTurn) -> int:
            action = rng.choice(turn.legal)
            journal.write(f"{turn.turn_id} {action}\n")
            await asyncio.sleep(rng.uniform(0.0, LONGEST_S))
            return action

        async with Client(address, backoff=Backoff(0.05, 0.3), options=ALONE) as client:
            serving = client.serve_bot(
                decide,
                name=name,
                token=bytes.fromhex(token),
                games=GAMES,
                version="1",
                at_once=64,
                listener=Ears(journal),
            )
            await serving.run()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
