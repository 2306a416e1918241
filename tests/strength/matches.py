"""Matches between bots, each of which is told what its seat is told and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from undercroft.bot import Bot, Limit
from undercroft.entries import numbered
from undercroft.game import CHANCE, Game, Journal, Seat
from undercroft.seat_runner import BotSeat


@dataclass
class Played:
    """How a match went: the winners, the returns, and the seconds that each seat's decisions took."""

    winners: Sequence[Seat] = ()
    returns: Sequence[int] = ()
    plies: int = 0
    seconds: list[list[float]] = field(default_factory=list)


class _Player:
    """A bot in its seat, and how much of the journal it was sent."""

    def __init__(self, game: Game[Any, Any, Any, Any], options: Any, seats: int, seat: Seat, bot: Bot) -> None:
        self.seat = BotSeat(game, options, seats, seat, bot)
        self.told: list[bytes] = []
        self.sent = 0


def play(game: Game[Any, Any, Any, Any], bots: Sequence[Bot], seed: str, options: Any = None) -> Played:
    """A match with a bot in each seat, to its end. Chance comes from the seed alone, so that seats can be swapped."""
    options = game.options_type() if options is None else options
    dice, seeds = Random(f"{seed}/chance"), Random(f"{seed}/bots")
    players = [_Player(game, options, len(bots), seat, bot) for seat, bot in enumerate(bots)]
    played = Played(seconds=[[] for _ in bots])
    journal: Journal[Any] = Journal()
    state = game.start(options, len(bots), journal)
    while True:
        _tell(journal, players)
        to_act = state.to_act()
        if not to_act:
            break
        seat = to_act[0]
        if seat == CHANCE:
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            action = dice.choices(actions, weights)[0]
        else:
            player = players[seat]
            player.seat.tell(msgspec.json.encode(state.view(seat)), player.told[player.sent :])
            player.sent = len(player.told)
            began = perf_counter()
            action = player.seat.choose(state.legal_actions(seat), Limit(), rng_seed=seeds.getrandbits(64))
            played.seconds[seat].append(perf_counter() - began)
        journal = Journal()
        state.apply(seat, action, journal)
        played.plies += 1
    outcome = state.outcome()
    assert outcome is not None
    played.winners, played.returns = outcome.winners, outcome.returns
    return played


def _tell(journal: Journal[Any], players: Sequence[_Player]) -> None:
    for audience, entry in journal.told:
        raw = msgspec.json.encode(entry)
        for seat, player in enumerate(players):
            if audience is None or seat in audience:
                player.told.append(numbered(raw, len(player.told)))
