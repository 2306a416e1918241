"""Expected turns, plans and positions judged: `rules/psychos_of_the_underground.md` §13."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from tests.plugins.psychos.slow_ends import WON, slow_ends
from undercroft.game import CHANCE, Journal, UndercroftError
from undercroft_psychos.expected_turns import ways_to
from undercroft_psychos.game import PsychosOfTheUnderground
from undercroft_psychos.network import Network
from undercroft_psychos.state import Psychos
from undercroft_psychos.values import Entry, Options

PlayRandomly = Callable[[Options, int, int], Iterator[tuple[Psychos, Journal[Entry]]]]


def read(game: PsychosOfTheUnderground, text: str, seats: int = 3) -> tuple[Psychos, Journal[Entry]]:
    journal: Journal[Entry] = Journal()
    return game.positions().read(text, Options(), seats, journal), journal


def scores(game: PsychosOfTheUnderground, state: Psychos, journal: Journal[Entry]) -> dict[str, float]:
    (seat,) = state.to_act()
    belief = game.belief(Options(), len(state.chips), seat)
    belief.learn(state.view(seat), journal.entries(seat))
    legal = state.legal_actions(seat)
    found = game.heuristic().scores(belief, state.view(seat), legal, Random(0))
    return {state.action_text(seat, code): score for code, score in zip(legal, found, strict=True)}


@pytest.mark.parametrize(
    ("goal", "mean"),
    [("park_pobedy", 9.9), ("yubileynaya", 25.4), ("kachalovo", 31.6), ("mitino", 32.2), ("bitsevsky_park", 33.7)],
)
def test_the_means_of_the_rules_file_come_out(network: Network, goal: str, mean: float) -> None:
    assert ways_to(network, network.index[goal], quick=False).mean == pytest.approx(mean, abs=0.06)


def test_the_range_of_the_rules_file_comes_out(network: Network) -> None:
    ways = ways_to(network, network.index["altufyevskaya"], quick=False)
    turns = [ways.turns[place] for place in network.standing if place >> 1 != ways.goal]
    assert min(turns) == pytest.approx(10.6, abs=0.05)
    assert max(turns) == pytest.approx(16.1, abs=0.05)


@pytest.mark.parametrize("variant", ["long", "quick"])
def test_expected_turns_solve_the_game_of_one_piece_as_another_referee_plays_it(network: Network, variant: str) -> None:
    """V(place) = 1 + Σ weight · min over plans of V(end), with the plans of the slow referee."""
    goal = network.index["altufyevskaya"]
    ways = ways_to(network, goal, quick=variant == "quick")
    for place, rolls in slow_ends(network, goal, variant):
        total = 36.0
        for weight, ends in rolls:
            turns = [0.0 if end == WON else ways.turns[end] for end in ends]
            total += weight * min(turns, default=ways.turns[place])
        assert ways.turns[place] == pytest.approx(total / 36, abs=0.01)


def test_a_win_is_taken(game: PsychosOfTheUnderground) -> None:
    text = (
        "long altufyevskaya turn=1 seat=0 dice=1,6 bank=30; sukharevskaya>turgenevskaya@bitsevsky_park=-12; "
        "yubileynaya>altufyevo@yubileynaya=-9; shchyolkovskaya>pervomayskaya@shchyolkovskaya=-9"
    )
    found = scores(game, *read(game, text))
    assert max(found, key=lambda plan: found[plan]) == "1/lyu-6"


def test_between_equal_ways_the_one_that_sends_a_leader_home_is_better(game: PsychosOfTheUnderground) -> None:
    def worth(other: str) -> float:
        return scores(
            game,
            *read(
                game,
                "long park_pobedy turn=1 seat=0 dice=3,5 bank=9; novye_cheryomushki>profsoyuznaya@bitsevsky_park=-3; "
                f"{other}@bitsevsky_park=-3; vykhino>ryazansky_prospekt@vykhino=-3",
            ),
        )["5/ring+3"]

    assert worth("krasnopresnenskaya>belorusskaya_ring") > worth("medvedkovo>babushkinskaya")


def test_it_refuses_to_judge_where_nothing_is_to_be_decided(game: PsychosOfTheUnderground) -> None:
    state, journal = read(
        game,
        "long mitino turn=1 seat=0 dice=- bank=9; tyoply_stan>yasenevo@bitsevsky_park=-3; "
        "yubileynaya>altufyevo@yubileynaya=-3; medvedkovo>babushkinskaya@medvedkovo=-3",
    )
    belief = game.belief(Options(), 3, 0)
    belief.learn(state.view(0), journal.entries(0))
    with pytest.raises(UndercroftError):
        game.heuristic().scores(belief, state.view(0), [1], Random(0))


def test_what_is_expected_adds_up_to_nothing(game: PsychosOfTheUnderground, play_randomly: PlayRandomly) -> None:
    evaluator = game.evaluator()
    for options in (Options(), Options(variant="quick", auto_forced=False, max_turns=90)):
        for state, _ in play_randomly(options, 5, 3):
            if state.to_act():
                assert sum(evaluator.values(state)) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("variant", ["long", "quick"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_win_at_once_is_worth_what_it_brings(game: PsychosOfTheUnderground, variant: str, seats: int) -> None:
    others = ["yubileynaya>altufyevo@yubileynaya=-3", "medvedkovo>babushkinskaya@medvedkovo=-3"]
    others += ["mitino>strogino@mitino=-3", "vykhino>ryazansky_prospekt@vykhino=-3"]
    others += ["planernaya>skhodnenskaya@planernaya=-3"]
    text = f"{variant} altufyevskaya turn=9 seat=0 dice=1,3 bank={3 * seats}; " + "; ".join(
        ["dostoevskaya>maryina_roshcha@bitsevsky_park=-3", *others[: seats - 1]]
    )
    state, _ = read(game, text, seats)
    values = game.evaluator().values(state)
    won = []
    for action in state.legal_actions(0):
        after = state.clone()
        after.apply(0, action)
        outcome = after.outcome()
        if outcome is not None:
            won.append(list(outcome.returns))
    assert values in won
    assert values[0] == 3 * (seats - 1)


def test_who_is_about_to_be_sent_home_is_expected_to_get_less(game: PsychosOfTheUnderground, network: Network) -> None:
    """Seat 1 waits at Belorusskaya; seat 0, whose turn it is, may come through there or not. Seat 2 is the measure."""
    ways = ways_to(network, network.index["park_pobedy"], quick=False)
    node = network.node_of[network.index["belorusskaya_ring"]]
    shares = []
    for place in network.standing:
        if place >> 1 == ways.goal or network.node_of[place >> 1] == node or network.is_terminus[place >> 1]:
            continue
        heading = network.heading(place)
        ahead = "-" if heading < 0 else network.station_ids[heading]
        text = (
            f"long park_pobedy turn=9 seat=0 dice=- bank=9; {network.station_ids[place >> 1]}>{ahead}@vykhino=-3; "
            "belorusskaya_ring>novoslobodskaya@bitsevsky_park=-3; medvedkovo>babushkinskaya@medvedkovo=-3"
        )
        values = game.evaluator().values(read(game, text)[0])
        shares.append((ways.hits(place).get(node, 0.0), values[1] - values[2]))
    likely = [share for danger, share in shares if danger > 0.4]
    unlikely = [share for danger, share in shares if danger == 0.0]
    assert sum(likely) / len(likely) < sum(unlikely) / len(unlikely)


def test_rollouts_win_when_they_can_and_else_go_homewards(game: PsychosOfTheUnderground) -> None:
    text = (
        "long altufyevskaya turn=1 seat=0 dice=1,6 bank=9; sukharevskaya>turgenevskaya@bitsevsky_park=-3; "
        "yubileynaya>altufyevo@yubileynaya=-3; medvedkovo>babushkinskaya@medvedkovo=-3"
    )
    policy = game.policy()
    state, _ = read(game, text)
    legal = state.legal_actions(0)
    texts = [state.action_text(0, code) for code in legal]
    assert policy.weights(state, 0, legal) == [1.0 if text == "1/lyu-6" else 0.0 for text in texts]
    state, _ = read(game, text.replace("1,6", "2,5"))
    weights = policy.weights(state, 0, state.legal_actions(0))
    assert max(weights) == 1.0
    assert min(weights) > 0.0


def hurried(game: PsychosOfTheUnderground, me: int, rng: Random) -> bool:
    """Whether the heuristic in seat `me` wins a match against four random players."""
    journal: Journal[Entry] = Journal()
    state = game.start(Options(), 5, journal)
    belief = game.belief(Options(), 5, me)
    while to_act := state.to_act():
        seat = to_act[0]
        if seat == CHANCE:
            codes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply(CHANCE, rng.choices(codes, weights)[0], journal)
            continue
        legal = state.legal_actions(seat)
        if seat == me:
            view = state.view(seat)
            belief.learn(view, ())
            found = game.heuristic().scores(belief, view, legal, rng)
            legal = [code for code, score in zip(legal, found, strict=True) if score == max(found)]
        state.apply(seat, rng.choice(legal), journal)
    return state.winner == me


def test_it_beats_four_random_players_clearly(game: PsychosOfTheUnderground) -> None:
    rng = Random(1997)
    assert sum(hurried(game, match % 5, rng) for match in range(50)) >= 20
