"""What rivals knew and made of it: worlds that fit, as far as rivals seem to think, from nothing but what was told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.bots.dungeon_matches import DUNGEON, OPTIONS, Moment, after, decisions, shown, written
from tests.bots.forms import kuhn_poker
from tests.bots.tic_tac_toe import TicTacToe
from undercroft.bot import never
from undercroft.game import Belief, Game, Journal, Seat, State, UndercroftError
from undercroft.registry import load_registry
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.interactive_belief import FEWEST, InteractiveBelief, interactive_belief


def patient() -> Budget:
    return Budget(None, float("inf"), never)


def impatient() -> Budget:
    return Budget(None, 0.0, never, lambda: 0.0)


class Silent(Belief[Any, Any, Any]):
    """A belief that nobody should ask for a world."""

    def learn(self, view: Any, entries: Sequence[Any]) -> None:
        raise AssertionError("it learns elsewhere")

    def sample(self, rng: Random) -> State[Any, Any]:
        raise AssertionError("the courses have it")

    def clone(self, most: int) -> Silent:
        return self


def new(seat: Seat, most: int = 50) -> InteractiveBelief:
    belief = interactive_belief(DUNGEON, OPTIONS, 2, seat, Silent(), most)
    assert belief is not None
    return belief


def at_once(moment: Moment, most: int = 50, patience: Budget | None = None) -> tuple[InteractiveBelief, bool]:
    """A belief that has learned all of it in one batch, and whether it knows more than the game's own."""
    belief = new(moment.seat, most)
    belief.learn(moment.state.view(moment.seat), moment.entries)
    return belief, belief.catch_up(moment.learned(), patience or patient())


def texts(belief: Belief[Any, Any, Any], count: int = 40) -> list[str]:
    return [written(belief.sample(Random(seed))) for seed in range(count)]


# --- what is sampled


@pytest.mark.parametrize("seat", [0, 1])
def test_a_sample_is_a_world_in_which_the_seat_sees_the_same(seat: Seat) -> None:
    for seed in range(3):
        *_, moment = decisions(seat, seed, 13, "heuristic")
        belief, knows = at_once(moment)
        assert knows
        for draw in range(30):
            world = belief.sample(Random(draw))
            assert world.to_act() == (seat,)
            assert world.legal_actions(seat) == moment.state.legal_actions(seat)
            assert world.observation(seat) == moment.state.observation(seat)
            for own in world.legal_actions(seat):  # and it has no less of a future
                then = world.clone()
                then.apply(seat, own)


def test_a_sample_is_a_world_of_its_own() -> None:
    *_, moment = decisions(0, 1, 9)
    belief, _ = at_once(moment)
    before = texts(belief)
    for seed in range(40):
        rng, world = Random(seed), belief.sample(Random(seed))
        while world.to_act():
            mover = world.to_act()[0]
            world.apply(mover, rng.choice(world.legal_actions(mover)))
    assert texts(belief) == before


def test_worlds_come_as_often_as_their_courses_weigh_and_for_the_rest_as_the_games_own_belief_has_them() -> None:
    *_, moment = decisions(0, 2, 11, "heuristic")
    belief, _ = at_once(moment, most=8)
    plain = moment.learned()
    histories = belief._thoughtful.histories
    expected: Counter[str] = Counter()
    for history in histories:
        expected[written(history.state)] += round(4000 * history.weight)
    rng = Random(0)
    assert sum(expected.values()) == pytest.approx(4000 * belief.trust, abs=8)
    for _ in range(round(4000 * (1 - belief.trust))):
        expected[written(plain.sample(rng))] += 1
    found = Counter(written(belief.sample(rng)) for _ in range(4000))
    assert sum(abs(found[text] - expected[text]) for text in {*found, *expected}) < 600
    assert 0.1 < belief.trust < 0.9


def test_nothing_can_be_sampled_before_it_has_caught_up() -> None:
    with pytest.raises(UndercroftError, match="catch up"):
        new(0).sample(Random(0))


# --- trust


def trust_in(rival: str) -> float:
    """The mean over matches; where no course is left of those in which rivals think, they aren't trusted."""
    trusts = []
    for seed in range(20):
        *_, moment = decisions(seed % 2, seed, 17, rival, "heuristic")
        belief, knows = at_once(moment)
        assert 0.0 <= belief.trust <= 1.0
        trusts.append(belief.trust if knows else 0.0)
    return sum(trusts) / len(trusts)


def test_rivals_who_play_by_the_heuristic_are_trusted_to_and_rivals_who_play_at_random_are_not() -> None:
    thinking, random = trust_in("heuristic"), trust_in("random")
    assert thinking > 0.55
    assert random < 0.45


def test_as_long_as_nothing_tells_rivals_apart_either_is_as_likely() -> None:
    for moment in (after(), after("a2"), after("a2", "e6")):
        belief, knows = at_once(moment)
        assert knows
        assert belief.trust == pytest.approx(0.5)


