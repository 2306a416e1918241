"""Hidden Number keeps the contract of a game."""

from hidden_number import HiddenNumber

from undercroft.testing import check_game


def test_the_contract() -> None:
    assert check_game(HiddenNumber(), matches=6).warnings == []
