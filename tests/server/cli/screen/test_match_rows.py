"""What a row of a listing says, in the player's language."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from undercroft.cli.playing.kept_seats import KeptSeat
from undercroft.cli.playing.own_matches import OwnMatch
from undercroft.cli.screen.match_rows import match_heads, match_row, own_match_heads, own_match_row
from undercroft.cli.screen.words import Words
from undercroft_client import MatchInfo, MatchStatus, Outcome, Update

KEPT = (KeptSeat("h:1", "hex", "m1", 0, b"a" * 32),)
WON = Outcome((1, -1), (0,), "broken", None)


@pytest.fixture
def match(update_of: Callable[..., Update]) -> MatchInfo:
    return update_of().match


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_status_has_a_word_and_every_column_a_head(match: MatchInfo, lang: str) -> None:
    words = Words(lang)
    for status in MatchStatus:
        row = match_row(msgspec.structs.replace(match, status=status), words)
        assert len(row) == len(match_heads(words))
        assert row[2]
    own = OwnMatch("m1", KEPT, match, (0,))
    assert len(own_match_row(own, words)) == len(own_match_heads(words))
    assert len(own_match_row(OwnMatch("m1", KEPT, None), words)) == len(own_match_heads(words))


@pytest.mark.parametrize(
    ("to_act", "turn"), [((0,), "yours"), ((1,), "random"), ((0, 1), "yours"), ((), ""), (None, "")]
)
def test_ones_own_turn_is_ones_own_and_others_are_named(
    match: MatchInfo, to_act: tuple[int, ...] | None, turn: str
) -> None:
    row = own_match_row(OwnMatch("m1", KEPT, match, to_act), Words("en"))
    assert row == ("m1", "hex", "running", "1970-01-01 00:00", "0", turn, "random")


def test_who_has_won_is_marked(match: MatchInfo) -> None:
    over = msgspec.structs.replace(match, status=MatchStatus.FINISHED, outcome=WON)
    assert match_row(over, Words("en"))[-1] == "ann (won), random"
    assert own_match_row(OwnMatch("m1", KEPT, over), Words("en"))[4:] == ("0 (won)", "", "random")
    lost = msgspec.structs.replace(over, outcome=msgspec.structs.replace(WON, winners=(1,)))
    assert own_match_row(OwnMatch("m1", KEPT, lost), Words("ru"))[4:] == ("0", "", "random (победа)")


def test_a_match_that_is_gone_says_so() -> None:
    row = own_match_row(OwnMatch("m1", KEPT, None), Words("en"))
    assert row == ("m1", "hex", "not here any more", "", "0", "", "")
