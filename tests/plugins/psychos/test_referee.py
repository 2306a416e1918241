"""The plugin against another referee, written from the rules afresh, over random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tests.plugins.psychos.referee import Metro, SlowReferee, moscow
from undercroft.game import CHANCE, SPECTATOR, Journal
from undercroft_psychos.game import PsychosOfTheUnderground
from undercroft_psychos.state import Psychos
from undercroft_psychos.values import Entry, Options

GAMES = 100
"""In each variant; the same comparison was run over thousands more."""


@pytest.fixture(scope="module")
def metro() -> Metro:
    return moscow()


def some_options(rng: Random, variant: str) -> Options:
    usual = {"variant": variant, "auto_forced": rng.random() < 0.5, "max_turns": rng.choice([1, 7, 40, 120])}
    fees = {name: rng.choice([0, 2, 100]) for name in ("ante", "fee_terminus", "fee_knock", "fee_skip")}
    return msgspec.convert(usual | (fees if rng.random() < 0.3 else {}), Options)


def differences(game: PsychosOfTheUnderground, state: Psychos, slow: SlowReferee) -> Iterator[tuple[str, Any, Any]]:
    """What is to be equal: (name, the plugin's, the referee's)."""
    to_act = () if slow.phase == "over" else (slow.seat,) if slow.phase == "act" else (CHANCE,)
    yield "to act", state.to_act(), to_act
    for seat in range(slow.seats):
        legal = [(code, state.action_text(seat, code)) for code in state.legal_actions(seat)]
        yield "legal", legal, slow.legal() if to_act == (seat,) else []
    outcomes = {state.action_text(CHANCE, code): weight for code, weight in state.chance_outcomes()}
    yield "outcomes", outcomes, slow.outcomes()
    yield "position", game.positions().write(state), slow.position()
    for reader, you in ((SPECTATOR, None), (0, 0)):
        yield "view", msgspec.to_builtins(state.view(reader), builtin_types=()), untupled(slow.view(you))
    outcome, result = state.outcome(), slow.result
    yield "over", outcome is None, result is None
    if outcome is not None and result is not None:
        yield "returns", list(outcome.returns), result["returns"]
        yield "winners", list(outcome.winners), result["winners"]
        yield "reason", outcome.reason, result["reason"]


def untupled(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def compare(game: PsychosOfTheUnderground, metro: Metro, variant: str, seed: int) -> int:
    """Play one random game on both sides; gives the number of turns."""
    rng = Random(seed)
    options, seats = some_options(rng, variant), rng.randint(3, 6)
    slow = SlowReferee(metro, untupled(options), seats)
    journal: Journal[Entry] = Journal()
    state = game.start(options, seats, journal)
    while True:
        for what, ours, theirs in differences(game, state, slow):
            assert untupled(ours) == untupled(theirs), (what, seed)
        assert untupled(journal.entries(SPECTATOR)) == slow.journal, seed
        journal.told.clear()
        slow.journal.clear()
        to_act = state.to_act()
        if not to_act:
            return slow.turn
        if to_act == (CHANCE,):
            codes, weights = zip(*state.chance_outcomes(), strict=True)
            code = rng.choices(codes, weights)[0]
            slow.throw(state.action_text(CHANCE, code))
        else:
            code = rng.choice(state.legal_actions(to_act[0]))
            slow.act(state.action_text(to_act[0], code))
        state.apply(to_act[0], code, journal)


@pytest.mark.parametrize("variant", ["long", "quick"])
def test_another_referee_sees_the_same_game(game: PsychosOfTheUnderground, metro: Metro, variant: str) -> None:
    assert sum(compare(game, metro, variant, seed) for seed in range(GAMES)) > 20 * GAMES
