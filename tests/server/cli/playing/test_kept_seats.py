"""What `undercroft.cli.playing.kept_seats` and `state_dir` promise."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from undercroft.cli.failure import Failure
from undercroft.cli.playing.kept_seats import KeptSeat, KeptSeats, plain_code
from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.state_dir import state_dir
from undercroft_client import RematchedFact

TOKEN = bytes(range(32))


def test_a_seat_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    seat = KeptSeat("host:1", "hex", "m1", 1, TOKEN, plugins="/plugins")
    KeptSeats(tmp_path / "seats").keep(seat)
    assert KeptSeats(tmp_path / "seats").of_match("m1") == [seat]


def test_a_seat_once_reached_over_tls_is_never_reached_in_plain_text(tmp_path: Path) -> None:
    plain, public, own = RemoteServer("host:1"), RemoteServer("host:1", tls=True), RemoteServer("host:1", True, "/ca")
    seat = KeptSeat("host:1", "hex", "m1").reached_by(own)
    assert seat.remote == seat.safest(None) == seat.safest(plain) == own
    assert seat.safest(public) == public
    assert KeptSeat("host:1", "hex", "m1").safest(plain) == plain
    assert KeptSeat("host:1", "hex", "m1").safest(own) == own
    assert KeptSeat("", "hex", "m1").safest(own) is None


def test_seats_kept_before_there_was_tls_are_read(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text('{"server":"host:1","game":"hex","match_id":"m"}')
    assert KeptSeats(tmp_path).of_match("m") == [KeptSeat("host:1", "hex", "m")]


def test_seats_of_a_match_are_found_by_server(tmp_path: Path) -> None:
    seats = KeptSeats(tmp_path)
    for seat in (KeptSeat("", "hex", "m", 1), KeptSeat("", "hex", "m", 0), KeptSeat("host:1", "hex", "m", 0)):
        seats.keep(seat)
    assert [seat.seat for seat in seats.of_match("m", "")] == [0, 1]
    assert len(seats.of_match("m")) == 3
    assert seats.of_match("other") == []


def test_a_code_finds_its_seat_before_and_after_the_answer(tmp_path: Path) -> None:
    seats = KeptSeats(tmp_path)
    asked = KeptSeat("host:1", token=TOKEN, code=plain_code("abcd-efgh"))
    seats.keep(asked)
    assert seats.of_code("ABCD EFGH", "host:1") == asked
    assert seats.of_code("ABCD EFGH", "host:2") is None
    taken = KeptSeat("host:1", "hex", "m1", 1, TOKEN, code=asked.code)
    seats.keep(taken)
    assert seats.of_code("abcdefgh", "host:1") == taken
    assert seats.of_match("m1") == [taken]
    seats.forget(taken)
    assert list(seats) == []


def test_only_the_owner_can_read_a_seat(tmp_path: Path) -> None:
    KeptSeats(tmp_path / "seats").keep(KeptSeat("", "hex", "m", token=TOKEN))
    (file,) = (tmp_path / "seats").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "seats").stat().st_mode) == 0o700


def test_a_server_cannot_choose_where_its_match_is_written(tmp_path: Path) -> None:
    KeptSeats(tmp_path / "seats").keep(KeptSeat("h:1", "hex", "../../evil/\0name", token=TOKEN))
    assert [path.name for path in tmp_path.iterdir()] == ["seats"]
    assert KeptSeats(tmp_path / "seats").of_match("../../evil/\0name")


def test_the_seat_in_a_rematch_is_kept_beside_the_one_that_its_code_still_finds(tmp_path: Path) -> None:
    seats = KeptSeats(tmp_path)
    joined = KeptSeat("host:1", "hex", "m1", 1, TOKEN, code="ABCD", bot="own.py:Bot", tls=True, ca="/ca")
    for seat in (joined, joined.in_rematch(RematchedFact(seq=9, match_id="m2", seats=(1, 0)))):
        seats.keep(seat)
    seats.finish(joined)
    again = KeptSeat("host:1", "hex", "m2", 0, TOKEN, bot="own.py:Bot", tls=True, ca="/ca")
    assert seats.of_match("m2") == [again]
    found = seats.of_code("ABCD", "host:1")
    assert found is not None
    assert (found.match_id, found.finished) == ("m1", True)


def test_many_writers_lose_nothing(tmp_path: Path) -> None:
    def write(number: int) -> None:
        KeptSeats(tmp_path).keep(KeptSeat("", "hex", f"m{number % 20}", token=TOKEN))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(200)))
    assert len(list(KeptSeats(tmp_path))) == 20
    assert {path.suffix for path in tmp_path.iterdir()} == {".json"}


def test_a_torn_file_costs_only_its_own_seat(tmp_path: Path) -> None:
    seats = KeptSeats(tmp_path)
    seats.keep(KeptSeat("", "hex", "m"))
    (tmp_path / "torn.json").write_text('{"server": ')
    assert [seat.match_id for seat in seats] == ["m"]


def test_finished_seats_are_forgotten_after_a_month_and_others_never(tmp_path: Path) -> None:
    seats = KeptSeats(tmp_path)
    old_end, old_open, new_end = (KeptSeat("", "hex", name) for name in ("old-end", "old-open", "new-end"))
    seats.finish(old_end)
    seats.keep(old_open)
    for path in tmp_path.iterdir():
        os.utime(path, (1, 1))
    seats.finish(new_end)
    assert {seat.match_id for seat in seats} == {"old-open", "new-end"}


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Failure, match=str(tmp_path / "file")):
        KeptSeats(tmp_path / "file" / "seats").keep(KeptSeat("", "hex", "m"))
    with pytest.raises(Failure, match=str(tmp_path / "file")):
        state_dir({"UNDERCROFT_STATE": str(tmp_path / "file")})


def test_the_state_directory_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert state_dir({"UNDERCROFT_STATE": str(tmp_path / "own")}) == tmp_path / "own"
    assert state_dir({"XDG_STATE_HOME": str(tmp_path / "xdg")}) == tmp_path / "xdg" / "undercroft"
    home = tmp_path / "home" / ".local" / "state" / "undercroft"
    assert state_dir({}) == state_dir({"XDG_STATE_HOME": "relative"}) == home
    assert home.is_dir()
