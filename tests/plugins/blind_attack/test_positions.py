"""The referee's notation (`rules/blind_attack.md` §12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from undercroft.game import CHANCE, SPECTATOR, Journal, PositionError
from undercroft_blind_attack.game import BlindAttack
from undercroft_blind_attack.state import Battle
from undercroft_blind_attack.values import Entry, Options, Start

PlayRandomly = Callable[[Options, int], Iterator[tuple[Battle, Journal[Entry]]]]


def test_every_position_of_a_game_is_read_as_it_was_written(
    game: BlindAttack, play_randomly: PlayRandomly, options: Options
) -> None:
    positions, seats = game.positions(), 2 * options.team_size
    for seed in range(6):
        for state, _ in play_randomly(options, seed):
            text = positions.write(state)
            assert (text is None) == (state.to_act() == (CHANCE,))
            if text is not None and state.to_act():
                again = positions.read(text, options, seats)
                assert positions.write(again) == text
                assert again.view(0) == state.view(0)
                assert again.legal_actions(again.to_act()[0]) == state.legal_actions(state.to_act()[0])
            elif text is not None:
                assert "turn -" in text
                with pytest.raises(PositionError):
                    positions.read(text, options, seats)


def test_fields_come_in_any_order_and_absent_ones_mean_nothing(game: BlindAttack) -> None:
    positions = game.positions()
    text = "turns 8|#  c3|turn W | out B: 2x 3p |  B: i9=1 h9=? g9=?|W: b2=1 a1=2 | pool B: 3B"
    assert positions.write(positions.read(text, Options(), 2)) == (
        "W: a1=2 b2=1 | B: g9=? h9=? i9=1 | out B: 3p 2x | pool B: B3 | # c3 | turn W | turns 8"
    )


def test_what_follows_from_the_pool_is_known_at_once(game: BlindAttack) -> None:
    state = game.positions().read("W: a1=? b1=? e4=3 | B: e5=? i9=1 | turn W | pool W: 22 | pool B: B", Options(), 2)
    assert game.positions().write(state) == "W: a1=2 b1=2 e4=3 | B: e5=B i9=1 | turn W"


def test_an_absent_pool_is_the_nine_charges_less_the_known(game: BlindAttack) -> None:
    text = "W: a1=? b1=? e5=3 | B: e6=1 | out W: Bx 3p 2p 2p 1w 1p | turn W"
    assert game.positions().read(text, Options(), 2).view(SPECTATOR).unknown[0] == (0, 1, 1, 0)


def test_the_wounded_cost_a_point_or_their_charge(game: BlindAttack) -> None:
    text = "W: a1=1 | B: i9=1 | out W: 3s 2s 2w 1w | turn W"
    view = game.positions().read(text, Options(spite="charge"), 2).view(0)
    assert view.wounded == ((3, 2, 2, 1), ())
    assert view.score == (-7, 0)


def test_reading_tells_what_the_start_would(game: BlindAttack) -> None:
    journal: Journal[Entry] = Journal()
    game.positions().read("turn B | B: i9=1 h9=2 | W: a1=? | pool W: 3", Options(first="random"), 2, journal)
    assert journal.entries(SPECTATOR) == [Start("W: a1=3 | B: h9=2 i9=1 | turn B")]


def test_turns_name_the_player_of_a_team(game: BlindAttack) -> None:
    options = Options(team_size=3)
    for turns, seat in ((0, 1), (1, 1), (2, 3), (5, 5), (6, 1)):
        state = game.positions().read(f"W: a1=1 | B: i9=1 | turn B | turns {turns}", options, 6)
        assert state.to_act() == (seat,)


def test_lone_equal_generals_may_still_meet_within_a_turn(game: BlindAttack) -> None:
    """The end isn't tested between move and attack (§18)."""
    text = "W: d9=G2 | B: e9=G2 | turn W | moved d9 | progress"
    state = game.positions().read(text, Options(), 2)
    assert [state.action_text(0, action) for action in state.legal_actions(0)] == ["d9xe9", "stay"]


