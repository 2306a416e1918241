"""Serve, the stream of a bot that dials in: as the proto promises, and nothing of it tells a seat too much."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest

from undercroft.host import RemoteSettings
from undercroft.rpc.limits import Limits
from undercroft.v1 import bot_pb2, match_pb2

from .serving import PATIENCE, Served, name_of, serving
from .test_metrics import shown

TOKEN = b"h" * 32


class BotStream:
    """A Serve stream that keeps every frame in the order it came."""

    def __init__(self, served: Served, **hello: Any) -> None:
        self.call = served.bots.Serve()
        self.frames: list[bot_pb2.ServeResponse] = []
        self.over = False
        self._news = asyncio.Event()
        self._hello = {"name": "halver", "version": "1.2", "games": ["touchy", "dungeon-of-fear"], "concurrency": 4,
                       "bot_token": TOKEN} | hello  # fmt: skip

    async def open(self) -> BotStream:
        await self.call.write(bot_pb2.ServeRequest(hello=bot_pb2.Hello(**self._hello)))
        self._reader = asyncio.ensure_future(self._read())
        await self.until(lambda: self.of("welcome"))
        return self

    async def _read(self) -> None:
        try:
            while (frame := await self.call.read()) is not grpc.aio.EOF:
                self.frames.append(frame)
                self._news.set()
        except (grpc.aio.AioRpcError, asyncio.CancelledError):
            pass
        self.over = True
        self._news.set()

    async def until(self, true: Callable[[], Any]) -> Any:
        async with asyncio.timeout(PATIENCE):
            while not (found := true()):
                assert not self.over, self.frames[-3:]
                self._news.clear()
                await self._news.wait()
            return found

    async def ended(self) -> grpc.StatusCode:
        async with asyncio.timeout(PATIENCE):
            while not self.over:
                self._news.clear()
                await self._news.wait()
            return await self.call.code()

    def of(self, kind: str) -> list[Any]:
        return [getattr(frame, kind) for frame in self.frames if frame.WhichOneof("message") == kind]

    async def turn(self, number: int = 0) -> bot_pb2.TurnRequest:
        return (await self.until(lambda: self.of("turn")[number:]))[0]

    async def reply(self, turn: bot_pb2.TurnRequest, **more: Any) -> None:
        values = {"turn_id": turn.turn_id, "action": turn.legal.codes[0]} | more
        await self.call.write(bot_pb2.ServeRequest(reply=bot_pb2.TurnReply(**values)))

    async def close(self) -> None:
        self.call.cancel()
        await asyncio.wait([self._reader], timeout=PATIENCE)


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    async with serving(tmp_path, metrics="127.0.0.1:0") as running:
        yield running


async def refused_with(call: Any) -> str:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call.read()
    metadata = dict(error.value.trailing_metadata() or ())
    details = metadata["grpc-status-details-bin"]
    return next(name for name in ("BAD_REQUEST", "NAME_TAKEN", "RATE_LIMITED") if name.encode() in details)


async def test_a_bot_is_welcomed_listed_asked_and_its_answer_is_played(served: Served) -> None:
    bot = await BotStream(served).open()
    (welcome,) = bot.of("welcome")
    assert (welcome.name, welcome.turn_milliseconds, welcome.away_milliseconds) == ("@halver", 30_000, 60_000)
    listed = (await served.bots.ListBots(bot_pb2.ListBotsRequest(game="touchy"))).bots
    (info,) = [each for each in listed if each.name == "@halver"]
    assert info.version == "1.2"
    assert set(info.summaries) == {"en", "ru"}
    others = (await served.bots.ListBots(bot_pb2.ListBotsRequest(game="connect-four"))).bots
    assert "@halver" not in [each.name for each in others]
    match_id = await served.match("touchy", bots=("@halver", None))
    turn = await bot.turn()
    assert turn.left_milliseconds > 25_000
    await bot.reply(turn)
    stream = served.play()
    update = await stream.snapshot(0, match_id, 1)
    if not update.legal.codes:
        await stream.until(lambda: stream.updates(0)[-1].legal.codes)
    assert (await shown(served))("remote_bot_seconds_count", outcome="acted") == 1
    await stream.close()
    await bot.close()


async def test_a_bot_gets_what_a_person_in_its_seat_gets_and_nothing_else(served: Served) -> None:
    """The same line is played by a bot and by a person in the same seat: view, entries, legal list are the same."""
    bot = await BotStream(served).open()
    with_bot = await served.match("dungeon-of-fear", bots=("@halver", None))
    with_person = await served.match("dungeon-of-fear", bots=(None, None))
    mine, theirs, rival = served.play(), served.play(), served.play()
    person = await mine.snapshot(0, with_person, 0)
    await theirs.snapshot(0, with_person, 1)
    await rival.snapshot(0, with_bot, 1)
    entries: list[str] = []
    answered = {theirs: 0, rival: 0}
    for number in range(4):
        turn = await bot.turn(number)
        entries += turn.entries
        assert turn.view == person.view
        assert list(turn.legal.codes) == list(person.legal.codes)
        assert list(turn.legal.texts) == list(person.legal.texts)
        assert entries == [fact.entry for fact in mine.facts(0) if fact.HasField("entry")]
        assert turn.turn_id == f"{with_bot}/0/{person.seq}"
        await bot.reply(turn)
        await _act(mine, person, f"a{number}", turn.legal.codes[0])
        for stream in (theirs, rival):
            update = await stream.until(lambda stream=stream: _with_legal(stream, answered[stream]))
            answered[stream] = update.seq
            await _act(stream, update, f"b{number}", update.legal.codes[0])
        person = await mine.until(lambda seq=person.seq: _with_legal(mine, seq))
    for stream in (mine, theirs, rival):
        await stream.close()
    await bot.close()


async def _act(stream: Any, update: match_pb2.Update, command_id: str, code: int) -> None:
    from .serving import act

    answer = await stream.answer(act(0, code, update.seq, command_id))
    assert answer.DESCRIPTOR.name == "Accepted", answer


def _with_legal(stream: Any, after: int = 0) -> match_pb2.Update | None:
    newest: match_pb2.Update = stream.updates(0)[-1]
    return newest if newest.legal.codes and newest.seq > after else None


@pytest.mark.parametrize(
    ("hello", "reason"),
    [
        ({"name": "no name"}, "BAD_REQUEST"),
        ({"bot_token": b"short"}, "BAD_REQUEST"),
        ({"games": []}, "BAD_REQUEST"),
        ({"bot_token": b"x" * 32}, "NAME_TAKEN"),
    ],
)
async def test_a_hello_that_cannot_be_taken_ends_the_call(served: Served, hello: dict[str, Any], reason: str) -> None:
    bot = await BotStream(served).open()
    stranger = BotStream(served, **hello)
    await stranger.call.write(bot_pb2.ServeRequest(hello=bot_pb2.Hello(**stranger._hello)))
    assert await refused_with(stranger.call) == reason
    await bot.close()


async def test_whoever_says_something_else_first_is_refused(served: Served) -> None:
    call = served.bots.Serve()
    await call.write(bot_pb2.ServeRequest(drain=bot_pb2.Drain()))
    assert await refused_with(call) == "BAD_REQUEST"


async def test_a_second_connection_of_the_same_bot_takes_over_and_the_first_is_told_and_ended(served: Served) -> None:
    first = await BotStream(served).open()
    await served.match("touchy", bots=("@halver", None))
    turn = await first.turn()
    second = await BotStream(served).open()
    assert await first.ended() is grpc.StatusCode.OK
    (refusal,) = first.of("refusal")
    assert (name_of(refusal.reason), refusal.command_id) == ("NAME_TAKEN", "")
    assert (await second.turn()).turn_id == turn.turn_id
    await second.close()


async def test_replies_that_do_not_count_are_refused_as_frames_and_counted(served: Served) -> None:
    bot = await BotStream(served).open()
    await served.match("touchy", bots=("@halver", None))
    turn = await bot.turn()
    await bot.reply(turn)
    await bot.reply(turn)
    (refusal,) = await bot.until(lambda: bot.of("refusal"))
    assert (name_of(refusal.reason), refusal.command_id) == ("TURN_OVER", turn.turn_id)
    assert refusal.details["why"] == "repeated"
    await bot.reply(turn, turn_id="nobody/0/1")
    await bot.until(lambda: len(bot.of("refusal")) == 2)
    now = await shown(served)
    assert now("remote_bot_events_total", event="repeated") == now("remote_bot_events_total", event="unknown") == 1
    assert now("remote_bots") == now("streams", method="Serve") == 1
    assert "halver" not in now.text, "no label names anybody"
    await bot.close()


async def test_an_illegal_answer_is_refused_with_what_was_legal(served: Served) -> None:
    bot = await BotStream(served).open()
    await served.match("touchy", bots=("@halver", None))
    turn = await bot.turn()
    await bot.reply(turn, action=4711)
    (refusal,) = await bot.until(lambda: bot.of("refusal"))
    assert (name_of(refusal.reason), refusal.command_id) == ("ILLEGAL_ACTION", turn.turn_id)
    assert turn.legal.texts[0] in refusal.details["legal"]
    await bot.close()


async def test_frames_that_make_no_sense_do_not_end_the_stream(served: Served) -> None:
    bot = await BotStream(served).open()
    await bot.call.write(bot_pb2.ServeRequest())
    await bot.call.write(bot_pb2.ServeRequest(hello=bot_pb2.Hello(name="again")))
    refusals = await bot.until(lambda: bot.of("refusal")[1:] and bot.of("refusal"))
    assert {name_of(refusal.reason) for refusal in refusals} == {"BAD_REQUEST"}
    await bot.close()


async def test_a_server_that_stops_says_goodbye_and_asks_again_after_its_return(tmp_path: Path) -> None:
    async with serving(tmp_path) as served:
        bot = await BotStream(served).open()
        await served.match("touchy", bots=("@halver", None))
        turn = await bot.turn()
        stopping = asyncio.ensure_future(served.server.stop())
        assert await bot.ended() is grpc.StatusCode.OK
        assert bot.of("goodbye")[0].reconnect_after_ms > 0
        assert bot.of("cancelled") == []
        await stopping
    async with serving(tmp_path) as served:
        back = await BotStream(served).open()
        again = await back.turn()
        assert (again.turn_id, again.from_start) == (turn.turn_id, True)
        await back.close()


async def test_a_bot_that_drains_answers_its_turns_and_is_let_go(served: Served) -> None:
    bot = await BotStream(served).open()
    await served.match("touchy", bots=("@halver", None))
    turn = await bot.turn()
    await bot.call.write(bot_pb2.ServeRequest(drain=bot_pb2.Drain()))
    await bot.reply(turn)
    assert await bot.ended() is grpc.StatusCode.OK


async def test_a_match_that_ends_is_told_with_its_outcome(served: Served) -> None:
    bot = await BotStream(served).open()
    match_id = await served.match("touchy", bots=("@halver", "@halver"), options='{"end": 3}')
    for number in range(3):
        if bot.of("over"):
            break
        await bot.reply(await bot.turn(number))
        await bot.until(lambda number=number: bot.of("over") or len(bot.of("turn")) > number + 1)
    overs = await bot.until(lambda: bot.of("over"))
    assert {over.match_id for over in overs} == {match_id}
    assert len(overs[0].outcome.returns) == 2
    await bot.close()


async def test_a_bot_is_challenged_to_an_open_seat(served: Served) -> None:
    bot = await BotStream(served).open()
    created = await served.create("touchy", bots=("open", None))
    request = bot_pb2.ChallengeRequest(code=created.codes[0].code, bot="@halver")
    answer = await served.bots.Challenge(request)
    assert (answer.seat, answer.match.seats[0].name) == (0, "@halver")
    assert (await bot.turn()).match_id == created.match.match_id
    await bot.close()


async def test_whoever_dials_in_too_often_has_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(bots_per_minute=1)
    monkeypatch.setattr("undercroft.rpc.allowances._NONE", limits)
    async with serving(tmp_path, limits=limits) as served:
        bot = await BotStream(served).open()
        another = BotStream(served, name="other")
        await another.call.write(bot_pb2.ServeRequest(hello=bot_pb2.Hello(**another._hello)))
        assert await refused_with(another.call) == "RATE_LIMITED"
        await bot.close()


async def test_the_operator_says_how_long_a_bot_may_take(tmp_path: Path) -> None:
    settings = RemoteSettings(turn_seconds=0.2, away_seconds=5.0)
    async with serving(tmp_path, remote_bots=settings, metrics="127.0.0.1:0") as served:
        bot = await BotStream(served).open()
        assert bot.of("welcome")[0].turn_milliseconds == 200
        await served.match("touchy", bots=("@halver", None))
        turn = await bot.turn()
        (cancelled,) = await bot.until(lambda: bot.of("cancelled"))
        assert (cancelled.turn_id, cancelled.why) == (turn.turn_id, bot_pb2.TurnCancelled.WHY_LATE)
        assert (await shown(served))("remote_bot_seconds_count", outcome="timeout") == 1
        await bot.close()


async def test_hundreds_of_frames_that_mean_nothing_harm_neither_the_server_nor_another_bot(served: Served) -> None:
    rng = Random(1)
    decent = await BotStream(served, name="decent", bot_token=b"d" * 32).open()
    texts = ("", "x" * 5_000, "nobody/0/1", "\0", "жжж")
    for _ in range(40):
        call = served.channel.stream_stream("/undercroft.v1.BotService/Serve")()
        hello = bot_pb2.Hello(name=rng.choice(("mad", "")), games=["touchy"], bot_token=b"m" * 32)
        frames = [bot_pb2.ServeRequest(hello=hello).SerializeToString()]
        for _ in range(10):
            reply = bot_pb2.TurnReply(
                turn_id=rng.choice(texts),
                action=rng.choice((-(2**31), -1, 0, 2**31 - 1)),
                note=rng.choice(texts),
                failed=rng.random() < 0.3,
                forgotten=rng.random() < 0.3,
            )
            frames.append(bot_pb2.ServeRequest(reply=reply).SerializeToString() + rng.choice((b"", b"\xff")))
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            for frame in frames:
                await call.write(frame)
        call.cancel()
    await served.match("touchy", bots=("@decent", None))
    await decent.reply(await decent.turn())
    assert {bot.name for bot in (await served.bots.ListBots(bot_pb2.ListBotsRequest())).bots} >= {"@decent"}
    assert not decent.over
    await decent.close()
