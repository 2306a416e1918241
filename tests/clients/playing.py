"""Whoever plays a match to its end in these tests."""

from __future__ import annotations

from undercroft_client import SeatSession


async def play_out(session: SeatSession) -> list[int]:
    """Play the first legal action at every turn; the seqs of all facts handed out."""
    told: list[int] = []
    while True:
        update = await session.wait_turn()
        told += [fact.seq for fact in update.facts]
        if update.over:
            return told
        await session.act(update.legal[0].text)
