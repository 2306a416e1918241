"""What holds in every game (`rules/psychos_of_the_underground.md` §3 to §8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plugins.psychos.referee import Metro, moscow
from undercroft.game import CHANCE, SPECTATOR, Journal
from undercroft_psychos.game import PsychosOfTheUnderground
from undercroft_psychos.network import Network
from undercroft_psychos.plans import ROLLS, SKIP, legs_of, plan_text
from undercroft_psychos.showing import last_move_of
from undercroft_psychos.state import ACT, OVER, Psychos, new_game
from undercroft_psychos.values import Entry, Options

PlayRandomly = Callable[[Options, int, int], Iterator[tuple[Psychos, Journal[Entry]]]]

CLOCKWISE = [
    "kachalovo", "bitsevsky_park", "yugo_zapadnaya", "park_pobedy", "mitino", "planernaya", "rechnoy_vokzal",
    "yubileynaya", "altufyevskaya", "medvedkovo", "ulitsa_podbelskogo", "shchyolkovskaya", "novogireevo", "vykhino",
    "maryino", "krasnogvardeyskaya",
]  # fmt: skip
"""The outer termini from Kachalovo on, as §1 and §2 number them."""

dice = st.integers(1, 6)
variants = st.sampled_from(["long", "quick"])


@pytest.fixture(scope="module")
def metro() -> Metro:
    return moscow()


@given(goal_dice=st.lists(dice, min_size=3, max_size=6), data=st.data())
def test_goal_and_starts_are_counted_along_the_sixteen_termini(
    network: Network, goal_dice: list[int], data: st.DataObject
) -> None:
    state = new_game(network, Options(), len(goal_dice))
    for die in goal_dice:
        state.apply(CHANCE, die)
    goal = sum(goal_dice) % 16
    assert state.view(SPECTATOR).goal == CLOCKWISE[goal]
    starts = []
    for _ in goal_dice:
        small, large = sorted((data.draw(dice), data.draw(dice)))
        state.apply(CHANCE, 10 * small + large)
        starts.append(CLOCKWISE[(goal + small + large) % 16])
    view = state.view(SPECTATOR)
    assert list(view.starts) == list(view.stations) == starts
    assert view.goal not in starts
    assert view.turn == 1


@settings(max_examples=40, deadline=None)
@given(
    seats=st.integers(3, 6),
    seed=st.integers(0, 2**32),
    fees=st.lists(st.integers(0, 100), min_size=4, max_size=4),
    variant=variants,
    auto_forced=st.booleans(),
)
def test_chips_are_conserved(
    play_randomly: PlayRandomly, seats: int, seed: int, fees: list[int], variant: str, auto_forced: bool
) -> None:
    chosen = dict(zip(("ante", "fee_terminus", "fee_knock", "fee_skip"), fees, strict=True))
    options = msgspec.convert({"variant": variant, **chosen, "max_turns": 60, "auto_forced": auto_forced}, Options)
    for state, _ in play_randomly(options, seats, seed):
        assert state.bank + sum(state.chips) == 0
        assert state.bank >= 0
        outcome = state.outcome()
        assert outcome is None or sum(outcome.returns) == 0


def test_no_legal_plan_overruns_a_dead_end(network: Network, metro: Metro) -> None:
    """From every place, with every roll, every step of every plan is one the map has."""
    state = new_game(network, Options(variant="quick"), 3)
    state.goal = network.termini[8]
    state.starts = state.places = [network.home(network.termini[at]) for at in (0, 1, 2)]
    state.phase = ACT
    plans = 0
    for place in network.standing:
        if place >> 1 == state.goal:
            continue
        state.places = [place, *state.starts[1:]]
        for state.small, state.large, _ in ROLLS:
            for code in state.legal_actions(0):
                plans += 1
                told = last_move_of(state, code, forced=False)
                before = told.from_
                for station in told.path:
                    neighbours = {metro.next(before, 1), metro.next(before, -1)}
                    assert station in neighbours or station in metro.node(before), (told.from_, told.action)
                    before = station
                for dead_end in metro.dead_ends:
                    at = [number for number, station in enumerate(told.path[:-1]) if station == dead_end]
                    for number in at:
                        arrived = number > 0 and told.path[number - 1] not in metro.node(dead_end)
                        assert not arrived or told.path[number + 1] in metro.node(dead_end), (told.from_, told.action)
    assert plans > 29_000


def test_plans_are_counted_as_the_rules_file_counts_them(network: Network) -> None:
    """§9 and §13: 1 to 30 plans, about 30,000 over all places and rolls."""
    state = new_game(network, Options(), 3)
    state.phase = ACT
    counts = []
    for place in network.standing:
        state.places = [place, place, place]
        for state.small, state.large, _ in ROLLS:
            counts.append(len(state.legal_actions(0)))
    assert (min(counts), max(counts)) == (1, 30)
    assert 29_000 < sum(counts) < 31_000


@pytest.mark.parametrize("variant", ["long", "quick"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_games_end(play_randomly: PlayRandomly, seats: int, variant: str) -> None:
    reasons = set()
    for limit in (20, 1000):
        options = Options(variant="quick" if variant == "quick" else "long", max_turns=limit)
        for seed in range(5):
            *_, (state, _) = play_randomly(options, seats, seed)
            outcome = state.outcome()
            assert outcome is not None
            assert state.turn <= limit
            reasons.add(outcome.reason)
    assert reasons == {"arrived", "turn_limit"}


def test_codes_and_texts_name_the_same_plans(play_randomly: PlayRandomly) -> None:
    """Codes ascend, stay below 2117, and lead where their texts say."""
    for seed in range(3):
        for state, _ in play_randomly(Options(variant="quick", auto_forced=False, max_turns=100), 5, seed):
            for seat in state.to_act():
                legal = state.legal_actions(seat)
                assert legal == sorted(set(legal))
                assert all(0 <= code < 2117 for code in legal)
                if seat >= 0:
                    assert len({state.action_text(seat, code) for code in legal}) == len(legal)


@pytest.mark.parametrize(
    ("code", "small", "large", "text"),
    [(10, 3, 5, "5/ring+3"), (1, 3, 5, "8"), (582, 1, 3, "sok-1/apl-3"), (1059, 3, 4, "4!"), (1703, 1, 4, "apl+1!"),
     (SKIP, 1, 4, "skip")],
)  # fmt: skip
def test_the_codes_of_the_rules_file(network: Network, code: int, small: int, large: int, text: str) -> None:
    assert plan_text(network, code, small, large) == text


def test_a_copy_lives_its_own_life(play_randomly: PlayRandomly) -> None:
    for state, _ in play_randomly(Options(), 4, 11):
        if state.phase == OVER:
            break
        before = state.view(0)
        twin = state.clone()
        while twin.phase != OVER:
            to_act = twin.to_act()[0]
            twin.apply(to_act, twin.chance_outcomes()[0][0] if to_act == CHANCE else twin.legal_actions(to_act)[0])
            if twin.turn > state.turn + 20:
                break
        assert state.view(0) == before


def test_only_one_plan_meets_two_termini(network: Network) -> None:
    """§4.3: `6/tk+6` from Perovo heading for Novogireevo."""
    state = new_game(network, Options(), 3)
    state.phase = ACT
    found = set()
    for place in network.standing:
        state.places = [place, place, place]
        for small, large, _ in ROLLS:
            state.small, state.large = small, large
            for code in state.legal_actions(0):
                if code == SKIP:
                    continue
                start, count, change, more = legs_of(network, place, code, small, large)
                met = network.ends_met[start][count] + (network.ends_met[change][more] if change >= 0 else 0)
                assert met <= 2
                if met == 2:
                    heading = network.station_ids[network.heading(place)]
                    found.add((network.station_ids[place >> 1], heading, plan_text(network, code, small, large)))
    assert found == {("perovo", "novogireevo", "6/tk+6")}


def test_a_view_leads_back_to_its_state(game: PsychosOfTheUnderground, play_randomly: PlayRandomly) -> None:
    for options in (Options(), Options(variant="quick", auto_forced=False, max_turns=30)):
        for state, _ in play_randomly(options, 5, 5):
            for reader in (0, SPECTATOR):
                view = state.view(reader)
                assert game.from_view(view, options, 5).view(reader) == view