USUAL = "W: a1=1 e4=2 | B: e5=1 i9=1 | turn W"
HUFF = Options(huff=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "unknown field"),
        ("W: a1=1 | B: i9=1", "nobody is on turn"),
        ("W: a1=1 | B: i9=1 | turn -", "the game is over"),
        ("W: a1=1 | B: i9=1 | turn X", "nobody is on turn"),
        ("W: a1=1 | B: i9=1 | turn W B", "one word"),
        ("W: a1=1 | B: i9=1 | turn W | fog a1", "unknown field 'fog a1'"),
        ("W: a1=1 | B: i9=1 | turn W | turn W", "twice"),
        ("W: a1=1 | B: i9=1 | turn W | ", "unknown field"),
        ("W: a1=? b1=? | B: i9=1 | pool W: 1 | turn W", "2 unknown pieces and a pool of 1"),
        ("W: a1=1 | B: i9=1 | pool W: 1 | turn W", "0 unknown pieces and a pool of 1"),
        ("W: a1=? b1=? | B: i9=1 | turn W", "2 unknown pieces and a pool of 9"),
        ("W: a1=? | B: i9=1 | pool W: 4 | turn W", "charges like"),
        ("W: a1=? | B: i9=1 | pool W: | turn W", "one word"),
        ("W: a1=3 b1=3 c1=3 | B: i9=1 | turn W", "more than 2 of charge 3"),
        ("W: a1=? b1=? | B: i9=1 | out W: Bx | pool W: B1 | turn W", "more than 1 of charge B"),
        ("W: a1=1 | B: i9=1 | out B: 2q | turn W", "not '2q'"),
        ("W: a1=1 | B: i9=1 | out B: x2 | turn W", "not 'x2'"),
        ("W: a1=1 a1=2 | B: i9=1 | turn W", "a1 holds two pieces"),
        ("W: a2=1 | B: a2=1 | turn W", "a2 holds two pieces"),
        ("W: j1=1 | B: i9=1 | turn W", "no cell 'j1'"),
        ("W: a1=4 | B: i9=1 | turn W", "not 'a1=4'"),
        ("W: a1 | B: i9=1 | turn W", "not 'a1'"),
        ("W: a1=G? | B: i9=1 | turn W", "not 'a1=G?'"),
        ("W: a1=GB | B: i9=1 | turn W", "a bomb is no general"),
        ("W: a9=1 | B: i9=1 | turn W", "last row"),
        ("W: a1=1 | B: i1=1 | turn W", "last row"),
        ("W: a1=1 | B: i9=1 | # a1 | turn W", "a1 holds a piece"),
        ("W: a1=1 | B: i9=1 | # c3 c3 | turn W", "c3 is there twice"),
        ("W: a1=1 | B: i9=1 | # c0 | turn W", "no cell 'c0'"),
        (f"{USUAL} | quiet x", "a number"),
        (f"{USUAL} | turns -1", "a number"),
        (f"{USUAL} | turns ٣", "a number"),
        (f"{USUAL} | progress now", "nothing follows"),
        (f"{USUAL} | moved a1", "no piece with a target"),
        (f"{USUAL} | moved e5", "no piece with a target"),
        (f"{USUAL} | moved c7", "no piece with a target"),
        (f"{USUAL} | could e4", "goes with `moved`"),
        (f"{USUAL} | moved e4 | could e5", "side W has no piece"),
        (f"{USUAL} | huff e4", "side B has no piece"),
        (f"{USUAL} | huff e5 e5", "twice"),
        (f"{USUAL} | huff e5 | huffed", "one huff"),
        (f"{USUAL} | moved e4 | huff e5", "one huff"),
        ("W: a1=1 | turn W", "eliminated"),
        ("W: - | B: a9=1 | turn W", "eliminated"),
        ("W: a1=G2 | B: h2=G2 | turn W", "equal_generals"),
        ("W: e4=1 | B: h6=2 | # e5 h5 | turn W", "immobile"),
        (f"{USUAL} | quiet 40", "quiet_limit"),
        (f"{USUAL} | turns 300", "max_turns"),
        (f"{USUAL} | moved e4 | quiet 40", "limit"),
    ],
)
def test_what_describes_no_running_game_is_refused_with_the_reason(game: BlindAttack, text: str, why: str) -> None:
    with pytest.raises(PositionError, match=why.replace("?", r"\?")):
        game.positions().read(text, HUFF, 2)


def test_huffing_without_the_option_is_refused(game: BlindAttack) -> None:
    for field in ("huff e5", "huffed", "moved e4 | could e4"):
        with pytest.raises(PositionError, match="need the option huff"):
            game.positions().read(f"{USUAL} | {field}", Options(), 2)
