"""Time in which nobody could be served is taken off nobody's clock.

No server was alive then that plays the match's game in its version, or the store took nothing.

A heart notices such time when it is over, up to a second late. Commands that came meanwhile, or have waited in line
since before, aren't judged by clocks that don't know of it: what is known by then is given back first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from undercroft.host.heart import Heart
from undercroft.host.live import Done, LiveMatch
from undercroft.host.memory import ask
from undercroft.match import Act, Answer, Command, Flag, Reason, Refusal, Spare
from undercroft.store import Store

__all__ = ["SpareDesk"]

_NOTICED_MS = 1_000
"""Less than a heartbeat isn't given back ahead of a command: a commit takes some of it."""


class SpareDesk:
    """Gives clocks back what they are owed. What the store can't take now stays owed (`LiveMatch.owed_ms`).

    `submit` puts a command into a match's line; `clock` gives Unix milliseconds.
    """

    def __init__(
        self,
        store: Store,
        heart: Heart,
        submit: Callable[[LiveMatch, Command, Done], None],
        clock: Callable[[], int],
    ) -> None:
        self._store = store
        self._heart = heart
        self._submit = submit
        self._clock = clock
        self._asking: set[LiveMatch] = set()

    async def restored(self, live: LiveMatch) -> None:
        """A match was read from its log: give back the time in which no server could play it.

        Raises:
            Refusal: the store can't tell now.
        """
        clocks = live.match.position.clocks
        if clocks is None or not clocks.running():
            return
        since, until = max(clocks.spared_until, min(clocks.began[seat] for seat in clocks.running())), self._heart.last
        if since < until:
            self._asking.add(live)
            try:
                created = live.match.position.created
                asleep = await ask(self._store.asleep(since, until, created.game, created.game_version))
            finally:
                self._asking.discard(live)
            live.owed_ms += sum(end - start for start, end in asleep)
        if live.owed_ms:
            self._give(live, 0, self._heart.last)

    def woke(self, live: LiveMatch, ms: int, until: int) -> None:
        """This process was stopped, or its store took nothing, for so long, until then."""
        if live in self._asking:
            live.owed_ms += ms  # given together with what came before
        else:
            self._give(live, ms, until)

    def ahead_of(self, live: LiveMatch, command: Command) -> tuple[Spare, Done] | None:
        """What has to be decided before a command that clocks judge, as they don't know yet what they are owed.

        The heart gives the newest of it once more when it notices; then only what has passed since is given.
        """
        clocks = live.match.position.clocks
        if clocks is None or not clocks.running() or not _judged_by_clocks(live, command):
            return None
        now, owed = self._clock(), live.owed_ms
        missed = now - max(self._heart.last, clocks.spared_until) if self._heart.missing(now) else 0
        if not owed and missed < _NOTICED_MS:
            return None
        live.owed_ms = 0
        return Spare(owed + max(0, missed), now), partial(self._given, live, owed)

    def _give(self, live: LiveMatch, ms: int, until: int) -> None:
        clocks = live.match.position.clocks
        owed, live.owed_ms = live.owed_ms + ms, 0
        if clocks is not None and clocks.running():
            self._submit(live, Spare(owed, until), partial(self._given, live, owed))

    def _given(self, live: LiveMatch, owed: int, outcome: Answer | Refusal) -> None:
        if isinstance(outcome, Refusal) and outcome.reason is Reason.STORAGE_UNAVAILABLE:
            live.owed_ms += owed
            live.queue = deque(
                (outcome if _judged_by_clocks(live, command) else command, done) for command, done in live.queue
            )


def _judged_by_clocks(live: LiveMatch, command: Command | Refusal) -> bool:
    """Whether a command can't be decided while its match lacks what it is owed; it is refused in its place in the line.

    What was carried out before gets its first answer whatever the clocks say.
    """
    if isinstance(command, Act):
        return not live.match.has_answered(command.seat, command.command_id)
    return isinstance(command, Flag)
