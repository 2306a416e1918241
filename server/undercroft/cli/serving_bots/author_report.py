"""What the author of a bot is told while it serves, and at the end."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from statistics import median
from typing import Any, Final

from undercroft.cli.failure import warn
from undercroft.cli.screen.safe_text import safe_block, safe_line
from undercroft.cli.serving_bots.thinking import BotFailed
from undercroft_client import BotListener, BotTurn, Connection, ConnectionState, IllegalChoice, Outcome, Refused

__all__ = ["AuthorReport"]

_KEPT: Final = 10_000
"""Decisions whose times are remembered."""

_SENTENCES: Final = {
    "crash": "the bot crashed",
    "timeout": "the bot didn't answer in time, and was stopped",
    "illegal": "the bot's answer isn't legal",
    "late": "the bot's time was up",
    "lost": "the bot's process was lost",
    "refused": "the bot can't play this match",
}


class AuthorReport(BotListener):
    """Counts, and says each thing once: moves by `say` (unless it is None), faults and the connection on stderr.

    `enough` is set when so many `matches` are over (None: never). `greeting` is said once the bot is there.
    """

    def __init__(
        self,
        say: Callable[[str], None] | None,
        forget: Callable[[str, int], None],
        matches: int | None = None,
        hear: Callable[[str], None] = warn,
        greeting: str = "",
    ) -> None:
        self.turns = 0
        self.again = 0
        self.faults: Counter[str] = Counter()
        self.first_fault: dict[str, str] = {}
        self.results: Counter[str] = Counter()
        self.enough = asyncio.Event()
        self._say = say
        self._forget = forget
        self._matches = matches
        self._hear = hear
        self._greeting = greeting
        self._seconds: deque[float] = deque(maxlen=_KEPT)
        self._slowest = 0.0

    @property
    def matches(self) -> int:
        """How many are over."""
        return sum(self.results.values())

    @property
    def figures(self) -> dict[str, Any]:
        """What `--json` prints of it."""
        return {
            "turns": self.turns,
            "asked_again": self.again,
            "matches": self.matches,
            "won": self.results["won"],
            "drawn": self.results["drawn"],
            "lost": self.results["lost"],
            "called_off": self.results["called off"],
            "faults": dict(self.faults),
            "median_ms": round(1_000 * median(self._seconds), 3) if self._seconds else None,
            "slowest_ms": round(1_000 * self._slowest, 3) if self._seconds else None,
        }

    def summary(self) -> str:
        """The same for a person."""
        figures = self.figures
        times = "" if not self.turns else f", {figures['median_ms']} ms each, {figures['slowest_ms']} ms at most"
        results = ", ".join(f"{number} {name}" for name, number in self.results.items())
        faults = ", ".join(f"{number} {name}" for name, number in self.faults.items())
        return (
            f"{self.turns} moves{times}. {self.matches} matches over{f': {results}' if results else ''}."
            f" {f'Faults: {faults}' if faults else 'No faults'}."
        )

    def connection(self, connection: Connection) -> None:
        """See `BotListener.connection`."""
        match connection.state:
            case ConnectionState.LOST:
                self._hear(
                    f"the connection is lost ({safe_line(connection.why)}); next try in {connection.retry_in:.1f} s."
                )
            case ConnectionState.CONNECTED if connection.again:
                self._hear("connected again.")
            case ConnectionState.CONNECTED:
                self._hear(self._greeting)
            case _:
                pass

    def asked_again(self, turn: BotTurn) -> None:
        """See `BotListener.asked_again`."""
        self.again += 1

    def answered(self, turn: BotTurn, action: int, seconds: float) -> None:
        """See `BotListener.answered`."""
        self.turns += 1
        self._seconds.append(seconds)
        self._slowest = max(self._slowest, seconds)
        if self._say is not None:
            self._say(safe_line(f"{turn.match_id} seat {turn.seat}: {turn.text_of(action)}  {1_000 * seconds:.1f} ms"))

    def failed(self, turn: BotTurn, error: Exception) -> None:
        """See `BotListener.failed`."""
        kind = (
            error.kind if isinstance(error, BotFailed) else "illegal" if isinstance(error, IllegalChoice) else "crash"
        )
        self._fault(kind, f"{turn.match_id} seat {turn.seat}", str(error))

    def cancelled(self, turn_id: str, late: bool) -> None:
        """See `BotListener.cancelled`."""
        if late:
            self._fault("late", turn_id, "")

    def refused(self, turn_id: str, refused: Refused) -> None:
        """See `BotListener.refused`. An illegal answer was told of already."""
        if refused.details.get("why") == "late":
            self._hear(f"{safe_line(turn_id)}: {safe_line(refused.message)}.")

    def over(self, match_id: str, seat: int, outcome: Outcome | None) -> None:
        """See `BotListener.over`."""
        if outcome is None:
            result = "called off"
        else:
            result = "won" if seat in outcome.winners else "lost" if outcome.winners else "drawn"
        self.results[result] += 1
        self._forget(match_id, seat)
        if self._say is not None:
            self._say(safe_line(f"{match_id} seat {seat}: {result}{f' ({outcome.reason})' if outcome else ''}"))
        if self._matches is not None and self.matches >= self._matches:
            self.enough.set()

    def _fault(self, kind: str, where: str, detail: str) -> None:
        self.faults[kind] += 1
        self.first_fault.setdefault(kind, detail)
        more = f"\n{safe_block(detail)}" if detail else ""
        self._hear(f"{safe_line(where)}: {_SENTENCES.get(kind, kind)}; a stand-in plays this move.{more}")
