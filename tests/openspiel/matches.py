"""Matches of Connect Four between one of our bots and OpenSpiel's search, with equal time for every decision."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.openspiel.peer import OpenSpiel
from undercroft.bot import Limit
from undercroft.entries import numbered
from undercroft.registry import BotChoice
from undercroft.seat_runner import BotSeat
from undercroft.testing.referee import Setup
from undercroft_connect_four.game import ConnectFour
from undercroft_connect_four.state import Discs
from undercroft_connect_four.values import Options

__all__ = ["play", "results"]


def results(bot: BotChoice, rival: OpenSpiel, matches: int, seconds: float) -> Counter[tuple[int, str]]:
    """How many matches ended how (`won`, `drawn`, `lost`), by our bot's seat; the seats change after every match."""
    ended: Counter[tuple[int, str]] = Counter()
    for number in range(matches):
        seat = number % 2
        ended[seat, play(bot, seat, rival, seconds, Random(number))] += 1
    return ended


def play(bot: BotChoice, seat: int, rival: OpenSpiel, seconds: float, rng: Random) -> str:
    """One match; `won`, `drawn` or `lost` as our bot, in `seat`, sees it. Both have `seconds` for a decision."""
    setup = Setup(ConnectFour(), Options(), 2)
    referee = setup.start()
    ours = BotSeat(setup.game, setup.options, 2, seat, bot.make())
    told = 0
    while to_act := referee.state.to_act():
        entries = [numbered(raw, told + n) for n, raw in enumerate(referee.newly_told(seat))]
        told += len(entries)
        ours.tell(referee.view(seat), entries)
        if to_act == (seat,):
            legal = referee.state.legal_actions(seat)
            action = ours.choose(legal, Limit(seconds=seconds), rng_seed=rng.getrandbits(64))
        else:
            assert isinstance(referee.state, Discs)
            action = rival.move(referee.state.moves, seconds)
        referee.apply(to_act[0], action)
    outcome = referee.state.outcome()
    assert outcome is not None
    return {1: "won", 0: "drawn", -1: "lost"}[outcome.returns[seat]]
