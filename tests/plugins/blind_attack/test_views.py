"""The view holds the whole position (`rules/blind_attack.md` §13, §16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest

from tests.plugins.blind_attack.conftest import chosen
from undercroft.game import SPECTATOR, Journal
from undercroft_blind_attack.game import BlindAttack
from undercroft_blind_attack.state import Battle
from undercroft_blind_attack.values import Entry, Options, View

PlayRandomly = Callable[[Options, int], Iterator[tuple[Battle, Journal[Entry]]]]


def test_a_position_made_from_its_view_goes_on_in_the_same_way(
    game: BlindAttack, play_randomly: PlayRandomly, options: Options
) -> None:
    """At every moment, chance nodes and the end included, and for whoever looks."""
    rng = Random(4)
    seats = 2 * options.team_size
    for seed in range(3):
        for state, _ in play_randomly(options, seed):
            reader = rng.choice([*range(seats), SPECTATOR])
            raw = msgspec.json.encode(state.view(reader))
            made = game.from_view(msgspec.json.decode(raw, type=View), options, seats)
            real = state.clone()
            for _ in range(4):
                assert made.view(0) == real.view(0)
                assert made.to_act() == real.to_act()
                assert made.outcome() == real.outcome()
                assert made.chance_outcomes() == real.chance_outcomes()
                if not real.to_act():
                    break
                action = chosen(real, rng)
                one, other = Journal[Entry](), Journal[Entry]()
                real.apply(real.to_act()[0], action, one)
                made.apply(made.to_act()[0], action, other)
                assert one.told == other.told


@pytest.mark.parametrize("wounded", ["3s 3w", "3s 2s", "3w 2s 2s", "2s 2w 1s", "3w 3w 2w 1w", "3s 3s 2s 2s 2s 1s"])
def test_what_the_wounded_cost_is_kept(game: BlindAttack, wounded: str) -> None:
    options = Options(spite="charge", equal="spiteful")
    state = game.positions().read(f"W: a1=1 | B: i9=1 | out W: {wounded} | turn W", options, 2)
    assert game.from_view(state.view(0), options, 2).view(0) == state.view(0)


def test_the_belief_of_every_seat_is_certain(game: BlindAttack, play_randomly: PlayRandomly) -> None:
    options = Options(huff=True)
    for state, journal in play_randomly(options, 3):
        for seat in (0, 1):
            belief = game.belief(options, 2, seat)
            belief.learn(state.view(seat), journal.entries(seat))
            assert belief.sample(Random(0)).view(seat) == state.view(seat)


def test_a_clone_is_independent(game: BlindAttack, play_randomly: PlayRandomly, options: Options) -> None:
    for state, _ in play_randomly(options, 9):
        before = state.view(SPECTATOR)
        twin = state.clone()
        rng = Random(1)
        for _ in range(5):
            if twin.to_act():
                twin.apply(twin.to_act()[0], chosen(twin, rng))
        assert state.view(SPECTATOR) == before


def huffed(game: BlindAttack, position: str, text: str) -> View:
    state = game.positions().read(position, Options(huff=True), 2)
    (seat,) = state.to_act()
    texts = {state.action_text(seat, action): action for action in state.legal_actions(seat)}
    state.apply(seat, texts[text])
    return state.view(SPECTATOR)


def test_offenders_are_those_who_could_attack_before_the_move_wherever_they_are_now(game: BlindAttack) -> None:
    view = huffed(game, "W: a4=1 e4=2 g4=1 | B: e5=1 g5=3 i9=1 | turn W", "a4a5")
    assert view.huffable == ("e4", "g4")
    view = huffed(game, "W: a1=1 e4=2 | B: d5=1 i9=1 | turn W", "e4e5")
    assert view.huffable == ("e5",)


def test_a_bomb_that_blocks_its_cell_is_no_offender(game: BlindAttack) -> None:
    view = huffed(game, "W: a4=1 d8=B | B: a5=1 e8=2 i9=1 | turn W", "d8d9")
    assert view.huffable == ("a4",)


def test_an_attack_leaves_no_offenders_and_a_huff_may_end_the_game(game: BlindAttack) -> None:
    assert huffed(game, "W: a4=1 e4=2 | B: a5=1 e5=1 i9=1 | turn W", "e4xe5").huffable == ()
    view = huffed(game, "W: e4=2 | B: e5=1 i9=1 | turn B | turns 1 | huff e4", "!e4")
    assert view.result is not None
    assert (view.result.reason, view.score, view.turns) == ("eliminated", (0, 2), 1)


def test_a_huffed_bomb_scores_nothing_and_does_not_explode(game: BlindAttack) -> None:
    view = huffed(game, "W: a1=1 e4=B | B: e5=1 i9=1 | turn B | turns 1 | huff e4", "!e4")
    assert (view.score, view.blocked, view.prisoners, view.to_act) == ((0, 0), (), ((), (0,)), (1,))


def test_while_a_promotion_is_drawn_those_who_could_attack_are_not_forgotten(game: BlindAttack) -> None:
    view = huffed(game, "W: a4=? d8=? e1=? | B: a5=1 i9=1 | pool W: B12 | turn W", "d8d9")
    assert view.pending is not None
    assert (view.pending.kind, view.could) == ("promotion", ("a4",))
