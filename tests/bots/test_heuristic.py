"""The heuristic bot: the best by the game's own scores, dice between equals, a reason where there are no scores."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from undercroft.bot import BotRefused, Limit, Turn
from undercroft.game import Belief, Game, Heuristic, Journal, UndercroftError
from undercroft.registry import load_registry
from undercroft_bots.heuristic import HeuristicBot


class Scores(Heuristic[Any, Any, Any]):
    def __init__(self, scores: dict[int, float]) -> None:
        self._scores = scores

    def scores(self, belief: Belief[Any, Any, Any], view: Any, legal: Sequence[int], rng: Random) -> list[float]:
        return [self._scores[action] for action in legal if action in self._scores]


@pytest.fixture
def game() -> Game[Any, Any, Any, Any]:
    return load_registry().game("dungeon-of-fear")


def turn(game: Game[Any, Any, Any, Any], legal: list[int], seed: int, *, belief: bool = True) -> Turn:
    options = game.options_type()
    knowledge = game.belief(options, 2, 0) if belief else None
    return Turn(game, options, 2, 0, None, [], legal, knowledge, Limit(), Random(seed))


def scored(game: Game[Any, Any, Any, Any], monkeypatch: pytest.MonkeyPatch, scores: dict[int, float] | None) -> None:
    monkeypatch.setattr(type(game), "heuristic", lambda _: None if scores is None else Scores(scores))


def test_the_best_score_is_played(game: Game[Any, Any, Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    scored(game, monkeypatch, {1: -5.0, 2: 0.5, 3: -1.0})
    assert {HeuristicBot().choose(turn(game, [1, 2, 3], seed)) for seed in range(20)} == {2}


def test_dice_decide_between_equals(game: Game[Any, Any, Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    scored(game, monkeypatch, {1: 7.0, 2: 0.0, 3: 7.0})
    chosen = [HeuristicBot().choose(turn(game, [1, 2, 3], seed)) for seed in range(200)]
    assert 60 < chosen.count(1) < 140
    assert set(chosen) == {1, 3}
    assert chosen == [HeuristicBot().choose(turn(game, [1, 2, 3], seed)) for seed in range(200)]


def test_it_judges_what_the_seat_knows(game: Game[Any, Any, Any, Any]) -> None:
    options = game.options_type()
    journal: Journal[Any] = Journal()
    state = game.start(options, 2, journal)
    view, belief = state.view(0), game.belief(options, 2, 0)
    belief.learn(view, journal.entries(0))
    legal = state.legal_actions(0)
    assert HeuristicBot().choose(Turn(game, options, 2, 0, view, [], legal, belief, Limit(), Random(1))) in legal


def test_a_game_without_heuristic_is_refused_with_the_reason(
    game: Game[Any, Any, Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    scored(game, monkeypatch, None)
    with pytest.raises(BotRefused, match="dungeon-of-fear: the game brings no heuristic"):
        load_registry().bot("heuristic", game)
    with pytest.raises(UndercroftError):
        HeuristicBot().choose(turn(game, [1], 1))


def test_nonsense_and_a_missing_belief_are_errors(
    game: Game[Any, Any, Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    scored(game, monkeypatch, {1: 0.0})
    with pytest.raises(UndercroftError, match="1 scores for 2 legal actions"):
        HeuristicBot().choose(turn(game, [1, 2], 1))
    with pytest.raises(UndercroftError, match="belief"):
        HeuristicBot().choose(turn(game, [1], 1, belief=False))
