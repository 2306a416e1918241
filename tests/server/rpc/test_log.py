"""The log of a server names the match and the seat, and nothing that only some may know."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest

from undercroft.v1 import match_pb2

from .serving import PATIENCE, TOUCHY, Served, act, subscribe

SERVER = """
import asyncio, logging, sys
from pathlib import Path
from undercroft.cli.logs import log_to_stderr
from undercroft.host import Host
from undercroft.registry import load_registry
from undercroft.rpc import Server, ServerConfig

async def broken(self, match_id, token):
    raise RuntimeError("record broken")

async def main():
    plugins = Path(sys.argv[2])
    Host.record = broken  # so that something fails inside with a token in hand
    server = Server(
        ServerConfig(store=sys.argv[1], listen="127.0.0.1:0", plugins_dir=plugins), load_registry(plugins)
    )
    await server.start()
    print(server.address, flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await server.stop()

log_to_stderr()
logging.getLogger().setLevel(logging.DEBUG)
asyncio.run(main(), debug=True)
"""

TOKENS = (b"planted-token-of-seat-0---------", b"planted-token-of-seat-1---------")
STRANGER = b"planted-token-of-a-stranger-----"
NAMES = ("Plantagenet", "Plantain")
COMMAND_ID, REQUEST_ID = "planted-command-id", "planted-request-id"
ACTION, CHAT, GUESS = "plantedaction", "planted chat", "PLAN-TED7"
ENTROPY = hashlib.sha256(b"planted entropy").digest()


class Logged(Served):
    """A server in a process of its own that logs everything it can."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        super().__init__(SimpleNamespace(address=address))  # type: ignore[arg-type]
        self._process = process

    async def log(self) -> str:
        """End it, and give all it has logged."""
        await self.channel.close()
        _, log = await asyncio.wait_for(self._process.communicate(b""), PATIENCE * 3)
        assert self._process.returncode == 0, log.decode()
        return log.decode()


@pytest.fixture
async def logged(tmp_path: Path) -> AsyncIterator[Logged]:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVER, str(tmp_path / "s"), str(TOUCHY), stdin=pipe, stdout=pipe, stderr=pipe
    )
    assert process.stdout is not None
    address = (await process.stdout.readline()).decode().strip()
    try:
        yield Logged(process, address)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def creation(game: str = "touchy", options: str = "{}", *seats: match_pb2.SeatFill) -> match_pb2.CreateMatchRequest:
    mine = match_pb2.SeatFill(mine=match_pb2.SeatFill.Mine(seat_token=TOKENS[0], name=NAMES[0]))
    fills = [mine, *(seats or [match_pb2.SeatFill(open=match_pb2.SeatFill.Open())])]
    return match_pb2.CreateMatchRequest(
        request_id=REQUEST_ID + options + str(len(seats)), game=game, options=options, seats=fills, pace_ms=0
    )


async def refused(call: Any) -> None:
    with pytest.raises(grpc.aio.AioRpcError):
        await call


def spellings(secret: bytes) -> set[str]:
    digest = hashlib.sha256(secret)
    return {secret.decode(), secret.hex(), base64.b64encode(secret).decode(), digest.hexdigest(), repr(digest.digest())}


async def test_nothing_planted_is_in_the_log_whatever_goes_wrong(logged: Logged, tmp_path: Path) -> None:
    made = await logged.matches.CreateMatch(creation())
    match_id, code = made.match.match_id, made.codes[0].code
    for attempt in (GUESS, code[:-1]):
        await refused(logged.matches.JoinMatch(match_pb2.JoinMatchRequest(code=attempt, seat_token=STRANGER)))
    joining = match_pb2.JoinMatchRequest(code=code, seat_token=TOKENS[1], name=NAMES[1], entropy_hash=ENTROPY)
    await logged.matches.JoinMatch(joining)
    await refused(logged.matches.JoinMatch(match_pb2.JoinMatchRequest(code=code, seat_token=STRANGER, name="x")))
    stream = logged.play()
    seq = (await stream.snapshot(0, match_id, 0, seat_token=TOKENS[0], wants=WANTS)).seq
    await stream.send(subscribe(7, match_id, 0, seat_token=STRANGER))
    await stream.answer(act(0, ACTION, seq, COMMAND_ID))
    await stream.answer(act(0, "two", seq, COMMAND_ID))
    say = match_pb2.Say(subscription=0, command_id=COMMAND_ID + "2", text=CHAT)
    await stream.send(match_pb2.PlayCommand(say=say))
    await stream.until(lambda: [fact for fact in stream.facts(0) if fact.HasField("said")])
    await refused(logged.matches.GetRecord(match_pb2.GetRecordRequest(match_id=match_id, seat_token=TOKENS[0])))
    await refused(logged.matches.GetRecord(match_pb2.GetRecordRequest(match_id=code, seat_token=TOKENS[0])))

    failing = (await logged.matches.CreateMatch(creation("touchy", '{"fault": "raise"}', BOT))).match.match_id
    seq = (await stream.snapshot(1, failing, 0, seat_token=TOKENS[0])).seq
    await stream.answer(act(1, "boom", seq, COMMAND_ID))
    clumsy = match_pb2.SeatFill(bot="clumsy")
    with_clumsy = (await logged.matches.CreateMatch(creation("touchy", '{"end": 5}', clumsy))).match.match_id
    seq = (await stream.snapshot(2, with_clumsy, 0, seat_token=TOKENS[0])).seq
    await stream.answer(act(2, "one", seq, COMMAND_ID))
    await stream.until(lambda: stream.updates(2)[-1].seq >= seq + 2)
    await stream.close()
    log = await logged.log()

    lines = [json.loads(line) for line in log.splitlines()]
    assert {"serving", "stopped", "internal error", "match suspended", "bot failed"} <= {
        line["event"] for line in lines
    }
    assert any(line["level"] == "debug" for line in lines)
    secrets = {secret for row in _rows(tmp_path / "s") for secret in _secrets(row)}
    assert len(secrets) == 3
    planted = {*NAMES, COMMAND_ID, REQUEST_ID, ACTION, CHAT, GUESS, code, code.replace("-", ""), ENTROPY.hex()}
    for hidden in (*TOKENS, STRANGER):
        planted |= spellings(hidden)
    views = {'"total"', '"mine"', '"played"', "say two", "seat 0 played"}
    everything = "\n".join([log, *(str(value) for line in lines for value in line.values())])
    assert [word for word in planted | secrets | views if word in everything] == []

    by_event = {line["event"]: line for line in lines}
    assert (by_event["match suspended"]["match"], by_event["match suspended"]["seat"]) == (failing, 0)
    assert (by_event["bot failed"]["match"], by_event["bot failed"]["seat"]) == (with_clumsy, 1)
    faults = [line for line in lines if line["event"] == "internal error"]
    assert [line.get("match") for line in faults] == [match_id, None]


def _rows(path: Path) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(path)) as connection:
        return [json.loads(body) for (body,) in connection.execute("SELECT body FROM log WHERE version = 1")]


def _secrets(row: dict[str, Any]) -> list[str]:
    return [value for key, value in row.items() if key == "secret"]


WANTS = match_pb2.Wants(board="en", sentences="en", labels="en")
BOT = match_pb2.SeatFill(bot="steady")
