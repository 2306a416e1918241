"""What a reader of a match is sent, byte for byte, and how matches are forked."""

from __future__ import annotations

import subprocess
import sys

import pytest
from lantern_game import Lantern, Options

from undercroft.game import CHANCE, SPECTATOR, UndercroftError
from undercroft.testing.referee import IllegalAction, Referee, Setup


@pytest.fixture
def referee() -> Referee:
    """Seat 0 has the 3, seat 1 the 5, nobody has bid."""
    return Setup(Lantern(), Options(), 2).replay([(CHANCE, 3), (CHANCE, 5)])


def test_entries_are_numbered_for_each_reader_by_itself(referee: Referee) -> None:
    referee.act(0, "bid2")
    assert referee.journal(0)[-1] == b'{"n":3,"type":"chosen","bid":2}'
    assert len(referee.journal(1)) == len(referee.journal(SPECTATOR)) == 3
    referee.act(1, "bid4")
    assert referee.journal(0)[-1] == b'{"n":4,"type":"bids","bids":[2,4]}'
    assert referee.journal(SPECTATOR)[-1] == b'{"n":3,"type":"bids","bids":[2,4]}'


def test_told_keys_are_equal_exactly_for_equal_entries(referee: Referee) -> None:
    other = Setup(Lantern(), Options(), 2).replay([(CHANCE, 3), (CHANCE, 4)])
    assert referee.told_key(0) == other.told_key(0)
    assert referee.told_key(SPECTATOR) == other.told_key(SPECTATOR)
    assert referee.told_key(1) != other.told_key(1)


def test_a_fork_goes_its_own_way(referee: Referee) -> None:
    fork = referee.fork()
    fork.act(0, "bid3")
    assert list(referee.legal(0)) == ["bid0", "bid1", "bid2", "bid3"]
    assert fork.legal(0) == {}
    assert (len(referee.told(0)), len(fork.told(0))) == (3, 4)
    assert (referee.actions, fork.actions) == ([(CHANCE, 3), (CHANCE, 5)], [(CHANCE, 3), (CHANCE, 5), (0, 3)])


def test_a_simultaneous_choice_is_shown_standing_still_until_all_have_chosen(referee: Referee) -> None:
    assert referee.turn(1) == b"[0,1]"
    referee.act(0, "bid2")
    assert referee.state.to_act() == (1,)
    assert referee.turn(0) == b"[0,1]"
    assert referee.turn(1) == b""
    referee.act(1, "bid4")
    assert referee.turn(0) == referee.turn(SPECTATOR) == b"[1]"


@pytest.mark.parametrize(("seat", "text"), [(0, "bid4"), (0, "BID1"), (0, "pass"), (5, "bid1")])
def test_what_is_not_legal_is_refused_and_changes_nothing(referee: Referee, seat: int, text: str) -> None:
    before = [referee.shown(reader) for reader in referee.setup.readers]
    with pytest.raises(IllegalAction):
        referee.act(seat, text)
    assert [referee.shown(reader) for reader in referee.setup.readers] == before


def test_chance_is_drawn_by_its_text(referee: Referee) -> None:
    start = referee.setup.start()
    start.draw("card 3")
    start.draw(" card   5")
    assert start.told_key(0) == referee.told_key(0)
    with pytest.raises(IllegalAction, match="possible: nothing"):
        start.draw("card 1")


def test_a_game_without_notation_has_no_positions() -> None:
    class Unwritten(Lantern):
        def positions(self) -> None:
            return None

    with pytest.raises(UndercroftError, match="no position texts"):
        Setup(Unwritten(), Options(), 2).position("1,2/0,0/-1,-1")


def test_the_kit_loads_no_yaml_no_pytest_and_no_server() -> None:
    code = (
        "import sys, undercroft.testing; "
        "print([name for name in ('yaml', 'pytest', 'grpc', 'sqlite3', 'undercroft.registry', 'undercroft.host')"
        " if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
