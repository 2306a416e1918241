"""Information-set MCTS: nobody knows too much, legality may differ between worlds, chance and simultaneous choices."""

from __future__ import annotations

from math import log
from random import Random
from typing import Any, Self

import pytest

from tests.bots.best_response import FromTheStart, best_response, policy_of
from tests.bots.forms import Choice, End, FormGame, Move, choice, kuhn_poker, secret
from undercroft.bot import never
from undercroft.game import CHANCE, Belief, Journal, Outcome, Seat, State
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.information_set import InformationSet
from undercroft_bots.search.information_trees import InformationTrees
from undercroft_bots.search.observers import LoneObserver, MultipleObservers, SingleObserver
from undercroft_bots.search.playout import Playout
from undercroft_bots.search.telling import ByEntries, ByObservation, Telling


def trees_of(simulations: int, seed: int = 1, **settings: Any) -> tuple[InformationTrees, Budget]:
    rng = Random(seed)
    budget = Budget(simulations, float("inf"), settings.get("cancelled", never))
    telling: Telling = settings.get("telling") or ByObservation()
    kind = settings.get("kind") or (SingleObserver if settings.get("single", False) else MultipleObservers)
    trees = kind(
        settings.get("seats", 2),
        settings.get("seat", 0),
        telling,
        Playout(rng, None, None, 0, budget),
        rng,
        settings.get("exploration", 1.0),
        settings.get("nodes", 10**9),
    )
    return trees, budget


def grown(belief: Belief[Any, Any, Any], simulations: int, seed: int = 1, **settings: Any) -> InformationTrees:
    """The trees after so many simulations."""
    trees, budget = trees_of(simulations, seed, **settings)
    trees.search(belief, budget)
    return trees


def visits(node: InformationSet) -> dict[int, int]:
    return {code: each.visits for code, each in sorted((node.choices or {}).items())}


# --- nobody knows too much


@pytest.mark.parametrize("seed", [1, 2])
def test_in_kuhn_poker_every_seat_comes_within_a_twentieth_of_the_best_play(seed: int) -> None:
    game = kuhn_poker()
    policy = policy_of(grown(FromTheStart(game), 40_000, seed, exploration=1.5), game)
    assert best_response(game, policy, 1) <= 1 / 18 + 0.05  # what seat 0 loses to the best reply, and to best play
    assert best_response(game, policy, 0) <= -1 / 18 + 0.05


