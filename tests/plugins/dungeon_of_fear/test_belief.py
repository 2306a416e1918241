"""What a seat can work out, against the worlds that there really are (`rules/dungeon_of_fear.md` §12)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from time import perf_counter

import msgspec
import pytest

from undercroft.game import SPECTATOR, Journal, UndercroftError
from undercroft_dungeon_of_fear.belief import DungeonBelief
from undercroft_dungeon_of_fear.cells import BIT, CELL
from undercroft_dungeon_of_fear.game import DungeonOfFear
from undercroft_dungeon_of_fear.state import Dungeon
from undercroft_dungeon_of_fear.values import End, Entry, Options
from undercroft_dungeon_of_fear.worlds import enemy_of, walls_of, world

PlayRandomly = Callable[[Options, int], Iterator[tuple[Dungeon, Journal[Entry]]]]

EVERY_WORLD = [Options(), Options("breach"), Options("walls"), Options(clock="public"), Options("breach", "public", 2)]


def true_world(state: Dungeon, seat: int) -> int:
    return world(state.rook(1 - seat), state.clock, state.walls, 0)


def holds_truth(belief: DungeonBelief, state: Dungeon, seat: int) -> bool:
    return belief.holds(state.rook(1 - seat), state.clock, state.walls)


def learned(options: Options, seat: int, state: Dungeon, entries: list[Entry], cap: int = 20_000) -> DungeonBelief:
    belief = DungeonBelief(options, seat, cap)
    belief.learn(state.view(seat), entries)
    return belief


class Fates:
    """What games told one seat the same thing came to."""

    def __init__(self, state: Dungeon, entries: list[Entry]) -> None:
        self.state = state
        self.entries = entries
        self.chances: dict[int, float] = defaultdict(float)
        self.memories: dict[int, set[int]] = defaultdict(set)


def every_game(game: DungeonOfFear, options: Options, plies: int) -> list[tuple[Dungeon, Journal[Entry], list[float]]]:
    """All games of so many plies, each with the chance that White's and Black's random moves lead to it."""
    journal: Journal[Entry] = Journal()
    layer = [(game.start(options, 2, journal), journal, [1.0, 1.0])]
    for _ in range(plies):
        after = []
        for state, journal, chances in layer:
            for seat in state.to_act():
                legal = state.legal_actions(seat)
                for action in legal:
                    twin, copy, shares = state.clone(), Journal[Entry](), list(chances)
                    copy.told = list(journal.told)
                    twin.apply(seat, action, copy)
                    shares[seat] /= len(legal)
                    after.append((twin, copy, shares))
        layer = after
    return layer


@pytest.mark.parametrize("options", EVERY_WORLD, ids=str)
@pytest.mark.parametrize("plies", [7, 8, 9])
def test_worlds_weights_and_rival_memories_are_those_of_all_games(
    game: DungeonOfFear, options: Options, plies: int
) -> None:
    rng = Random(0)
    games = every_game(game, options, plies)
    for seat in (0, 1):
        told: dict[bytes, Fates] = {}
        for state, journal, chances in games:
            if state.outcome() is None:
                entries = journal.entries(seat)
                fates = told.setdefault(msgspec.json.encode(entries), Fates(state, entries))
                fates.chances[true_world(state, seat)] += chances[1 - seat]
                fates.memories[true_world(state, seat)].add(state.revealed(1 - seat))
        assert any(len(fates.chances) > 1 for fates in told.values())
        for fates in told.values():
            belief = learned(options, seat, fates.state, fates.entries)
            assert belief.exact
            assert belief.support() == set(fates.chances)
            sample = belief.sample(rng)
            assert sample.revealed(1 - seat) in fates.memories[true_world(sample, seat)]
            expected: dict[tuple[int, int], float] = defaultdict(float)
            for key, chance in fates.chances.items():
                expected[walls_of(key), enemy_of(key)] += chance / sum(fates.chances.values())
            found: dict[tuple[int, int], float] = defaultdict(float)
            hypotheses = belief.hypotheses(100_000, rng)
            for walls, enemy, weight in hypotheses:
                found[walls, enemy] += weight / sum(weight for _, _, weight in hypotheses)
            assert found == pytest.approx(expected)


def test_stepwise_or_at_once_the_truth_is_held_and_the_support_is_the_same(
    play_randomly: PlayRandomly, options: Options
) -> None:
    for seed in range(5):
        stepwise = [DungeonBelief(options, seat) for seat in (0, 1)]
        for state, journal in play_randomly(options, seed):
            for seat in (0, 1):
                if state.outcome() is None:
                    entries = journal.entries(seat)
                    stepwise[seat].learn(state.view(seat), entries[-1:])
                    assert holds_truth(stepwise[seat], state, seat)
                    if state.ply % 3 == seat:
                        at_once = learned(options, seat, state, entries)
                        assert at_once.support() == stepwise[seat].support()


@pytest.mark.parametrize("rival", ["random", "heuristic"])
def test_the_truth_is_held_at_every_decision_of_200_matches(
    game: DungeonOfFear, rival: str, figure: Callable[[str], None]
) -> None:
    """The heuristic, seats swapped, against a rival; what a turn's `learn` costs is printed."""
    heuristic = game.heuristic()
    rng = Random(5)
    costs: list[float] = []
    for match in range(200):
        journal: Journal[Entry] = Journal()
        state = game.start(Options(), 2, journal)
        beliefs = [game.belief(Options(), 2, seat) for seat in (0, 1)]
        known = [0, 0]
        while seats := state.to_act():
            (seat,) = seats
            view, entries, legal = state.view(seat), journal.entries(seat), state.legal_actions(seat)
            began = perf_counter()
            beliefs[seat].learn(view, entries[known[seat] :])
            costs.append(perf_counter() - began)
            known[seat] = len(entries)
            assert holds_truth(beliefs[seat], state, seat)
            if seat == match % 2 or rival == "heuristic":
                scores = heuristic.scores(beliefs[seat], view, legal, rng)
                legal = [action for action, score in zip(legal, scores, strict=True) if score == max(scores)]
            state.apply(seat, rng.choice(legal), journal)
    costs.sort()
    mean, p99, most = sum(costs) / len(costs), costs[len(costs) * 99 // 100], costs[-1]
    figure(f"learn against {rival}, ms a turn: mean {mean * 1e3:.2f}, p99 {p99 * 1e3:.1f}, max {most * 1e3:.1f}")


def test_a_sample_is_a_whole_world_in_which_the_seat_was_told_the_same(
    play_randomly: PlayRandomly, options: Options
) -> None:
    rng = Random(1)
    for state, journal in play_randomly(options, 11):
        if state.outcome() is not None:
            break
        for seat in (0, 1):
            belief = learned(options, seat, state, journal.entries(seat))
            for _ in range(5):
                sample = belief.sample(rng)
                assert sample.observation(seat) == state.observation(seat)
                assert sample.revealed(seat) == state.revealed(seat)
                assert sample.to_act() == state.to_act()
                assert sample.legal_actions(seat) == state.legal_actions(seat)
                assert sample.ply == state.ply
                if options.clock == "public":
                    assert sample.clock == state.clock
                while seats := sample.to_act():
                    sample.apply(seats[0], rng.choice(sample.legal_actions(seats[0])))


def test_a_sample_followed_beside_the_truth_tells_the_seat_the_same(play_randomly: PlayRandomly) -> None:
    """Plays the truth on, and the sample too as long as a move of the enemy tells the seat what was told in truth."""
    rng = Random(2)
    options = Options()
    followed = 0
    for seed in range(6):
        history = [
            (state.clone(), journal.entries(0), journal.entries(1)) for state, journal in play_randomly(options, seed)
        ]
        for (state, *told), (after, *told_after) in pairwise(history[6:-1]):
            mover = after.mover
            seat = 1 - mover
            belief = learned(options, seat, state, told[seat])
            for _ in range(4):
                sample = belief.sample(rng)
                for action in sample.legal_actions(mover):
                    twin, journal = sample.clone(), Journal[Entry]()
                    twin.apply(mover, action, journal)
                    same = journal.entries(seat) == told_after[seat][-1:]
                    assert same == (twin.observation(seat) == after.observation(seat))
                    if same:
                        followed += 1
                        assert twin.legal_actions(seat) == after.legal_actions(seat)
                        assert twin.revealed(seat) == after.revealed(seat)
    assert followed > 50


def test_equal_journals_give_identical_samples_under_one_seed(game: DungeonOfFear) -> None:
    samples = []
    for moves in (["a1xa2", "f6xe6"], ["a1xa2", "f6xf5"]):
        journal: Journal[Entry] = Journal()
        state = game.start(Options(), 2, journal)
        for move in moves:
            state.apply(state.to_act()[0], CELL[move[-2:]], journal)
        belief = learned(Options(), 0, state, journal.entries(0))
        rng = Random(9)
        samples.append([game.positions().write(belief.sample(rng)) for _ in range(50)])
    assert samples[0] == samples[1]
    assert len(set(samples[0])) == 2


def test_an_enemy_who_leaves_my_rook_though_he_could_take_it_is_followed(game: DungeonOfFear) -> None:
    moves = ["a1xa2", "f6xf5", "a2xa3", "f5xf4", "a3xa4", "f4xe4", "a4xb4", "e4xd4", "b4xc4"]
    journal: Journal[Entry] = Journal()
    state = game.start(Options(), 2, journal)
    for move in moves:
        state.apply(state.to_act()[0], CELL[move[-2:]], journal)
    state.apply(1, CELL["d5"], journal)
    belief = learned(Options(), 0, state, journal.entries(0))
    assert holds_truth(belief, state, 0)


def test_samples_follow_the_weights(game: DungeonOfFear) -> None:
    """Two hidden captures of one of two walls each: four ways, which end on three cells."""
    journal: Journal[Entry] = Journal()
    state = game.start(Options(), 2, journal)
    for move in ("a2", "e6", "a3", "d6"):
        state.apply(state.to_act()[0], CELL[move], journal)
    belief = learned(Options(), 0, state, journal.entries(0))
    ends = {CELL["d6"]: 1, CELL["e5"]: 2, CELL["f4"]: 1}
    rng = Random(3)
    drawn = Counter(belief.sample(rng).black for _ in range(4000))
    assert set(drawn) == set(ends)
    for cell, count in ends.items():
        assert abs(drawn[cell] / 4000 - count / 4) < 0.05


def test_a_cap_thins_deterministically_and_a_dead_set_is_begun_anew_with_four_times_the_cap(
    play_randomly: PlayRandomly,
) -> None:
    grown = False
    for seed in range(12):
        beliefs = [DungeonBelief(Options(), 0, cap=3) for _ in range(2)]
        for state, journal in play_randomly(Options(), seed):
            if state.outcome() is None:
                for belief in beliefs:
                    belief.learn(state.view(0), journal.entries(0)[-1:])
                assert beliefs[0].support() == beliefs[1].support()
                assert beliefs[0].sample(Random(1)).observation(0) == state.observation(0)
                assert beliefs[0].exact or len(beliefs[0].support()) <= beliefs[0].cap
                grown = grown or beliefs[0].cap > 3
        assert beliefs[0].cap in (3, 12, 48, 192, 768, 3072)
    assert grown


# --- clones


def written(belief: DungeonBelief, count: int = 25) -> list[str | None]:
    """A few samples, seed by seed."""
    positions = DungeonOfFear().positions()
    return [positions.write(belief.sample(Random(seed))) for seed in range(count)]


def test_a_clone_has_the_same_worlds_and_draws_them_alike(play_randomly: PlayRandomly, options: Options) -> None:
    for state, journal in play_randomly(options, 7):
        if state.outcome() is None:
            for seat in (0, 1):
                belief = learned(options, seat, state, journal.entries(seat))
                clone = belief.clone(20_000)
                assert clone.support() == belief.support()
                assert clone.exact == belief.exact
                assert written(clone, 5) == written(belief, 5)
                assert clone.hypotheses(100_000, Random(0)) == belief.hypotheses(100_000, Random(0))


def test_a_clone_and_its_original_learn_each_for_itself(play_randomly: PlayRandomly, options: Options) -> None:
    """Told of different matches from here on, each knows what it would know without the other."""
    history = [
        (state.clone(), journal.entries(0)) for state, journal in play_randomly(options, 3) if state.outcome() is None
    ]
    for (state, told), (after, told_after) in pairwise(history[:-1]):
        belief = learned(options, 0, state, told)
        before = written(belief, 5)
        clone, witness = belief.clone(20_000), belief.clone(20_000)
        clone.learn(after.view(0), told_after[len(told) :])
        assert written(belief, 5) == written(witness, 5) == before
        belief.learn(after.view(0), told_after[len(told) :])
        assert written(witness, 5) == before
        assert clone.support() == belief.support() == learned(options, 0, after, told_after).support()
        assert written(clone, 5) == written(belief, 5)


def test_a_clone_keeps_no_more_worlds_than_it_was_told_once_it_learns(play_randomly: PlayRandomly) -> None:
    thinned = 0
    for seed in range(6):
        belief = clone = DungeonBelief(Options(), 0)
        for state, journal in play_randomly(Options(), seed):
            if state.outcome() is None:
                clone = clone.clone(30)
                for each in (belief, clone):
                    each.learn(state.view(0), journal.entries(0)[-1:])
                assert clone.exact or len(clone.support()) <= clone.cap
                assert clone.support() <= belief.support()
                thinned += not clone.exact
    assert thinned > 20


def test_a_clone_is_allowed_no_more_worlds_than_its_original() -> None:
    belief = DungeonBelief(Options(), 0, cap=100)
    assert [belief.clone(most).cap for most in (7, 100, 5000)] == [7, 100, 100]
    assert belief.clone(7).clone(5000).cap == 7
    assert belief.cap == 100


def test_what_a_clone_thins_depends_on_nothing_but_what_was_learned(play_randomly: PlayRandomly) -> None:
    for state, journal in play_randomly(Options(), 2):
        if state.outcome() is None and state.ply > 12:
            entries = journal.entries(0)
            at_once = learned(Options(), 0, state, entries[:5])
            one, other = (at_once.clone(10) for _ in range(2))
            one.sample(Random(4))
            for clone in (one, other):
                clone.learn(state.view(0), entries[5:])
            assert written(one) == written(other)


def test_a_clone_of_a_game_begun_in_the_middle_learns_for_itself(game: DungeonOfFear) -> None:
    options = Options("walls", "public")
    for position in POSITIONS[:3]:
        journal: Journal[Entry] = Journal()
        state = game.positions().read(position, options, 2, journal)
        belief = learned(options, 0, state, journal.entries(0))
        before, clone = written(belief), belief.clone(20_000)
        known = len(journal.entries(0))
        (mover,) = state.to_act()
        state.apply(mover, state.legal_actions(mover)[0], journal)
        clone.learn(state.view(0), journal.entries(0)[known:])
        assert written(belief) == before
        assert holds_truth(clone, state, 0) or not clone.exact


POSITIONS = [
    "######/#1####/#1r###/#1####/#R####/###### w 0 W=b2",
    "3r2/###1##/###1##/###1##/R##1##/###1## b 4 W=d2",
    "##1###/##1##r/##1###/##1###/2R3/##1### w 7",
    "######/######/######/R2r##/1#####/1##### w 0",
    "#####r/######/######/######/######/R##### b 0",
]


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("options", [Options(), Options("breach", "public"), Options("walls", "public")], ids=str)
def test_a_game_may_begin_in_the_middle(game: DungeonOfFear, position: str, options: Options) -> None:
    rng = Random(4)
    journal: Journal[Entry] = Journal()
    state = game.positions().read(position, options, 2, journal)
    beliefs = [DungeonBelief(options, seat) for seat in (0, 1)]
    for _ in range(4):
        for seat in (0, 1):
            beliefs[seat].learn(state.view(seat), journal.entries(seat)[-1:])
            assert holds_truth(beliefs[seat], state, seat) or not beliefs[seat].exact
            sample = beliefs[seat].sample(rng)
            assert sample.observation(seat) == state.observation(seat)
            assert sample.revealed(seat) == state.revealed(seat)
        (mover,) = state.to_act()
        state.apply(mover, rng.choice(state.legal_actions(mover)), journal)
        if state.outcome() is not None:
            break


def test_a_start_that_only_looks_usual_is_understood_once_it_cant_be(game: DungeonOfFear) -> None:
    journal: Journal[Entry] = Journal()
    state = game.positions().read("######/######/######/######/#2r##/R##### w 0", Options(), 2, journal)
    belief = DungeonBelief(Options(), 0)
    belief.learn(state.view(0), journal.entries(0))
    state.apply(0, CELL["b1"], journal)
    belief.learn(state.view(0), journal.entries(0)[1:])
    assert holds_truth(belief, state, 0)


def test_what_watched_walls_look_like_is_taken_from_the_view_where_no_entry_says_it(game: DungeonOfFear) -> None:
    options = Options("walls")
    journal: Journal[Entry] = Journal()
    state = game.positions().read("######/######/###r##/R1####/######/###### w 0 W=c4,d3", options, 2, journal)
    belief = learned(options, 0, state, journal.entries(0))
    rng = Random(0)
    assert all(belief.sample(rng).walls & BIT[CELL["c4"]] for _ in range(30))


def test_entries_of_somebody_else_or_from_the_middle_are_refused(play_randomly: PlayRandomly) -> None:
    history = [(state.clone(), journal) for state, journal in play_randomly(Options(), 0)]
    state, journal = history[4]
    for entries in (journal.entries(SPECTATOR)[:5], journal.entries(0)[1:5], journal.entries(0)[:2] * 2, []):
        with pytest.raises(UndercroftError):
            learned(Options(), 0, state, entries)
    with pytest.raises(UndercroftError):
        DungeonBelief(Options(), 0).sample(Random(0))
    ended, journal = history[-1]
    assert isinstance(journal.entries(0)[-1], End)
    belief = learned(Options(), 0, ended, journal.entries(0))
    with pytest.raises(UndercroftError):
        belief.sample(Random(0))
