"""`ismcts` where it follows courses of the match: when it does, what it costs, and that it is told nothing more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.bots.dungeon_matches import DUNGEON, OPTIONS, Moment, after, decisions, written
from tests.bots.forms import kuhn_poker
from tests.bots.sitting import at
from undercroft.bot import Limit, Turn, never
from undercroft.game import Belief, Journal, State
from undercroft_bots.ismcts import IsmctsBot
from undercroft_bots.options import IsmctsOptions


class Asked(Belief[Any, Any, Any]):
    """The game's own belief; counts how often it is asked for a world, and for a clone."""

    def __init__(self, own: Belief[Any, Any, Any], clones: bool = True) -> None:
        self.own = own
        self.clones = clones
        self.samples = 0

    def learn(self, view: Any, entries: Sequence[Any]) -> None:
        self.own.learn(view, entries)

    def sample(self, rng: Random) -> State[Any, Any]:
        self.samples += 1
        world: State[Any, Any] = self.own.sample(rng)
        return world

    def clone(self, most: int) -> Any:
        return self.own.clone(most) if self.clones else None


def turn(
    moment: Moment,
    belief: Belief[Any, Any, Any],
    known: int = 0,
    *,
    simulations: int | None = 400,
    legal: Sequence[int] | None = None,
    cancelled: Callable[[], bool] = never,
    seed: int = 1,
) -> Turn:
    """The seat was told the first `known` entries at its turns before."""
    view = moment.state.view(moment.seat)
    entries = moment.entries[known:]
    may = moment.state.legal_actions(moment.seat) if legal is None else legal
    limit = Limit(None, simulations)
    return Turn(DUNGEON, OPTIONS, 2, moment.seat, view, entries, may, belief, limit, Random(seed), cancelled)


def bot(**options: Any) -> IsmctsBot:
    """Without the heuristic at the root, which knows its own game's belief only."""
    return IsmctsBot(IsmctsOptions(prior=False, **options))


def asked(moment: Moment, clones: bool = True) -> Asked:
    return Asked(moment.learned(), clones)


def moment_of(seed: int, plies: int, rival: str = "heuristic") -> Moment:
    *_, moment = decisions(0, seed, plies, rival)
    return moment


# --- when


def test_worlds_are_drawn_from_courses_and_from_the_games_own_belief_as_rivals_are_trusted() -> None:
    belief = asked(moment_of(2, 11))
    bot().choose(turn(moment_of(2, 11), belief))
    assert 40 < belief.samples < 360


def test_with_no_histories_all_worlds_are_those_of_the_games_own_belief() -> None:
    belief, thinking = asked(moment_of(2, 11)), bot(histories=0)
    thinking.choose(turn(moment_of(2, 11), belief))
    assert belief.samples == 400
    assert thinking.weighs


def test_without_clones_all_worlds_are_those_of_the_games_own_belief() -> None:
    belief, thinking = asked(moment_of(2, 11), clones=False), bot()
    thinking.choose(turn(moment_of(2, 11), belief))
    assert belief.samples == 400
    assert thinking.weighs


def test_with_too_few_simulations_to_be_worth_a_course_all_worlds_are_those_of_the_games_own_belief() -> None:
    belief = asked(moment_of(2, 11))
    bot().choose(turn(moment_of(2, 11), belief, simulations=9))
    assert belief.samples == 9


def test_a_game_without_a_heuristic_is_played_as_ever() -> None:
    thinking = IsmctsBot()
    sitting, state = at(kuhn_poker(), thinking, [1, 2])
    assert sitting.choose(state, simulations=100) in state.legal_actions(0)
    assert thinking.weighs


# --- what helpers could do


def test_whoever_follows_courses_is_helped_by_nobody_in_the_same_decision() -> None:
    thinking = bot()
    assert thinking.weighs
    thinking.choose(turn(moment_of(2, 11), asked(moment_of(2, 11))))
    assert not thinking.weighs


def test_whoever_gives_the_courses_up_can_be_helped_again() -> None:
    positions = DUNGEON.positions()
    assert positions is not None
    journal: Journal[Any] = Journal()
    state = positions.read("######/######/######/R2r##/#1####/1##### w 0", OPTIONS, 2, journal)
    moment = Moment(state, 0, journal.entries(0))
    belief, thinking = asked(moment), bot()
    thinking.choose(turn(moment, belief))
    assert thinking.weighs
    assert belief.samples == 400


def test_weighing_follows_courses_as_choosing_does() -> None:
    belief, thinking = asked(moment_of(2, 11)), bot()
    weighed = thinking.weigh(turn(moment_of(2, 11), belief))
    assert sum(each.visits for each in weighed) == 400
    assert belief.samples < 360
    assert not thinking.weighs


def test_a_search_called_off_at_once_answers_legally_and_gives_the_courses_up() -> None:
    moment = moment_of(2, 11)
    belief, thinking = asked(moment), bot()
    answer = thinking.choose(turn(moment, belief, simulations=None, cancelled=lambda: True))
    assert answer in moment.state.legal_actions(0)
    assert thinking.weighs


# --- turn by turn


def test_a_forced_action_is_answered_at_once_and_what_was_told_is_not_lost() -> None:
    first, second, third = list(decisions(0, 4, 6, "heuristic"))[:3]

    def looked_at() -> bool:
        raise AssertionError("there is nothing to call off")

    forced, free = bot(), bot()
    at_first, at_second, at_third = asked(first), asked(second), asked(third)
    assert forced.choose(turn(first, at_first, legal=[7], cancelled=looked_at)) == 7
    known = len(first.entries)
    assert forced.choose(turn(second, at_second, known, legal=[9], cancelled=looked_at)) == 9
    assert (at_first.samples, at_second.samples, forced.simulations_done) == (0, 0, 0)
    after_two = forced.weigh(turn(third, at_third, len(second.entries)))
    assert 0 < at_third.samples < 400
    assert not forced.weighs
    assert after_two == free.weigh(turn(third, asked(third)))


def test_decisions_are_a_function_of_the_seed() -> None:
    def weighed() -> list[Any]:
        thinking, known, found = bot(), 0, []
        for moment in decisions(0, 3, 9, "heuristic"):
            found.append(thinking.weigh(turn(moment, asked(moment), known, simulations=500, seed=known)))
            known = len(moment.entries)
        return found

    assert weighed() == weighed()


def test_a_bot_made_anew_and_told_everything_goes_on_alike() -> None:
    thinking, known, found = bot(), 0, None
    *_, last = moments = list(decisions(0, 3, 9, "heuristic"))
    for moment in moments:
        found = thinking.weigh(turn(moment, asked(moment), known))
        known = len(moment.entries)
    assert found == bot().weigh(turn(last, asked(last)))


# --- nothing but what it is told


def test_two_true_worlds_that_told_it_the_same_get_the_same_answer() -> None:
    one, other = after("a2", "e6"), after("a2", "f5")
    assert one.entries == other.entries
    assert written(one.state) != written(other.state)
    for seed in range(3):
        first, second = (bot().weigh(turn(each, asked(each), seed=seed)) for each in (one, other))
        assert first == second
