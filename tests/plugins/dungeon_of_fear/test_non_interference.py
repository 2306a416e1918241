"""What must hold of hidden information: `rules/dungeon_of_fear.md` §7, over every game up to nine plies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator

import msgspec
import pytest

from undercroft.game import SPECTATOR, Journal
from undercroft_dungeon_of_fear.game import DungeonOfFear
from undercroft_dungeon_of_fear.state import Dungeon
from undercroft_dungeon_of_fear.values import Entry, Options

PLIES = 9
READERS = (0, 1, SPECTATOR)
World = tuple[Dungeon, Journal[Entry]]

OPTIONS = [
    Options(),
    Options(reveal="breach"),
    Options(reveal="walls", clock="public"),
    Options(reveal="breach", quiet_limit=2),
]


def every_game(
    game: DungeonOfFear, options: Options, position: str | None = None, plies: int = PLIES
) -> Iterator[World]:
    """Every world that up to so many plies can lead to."""
    journal: Journal[Entry] = Journal()
    if position is None:
        state = game.start(options, 2, journal)
    else:
        state = game.positions().read(position, options, 2, journal)
    layer = [(state, journal)]
    for _ in range(plies + 1):
        yield from layer
        layer = [after for world in layer for after in followers(world)]


def followers(world: World) -> Iterator[World]:
    state, journal = world
    for seat in state.to_act():
        for action in state.legal_actions(seat):
            twin, copy = state.clone(), Journal[Entry]()
            copy.told = list(journal.told)
            twin.apply(seat, action, copy)
            yield twin, copy


def told(journal: Journal[Entry], reader: int) -> bytes:
    return msgspec.json.encode(journal.entries(reader))


def everything_else(game: DungeonOfFear, state: Dungeon, reader: int) -> bytes:
    """Whatever leaves for a reader besides the journal."""
    view = state.view(reader)
    legal = state.legal_actions(reader)
    texts = [(state.action_text(reader, action), game.label(view, action, "ru")) for action in legal]
    return msgspec.json.encode([view, legal, texts, game.board(view, "en")])


def pictures(game: DungeonOfFear, worlds: Iterable[World]) -> dict[tuple[int, bytes], set[bytes]]:
    """For each reader and journal, everything else that a reader with this journal is sent in one of the worlds."""
    shown: dict[tuple[int, bytes], set[bytes]] = defaultdict(set)
    for state, journal in worlds:
        for reader in READERS:
            shown[reader, told(journal, reader)].add(everything_else(game, state, reader))
    return shown


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_equal_journals_mean_that_everything_else_is_equal(game: DungeonOfFear, options: Options) -> None:
    worlds = list(every_game(game, options))
    shown = pictures(game, worlds)
    assert all(len(sent) == 1 for sent in shown.values())
    assert len(shown) < 2 * len(worlds), "hardly two worlds were told the same, so nothing was tested"


CROWDED = [
    "3r2/###1##/###1##/###1##/R##1##/###1## w 0 W=d2",
    "##1###/##1##r/##1###/##1###/2R3/##1### b 1",
    "6/1#4/2r3/4#1/1R4/6 w 0",
]
"""Positions with quiet plies, open lines and rooks in each other's sight."""


@pytest.mark.parametrize("position", CROWDED)
@pytest.mark.parametrize("reveal", ["sight", "breach", "walls"])
def test_so_it_is_among_open_lines_and_quiet_plies(game: DungeonOfFear, position: str, reveal: str) -> None:
    options = msgspec.convert({"reveal": reveal, "quiet_limit": 4}, Options)
    shown = pictures(game, every_game(game, options, position, plies=2))
    assert all(len(sent) == 1 for sent in shown.values())


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("reader", READERS)
def test_observations_are_equal_exactly_if_the_last_entries_are(
    game: DungeonOfFear, options: Options, reader: int
) -> None:
    by_entry: dict[bytes, set[Hashable]] = defaultdict(set)
    for position in (None, *CROWDED):
        for state, journal in every_game(game, options, position, plies=6 if position is None else 2):
            by_entry[msgspec.json.encode(journal.entries(reader)[-1])].add(state.observation(reader))
    assert all(len(observations) == 1 for observations in by_entry.values())
    assert len({observation for (observation,) in by_entry.values()}) == len(by_entry)


def test_a_spectator_is_told_nothing_but_that_time_goes_by(game: DungeonOfFear) -> None:
    by_length: dict[int, set[bytes]] = defaultdict(set)
    for state, journal in every_game(game, Options(), plies=8):
        by_length[state.ply].add(told(journal, SPECTATOR) + everything_else(game, state, SPECTATOR))
    assert all(len(sent) == 1 for sent in by_length.values())


def test_a_state_without_a_journal_plays_on_like_one_with(game: DungeonOfFear) -> None:
    for state, _ in every_game(game, Options(), plies=6):
        for seat in state.to_act():
            for action in state.legal_actions(seat):
                silent, loud = state.clone(), state.clone()
                silent.apply(seat, action)
                loud.apply(seat, action, Journal())
                assert game.positions().write(silent) == game.positions().write(loud)
                for reader in READERS:
                    assert silent.observation(reader) == loud.observation(reader)
                    assert silent.legal_actions(reader) == loud.legal_actions(reader)
