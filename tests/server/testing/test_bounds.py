"""The kit's work is bounded, whatever a game's size; what it must see all the same, it sees."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from lantern_game import Lantern, LanternPositions, Lanterns
from nim_game import Nim, Sticks, Took, made
from nim_game import View as NimView

from undercroft.game import CHANCE, Journal, Outcome, Span, Svg, Text
from undercroft.testing import CheckFailed, Property, check_game
from undercroft.testing.conformance import CLOSELY, LONG
from undercroft.testing.purse import Purse

MATCHES = 6


class LongNim(Nim):
    """Matches of about a thousand actions."""

    def start(self, options: Any, seats: int, journal: Journal[Any] | None = None) -> Sticks:
        if journal is not None:
            journal.tell(None, Took(None, 300 * options.sticks))
        return made(300 * options.sticks, 0)

    def board(self, view: NimView, lang: str) -> Text:
        return ((Span(str(view.sticks)),),)


class Shouts(Sticks):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and msgspec.structs.replace(outcome, reason="LAST STICK")


class ShoutsAtTheEnd(LongNim):
    def start(self, options: Any, seats: int, journal: Journal[Any] | None = None) -> Sticks:
        return made(super().start(options, seats, journal).sticks, 0, Shouts)


class CountsDrawings(Nim):
    """Large boards and pictures, counted."""

    boards = 0
    pictures = 0

    def board(self, view: NimView, lang: str) -> Text:
        self.boards += 1
        return ((Span("|" * 500_000),),)

    def svg(self) -> Svg[NimView]:
        return Large(self)


class Large(Svg[NimView]):
    def __init__(self, game: CountsDrawings) -> None:
        self.game = game

    def draw(self, view: NimView, lang: str) -> str:
        self.game.pictures += 1
        return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{"|" * 500_000}</text></svg>'


def test_what_costs_little_is_looked_at_everywhere_and_what_costs_much_now_and_then() -> None:
    game = CountsDrawings()
    report = check_game(game, matches=MATCHES)
    moments = report.explored + report.actions
    assert report.setups <= game.pictures < moments / 2
    assert report.setups <= game.boards < moments


def test_long_matches_are_all_played_and_some_looked_at_closely() -> None:
    report = check_game(LongNim(), matches=MATCHES)
    assert report.matches == MATCHES
    assert report.actions > MATCHES * LONG
    assert 0 < report.closely <= 1 + MATCHES * CLOSELY // LONG


def test_the_end_of_a_match_is_looked_at_however_long_it_is() -> None:
    with pytest.raises(CheckFailed) as caught:
        check_game(ShoutsAtTheEnd(), matches=1)
    assert caught.value.property is Property.OUTCOME


class SaysSetUp(Lantern):
    """While cards are dealt the notation has a word that only says so."""

    def positions(self) -> Any:
        class WithAWord(LanternPositions):
            def write(self, state: Lanterns) -> str | None:
                return "dealing" if state.to_act() == (CHANCE,) else super().write(state)

        return WithAWord(self)


class SaysOnlyThatItGoesOn(Lantern):
    def positions(self) -> Any:
        class Curt(LanternPositions):
            def write(self, state: Lanterns) -> str | None:
                return "playing" if state.to_act() else None

        return Curt(self)


def test_a_position_of_chance_may_have_a_text_that_can_not_be_read() -> None:
    assert check_game(SaysSetUp(), matches=MATCHES).warnings == []


def test_a_position_at_which_somebody_chooses_may_not() -> None:
    with pytest.raises(CheckFailed, match="can't be read") as caught:
        check_game(SaysOnlyThatItGoesOn(), matches=MATCHES)
    assert caught.value.property is Property.POSITIONS


def test_a_purse_is_open_while_something_is_left_and_once_more_is_earned() -> None:
    purse = Purse(2)
    purse.spend(5)
    assert not purse.open
    purse.earn(3)
    assert not purse.open
    purse.earn(1)
    assert purse.open
