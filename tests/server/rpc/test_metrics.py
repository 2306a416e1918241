"""What Prometheus reads is true, is read on loopback alone and only if that is wanted, and names nobody."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
import urllib.request
from pathlib import Path
from typing import Any

import grpc
import pytest
from prometheus_client.parser import text_string_to_metric_families

from undercroft.registry import load_registry
from undercroft.rpc.limits import Limits
from undercroft.rpc.server import ListenError, MetricsMissing, Server, ServerConfig
from undercroft.v1 import match_pb2

from .serving import PATIENCE, TOKENS, Served, act, request_for, serving

ANY = "127.0.0.1:0"

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


class Shown:
    """The metrics as they are shown at one moment."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.samples: Samples = {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    def __call__(self, name: str, **labels: str) -> float:
        return self.samples.get((f"undercroft_{name}", frozenset(labels.items())), 0)


async def shown(served: Served) -> Shown:
    def read() -> str:
        with urllib.request.urlopen(f"http://{served.server.metrics_address}/metrics", timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    return Shown(await asyncio.to_thread(read))


def calls(now: Shown, method: str, status: str) -> float:
    return now("rpcs_total", method=method, status=status)


MATCHES = "/undercroft.v1.MatchService"


async def test_after_a_played_match_everything_that_happened_is_counted(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics=ANY) as served:
        assert (await shown(served)).samples.keys() >= {("undercroft_watchers", frozenset())}
        match_id = await served.match("touchy", bots=(None, "random"), options='{"end": 3, "fault": "none"}')
        stream = served.play()
        seq = (await stream.snapshot(0, match_id, 0)).seq
        playing = await shown(served)
        assert playing("live_matches", status="running") == 1
        assert playing("watchers") == 1
        assert playing("streams", method="Play") == 1
        assert calls(playing, f"{MATCHES}/Play", "OK") == 0

        assert (await stream.answer(act(0, "nonsense", seq, "c1"))).command_id == "c1"
        assert (await stream.answer(act(0, "one", seq, "c2"))).command_id == "c2"
        await stream.until(lambda: stream.updates(0)[-1].legal.codes or stream.updates(0)[-1].HasField("outcome"))
        if stream.updates(0)[-1].legal.codes:
            await stream.answer(act(0, "two", stream.updates(0)[-1].seq, "c3"))
        with pytest.raises(grpc.aio.AioRpcError):
            await served.matches.GetMatch(match_pb2.GetMatchRequest(match_id="nobody"))
        assert (await shown(served))("live_matches", status="finished") == 1
        await stream.close()
        async with asyncio.timeout(PATIENCE):
            while not calls(now := await shown(served), f"{MATCHES}/Play", "CANCELLED"):
                pass

        assert calls(now, f"{MATCHES}/CreateMatch", "OK") == 1
        assert calls(now, f"{MATCHES}/GetMatch", "NOT_FOUND") == 1
        assert now("commands_total", kind="create", outcome="ACCEPTED") == 1
        assert now("commands_total", kind="act", outcome="ILLEGAL_ACTION") == 1
        people, bots = (now("commands_total", kind=kind, outcome="ACCEPTED") for kind in ("act", "bot_act"))
        assert people in {1, 2}
        assert bots == now("bot_seconds_count", outcome="acted") == 1
        assert now("commit_appends_sum") == people + bots + 1
        assert 0 < now("commit_seconds_count") <= people + bots + 1
        assert now("commit_seconds_sum") > 0
        assert now("watchers") == now("streams", method="Play") == 0
        assert now.samples["process_resident_memory_bytes", frozenset()] > 1_000_000


async def test_faults_are_counted_by_their_kind(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics=ANY) as served:
        match_id = await served.match("touchy", options='{"fault": "raise"}')
        stream = served.play()
        seq = (await stream.snapshot(0, match_id, 0)).seq
        await stream.answer(act(0, "boom", seq, "c"))
        await served.match("touchy", bots=("clumsy", None))
        async with asyncio.timeout(PATIENCE):
            while not (now := await shown(served))("bot_seconds_count", outcome="crash"):
                pass
        assert now("suspended_total", cause="game_failed") == 1
        assert now("commands_total", kind="act", outcome="MATCH_SUSPENDED") == 1
        assert now("live_matches", status="suspended") == 1
        await stream.close()
    async with serving(tmp_path, plugins=None, metrics=ANY) as served:
        with pytest.raises(grpc.aio.AioRpcError):
            await served.matches.Act(
                match_pb2.ActRequest(
                    match_id=match_id, seat_token=TOKENS[0], action=match_pb2.Action(command_id="x", text="one")
                )
            )
        assert (await shown(served))("suspended_total", cause="not_here") == 1


async def test_limits_that_bite_are_counted_by_their_keys_and_name_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics=ANY, limits=Limits(matches_per_minute=1, proxies=("127.0.0.1",))) as served:
        caller = (("x-forwarded-for", "192.0.2.77"),)
        await served.matches.CreateMatch(request_for(), metadata=caller)
        for _ in range(3):
            with pytest.raises(grpc.aio.AioRpcError):
                await served.matches.CreateMatch(request_for(), metadata=caller)
        now = await shown(served)
        assert now("limited_total", limit="matches_per_minute") == 3
        assert calls(now, f"{MATCHES}/CreateMatch", "RESOURCE_EXHAUSTED") == 3
        assert "192.0.2" not in now.text