# --- the same knowledge, the same samples


def test_two_true_worlds_that_told_the_seat_the_same_give_the_same_samples() -> None:
    """White can't tell which of two walls Black has taken."""
    one, other = after("a2", "e6"), after("a2", "f5")
    assert one.entries == other.entries
    assert shown(one.state, 0) == shown(other.state, 0)
    assert written(one.state) != written(other.state)
    (first, _), (second, _) = at_once(one), at_once(other)
    assert texts(first) == texts(second)
    assert first.trust == second.trust
    assert {written(one.state), written(other.state)} == set(texts(first))


def test_a_twin_of_a_long_match_gives_the_same_samples() -> None:
    """Every world that the seat can't tell from the true one, put in its place, leads to the same samples."""
    for seed in range(3):
        *_, moment = decisions(1, seed, 10, "heuristic")
        belief, _ = at_once(moment)
        twins = [history.state for history in belief._thoughtful.histories]
        assert len({written(twin) for twin in twins}) > 1
        for twin in twins[:5]:
            other, _ = at_once(Moment(twin, moment.seat, moment.entries))
            assert texts(other, 20) == texts(belief, 20)


def test_learned_ply_by_ply_or_all_at_once_it_samples_the_same() -> None:
    for seed in range(3):
        stepwise, known = new(0), 0
        *_, last = moments = list(decisions(0, seed, 11, "heuristic"))
        for moment in moments:
            stepwise.learn(moment.state.view(0), moment.entries[known:])
            known = len(moment.entries)
            assert stepwise.catch_up(moment.learned(), patient())
        batch, _ = at_once(last)
        assert texts(stepwise) == texts(batch)
        assert stepwise.trust == pytest.approx(batch.trust)


def test_what_was_noted_at_several_turns_is_followed_at_the_next() -> None:
    """A turn with one legal action only takes notes."""
    *_, third = moments = list(decisions(0, 3, 6))
    noted = new(0)
    known = 0
    for moment in moments:
        noted.learn(moment.state.view(0), moment.entries[known:])
        known = len(moment.entries)
    assert noted.catch_up(third.learned(), patient())
    assert texts(noted) == texts(at_once(third)[0])


def test_catching_up_again_changes_nothing() -> None:
    *_, moment = decisions(0, 3, 7)
    belief, _ = at_once(moment)
    before, trust = texts(belief), belief.trust
    assert belief.catch_up(moment.learned(), patient())
    assert (texts(belief), belief.trust) == (before, pytest.approx(trust))


# --- where it knows no more than the game's own belief


def test_without_any_time_it_knows_no_more_than_the_games_own_belief() -> None:
    *_, moment = decisions(0, 1, 13, "heuristic")
    _, knows = at_once(moment, patience=impatient())
    assert not knows


def test_few_courses_are_worth_it_only_if_there_are_no_more() -> None:
    moment = after("a2", "e6")
    few, knows = at_once(moment)
    assert knows
    assert len(few._thoughtful.histories) < FEWEST
    _, knows = at_once(moment, patience=impatient())
    assert not knows


def test_a_match_that_began_elsewhere_is_left_to_the_games_own_belief() -> None:
    positions = DUNGEON.positions()
    assert positions is not None
    journal: Journal[Any] = Journal()
    state = positions.read("######/######/######/R2r##/#1####/1##### w 0", OPTIONS, 2, journal)
    belief, knows = at_once(Moment(state, 0, journal.entries(0)))
    assert not knows
    assert not belief.catch_up(Silent(), patient())


def test_a_start_that_only_looks_usual_is_left_to_the_games_own_belief_once_it_cannot_be() -> None:
    positions = DUNGEON.positions()
    assert positions is not None
    journal: Journal[Any] = Journal()
    state = positions.read("######/######/######/######/#2r##/R##### w 0", OPTIONS, 2, journal)
    belief, knows = at_once(Moment(state, 0, journal.entries(0)))
    assert knows
    b1 = next(action for action in state.legal_actions(0) if state.action_text(0, action).endswith("b1"))
    state.apply(0, b1, journal)
    state.apply(1, state.legal_actions(1)[0], journal)
    belief.learn(state.view(0), journal.entries(0)[1:])
    assert not belief.catch_up(Silent(), patient())


OTHERS: list[Game[Any, Any, Any, Any]] = [kuhn_poker(), TicTacToe(), load_registry().game("oshi-zumo")]


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: str(game.spec.id))
def test_games_without_a_heuristic_without_clones_and_without_secrets_have_none(
    game: Game[Any, Any, Any, Any],
) -> None:
    options = game.options_type()
    assert interactive_belief(game, options, 2, 0, game.belief(options, 2, 0), 50) is None


def test_with_no_courses_wanted_there_is_none() -> None:
    assert interactive_belief(DUNGEON, OPTIONS, 2, 0, DUNGEON.belief(OPTIONS, 2, 0), 0) is None
