"""The referee's notation, `rules/psychos_of_the_underground.md` §11."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.game import SPECTATOR, Journal, PositionError
from undercroft_psychos.game import PsychosOfTheUnderground
from undercroft_psychos.positions import SETUP
from undercroft_psychos.state import ACT, OVER, START_DICE, Psychos
from undercroft_psychos.values import Entry, Options

PlayRandomly = Callable[[Options, int, int], Iterator[tuple[Psychos, Journal[Entry]]]]

HEAD = "long altufyevskaya turn=12 seat=0 dice=3,5 bank=15"
PIECES = [
    "dostoevskaya>maryina_roshcha@bitsevsky_park=-3",
    "aleksandrovsky_sad>-@mitino=-6",
    "kachalovo>annino@kachalovo=-6",
]
TEXT = "; ".join([HEAD, *PIECES])


def test_the_example_of_the_rules_file_is_read_and_written(game: PsychosOfTheUnderground) -> None:
    state = game.positions().read(TEXT, Options(), 3)
    assert game.positions().write(state) == TEXT
    assert state.to_act() == (0,)


def test_every_position_of_a_running_game_is_read_back(
    game: PsychosOfTheUnderground, play_randomly: PlayRandomly
) -> None:
    positions = game.positions()
    for seats, variant in ((3, "long"), (5, "quick"), (6, "long")):
        options = Options(variant="quick" if variant == "quick" else "long", auto_forced=False, max_turns=40)
        for state, _ in play_randomly(options, seats, seats):
            text = positions.write(state)
            if START_DICE < state.phase < OVER:
                again = positions.read(text, options, seats)
                assert positions.write(again) == text
                assert again.to_act() == state.to_act()
                assert [again.legal_actions(seat) for seat in range(seats)] == [
                    state.legal_actions(seat) for seat in range(seats)
                ]
            else:
                assert (text == SETUP) == (state.phase <= START_DICE)
                with pytest.raises(PositionError):
                    positions.read(text, options, seats)


def test_blanks_and_the_order_of_dice_do_not_matter(game: PsychosOfTheUnderground) -> None:
    wide = TEXT.replace("; ", "  ;   ").replace("dice=3,5", "  dice=5,3") + " "
    assert game.positions().write(game.positions().read(wide, Options(), 3)) == TEXT


def test_reading_tells_everybody_the_position(game: PsychosOfTheUnderground) -> None:
    journal: Journal[Entry] = Journal()
    game.positions().read(TEXT.replace("3,5", "5,3"), Options(), 3, journal)
    for reader in (0, 1, 2, SPECTATOR):
        assert [getattr(entry, "position", None) for entry in journal.entries(reader)] == [TEXT]


def test_the_variant_of_the_text_is_played_and_shown(game: PsychosOfTheUnderground) -> None:
    state = game.positions().read(TEXT.replace("long", "quick", 1), Options(variant="long", fee_skip=7), 3)
    view = state.view(0)
    assert view.variant == view.options.variant == "quick"
    assert view.options.fee_skip == 7


def test_a_loaded_position_asks_for_a_forced_move_and_later_throws_do_not(game: PsychosOfTheUnderground) -> None:
    text = TEXT.replace("dice=3,5", "dice=1,3")
    state = game.positions().read(text, Options(), 3)
    assert state.phase == ACT
    assert [state.action_text(0, code) for code in state.legal_actions(0)] == ["4"]


def test_balances_are_what_they_are(game: PsychosOfTheUnderground) -> None:
    text = TEXT.replace("bank=15", "bank=0").replace("=-3", "=12").replace("annino@kachalovo=-6", "annino@kachalovo=-6")
    assert game.positions().read(text, Options(), 3).chips == [12, -6, -6]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (HEAD, "", "begins with"),
        (TEXT, "setup", "set-up"),
        ("long ", "short ", "variant"),
        ("long ", "LONG ", "variant"),
        ("long ", "", "begins with"),
        ("altufyevskaya", "altufyevo_x", "unknown station"),
        ("altufyevskaya", "altufyevo", "no outer terminus"),
        ("altufyevskaya", "aleksandrovsky_sad", "no outer terminus"),
        ("turn=12", "turn=0", "turn is 1 to 1000"),
        ("turn=12", "turn=1001", "turn is 1 to 1000"),
        ("turn=12", "turn=x", "whole number"),
        ("turn=12", "turn=012", "whole number"),
        ("turn=12", "turn=" + "9" * 5000, "whole number"),
        ("turn=12", "turns=12", "in this order"),
        ("seat=0", "seat=3", "seat is 0 to 2"),
        ("seat=0", "seat=-", "whole number"),
        ("seat=0", "seat=-1", "seat is 0 to 2"),
        ("dice=3,5", "dice=3", "two dice"),
        ("dice=3,5", "dice=0,5", "two dice"),
        ("dice=3,5", "dice=3,7", "two dice"),
        ("dice=3,5", "dice=35", "two dice"),
        ("bank=15", "bank=-15", "bank is 0 or more"),
        ("bank=15", "bank=14", "add up to -1"),
        ("bank=15", "bank=15 over=arrived winner=0", "in this order"),
        ("bank=15", "bank=15 bank=15", "in this order"),
        ("; " + PIECES[2], "", "3 pieces, not 2"),
        ("; " + PIECES[2], f"; {PIECES[2]}; {PIECES[2]}", "3 pieces, not 4"),
        (PIECES[2], "", "piece 2"),
        ("dostoevskaya>maryina_roshcha", "dostoevskaya>ostankino", "can't head"),
        ("dostoevskaya>maryina_roshcha", "dostoevskaya>-", "can't head"),
        ("dostoevskaya>maryina_roshcha", "dostoevskaya>dostoevskaya", "can't head"),
        ("dostoevskaya>maryina_roshcha", "dostoevskaya>moon", "unknown station"),
        ("dostoevskaya>maryina_roshcha", "moon>maryina_roshcha", "unknown station"),
        ("dostoevskaya>maryina_roshcha", "altufyevskaya>butyrsky_khutor", "on the goal"),
        ("aleksandrovsky_sad>-", "aleksandrovsky_sad>arbatskaya_fil", "can't head"),
        ("dostoevskaya>maryina_roshcha", "dobryninskaya>paveletskaya_ring", "can't head"),
        ("kachalovo>annino", "kachalovo>-", "can't head"),
        ("@bitsevsky_park", "@altufyevskaya", "on the goal"),
        ("@bitsevsky_park", "@yasenevo", "start yasenevo is no outer terminus"),
        ("@bitsevsky_park", "@moon", "unknown station"),
        ("@bitsevsky_park", "", "piece 0"),
        ("=-3", "=-3.0", "whole number"),
        ("=-3", "=+3", "whole number"),
        ("=-3", "=", "piece 0"),
        ("dostoevskaya>", "dostoevskaya >", "piece 0"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(
    game: PsychosOfTheUnderground, old: str, new: str, why: str
) -> None:
    assert old in TEXT
    with pytest.raises(PositionError, match=why):
        game.positions().read(TEXT.replace(old, new, 1), Options(), 3)


@given(st.text(alphabet="long quickturn=seatdicbk123,;->@_-0\n", max_size=120))
def test_any_text_is_read_or_refused(game: PsychosOfTheUnderground, text: str) -> None:
    with pytest.raises(PositionError):
        game.positions().read(text, Options(), 3)
