"""How much a seat may say."""

from __future__ import annotations

import time
from typing import Final

from undercroft.host.live import LiveMatch
from undercroft.host.rate import Rate, rate_limited
from undercroft.match import Act, Parley, Refusal, Say

__all__ = ["refuse_chatter"]

_TALK: Final = Rate(most=5, seconds=10.0)


def refuse_chatter(live: LiveMatch, command: Act | Parley) -> Refusal | None:
    """Why a command has to wait, if it is chat and too much of it: five things at once, and one more every 2 s.

    What was said is remembered with the match in memory; a restart forgets it.
    """
    if not isinstance(command, Say):
        return None
    now = time.monotonic()
    said = live.said.get(command.seat, 0.0)
    wait = _TALK.wait(said, now)
    if wait:
        return rate_limited("say less", wait)
    live.said[command.seat] = _TALK.spend(said, now)
    return None