async def test_labels_hold_nothing_that_anybody_chose(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics=ANY) as served:
        match_id = await served.match("touchy", bots=(None, "random"))
        stream = served.play()
        seq = (await stream.snapshot(0, match_id, 0)).seq
        await stream.answer(act(0, "a-secret-action", seq, "my-command-id"))
        await stream.close()
        for method in ("/undercroft.v1.MatchService/Guess", "/evil.Service/a-secret-method"):
            with pytest.raises(grpc.aio.AioRpcError):
                await served.channel.unary_unary(method)(b"")
        now = await shown(served)
        assert calls(now, "other", "UNIMPLEMENTED") == 2
        for planted in (match_id, "P0", "a-secret", "my-command-id", "Guess", TOKENS[0].decode(), TOKENS[0].hex()):
            assert planted not in now.text
        labels = {label for name, labels in now.samples if name.startswith("undercroft") for label in labels}
        assert {name for name, _ in labels} <= {"method", "status", "kind", "outcome", "cause", "limit", "le"}
        assert all(re.fullmatch(r"[A-Za-z_]+|/[A-Za-z0-9.]+/[A-Za-z]+|\+Inf|[0-9.]+", value) for _, value in labels)


async def test_nothing_listens_and_nothing_is_imported_unless_metrics_are_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listened: list[Any] = []
    listen = socket.socket.listen
    monkeypatch.setattr(socket.socket, "listen", lambda self, *more: (listened.append(self), listen(self, *more))[1])
    monkeypatch.delitem(sys.modules, "undercroft.rpc.metrics", raising=False)
    async with serving(tmp_path) as served:
        assert served.server.metrics_address == ""
        await served.match()
    assert listened == []
    assert "undercroft.rpc.metrics" not in sys.modules


async def test_after_the_end_nothing_listens(tmp_path: Path) -> None:
    async with serving(tmp_path, metrics=ANY) as served:
        address = served.server.metrics_address
        await shown(served)
    host, _, port = address.rpartition(":")
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection(host, int(port))


async def refused(folder: Path, metrics: str) -> str:
    server = Server(ServerConfig(store=str(folder / "s"), listen=ANY, metrics=metrics), load_registry())
    with pytest.raises((ListenError, MetricsMissing)) as error:
        await server.start()
    return str(error.value)


async def test_metrics_are_refused_where_they_cannot_be_or_must_not_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for everywhere in ("0.0.0.0:0", "[::]:0", "192.0.2.1:9464", ":9464", "9464"):
        said = await refused(tmp_path, everywhere)
        assert "loopback" in said or "no address" in said
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "can't listen for metrics" in await refused(tmp_path, f"127.0.0.1:{taken.getsockname()[1]}")
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "undercroft.rpc.metrics", raising=False)
    assert "pip install 'undercroft[metrics]'" in await refused(tmp_path, ANY)
