"""Last Stone keeps the contract of a game."""

from last_stone import LastStone

from undercroft.testing import check_game


def test_the_contract() -> None:
    assert check_game(LastStone(), matches=6).warnings == []
