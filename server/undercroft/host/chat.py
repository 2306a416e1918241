"""How much a seat may say."""

from __future__ import annotations

import math
import time
from collections import deque

from undercroft.host.live import LiveMatch
from undercroft.match import Act, Parley, Reason, Refusal, Say

__all__ = ["ChatLimit"]

AT_ONCE = 5
PER_S = 10.0


class ChatLimit:
    """Lets a seat say `AT_ONCE` things in `PER_S` seconds. Kept with the match in memory; a restart forgets it."""

    def refuses(self, live: LiveMatch, command: Act | Parley) -> Refusal | None:
        """Why a command has to wait, if it is chat and too much of it."""
        if not isinstance(command, Say):
            return None
        said = live.said.setdefault(command.seat, deque(maxlen=AT_ONCE))
        now = time.monotonic()
        if len(said) == AT_ONCE and now - said[0] < PER_S:
            seconds = math.ceil(PER_S - (now - said[0]))
            return Refusal(Reason.RATE_LIMITED, f"say less, or wait {seconds} s", seconds=seconds)
        said.append(now)
        return None
