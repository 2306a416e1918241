"""Values: they match the wire, and they keep secrets."""

from __future__ import annotations

import inspect

import grpc
import pytest

import undercroft_client
from undercroft.v1 import bot_pb2, match_pb2, refusal_pb2
from undercroft_client import (
    Backoff,
    BotInfo,
    Client,
    Correspondence,
    Fischer,
    Joined,
    MatchInfo,
    MatchStatus,
    Mine,
    PerMove,
    ProtocolError,
    Reason,
    RecordPolicy,
    Refused,
    SeatKind,
    SeatToken,
    SpectatorPolicy,
    TimeoutPolicy,
    new_id,
    new_token,
)
from undercroft_client.enums import WireEnum
from undercroft_client.fills import options_to_wire, time_to_wire

WIRE = {
    Reason: refusal_pb2.Reason,
    MatchStatus: match_pb2.MatchStatus,
    SeatKind: match_pb2.SeatKind,
    RecordPolicy: match_pb2.RecordPolicy,
    SpectatorPolicy: match_pb2.SpectatorPolicy,
    TimeoutPolicy: match_pb2.TimeoutPolicy,
}


@pytest.mark.parametrize("enum", WIRE)
def test_an_enum_has_the_members_of_the_proto(enum: type[WireEnum]) -> None:
    names = {member.wire_name: enum.from_wire(WIRE[enum].Value(member.wire_name)) for member in enum}
    assert set(names) == set(WIRE[enum].keys())
    assert list(names.values()) == list(enum)


@pytest.mark.parametrize("enum", WIRE)
def test_a_newer_member_is_unspecified(enum: type[WireEnum]) -> None:
    assert enum.from_wire(4711) is enum["UNSPECIFIED"]
    assert enum.from_name("BRAND_NEW") is enum["UNSPECIFIED"]


def test_a_token_never_shows() -> None:
    token = new_token()
    assert len(token) == 32
    assert token != new_token()
    match = MatchInfo.from_wire(match_pb2.Match(match_id="m"))
    shown = [
        *(make(value) for make in (repr, str, "{}".format, "%s".__mod__) for value in (token, (token,))),
        repr(Mine("Ann", bytes(token))),
        repr(Joined(match, 0, token)),
        repr(Client("host:1", metadata=[("authorization", token.hex())])),
    ]
    assert not [text for text in shown if repr(bytes(token))[2:-1] in text or token.hex() in text]
    assert SeatToken(bytes(token)) == token


def test_mine_makes_a_token_of_its_own() -> None:
    assert Mine("Ann").token != Mine("Ann").token
    assert len(Mine("Ann").token or b"") == 32
    assert 16 <= len(new_id()) <= 64


def test_options_go_as_json() -> None:
    assert options_to_wire({}) == ""
    assert options_to_wire({"size": 6}) == '{"size":6}'
    assert options_to_wire('{"size": 6}') == '{"size": 6}'


def test_time_controls_go_in_milliseconds_and_days() -> None:
    per_move, fischer = time_to_wire(PerMove(1.5)), time_to_wire(Fischer(60, 0.5))
    days = time_to_wire(Correspondence(3))
    assert per_move is not None
    assert per_move.per_move.milliseconds == 1500
    assert fischer is not None
    assert (fischer.fischer.base_milliseconds, fischer.fischer.increment_milliseconds) == (60_000, 500)
    assert days is not None
    assert days.correspondence.days == 3
    assert time_to_wire(None) is None


def test_waits_double_up_to_a_limit_and_differ() -> None:
    backoff = Backoff(0.2, 10.0)
    for attempt, whole in [(1, 0.2), (2, 0.4), (3, 0.8), (7, 10.0), (5000, 10.0)]:
        delays = {backoff.delay(attempt) for _ in range(20)}
        assert all(whole / 2 <= delay <= whole for delay in delays)
        assert len(delays) > 1


def test_an_error_raised_again_says_the_same() -> None:
    refused = Refused(Reason.RATE_LIMITED, "slower, please", {"seconds": "3"})
    again = refused.again()
    assert again is not refused
    assert (again.reason, str(again), again.retry_after) == (Reason.RATE_LIMITED, "slower, please", 3.0)


@pytest.mark.parametrize("text", ["", "soon", "[1]", '{"a": 1}'])
def test_details_without_sense_are_empty(text: str) -> None:
    refused = Refused(Reason.ILLEGAL_ACTION, "no", {"legal": text, "seconds": text, "seq": text})
    assert (refused.legal, refused.nearest, refused.retry_after, refused.newest_seq) == ([], [], 0.0, 0)


def test_the_package_names_what_it_offers() -> None:
    offered = [getattr(undercroft_client, name) for name in undercroft_client.__all__]
    assert len(set(undercroft_client.__all__)) == len(undercroft_client.__all__)
    assert all(inspect.getdoc(item) for item in offered if inspect.isclass(item))


async def test_credentials_make_a_secure_channel() -> None:
    async with Client("127.0.0.1:1", credentials=grpc.ssl_channel_credentials()) as client:
        assert client.connection.state == "idle"


@pytest.mark.parametrize("seconds", [2**62, -(2**62), 10**13])
def test_a_time_that_is_none_is_the_servers_fault(seconds: int) -> None:
    with pytest.raises(ProtocolError):
        MatchInfo.from_wire(match_pb2.Match(created_at=seconds))


@pytest.mark.parametrize("text", ["[", "[]", "3"])
def test_json_that_is_no_object_is_the_servers_fault(text: str) -> None:
    with pytest.raises(ProtocolError):
        BotInfo.from_wire(bot_pb2.BotInfo(options_schema=text))
