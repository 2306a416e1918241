"""What the bench counts as a move is an accepted action that both seats were told of."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Iterator
from time import monotonic

import pytest

from undercroft.bench.server.commits import commits_so_far
from undercroft.bench.server.load.real import RealPlay
from undercroft.bench.server.load.window import Window
from undercroft.bench.server.plan import SHAPES, BenchFailed, Shape
from undercroft.bench.server.server_process import ServerProcess

GAME = "dungeon-of-fear"
MATCHES = 5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("served"), None) as server:
        yield server


def commands(server: ServerProcess) -> dict[tuple[str, str], int]:
    with urllib.request.urlopen(f"http://{server.metrics_address}/metrics") as answer:
        shown = answer.read().decode()
    counted = re.findall(r'^undercroft_commands_total\{kind="(\w+)",outcome="(\w+)"\} (\S+)$', shown, re.MULTILINE)
    return {(kind, outcome): int(float(number)) for kind, outcome, number in counted}


class Moves(Window):
    """Lets matches go on until so many moves were made."""

    def __init__(self, most: int) -> None:
        super().__init__(0.0, 0.0)
        self._most = most

    def is_open(self) -> bool:
        return self.moves < self._most

    def completed(self, began: float, moves: float = 1.0) -> None:
        assert began <= monotonic()
        self.moves += moves


@pytest.mark.parametrize("shape", SHAPES)
async def test_every_move_is_an_accepted_action_and_matches_that_end_are_followed_by_others(
    server: ServerProcess, shape: Shape
) -> None:
    before = commands(server)
    play = RealPlay(server.address, GAME, shape)
    await play.open(MATCHES - 1)
    await play.open(1)
    await play.prepare(1.0)
    window = Moves(400)
    sizes = await play.run(window, 1.0)
    await play.prepare(1.0)
    again = Moves(50)
    await play.run(again, 1.0)
    await play.close()
    counted = {what: number - before.get(what, 0) for what, number in commands(server).items()}
    assert {outcome for _, outcome in counted} == {"ACCEPTED"}
    assert counted["act", "ACCEPTED"] == window.moves + again.moves
    assert counted["create", "ACCEPTED"] > MATCHES
    assert sizes is not None
    assert 30 < sizes.act < 100
    assert sizes.to_mover > 300
    assert sizes.to_other > 300
    assert sizes.moves_a_frame >= 1 if shape == "multiplexed" else sizes.moves_a_frame == 1


async def test_commits_of_the_server_are_counted_by_how_long_they_took(server: ServerProcess) -> None:
    commits = commits_so_far(server.metrics_address)
    assert len(commits) > 10
    assert list(commits.values()) == sorted(commits.values())


async def test_a_game_that_isnt_there_is_named(server: ServerProcess) -> None:
    play = RealPlay(server.address, "tag", "multiplexed")
    with pytest.raises(BenchFailed, match=r"the server makes no match of tag: .*tag"):
        await play.open(1)
    await play.close()
