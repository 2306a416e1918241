"""What a bot's seat was told is put together from what its connection is sent, and doesn't grow without bound."""

from __future__ import annotations

from undercroft.v1 import bot_pb2
from undercroft_client.bot_turns import Journals


def request(match: str, *entries: str, from_start: bool = False) -> bot_pb2.TurnRequest:
    turn = bot_pb2.TurnRequest(
        turn_id=f"{match}/0/1", match_id=match, seat=0, view='{"you": 0}', entries=entries, from_start=from_start,
        left_milliseconds=1_500,
    )  # fmt: skip
    turn.legal.codes.extend([4, 7])
    turn.legal.texts.extend(["a", "b"])
    return turn


def test_entries_add_up_from_turn_to_turn() -> None:
    journals = Journals()
    first = journals.turn_of(request("m", "1", "2", from_start=True))
    second = journals.turn_of(request("m", "3"))
    assert first is not None
    assert second is not None
    assert (first.entries, first.new) == (("1", "2"), 2)
    assert (second.entries, second.new) == (("1", "2", "3"), 1)
    assert (second.view, second.seconds) == ({"you": 0}, 1.5)
    assert (second.text_of(7), second.text_of(9)) == ("b", "9")
    again = journals.turn_of(request("m", "1", from_start=True))
    assert again is not None
    assert again.entries == ("1",)


def test_what_is_not_known_any_more_is_said_to_be_forgotten() -> None:
    journals = Journals(most=2)
    assert journals.turn_of(request("m", "1")) is None
    for match in ("a", "b", "c"):
        assert journals.turn_of(request(match, "1", from_start=True)) is not None
    assert journals.turn_of(request("a", "2")) is None
    assert journals.turn_of(request("c", "2")) is not None
    journals.drop("c", 0)
    assert journals.turn_of(request("c", "3")) is None
    journals.clear()
    assert journals.turn_of(request("b", "3")) is None
