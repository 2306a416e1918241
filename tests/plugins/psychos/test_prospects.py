"""How good places are among rivals: risks, and chances that agree with each other."""

from __future__ import annotations

import pytest

from tests.plugins.psychos.slow_ends import WON, slow_ends
from undercroft_psychos.expected_turns import ways_to
from undercroft_psychos.network import Network
from undercroft_psychos.prospects import prospects_of


@pytest.mark.parametrize("variant", ["long", "quick"])
def test_chances_are_those_of_the_best_plans_as_another_referee_finds_them(network: Network, variant: str) -> None:
    """P(place) = Σ weight · max over plans of 1 if it wins, and else of what its end is worth."""
    goal = network.index["altufyevskaya"]
    found = prospects_of(network, goal, quick=variant == "quick", rivals=4)
    for place, rolls in slow_ends(network, goal, variant):
        total = 0.0
        for weight, ends in rolls:
            worth = [1.0 if end == WON else found.after[end] for end in ends]
            total += weight * max(worth, default=found.after[place])
        assert found.chances[place] == pytest.approx(total / 36, abs=1e-4)


def test_a_place_is_worth_less_while_the_others_move_and_the_more_so_the_riskier_it_is(network: Network) -> None:
    goal = network.index["altufyevskaya"]
    found = prospects_of(network, goal, quick=False, rivals=4)
    for place in network.standing:
        if place >> 1 == goal:
            assert found.after[place] == 1.0
            continue
        risk = found.risks[network.node_of[place >> 1]]
        assert 0.0 <= risk <= 1.0
        kept = (1.0 - risk) * found.chances[place] + risk * found.start
        assert found.after[place] == pytest.approx(0.95 * kept)


def test_more_rivals_are_more_of_a_risk_and_leave_less_of_a_chance(network: Network) -> None:
    goal = network.index["planernaya"]
    few, many = (prospects_of(network, goal, quick=False, rivals=rivals) for rivals in (2, 5))
    assert sum(many.risks) > sum(few.risks)
    assert many.start < few.start


def test_risk_lies_where_pieces_pass_on_their_way(network: Network) -> None:
    """Interchanges in the middle are passed again and again, the ends of other lines hardly ever."""
    found = prospects_of(network, network.index["altufyevskaya"], quick=False, rivals=4)
    at = {
        name: found.risks[network.node_of[network.index[name]]] for name in ("oktyabrskaya_ring", "mitino", "vykhino")
    }
    assert at["oktyabrskaya_ring"] > 3 * max(at["mitino"], at["vykhino"])


def test_who_is_far_by_himself_has_less_of_a_chance(network: Network) -> None:
    """Turns and chances don't order places alike, or one of them would do; but they agree in the main."""
    goal = network.index["altufyevskaya"]
    ways = ways_to(network, goal, quick=False)
    found = prospects_of(network, goal, quick=False, rivals=4)
    places = sorted((place for place in network.standing if place >> 1 != goal), key=lambda place: ways.turns[place])
    quarter = len(places) // 4
    nearest, farthest = places[:quarter], places[-quarter:]
    assert sum(found.chances[place] for place in nearest) > 1.1 * sum(found.chances[place] for place in farthest)
