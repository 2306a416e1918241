"""A match as everybody lived it, in one digest: the rows of its log, and what each reader was told and shown."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tests.differential.lineups import Lineup
from undercroft.bot import Limit
from undercroft.game import SPECTATOR
from undercroft.match import Act, EntryFact, Match, NewMatch, SeatPlan, Step
from undercroft.options import decode_options, encode_options
from undercroft.registry import Registry
from undercroft.seat_runner import BotSeat


def digest_of(lineup: Lineup, number: int, registry: Registry) -> str:
    """Play a match to its end; SHA-256 of all there is to see of it, hex."""
    return _Played(lineup, number, registry).digest()


class _Played:
    def __init__(self, lineup: Lineup, number: int, registry: Registry) -> None:
        game = registry.game(lineup.game)
        options = decode_options(game.options_type, json.dumps(dict(lineup.options)))
        new = NewMatch(
            match_id=f"differential-{number}",
            options=encode_options(options),
            seats=tuple(SeatPlan("player", f"seat {seat}", "", f"token {seat}") for seat in range(len(lineup.bots))),
            secret=hashlib.sha256(f"{number}".encode()).digest(),
        )
        self._seen = hashlib.sha256()
        self._match, step = Match.create(game, options, new, 1_000)
        self._bots = [
            BotSeat(game, options, len(lineup.bots), seat, registry.bot(spec, game).make())
            for seat, spec in enumerate(lineup.bots)
        ]
        self._sent = [0] * len(self._bots)
        self._write(step)

    def digest(self) -> str:
        """Let the bots play it out."""
        moves = 0
        while (position := self._match.position).status == "running":
            # Where several choose at once all of them are shown as to act until all have chosen, in any order.
            waiting = [seat for seat in position.to_act() if self._match.glance(seat).legal]
            moves += 1
            seat = waiting[moves % len(waiting)]
            step = self._match.handle(self._choice(seat, moves), 1_000 + moves)
            assert isinstance(step, Step)
            self._write(step)
        return self._seen.hexdigest()

    def _choice(self, seat: int, number: int) -> Act:
        glance = self._match.glance(seat)
        entries = [fact.json for fact in self._match.facts[seat] if isinstance(fact, EntryFact)]
        bot = self._bots[seat]
        bot.tell(glance.view_json, entries[self._sent[seat] :])
        self._sent[seat] = len(entries)
        action = bot.choose(glance.legal, Limit(), rng_seed=number)
        return Act(seat, f"command {number}", self._match.position.counts[seat], code=action)

    def _write(self, step: Step) -> None:
        self._match.advance(step)
        for row in step.data:
            self._seen.update(row)
        for reader in (*range(len(self._bots)), SPECTATOR):
            self._see(self._match.glance(reader))
        self._see(step.told)

    def _see(self, what: Any) -> None:
        self._seen.update(repr(what).encode())
