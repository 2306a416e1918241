"""Courses of a match: all that tell the seat what it was told and no others, each as likely as rivals make it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from tests.bots.dungeon_matches import DUNGEON, OPTIONS, Moment, after, decisions, shown, written
from tests.bots.forms import Choice, End, FormGame, Move, Options, choice, kuhn_poker, secret
from undercroft.bot import never
from undercroft.game import CHANCE, Game, Journal, Seat, State
from undercroft.registry import load_registry
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.courses import WHIM, Courses, ThoughtfulCourses
from undercroft_bots.search.history import History, total_weight

ALL = 100_000


def patient() -> Budget:
    return Budget(None, float("inf"), never)


def over_after(looks: int) -> Budget:
    """Over when it is looked at for the time after so many: by a clock that goes on by a second at every look."""
    times = iter(range(1_000_000))
    return Budget(None, looks + 1.0, never, lambda: float(next(times)))


def aimless(seat: Seat, most: int = ALL, game: Game[Any, Any, Any, Any] = DUNGEON) -> Courses:
    return Courses(game, 2, seat, most)


def thoughtful(seat: Seat, most: int = ALL) -> Courses:
    heuristic = DUNGEON.heuristic()
    assert heuristic is not None
    return ThoughtfulCourses(DUNGEON, 2, seat, most, heuristic)


KINDS = pytest.mark.parametrize("kind", [aimless, thoughtful])
Kind = Callable[..., Courses]


def followed(courses: Courses, moment: Moment, patience: Budget | None = None) -> Courses:
    """All at once, from the start."""
    courses.begin(OPTIONS, moment.entries)
    courses.follow(moment.entries, patience or patient())
    return courses


def weighed(histories: Sequence[History]) -> dict[str, float]:
    """The weight of every position that courses have come to."""
    weights: defaultdict[str, float] = defaultdict(float)
    for history in histories:
        weights[written(history.state)] += history.weight
    return dict(weights)


# --- which courses there are


@KINDS
@pytest.mark.parametrize("seat", [0, 1])
def test_in_every_course_the_seat_is_to_act_and_sees_what_it_sees(kind: Kind, seat: Seat) -> None:
    compared = 0
    for seed in range(4):
        courses, known = kind(seat, 12), 0
        for moment in decisions(seat, seed, 16):
            if not known:
                courses.begin(OPTIONS, moment.entries)
            courses.follow(moment.entries[known:], patient())
            known = len(moment.entries)
            for history in courses.histories:
                compared += 1
                assert history.state.to_act() == (seat,)
                assert shown(history.state, seat) == shown(moment.state, seat)
                assert history.state.observation(seat) == moment.state.observation(seat)
    assert compared > 100


Reached = tuple[State[Any, Any], float, float]


def every_course(seat: Seat, entries: list[Any]) -> Iterator[Reached]:
    """Every course that tells the seat these entries: played out without any of the code under test.

    With its end, how likely rivals who choose at random are to take it, and rivals who think.
    """
    heuristic = DUNGEON.heuristic()
    assert heuristic is not None

    def on(state: State[Any, Any], journal: Journal[Any], random: float, thinking: float) -> Iterator[Reached]:
        told = journal.entries(seat)
        if told != entries[: len(told)] or not state.to_act():
            return
        mover = state.to_act()[0]
        if len(told) == len(entries) and mover == seat:
            yield state, random, thinking
            return
        legal = state.legal_actions(mover)
        odds = [(1.0, 1.0)] * len(legal)
        if mover != seat:
            mind = DUNGEON.belief(OPTIONS, 2, mover)
            mind.learn(state.view(mover), journal.entries(mover))
            scores = heuristic.scores(mind, state.view(mover), legal, Random(0))
            best = [score == max(scores) for score in scores]
            odds = [(1 / len(legal), WHIM / len(legal) + (1 - WHIM) * good / sum(best)) for good in best]
        for action, (one, other) in zip(legal, odds, strict=True):
            then, copy = state.clone(), Journal[Any]()
            copy.told = list(journal.told)
            then.apply(mover, action, copy)
            yield from on(then, copy, random * one, thinking * other)

    journal: Journal[Any] = Journal()
    yield from on(DUNGEON.start(OPTIONS, 2, journal), journal, 1.0, 1.0)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("plies", [5, 6, 9, 10])
def test_early_in_a_match_all_courses_are_there_with_the_product_of_what_rivals_choose(plies: int, seed: int) -> None:
    *_, moment = decisions(plies % 2, seed, plies + 1)
    random: defaultdict[str, float] = defaultdict(float)
    thinking: defaultdict[str, float] = defaultdict(float)
    for state, one, other in every_course(moment.seat, moment.entries):
        random[written(state)] += one
        thinking[written(state)] += other
    assert len(random) > 1
    assert weighed(followed(aimless(moment.seat), moment).histories) == pytest.approx(random)
    assert weighed(followed(thoughtful(moment.seat), moment).histories) == pytest.approx(thinking)
    assert plies < 9 or random != pytest.approx(thinking)


@KINDS
def test_at_the_start_there_is_one_course(kind: Kind) -> None:
    assert kind(0).histories == []
    (history,) = followed(kind(0), after()).histories
    assert (history.weight, history.known) == (1.0, 0)


@KINDS
@pytest.mark.parametrize("most", [1, 5, 12])
def test_there_are_never_more_courses_than_wanted(kind: Kind, most: int) -> None:
    seen = 0
    for seed in range(3):
        courses, known = kind(0, most), 0
        for moment in decisions(0, seed, 14):
            if not known:
                courses.begin(OPTIONS, moment.entries)
            courses.follow(moment.entries[known:], patient())
            known = len(moment.entries)
            assert len(courses.histories) <= most
            seen = max(seen, len(courses.histories))
    assert seen == most or most > 5


@KINDS
def test_thinned_courses_weigh_on_average_what_all_of_them_weigh(kind: Kind) -> None:
    *_, moment = decisions(1, 1, 8)
    whole = total_weight(followed(kind(1), moment).histories)
    totals = []
    for seed in range(120):
        courses = kind(1, 4)
        courses.rng = Random(seed)
        totals.append(total_weight(followed(courses, moment).histories))
    assert min(totals) < max(totals)
    assert sum(totals) / len(totals) == pytest.approx(whole, rel=0.15)


@KINDS
def test_learned_ply_by_ply_or_all_at_once_the_courses_are_the_same(kind: Kind) -> None:
    for seed in range(3):
        stepwise, known = kind(0, 10), 0
        for moment in decisions(0, seed, 12):
            if not known:
                stepwise.begin(OPTIONS, moment.entries)
            stepwise.follow(moment.entries[known:], patient())
            known = len(moment.entries)
            at_once = followed(kind(0, 10), moment)
            assert weighed(at_once.histories) == pytest.approx(weighed(stepwise.histories))


# --- nothing but what the seat was told


@KINDS
def test_two_matches_that_told_the_seat_the_same_have_the_same_courses(kind: Kind) -> None:
    one, other = after("a2", "e6"), after("a2", "f5")
    assert one.entries == other.entries
    assert written(one.state) != written(other.state)
    first, second = (
        [(written(each.state), each.weight) for each in followed(kind(0, 10), moment).histories]
        for moment in (one, other)
    )
    assert first == second
    assert {written(one.state), written(other.state)} <= {text for text, _ in first}


@KINDS
def test_a_match_that_began_elsewhere_has_no_courses(kind: Kind) -> None:
    positions = DUNGEON.positions()
    assert positions is not None
    journal: Journal[Any] = Journal()
    state = positions.read("3r2/###1##/###1##/###1##/R##1##/###1## w 0", OPTIONS, 2, journal)
    assert followed(kind(0), Moment(state, 0, journal.entries(0))).histories == []


@KINDS
def test_what_cannot_follow_leaves_no_courses_and_none_come_back(kind: Kind) -> None:
    courses = followed(kind(0), after("a2", "e6"))
    assert courses.histories
    later = after("a2", "e6", "a3", "d6").entries
    courses.follow(later[-1:], patient())  # an entry is missing
    assert courses.histories == []
    courses.follow(later[-1:], patient())
    assert courses.histories == []


def test_choices_made_at_once_are_not_followed() -> None:
    game = load_registry().game("oshi-zumo")
    journal: Journal[Any] = Journal()
    state = game.start(game.options_type(), 2, journal)
    courses = aimless(0, game=game)
    courses.begin(game.options_type(), journal.entries(0))
    courses.follow(journal.entries(0), patient())
    assert len(courses.histories) == 1  # nobody has chosen yet
    known = len(journal.entries(0))
    for seat in (0, 1):
        state.apply(seat, 3, journal)
    courses.follow(journal.entries(0)[known:], patient())
    assert courses.histories == []


# --- chance, and what is hidden of it


def told_in(game: FormGame, played: Sequence[int], seat: Seat) -> tuple[State[Any, Any], list[Any]]:
    journal: Journal[Any] = Journal()
    state = game.start(Options(), 2, journal)
    for action in played:
        state.apply(state.to_act()[0], action, journal)
    return state, journal.entries(seat)


def ends(game: FormGame, played: Sequence[int], seat: Seat) -> dict[tuple[int, ...], float]:
    """The weight of every course, by what was played in it."""
    courses = aimless(seat, game=game)
    _, entries = told_in(game, played, seat)
    courses.begin(Options(), entries)
    courses.follow(entries, patient())
    states: list[Any] = [history.state for history in courses.histories]
    return {state.played: history.weight for state, history in zip(states, courses.histories, strict=True)}


def test_cards_that_the_seat_was_not_shown_are_as_likely_as_chance_has_them() -> None:
    assert ends(kuhn_poker(), [2, 0], 0) == pytest.approx({(2, 0): 1 / 6, (2, 1): 1 / 6})


def test_rivals_are_taken_to_choose_each_action_alike_and_the_seat_itself_what_it_chose() -> None:
    passed_then_bet = [0, 1, 0, 1]
    assert ends(kuhn_poker(), passed_then_bet, 0) == pytest.approx({(0, 1, 0, 1): 1 / 12, (0, 2, 0, 1): 1 / 12})
    assert ends(kuhn_poker(), [0, 2, 1], 1) == pytest.approx({(0, 2, 1): 1 / 12, (1, 2, 1): 1 / 12})


def drawn_in_secret() -> FormGame:
    """Chance draws 1, 2 or 3, of ten, and tells seat 1; seat 0 has then one action before it chooses."""
    later = choice(0, {1: (1, -1), 2: (-1, 1)})
    draws = [
        Move(draw, secret(1, f"drawn {draw}", "drawn"), Choice(1, (Move(7, "7", later), Move(8, "8", End((0, 0))))), of)
        for draw, of in ((1, 1), (2, 3), (3, 6))
    ]
    return FormGame("drawn-in-secret", Choice(CHANCE, tuple(draws)), 2)


def test_chance_weighs_by_its_odds() -> None:
    assert ends(drawn_in_secret(), [2, 7], 0) == pytest.approx({(1, 7): 0.05, (2, 7): 0.15, (3, 7): 0.3})
    assert ends(drawn_in_secret(), [2], 1) == pytest.approx({(2,): 0.3})


def test_every_course_has_told_the_seat_each_word_that_it_was_told() -> None:
    for played in ([0, 1], [0, 1, 1], [0, 2, 0], [2, 1, 0, 1]):
        state: Any = told_in(kuhn_poker(), played, 0)[0]
        seat = state.to_act()[0]
        for course in ends(kuhn_poker(), played, seat):
            again: Any = told_in(kuhn_poker(), course, seat)[0]
            assert again.told[seat] == state.told[seat]
            assert course[seat] == played[seat]  # its card
            assert course[2:] == tuple(played[2:])  # what both have said aloud


# --- minds


def sampled(history: History, rival: Seat) -> list[str]:
    return [written(history.minds[rival].sample(Random(seed))) for seed in range(20)]


def test_every_course_has_what_its_rival_would_know_there() -> None:
    *_, moment = decisions(0, 5, 7)
    for history in followed(thoughtful(0), moment).histories:
        assert written(history.state) in sampled(history, 1)
        for seed in range(20):
            sample = history.minds[1].sample(Random(seed))
            assert sample.observation(1) == history.state.observation(1)


def test_a_mind_is_not_changed_by_going_on() -> None:
    first, *_, last = decisions(0, 5, 9)
    courses = followed(thoughtful(0), first)
    known = len(first.entries)
    kept: list[tuple[History, list[str]]] = []
    for moment in (*decisions(0, 5, 9), last):
        courses.follow(moment.entries[known:], patient())
        known = len(moment.entries)
        kept += [(history, sampled(history, 1)) for history in courses.histories]
    assert len(kept) > 10
    assert all(sampled(history, 1) == samples for history, samples in kept)
    assert len({tuple(samples) for _, samples in kept}) > 2


def test_rivals_who_choose_at_random_are_not_asked_what_they_know() -> None:
    *_, moment = decisions(0, 5, 7)
    assert all(history.minds == {} for history in followed(aimless(0), moment).histories)


# --- no time


@KINDS
def test_without_any_time_one_course_is_followed_all_the_same(kind: Kind) -> None:
    for seed in range(3):
        *_, moment = decisions(0, seed, 9)
        courses = followed(kind(0, 20), moment, over_after(0))
        assert len(courses.histories) <= 1
        for history in courses.histories:
            assert shown(history.state, 0) == shown(moment.state, 0)


def test_whoever_is_called_off_has_courses_of_the_right_moment() -> None:
    calls = iter(range(1_000_000))
    *_, moment = decisions(0, 0, 9)
    called_off = Budget(None, float("inf"), lambda: next(calls) >= 30)
    courses = followed(aimless(0, 20), moment, called_off)
    assert called_off.over
    assert courses.histories
    assert all(shown(history.state, 0) == shown(moment.state, 0) for history in courses.histories)


@KINDS
@pytest.mark.parametrize("looks", [15, 30])
def test_courses_cut_short_weigh_on_average_what_all_of_them_weigh(kind: Kind, looks: int) -> None:
    *_, moment = decisions(1, 1, 8)
    whole = followed(kind(1), moment).histories
    totals: list[float] = []
    mean: defaultdict[str, float] = defaultdict(float)
    for seed in range(150):
        courses = kind(1)
        courses.rng = Random(seed)
        patience = over_after(looks)
        histories = followed(courses, moment, patience).histories
        assert patience.over
        assert len(histories) < len(whole)
        totals.append(total_weight(histories))
        for text, weight in weighed(histories).items():
            mean[text] += weight / 150
    assert sum(totals) / len(totals) == pytest.approx(total_weight(whole), rel=0.2)
    expected = weighed(whole)
    assert sum(abs(mean[text] - expected[text]) for text in expected) < 0.5 * sum(expected.values())


def test_courses_that_weigh_nothing_any_more_are_dropped_instead_of_dividing_by_nothing() -> None:
    first, *_, last = decisions(0, 1, 5)
    for weight in (0.0, 5e-324, 1e-300):
        courses = followed(aimless(0, 5), first)
        for history in courses.histories:
            history.weight = weight
        courses.follow(last.entries[len(first.entries) :], patient())
        assert courses.histories == []
