"""Keys of positions: right ones pass, in games of any kind, and wrong ones are shown by two matches."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest
from broken_games import with_sticks
from lantern_game import Lantern
from nim_game import Nim, Sticks

from tests.bots.forms import Choice, ObservedPosition, OpenForm, Options, choice
from undercroft.game import CHANCE
from undercroft.testing import CheckFailed, Property, check_game
from undercroft.testing.referee import Played, Setup
from undercroft.testing.transpositions import Transpositions

END = (0, 0)


class Named(ObservedPosition):
    """The keys of positions, by what was played."""

    keys: dict[tuple[int, ...], Hashable]

    def position_key(self) -> Hashable | None:
        return self.keys.get(self.played)


def compared(root: Choice, keys: dict[tuple[int, ...], Hashable], *lines: list[Played]) -> int:
    """Look at some matches of a form whose positions have these keys; gives how many pairs were compared."""
    game = OpenForm("form", root, 2)
    game.position_type = type("Keyed", (Named,), {"keys": keys})
    transpositions = Transpositions(Setup(game, Options(), 2), 0)
    for line in lines:
        transpositions.see(line)
    return transpositions.pairs


def compared_two(one: Any, other: Any, keys: dict[tuple[int, ...], Hashable] | None = None) -> int:
    """Seat 0 has two actions, 1 and 2, which lead to what has the same key."""
    root = choice(0, {1: one, 2: other})
    return compared(root, {(1,): "key", (2,): "key", **(keys or {})}, [(0, 1)], [(0, 2)])


DICE = choice(CHANCE, {1: (1, -1), 2: (-1, 1)})
REPLY = choice(1, {1: (1, -1), 2: DICE})


@pytest.mark.parametrize("after", [END, DICE, REPLY], ids=["an end", "chance", "a seat"])
def test_two_ways_to_one_position_may_have_one_key(after: Any) -> None:
    assert compared_two(after, after) == 1


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (REPLY, choice(0, {1: (1, -1), 2: DICE}), "and to other seats to act"),
        (REPLY, (1, -1), "and to other seats to act"),
        (REPLY, choice(1, {1: (1, -1)}), "and to other legal actions of seat 1"),
        (DICE, choice(CHANCE, {1: (1, -1), 2: (-1, 1)}, {1: 1, 2: 2}), "and to other outcomes of chance"),
        (DICE, choice(CHANCE, {1: (1, -1)}), "and to other outcomes of chance"),
        ((1, -1), (0, 0), "and to other returns"),
        (choice(1, {1: (1, -1)}), choice(1, {1: END}), "and 1 action later, the same in both, to other returns"),
    ],
)
def test_what_two_states_of_one_key_do_not_have_in_common_is_told(one: Any, other: Any, told: str) -> None:
    with pytest.raises(CheckFailed) as caught:
        compared_two(one, other)
    assert caught.value.property is Property.POSITION_KEY
    assert f"two matches lead to the key 'key', {told}\n  first match:  " in caught.value.why


def test_both_matches_are_shown() -> None:
    with pytest.raises(CheckFailed) as caught:
        compared_two(choice(1, {1: (1, -1)}), choice(1, {1: END}))
    shown = caught.value.reproduction
    assert shown is not None
    assert (shown.actions, shown.twin, shown.reader) == (("0:2", "1:1"), ("0:1", "1:1"), None)
    assert "\nactions: 0:2, 1:1\nthe same key by: 0:1, 1:1\n" in str(caught.value)


def test_what_comes_of_one_position_has_one_key_or_none() -> None:
    assert compared_two(REPLY, REPLY, {(1, 1): "left", (1, 2): "dice", (2, 2): "dice"}) == 1
    keys: dict[tuple[int, ...], Hashable] = {(1, 1): "left", (2, 1): "right", (1, 2): "left", (2, 2): "right"}
    with pytest.raises(CheckFailed, match="1 action later, the same in both, to other keys"):
        compared_two(REPLY, REPLY, keys)


def test_positions_that_chance_has_set_apart_before_anybody_acted_need_no_other_keys() -> None:
    root = choice(CHANCE, {1: choice(0, {1: (1, -1)}), 2: choice(0, {1: (-1, 1)})})
    keys: dict[tuple[int, ...], Hashable] = {(1,): "dealt", (2,): "dealt", (1, 1): "over", (2, 1): "over"}
    lines: list[list[Played]] = [[(CHANCE, 1)], [(CHANCE, 2)], [(CHANCE, 1), (0, 1)], [(CHANCE, 2), (0, 1)]]
    assert compared(root, keys, *lines) == 0
    later = choice(0, {0: root})
    keys = {(0, *played): key for played, key in keys.items()}
    with pytest.raises(CheckFailed, match="to other returns"):
        compared(later, keys, *[[(0, 0), *line] for line in lines])


class Absent(Sticks):
    """Has keys late in a match only."""

    def position_key(self) -> Hashable | None:
        return super().position_key() if self.sticks < 4 else None


class Without(Sticks):
    def position_key(self) -> Hashable | None:
        return None


class Raising(Sticks):
    def position_key(self) -> Hashable | None:
        raise ZeroDivisionError("no key")


LINE: list[Played] = [(0, 1), (1, 2), (0, 2), (1, 1), (0, 1)]


@pytest.mark.parametrize(("state_class", "some"), [(Sticks, True), (Absent, False), (Without, False)])
def test_one_match_is_enough_where_its_actions_may_come_in_another_order(state_class: type[Sticks], some: bool) -> None:
    game = with_sticks(state_class)()
    transpositions = Transpositions(Setup(game, game.options_type(), 2), 0)
    transpositions.look_along(LINE)
    assert (transpositions.pairs > 0) is some


def test_what_raises_is_shown_after_what_was_played() -> None:
    game = with_sticks(Raising)()
    with pytest.raises(CheckFailed, match="ZeroDivisionError: no key") as caught:
        Transpositions(Setup(game, game.options_type(), 2), 0).see(LINE[:2])
    assert caught.value.property is Property.RAISES
    assert caught.value.reproduction is not None
    assert caught.value.reproduction.actions == ("0:take1", "1:take2")


@pytest.mark.parametrize("game", [Nim(), Lantern()], ids=["Nim", "Lantern"])
def test_sound_games_with_keys_are_compared(game: Any) -> None:
    assert check_game(game, matches=6).transpositions > 10


def test_a_game_need_not_have_keys_or_not_everywhere() -> None:
    assert check_game(with_sticks(Without)(), matches=2).transpositions == 0
    assert check_game(with_sticks(Absent)(), matches=2).transpositions > 0
