"""Waiting for the answer to a command, and writing down what it was."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from tests.chaos.history import Command
from tests.chaos.timeline import now
from undercroft_client import Accepted, Reason, Refused

AGAIN_S = 0.2


async def refused_for_now(command: Command, answer: Awaitable[Accepted]) -> bool:
    """Whether the store has refused to write it, so that it is to be sent again; then a moment has passed already.

    Raises:
        ClientError: something came that is no answer.
    """
    try:
        accepted = await answer
    except Refused as refused:
        command.answered, command.refused = now(), refused.reason
        if refused.reason is Reason.STORAGE_UNAVAILABLE:
            await asyncio.sleep(AGAIN_S)
            return True
    else:
        command.answered, command.accepted = now(), accepted.seq
    return False
