"""What `undercroft.cli.playing.lineup` promises."""

from __future__ import annotations

import click
import pytest

from undercroft.cli.playing.lineup import Lineup, default_bot, is_own_code, line_up, open_lineup
from undercroft_client import Bot, GameDetails, GameInfo, Mine, Open

HOSTED = ("heuristic", "random", "mcts")


def _shown(lineup: Lineup) -> list[str]:
    return [
        fill.spec if isinstance(fill, Bot) else fill.name if isinstance(fill, Mine) else "open" for fill in lineup.fills
    ]


@pytest.mark.parametrize(
    ("seats", "seat", "auto", "others", "shown", "taken"),
    [
        (2, 0, None, ["random"], ["ann", "random"], [0]),
        (2, 1, None, ["random"], ["random", "ann"], [1]),
        (4, 2, None, ["random"], ["random", "random", "ann", "random"], [2]),
        (4, 1, None, ["a", "b", "c"], ["a", "ann", "b", "c"], [1]),
        (2, 0, "heuristic", ["random"], ["heuristic", "random"], [0]),
        (2, 0, "mcts:simulations=20", ["hard"], ["mcts:simulations=20", "hard"], [0]),
        (2, 0, "bots/mine.py:Bold", ["random"], ["mine.py:Bold", "random"], [0]),
        (2, 0, None, ["mine:Bold:nerve=2"], ["ann", "mine:Bold:nerve=2"], [0, 1]),
        (1, 0, None, ["random"], ["ann"], [0]),
    ],
)
def test_everybody_sits_where_they_were_put(
    seats: int, seat: int, auto: str | None, others: list[str], shown: list[str], taken: list[int]
) -> None:
    lineup = line_up(seats, seat, auto, others, "ann", HOSTED)
    assert _shown(lineup) == shown
    assert [one.seat for one in lineup.taken] == taken


def test_seats_this_side_plays_have_tokens_and_hosted_ones_none() -> None:
    own = line_up(2, 0, "mine.py:Bold", ["also.py:Mine"], "ann", HOSTED)
    assert all(len(one.token) == 32 for one in own.taken)
    assert len({one.token for one in own.taken}) == 2
    (hosted,) = line_up(2, 0, "heuristic", ["random"], "ann", HOSTED).taken
    assert hosted.token == b""
    assert hosted.bot == "heuristic"


@pytest.mark.parametrize(("seats", "seat", "others"), [(2, 2, ["random"]), (4, 0, ["a", "b"]), (2, 0, ["a", "b"])])
def test_numbers_that_do_not_go_together_are_wrong_usage(seats: int, seat: int, others: list[str]) -> None:
    with pytest.raises(click.UsageError):
        line_up(seats, seat, None, others, "ann", HOSTED)


@pytest.mark.parametrize(
    ("seats", "seat", "bots", "shown"),
    [
        (2, None, [], ["open", "open"]),
        (2, 0, [], ["ann", "open"]),
        (4, None, ["random"], ["open", "open", "open", "random"]),
        (4, 3, ["a", "b"], ["open", "a", "b", "ann"]),
    ],
)
def test_bots_take_the_last_seats_and_the_rest_are_open(
    seats: int, seat: int | None, bots: list[str], shown: list[str]
) -> None:
    lineup = open_lineup(seats, seat, bots, "ann")
    assert _shown(lineup) == shown
    assert sum(isinstance(fill, Open) for fill in lineup.fills) == shown.count("open")


@pytest.mark.parametrize(("seats", "seat", "bots"), [(2, 2, []), (2, 0, ["a", "b"]), (2, None, ["a", "b", "c"])])
def test_too_many_for_the_seats_are_wrong_usage(seats: int, seat: int | None, bots: list[str]) -> None:
    with pytest.raises(click.UsageError):
        open_lineup(seats, seat, bots, "ann")


@pytest.mark.parametrize(
    ("spec", "own"),
    [
        ("mine.py:Bold", True),
        ("package.module:Bold", True),
        ("C:/bots/mine.py:Bold", True),
        ("heuristic", False),
        ("hard", False),
        ("mcts:simulations=20", False),
        ("random:Bold", False),
    ],
)
def test_own_code_is_told_from_a_server_s_bot(spec: str, own: bool) -> None:
    assert is_own_code(spec, HOSTED) is own


@pytest.mark.parametrize(
    ("levels", "bot"), [({"easy": "a", "normal": "b"}, "normal"), ({"hard": "a"}, "hard"), ({}, "random")]
)
def test_a_game_s_normal_level_plays_if_nobody_is_named(levels: dict[str, str], bot: str) -> None:
    info = GameInfo("hex", "1", {}, {}, (2,), levels, "")
    assert default_bot(GameDetails(info, {}, {}, {}, {}, ())) == bot
