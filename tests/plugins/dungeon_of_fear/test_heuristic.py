"""Quick judgement: `rules/dungeon_of_fear.md` §13."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from undercroft.game import Journal, UndercroftError
from undercroft_dungeon_of_fear.arranging import arrange
from undercroft_dungeon_of_fear.cells import CELL
from undercroft_dungeon_of_fear.game import DungeonOfFear
from undercroft_dungeon_of_fear.state import Dungeon
from undercroft_dungeon_of_fear.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Dungeon, Journal[Entry]]]]


def scores(game: DungeonOfFear, state: Dungeon, journal: Journal[Entry]) -> dict[str, float]:
    (seat,) = state.to_act()
    belief = game.belief(Options(), 2, seat)
    belief.learn(state.view(seat), journal.entries(seat))
    legal = state.legal_actions(seat)
    found = game.heuristic().scores(belief, state.view(seat), legal, Random(0))
    return {state.action_text(seat, action): score for action, score in zip(legal, found, strict=True)}


def read(game: DungeonOfFear, position: str) -> tuple[Dungeon, Journal[Entry]]:
    journal: Journal[Entry] = Journal()
    return game.positions().read(position, Options(), 2, journal), journal


def test_the_rook_in_line_is_taken(game: DungeonOfFear) -> None:
    found = scores(game, *read(game, "######/######/######/R2r##/1#####/1##### w 0"))
    assert max(found, key=lambda text: found[text]) == "a3xd3"
    assert found["a3xd3"] > 10 * max(score for text, score in found.items() if text != "a3xd3")


def test_a_line_on_which_the_enemy_is_seen_is_not_entered(game: DungeonOfFear) -> None:
    position = "######/######/##1r##/R2###/1#####/1##### w 0 W=d4"
    found = scores(game, *read(game, position))
    assert found["a3xd3"] < found["a3xa4"]


def test_mirrored_moves_are_exact_ties(game: DungeonOfFear) -> None:
    journal: Journal[Entry] = Journal()
    state = game.start(Options(), 2, journal)
    assert len(set(scores(game, state, journal).values())) == 1
    for cell in ("b1", "e6", "b2", "e5"):
        state.apply(state.to_act()[0], CELL[cell], journal)
    found = scores(game, state, journal)
    assert set(found) == {"b2xb3", "b2xa2", "b2xc2"}


def test_scores_are_twice_the_gain_less_the_risk_over_all_worlds(
    game: DungeonOfFear, play_randomly: PlayRandomly
) -> None:
    """Plays each action, and each answer to it, in each world by the rules themselves."""
    judged = 0
    for seed in range(4):
        for state, journal in play_randomly(Options(), seed):
            if state.outcome() is not None or state.ply < 6:
                continue
            (seat,) = state.to_act()
            belief = game.belief(Options(), 2, seat)
            belief.learn(state.view(seat), journal.entries(seat))
            worlds = belief.hypotheses(400, Random(0))
            if len(worlds) >= 400 or state.shown_enemy(seat) >= 0:
                continue
            legal = state.legal_actions(seat)
            found = game.heuristic().scores(belief, state.view(seat), legal, Random(0))
            for action, score in zip(legal, found, strict=True):
                risk = gain = total = 0.0
                for walls, enemy, weight in worlds:
                    rooks = (state.rook(seat), enemy) if seat == 0 else (enemy, state.rook(seat))
                    world = arrange(Options(quiet_limit=100), walls, *rooks, seat, 0, 0, 0, 0)
                    world.apply(seat, action)
                    answers = world.legal_actions(1 - seat)
                    total += weight
                    if action in answers:
                        risk += weight
                        continue
                    for answer in answers:
                        after = world.clone()
                        after.apply(1 - seat, answer)
                        gain += weight / len(answers) * (answer in after.legal_actions(seat))
                assert score == pytest.approx((2 * gain - risk) / total, abs=1e-6)
                judged += score > 0
    assert judged > 10


def play(game: DungeonOfFear, thinker: int, rng: Random) -> int:
    journal: Journal[Entry] = Journal()
    state = game.start(Options(), 2, journal)
    belief, known = game.belief(Options(), 2, thinker), 0
    while seats := state.to_act():
        (seat,) = seats
        legal = state.legal_actions(seat)
        if seat == thinker:
            view, entries = state.view(seat), journal.entries(seat)
            belief.learn(view, entries[known:])
            known = len(entries)
            found = game.heuristic().scores(belief, view, legal, rng)
            legal = [action for action, score in zip(legal, found, strict=True) if score == max(found)]
        state.apply(seat, rng.choice(legal), journal)
    outcome = state.outcome()
    assert outcome is not None
    return outcome.returns[thinker]


def test_it_beats_random_moves_clearly(game: DungeonOfFear) -> None:
    rng = Random(2026)
    results = [play(game, match % 2, rng) for match in range(60)]
    assert results.count(1) >= 39


def test_it_refuses_to_judge_without_this_games_belief(game: DungeonOfFear) -> None:
    state, journal = read(game, "######/######/######/R2r##/1#####/1##### w 0")
    belief = game.belief(Options(), 2, 0)
    belief.learn(state.view(0), journal.entries(0))
    state.apply(0, CELL["d3"], journal)
    with pytest.raises(UndercroftError):
        game.heuristic().scores(belief, state.view(0), [0], Random(0))


def test_a_rollout_takes_the_rook_in_line_and_else_moves_at_random(game: DungeonOfFear) -> None:
    policy = game.policy()
    state, _ = read(game, "######/######/######/R2r##/1#####/1##### w 0")
    assert policy.weights(state, 0, state.legal_actions(0)) == [1.0, 0.0]
    assert policy.weights(state, 1, state.legal_actions(1)) == []
    state, _ = read(game, "######/######/##1r##/R2###/1#####/1##### w 0 W=d4")
    assert policy.weights(state, 0, state.legal_actions(0)) == [1.0, 1.0]
