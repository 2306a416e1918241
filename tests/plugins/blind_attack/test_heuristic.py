"""Quick judgement: `rules/blind_attack.md` §17."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from random import Random

import pytest

from tests.plugins.blind_attack.conftest import chosen
from undercroft.game import CHANCE, Journal, UndercroftError
from undercroft_blind_attack.game import BlindAttack
from undercroft_blind_attack.state import Battle
from undercroft_blind_attack.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Battle, Journal[Entry]]]]


def scores(game: BlindAttack, state: Battle) -> dict[str, float]:
    (seat,) = state.to_act()
    belief = game.belief(state.options, 2, seat)
    belief.learn(state.view(seat), [])
    legal = state.legal_actions(seat)
    found = game.heuristic().scores(belief, state.view(seat), legal, Random(0))
    return {state.action_text(seat, action): score for action, score in zip(legal, found, strict=True)}


def read(game: BlindAttack, position: str, **options: object) -> Battle:
    return game.positions().read(position, Options(**options), 2)  # type: ignore[arg-type]


def best(found: dict[str, float]) -> str:
    return max(found, key=lambda text: found[text])


def test_the_expectation_of_an_attack_is_that_of_the_formula(game: BlindAttack) -> None:
    """A soldier 2 against an unknown of 1, 3 and a bomb; nothing can hit back harder than what is there already."""
    state = read(game, "W: a1=1 e4=2 | B: e5=? h9=? i9=? | pool B: B13 | turn W")
    win, lose, bomb = 1 + 0.5 * 1.0, -1 - 0.5 * 1.6, 0.8 - 1.6
    theirs = (0.8 * 0 + (1.6 - 0.8)) / 3 + (-1 - 0.5 * 1.0) / 3 + (2 + 0.5 * 1.6) / 3
    assert scores(game, state)["e4xe5"] == pytest.approx((win + lose + bomb) / 3 - 0.45 * max(0.0, theirs))


def test_a_sure_win_is_taken_and_a_sure_loss_is_not(game: BlindAttack) -> None:
    assert best(scores(game, read(game, "W: a1=1 e4=3 | B: e5=2 i9=1 | turn W"))) == "e4xe5"
    assert best(scores(game, read(game, "W: a1=1 e4=1 | B: e5=3 i9=1 | turn W"))) == "a1a2"


def test_after_a_move_a_bad_attack_is_declined(game: BlindAttack) -> None:
    assert best(scores(game, read(game, "W: a1=1 e4=1 | B: e5=3 i9=1 | turn W | moved e4 | progress"))) == "stay"


def test_own_bystanders_make_a_bomb_dearer(game: BlindAttack) -> None:
    alone = scores(game, read(game, "W: a1=1 e4=B | B: d5=3 h9=1 i9=1 | turn W"))
    beside = scores(game, read(game, "W: a1=1 e4=B e5=3 | B: d5=3 h9=1 i9=1 | turn W"))
    assert alone["e4xd5"] > beside["e4xd5"]


def test_variants_change_what_an_equal_fight_is_worth(game: BlindAttack) -> None:
    position = "W: a1=1 e4=2 | B: e5=2 h9=1 i9=1 | turn W"
    worth = {
        (equal, spite): scores(game, read(game, position, equal=equal, spite=spite))["e4xe5"]
        for equal in ("humane", "spiteful")
        for spite in ("one", "charge")
    }
    assert worth["humane", "one"] > worth["spiteful", "one"] > worth["spiteful", "charge"]


def test_a_huff_is_taken_first_and_the_better_piece_at_that(game: BlindAttack) -> None:
    position = "W: a1=1 c4=1 e4=3 | B: c5=1 e5=2 i9=1 | turn B | turns 1 | huff c4 e4"
    assert best(scores(game, read(game, position, huff=True))) == "!e4"


def test_scores_leave_the_belief_as_it_was(game: BlindAttack, play_randomly: PlayRandomly) -> None:
    for state, _ in play_randomly(Options(huff=True), 8):
        if state.to_act() and state.to_act() != (CHANCE,):
            assert scores(game, state) == scores(game, state)


def test_it_refuses_to_judge_where_nobody_is_to_act(game: BlindAttack) -> None:
    state = read(game, "W: a1=? b1=? e4=? | B: e5=1 i9=1 | pool W: 123 | turn W")
    state.apply(0, state.legal_actions(0)[-1])
    assert state.to_act() == (CHANCE,)
    belief = game.belief(Options(), 2, 0)
    belief.learn(state.view(0), [])
    with pytest.raises(UndercroftError):
        game.heuristic().scores(belief, state.view(0), [], Random(0))


def play(game: BlindAttack, thinker: int, rng: Random) -> int:
    state = game.start(Options(), 2)
    belief = game.belief(Options(), 2, thinker)
    heuristic = game.heuristic()
    while seats := state.to_act():
        if seats != (thinker,):
            state.apply(seats[0], chosen(state, rng))
            continue
        view, legal = state.view(thinker), state.legal_actions(thinker)
        belief.learn(view, [])
        found = heuristic.scores(belief, view, legal, rng)
        top = max(found)
        state.apply(thinker, rng.choice([action for action, score in zip(legal, found, strict=True) if score == top]))
    outcome = state.outcome()
    assert outcome is not None
    return outcome.returns[thinker]


def test_it_beats_random_moves_in_65_of_100_of_400_matches(game: BlindAttack, figure: Callable[[str], None]) -> None:
    """Seats swapped, a draw is half a win; the share is printed with its 95 % interval."""
    rng = Random(2026)
    results = [play(game, match % 2, rng) for match in range(400)]
    wins = [(result + 1) / 2 for result in results]
    share = sum(wins) / len(wins)
    spread = 1.96 * sqrt(sum((win - share) ** 2 for win in wins)) / len(wins)
    tally = f"{results.count(1)}:{results.count(-1)}:{results.count(0)}"
    figure(f"heuristic against random: {tally}, {100 * share:.1f} ± {100 * spread:.1f} %")
    assert share >= 0.65


def test_a_rollout_attacks_where_it_pays_and_nowhere_else(game: BlindAttack) -> None:
    policy = game.policy()
    state = read(game, "W: a1=1 e4=3 | B: e5=2 i9=1 | turn W")
    weights = dict(zip(state.legal_actions(0), policy.weights(state, 0, state.legal_actions(0)), strict=True))
    assert {state.action_text(0, action) for action, weight in weights.items() if weight} == {"e4xe5"}
    state = read(game, "W: a1=1 e4=1 | B: e5=3 i9=1 | turn W")
    assert policy.weights(state, 0, state.legal_actions(0)) == [1.0, 0.0]
    state = read(game, "W: e4=1 | B: d5=3 i9=1 | # e5 | turn W")
    assert policy.weights(state, 0, state.legal_actions(0)) == [1.0]
    state = read(game, "W: a1=1 e4=2 | B: e5=1 i9=1 | turn B | turns 1 | huff e4", huff=True)
    assert policy.weights(state, 1, state.legal_actions(1)) == [0.0, 0.0, 1.0]


def test_the_evaluator_weighs_points_more_the_fewer_men_are_left(
    game: BlindAttack, play_randomly: PlayRandomly
) -> None:
    evaluator = game.evaluator()
    few = read(game, "W: a1=1 | B: i9=1 | out B: 2p | turn W")
    many = read(game, "W: a1=1 b1=1 c1=1 d1=2 | B: f9=2 g9=1 h9=1 i9=1 | out B: 2p | turn W")
    assert evaluator.values(few)[0] > evaluator.values(many)[0] > 0
    assert evaluator.values(read(game, "W: a1=2 | B: i9=2 | turn W")) == [0.0, -0.0]
    right = total = 0
    for seed in range(60):
        judged = [(evaluator.values(state)[0], len(state.field.men[0]) + len(state.field.men[1]))
                  for state, _ in play_randomly(Options(), seed) if state.to_act()]  # fmt: skip
        last = list(play_randomly(Options(), seed))[-1][0].outcome()
        assert last is not None
        for value, men in judged[-20:]:
            if last.returns[0] and men <= 8:
                total += 1
                right += (value > 0) == (last.returns[0] > 0)
    assert right > 0.75 * total > 300