def hidden_card(cards: int, reward: int) -> FormGame:
    """Take 1 for sure, or name a card that nobody has seen: so much is won or lost."""
    deals = []
    for card in range(cards):
        names = tuple(
            Move(name, f"names {name} of {card}", End((reward, -reward) if name == card else (-reward, reward)))
            for name in range(cards)
        )
        first = (Move(0, "safe", End((1, -1))), Move(1, "dares", Choice(0, names)))
        deals.append(Move(card, "dealt", Choice(0, first)))
    return FormGame("hidden-card", Choice(CHANCE, tuple(deals)), 2)


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("telling", [ByObservation, ByEntries])
def test_a_seat_does_not_count_on_knowing_later_what_it_is_not_told(single: bool, telling: type[Telling]) -> None:
    """A search that judged each sampled card by itself would dare: it would always name the right one."""
    trees = grown(FromTheStart(hidden_card(2, 6)), 2000, single=single, telling=telling())
    (dealt,) = (trees.roots[0].told or {}).values()
    assert [code // (2 if single else 1) for code, count in visits(dealt).items() if count > 1000] == [0]


def test_one_tree_is_enough_not_to_count_on_it() -> None:
    trees = grown(FromTheStart(hidden_card(2, 6)), 2000, kind=LoneObserver)
    (dealt,) = (trees.roots[0].told or {}).values()
    assert max(visits(dealt).items(), key=lambda each: each[1])[0] == 0


def card_put_down(dares: bool) -> FormGame:
    """Seat 0 puts down one of three cards unseen, seat 1 names it: it wins if it is right, and loses if it is wrong.

    With `dares`, seat 0 may also leave it at that before seat 1 names a card.
    """
    downs = []
    for card in range(3):
        names = Choice(
            1,
            tuple(
                Move(name, f"names {name} of {card}", End((-1, 1) if name == card else (1, -1))) for name in range(3)
            ),
        )
        then = Choice(0, (Move(0, "safe", End((0, 0))), Move(1, "dares", names))) if dares else names
        downs.append(Move(card, secret(0, f"puts down {card}", "a card is down"), then))
    return FormGame("names", Choice(0, tuple(downs)), 2)


class CardIsDown(FromTheStart):
    """What seat 0 knows once it has put down card 1."""

    def sample(self, rng: Random) -> Any:
        position = super().sample(rng)
        position.apply(0, 1)
        return position


def test_a_rival_who_is_searched_for_finds_out_what_the_seat_holds_and_one_with_a_policy_does_not() -> None:
    """A rival who has to guess the card is wrong two times of three, so seat 0 had best dare."""
    belief = CardIsDown(card_put_down(dares=True))
    found = {
        kind: max(visits(grown(belief, 3000, kind=kind).roots[0]).items(), key=lambda each: each[1])[0]
        for kind in (MultipleObservers, LoneObserver)
    }
    assert found == {MultipleObservers: 0, LoneObserver: 1}


def test_rivals_with_a_policy_have_no_tree() -> None:
    trees = grown(FromTheStart(kuhn_poker()), 1500, kind=LoneObserver)
    assert trees.roots[0] is trees.roots[1]
    assert trees.nodes == size(trees.roots[0]) - 1
    assert all(set(visits(node)) <= {0, 1} for node in (trees.roots[0].told or {}).values())


def test_a_rival_does_not_know_what_it_was_not_told() -> None:
    """Seat 1 names the card that seat 0 has put down unseen; knowing it, it would always win."""
    game = card_put_down(dares=False)
    policy = policy_of(grown(FromTheStart(game), 5000), game)
    guesses = policy[1, ("start", "a card is down")]
    assert all(0.15 < share < 0.55 for share in guesses.values())


def test_single_observer_merges_what_only_rivals_know() -> None:
    trees = grown(FromTheStart(kuhn_poker()), 500, single=True)
    assert trees.roots[0] is trees.roots[1]
    trees = grown(FromTheStart(kuhn_poker()), 500)
    assert trees.roots[0] is not trees.roots[1]


@pytest.mark.parametrize("single", [False, True])
def test_entries_and_observations_tell_the_same_apart(single: bool) -> None:
    def shape(node: InformationSet | None) -> Any:
        if node is None:
            return None
        choices = [(code, each.visits, each.total, shape(each.after)) for code, each in (node.choices or {}).items()]
        return choices, [shape(each) for each in (node.told or {}).values()]

    belief = FromTheStart(kuhn_poker())
    by_observation, by_entries = (
        grown(belief, 400, single=single, telling=telling) for telling in (ByObservation(), ByEntries())
    )
    assert shape(by_observation.roots[0]) == shape(by_entries.roots[0])


# --- legality that differs between worlds


class Hands(State[Any, Any]):
    """Seat 0 plays a card of its hand or passes (0), and that is all; the higher the card the more it gets."""

    def __init__(self, hand: list[int]) -> None:
        self.hand, self.played = hand, -1

    def to_act(self) -> tuple[Seat, ...]:
        return () if self.played >= 0 else (0,)

    def legal_actions(self, seat: Seat) -> list[int]:
        return [0, *self.hand]

    def apply(self, seat: Seat, action: int, journal: Journal[Any] | None = None) -> None:
        self.played = action

    def action_text(self, seat: Seat, action: int) -> str:
        return str(action)

    def view(self, seat: Seat) -> Any:
        raise AssertionError

    def observation(self, seat: Seat) -> str:
        return "played"

    def outcome(self) -> Outcome:
        return Outcome((self.played, -self.played), (0,), "over")

    def clone(self) -> Self:
        return type(self)(list(self.hand))


class TwoHands(Belief[Any, Any, Any]):
    """Card 5 is always in seat 0's hand, card 9 in one world of ten: from seat 1's side, who doesn't see it."""

    def learn(self, view: Any, entries: Any) -> None:
        raise AssertionError

    def sample(self, rng: Random) -> Hands:
        return Hands([5, 9] if rng.random() < 0.1 else [5])


def test_only_what_is_legal_in_the_sampled_world_is_tried_and_availability_is_counted() -> None:
    trees = grown(TwoHands(), 2000, seat=1)
    (node,) = (trees.roots[0].told or {}).values()
    choices = node.choices or {}
    assert sum(each.visits for each in choices.values()) == 2000
    assert choices[0].available > 1990
    assert choices[5].available > 1990
    assert 150 < choices[9].available < 250
    assert choices[9].visits > choices[9].available * 0.8  # taken nearly whenever it can be, though that is seldom
    assert choices[9].total == 9 * choices[9].visits


def test_a_rare_action_that_loses_is_not_tried_as_often_as_if_it_had_always_been_there() -> None:
    """Curiosity goes by how often an action could have been chosen, not by how often its node was visited."""
    trees, _ = trees_of(0)
    node, rng, could = InformationSet(), Random(4), 0
    for _ in range(4000):
        legal = [1, 2, 3] if rng.random() < 0.05 else [1, 2]
        chosen = trees._select(node, Hands([]), 0, legal)
        assert chosen is not None
        chosen.visits += 1
        chosen.total -= chosen.action == 3
        could += legal == [1, 2, 3]
    rare, frequent = (node.choices or {})[3], (node.choices or {})[1]
    assert (rare.available, frequent.available) == (could, 4000)
    least = (log(frequent.available) / frequent.visits) ** 0.5  # the curiosity about what loses nothing
    assert rare.visits == pytest.approx(log(could) / (1 + least) ** 2, abs=1)
    assert rare.visits < log(4000) / (1 + least) ** 2 - 1


# --- chance, simultaneous choices, many seats


def test_dice_are_averaged() -> None:
    gamble = choice(CHANCE, {1: (9, -9), 2: (-3, 3)}, {1: 1, 2: 3})  # 0 on average
    game = FormGame("dice", choice(0, {1: gamble, 2: (1, -1)}), 2)
    best = grown(FromTheStart(game), 1000).best([1, 2])
    assert best is not None
    assert best.action == 2


class Pennies(State[Any, Any]):
    """Both choose heads or tails at once; seat 0 wins if they match, heads counting double."""

    def __init__(self, chosen: tuple[int, int] = (-1, -1)) -> None:
        self.chosen = list(chosen)

    def to_act(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in (0, 1) if self.chosen[seat] < 0)

    def legal_actions(self, seat: Seat) -> list[int]:
        return [0, 1] if self.chosen[seat] < 0 else []

    def apply(self, seat: Seat, action: int, journal: Journal[Any] | None = None) -> None:
        self.chosen[seat] = action

    def action_text(self, seat: Seat, action: int) -> str:
        return str(action)

    def view(self, seat: Seat) -> Any:
        raise AssertionError

    def observation(self, seat: Seat) -> Any:
        return tuple(self.chosen) if -1 not in self.chosen else (self.chosen[seat],)

    def outcome(self) -> Outcome | None:
        if -1 in self.chosen:
            return None
        one, other = self.chosen
        gain = -1 if one != other else 2 if one else 1
        return Outcome((gain, -gain), (0 if gain > 0 else 1,), "shown")

    def clone(self) -> Self:
        return type(self)((self.chosen[0], self.chosen[1]))


class NothingChosen(Belief[Any, Any, Any]):
    def learn(self, view: Any, entries: Any) -> None:
        raise AssertionError

    def sample(self, rng: Random) -> Pennies:
        return Pennies()


def test_simultaneous_choices_are_mixed_as_nobody_sees_the_other() -> None:
    trees = grown(NothingChosen(), 20_000, exploration=1.5)
    (second,) = (each for first in (trees.roots[1].told or {}).values() for each in (first.told or {}).values())
    for node in (trees.roots[0], second):
        heads = visits(node)[1] / 20_000
        assert 0.3 < heads < 0.5  # 2/5 at best play; who could see the other's choice would never mix


@pytest.mark.parametrize("kind", [MultipleObservers, SingleObserver, LoneObserver])
@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_chooses_at_the_same_time_as_others_searches_its_own_choice(
    kind: type[InformationTrees], seat: Seat
) -> None:
    """Also where it is told something, if nothing new, when they choose."""
    best = grown(NothingChosen(), 500, kind=kind, seat=seat).weighed([0, 1])
    assert sum(each.visits for each in best) == 500


def test_a_rival_with_a_policy_is_answered_in_a_simultaneous_choice_too() -> None:
    """Without one the rival tosses its coin: heads wins 2 as often as tails wins 1."""
    for seat, side in ((0, 1), (1, 0)):
        counts = visits(grown(NothingChosen(), 2000, kind=LoneObserver, seat=seat).roots[seat])
        assert max(counts, key=lambda each: counts[each]) == side


def test_in_a_shared_tree_seats_that_choose_at_once_keep_their_choices_apart_and_unseen() -> None:
    for seat in (0, 1):
        trees = grown(NothingChosen(), 20_000, exploration=1.5, single=True, seat=seat)
        counts = visits(trees.roots[0])
        assert len(counts) == 4
        assert all(0.3 < counts[2 + each] / 20_000 < 0.5 for each in (0, 1))


def test_three_seats_are_each_for_itself() -> None:
    left = choice(1, {1: (5, 0, 0), 2: choice(2, {1: (0, 3, 2), 2: (4, 4, 1)})})
    right = choice(1, {1: choice(2, {1: (1, 1, 4), 2: (9, 2, 3)}), 2: (0, 0, 9)})
    game = FormGame("three", choice(0, {1: left, 2: right}), 3)
    best = grown(FromTheStart(game), 4000, seats=3).best([1, 2])
    assert best is not None
    assert best.action == 2


# --- bounds


def test_there_are_as_many_simulations_as_allowed() -> None:
    game = FormGame("two", choice(0, {1: (1, -1), 2: (0, 0)}), 2)
    assert sum(visits(grown(FromTheStart(game), 137).roots[0]).values()) == 137


def test_equal_seeds_grow_equal_trees() -> None:
    def policy(seed: int) -> Any:
        return policy_of(grown(FromTheStart(kuhn_poker()), 300, seed), kuhn_poker())

    assert policy(3) == policy(3)
    assert policy(3) != policy(4)


def size(node: InformationSet | None) -> int:
    """The nodes and choices below a node, itself included."""
    if node is None:
        return 0
    choices = sum(1 + size(each.after) for each in (node.choices or {}).values())
    return 1 + choices + sum(size(each) for each in (node.told or {}).values())


@pytest.mark.parametrize("nodes", [0, 1, 5, 20])
@pytest.mark.parametrize("single", [False, True])
def test_memory_is_bounded_and_the_search_goes_on(nodes: int, single: bool) -> None:
    trees = grown(FromTheStart(kuhn_poker()), 1500, nodes=nodes, single=single)
    roots = trees.roots[:1] if single else trees.roots
    assert sum(map(size, roots)) - len(roots) == trees.nodes == nodes


@pytest.mark.parametrize("nodes", [0, 1, 5])
def test_memory_for_one_seat_is_bounded(nodes: int) -> None:
    trees = grown(FromTheStart(kuhn_poker()), 1500, nodes=nodes, kind=LoneObserver)
    assert size(trees.roots[0]) - 1 == trees.nodes == nodes


def test_nodes_are_counted_right() -> None:
    trees = grown(FromTheStart(kuhn_poker()), 1500)
    assert trees.nodes == sum(map(size, trees.roots)) - 2


def test_a_simulation_that_is_called_off_counts_nothing() -> None:
    for steps in range(1, 30):
        asked = iter([False] * steps + [True] * 1000)
        trees, budget = trees_of(10**6, cancelled=lambda asked=asked: next(asked))
        trees.search(FromTheStart(kuhn_poker()), budget)
        assert budget.over
        assert trees.best([0, 1]) is None or sum(visits(trees.roots[0]).values()) >= 0
