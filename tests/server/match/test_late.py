"""Spectators who get facts late: never more than they may have, always a whole moment, and all of it after the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from undercroft.game import CHANCE, SPECTATOR
from undercroft.match import EntryFact, Resign, SeatPlan, Step, Suspend, TimeControl
from undercroft.match.match import Match
from undercroft.match.rows import decode_row

from .driver import Table, game_named

BOARD = game_named("blind-attack")
DICE = game_named("psychos-of-the-underground")
GOOFSPIEL = game_named("goofspiel")
THREE = tuple(SeatPlan("player", f"P{seat}", token_hash=str(seat)) for seat in range(3))


def play(table: Table, plies: int, random: Random) -> None:
    """Random actions; stops early if the match is over."""
    for _ in range(plies):
        state = table.match.position.state
        if state is None or table.match.position.status != "running":
            return
        seat = random.choice(state.to_act())
        table.act(seat, random.choice(table.match.glance(seat).texts))


def shown(match: Match) -> tuple[int, Any]:
    return match.told(SPECTATOR), match.glance(SPECTATOR)


@pytest.mark.parametrize("delay", [1, 2, 7, 40])
@pytest.mark.parametrize(("game", "seats"), [(BOARD, 2), (DICE, 3), (GOOFSPIEL, 2)], ids=["open", "dice", "at once"])
def test_a_spectator_is_so_many_facts_behind_and_sees_the_view_of_then(game: Any, seats: int, delay: int) -> None:
    """A match without a delay, played the same way, tells what a spectator saw at each moment."""
    late = Table.of(game, seats=THREE[:seats], spectator_delay=delay)
    plain = Table.of(game, seats=THREE[:seats])
    seen = dict.fromkeys(range(seats), b"")  # while the seats are taken
    a, b = Random(5), Random(5)
    for _ in range(60):
        count, glance = shown(plain.match)
        seen[count] = glance.view_json
        if plain.match.position.status == "running":
            count, glance = shown(late.match)
            assert count <= max(0, late.seq(SPECTATOR) - delay)
            assert glance.view_json == seen[count]
            assert glance.status != "finished"
            assert glance.outcome is None
        play(late, 1, a)
        play(plain, 1, b)
    assert len(seen) > 5


def test_it_is_as_few_facts_behind_as_whole_moments_allow() -> None:
    table = Table.of(BOARD, spectator_delay=3)
    random = Random(1)
    for _ in range(10):
        play(table, 1, random)
        told, all_of_it = table.match.told(SPECTATOR), table.seq(SPECTATOR)
        assert 3 <= all_of_it - told <= 6


@pytest.mark.parametrize("seed", range(5))
def test_a_restored_match_shows_spectators_what_one_shows_that_never_stopped(seed: int) -> None:
    for game, seats in ((BOARD, 2), (DICE, 3)):
        table = Table.of(game, seats=THREE[:seats], spectator_delay=4)
        random = Random(seed)
        for _ in range(15):
            play(table, 1, random)
            assert shown(table.restored()) == shown(table.match)


def test_seats_see_at_once_what_spectators_get_late() -> None:
    late, plain = Table.of(BOARD, spectator_delay=9), Table.of(BOARD)
    play(late, 6, Random(2))
    play(plain, 6, Random(2))
    for seat in (0, 1):
        assert late.match.told(seat) == len(late.match.facts[seat]) == plain.match.told(seat)
        assert late.match.glance(seat).view_json == plain.match.glance(seat).view_json


def test_after_the_end_spectators_get_everything() -> None:
    table = Table.of(BOARD, spectator_delay=50)
    play(table, 6, Random(3))
    assert table.match.told(SPECTATOR) == 0
    table.tell(Resign(0, "r"))
    assert table.match.told(SPECTATOR) == len(table.match.facts[SPECTATOR])
    assert table.match.glance(SPECTATOR).outcome is not None
    assert shown(table.restored()) == shown(table.match)


def test_a_late_spectator_is_shown_no_clocks_as_they_would_run_on_from_then() -> None:
    table = Table.of(BOARD, spectator_delay=2, time_control=TimeControl("fischer", 60_000))
    play(table, 6, Random(3))
    assert table.match.glance(SPECTATOR).clocks == ()
    assert table.match.glance(0).clocks


def test_a_suspension_asks_the_game_for_nothing_and_is_late_like_all_else() -> None:
    table = Table.of(BOARD, spectator_delay=1)
    play(table, 4, Random(3))
    before = shown(table.match)
    assert isinstance(table.tell(Suspend("game_failed")), Step)
    count, glance = shown(table.match)
    assert (count, glance.status) == (table.seq(SPECTATOR) - 1, "running")
    assert count >= before[0]
    assert shown(table.restored()) == (count, glance)


def test_chance_between_two_decisions_makes_no_moment_of_its_own() -> None:
    """An action and the roll that follows it are one moment for everybody else."""
    table = Table.of(DICE, seats=THREE, spectator_delay=1)
    random = Random(8)
    counts = set()
    for _ in range(15):
        counts.add(table.seq(SPECTATOR))
        play(table, 1, random)
        assert table.match.told(SPECTATOR) in counts | {0, 1, 2, 3}
    assert any(getattr(decode_row(row), "seat", None) == CHANCE for row in table.rows)


def test_entries_keep_their_numbers() -> None:
    table = Table.of(BOARD, spectator_delay=4)
    play(table, 8, Random(4))
    told = table.match.facts[SPECTATOR][: table.match.told(SPECTATOR)]
    numbers = [fact.json.split(b",")[0] for fact in told if isinstance(fact, EntryFact)]
    assert numbers == [b'{"n":%d' % n for n in range(len(numbers))]
