"""`undercroft bench rules` and `undercroft bench bots`: a table for people, one line for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from undercroft.cli import cli
from undercroft.registry import load_registry

FIRST_TRY = Path(__file__).parents[2] / "third_party" / "first_try"
QUICK = ("--slices", "1", "--seconds", "0.01")
GAMES = [spec.id for spec in load_registry().specs()]


@pytest.fixture
def bench() -> Callable[..., Result]:
    return lambda *arguments: CliRunner().invoke(cli, ("bench", *arguments), prog_name="undercroft")


def test_rules_of_every_game_as_one_line(bench: Callable[..., Result]) -> None:
    ran = bench("rules", *QUICK, "--json")
    assert ran.exit_code == 0, ran.stderr
    assert ran.stdout.count("\n") == 1
    figures = json.loads(ran.stdout)["rules"]
    assert [each["game"] for each in figures] == GAMES
    for each in figures:
        assert set(each) == {
            "game", "version", "seats", "compiled", "playouts_per_s", "steps_per_s", "steps_per_playout",
        }  # fmt: skip
        assert each["playouts_per_s"] > 0
        assert each["steps_per_s"] > 0
    assert ran.stderr == "bench: slices …\n"


def test_rules_of_one_game_as_a_table(bench: Callable[..., Result]) -> None:
    ran = bench("rules", *QUICK, "--game", "connect-four", "--game", "hidden-number", "--plugins", str(FIRST_TRY))
    assert ran.exit_code == 0, ran.stderr
    heads, *rows = ran.stdout.splitlines()
    assert heads.split() == ["GAME", "SEATS", "RULES", "PLAYOUTS/S", "STEPS/S", "STEPS", "A", "PLAYOUT"]
    assert [row.split()[0] for row in rows] == ["connect-four", "hidden-number"]


def test_bots_that_play_a_game_as_one_line(bench: Callable[..., Result]) -> None:
    ran = bench("bots", *QUICK, "--game", "connect-four", "--bot", "random", "--bot", "heuristic", "--json")
    assert ran.exit_code == 0, ran.stderr
    assert ran.stdout.count("\n") == 1
    figures = json.loads(ran.stdout)["bots"]
    assert [each["bot"] for each in figures] == ["random", "heuristic"]
    for each in figures:
        assert set(each) == {
            "game", "bot", "seats", "compiled", "decisions", "decisions_per_s", "simulations_per_s",
        }  # fmt: skip
        assert each["decisions_per_s"] > 0
        assert each["simulations_per_s"] is None


def test_without_names_every_bot_plays_every_game_it_can(bench: Callable[..., Result]) -> None:
    registry = load_registry()
    ran = bench("bots", *QUICK, "--think", "0.01")
    assert ran.exit_code == 0, ran.stderr
    heads, *rows = ran.stdout.splitlines()
    assert heads.split() == ["GAME", "BOT", "SEATS", "RULES", "DECISIONS/S", "SIMULATIONS/S"]
    expected = [(game, bot) for game in GAMES for bot in registry.bots_for(registry.game(game))]
    assert [tuple(row.split()[:2]) for row in rows] == expected


def test_ones_own_bot_is_measured_like_any_other(bench: Callable[..., Result]) -> None:
    own = f"{FIRST_TRY}/halver.py:Halver:rash=50"
    ran = bench("bots", *QUICK, "--game", "hidden-number", "--plugins", str(FIRST_TRY), "--bot", own, "--json")
    assert ran.exit_code == 0, ran.stderr
    assert [each["bot"] for each in json.loads(ran.stdout)["bots"]] == [own]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("rules", "--game", "connect-fou"), 'there is no game "connect-fou"; perhaps connect-four.'),
        (("bots", "--game", "tag"), 'there is no game "tag"'),
        (("bots", "--game", "connect-four", "--bot", "rando"), 'bot "rando"'),
        (
            ("bots", "--game", "connect-four", "--bot", f"{FIRST_TRY}/halver.py:Halver"),
            "Halver plays hidden-number, not connect-four",
        ),
    ],
)
def test_what_cant_be_measured_is_told_of_in_a_sentence(
    bench: Callable[..., Result], arguments: tuple[str, ...], why: str
) -> None:
    ran = bench(*arguments, *QUICK)
    assert ran.exit_code == 1
    assert ran.stdout == ""
    assert why in ran.stderr
