"""What an operator's Prometheus reads. Needs prometheus-client, so it is imported only where metrics are wanted.

Labels come from short lists known beforehand: methods, statuses, kinds of command, reasons of refusals. Nothing that a
caller chose, and no id, seat or name, is ever one.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable, Iterator
from contextlib import suppress

from prometheus_client import CollectorRegistry, Counter, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import start_http_server
from prometheus_client.registry import Collector

from undercroft.host import Census, Meter
from undercroft.host.live import Done
from undercroft.host.meter import kind_of
from undercroft.match import Answer, Command, Refusal
from undercroft.rpc.address import ListenError

__all__ = ["Metrics"]

_COMMIT_SECONDS = (
    0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15, 0.2,
    0.3, 0.5, 1.0, 5.0,
)  # fmt: skip
_BATCHES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_BOT_SECONDS = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
_STATUSES = ("open", "running", "suspended", "finished", "aborted")
_LONGEST_LOOK_S = 1.0


class Metrics(Meter):
    """Counts for one server, and shows it over HTTP on a port of `host` once `serve` was called; 0 for any port."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        registry = self._registry = CollectorRegistry()
        self._rpcs = Counter("undercroft_rpcs", "Calls that have ended.", ["method", "status"], registry=registry)
        self._commands = Counter(
            "undercroft_commands",
            "Commands answered: ACCEPTED, or why not.",
            ["kind", "outcome"],
            registry=registry,
        )
        self._counters: dict[tuple[str, str], Counter] = {}
        self._commits = Histogram(
            "undercroft_commit_seconds", "From handing a batch to the store to its answer.",
            buckets=_COMMIT_SECONDS, registry=registry,
        )  # fmt: skip
        self._batches = Histogram(
            "undercroft_commit_appends", "Steps of matches in one batch.", buckets=_BATCHES, registry=registry
        )
        self._bots = Histogram(
            "undercroft_bot_seconds", "From asking a hosted bot to its answer.", ["outcome"],
            buckets=_BOT_SECONDS, registry=registry,
        )  # fmt: skip
        self._remote_bots = Histogram(
            "undercroft_remote_bot_seconds", "From a turn falling due to a dialled-in bot's answer.", ["outcome"],
            buckets=_BOT_SECONDS, registry=registry,
        )  # fmt: skip
        self._remote_events = Counter(
            "undercroft_remote_bot_events", "What befell bots that dial in.", ["event"], registry=registry
        )
        self._suspended = Counter(
            "undercroft_suspended", "Matches that couldn't go on, by cause.", ["cause"], registry=registry
        )
        self._limited = Counter(
            "undercroft_limited", "How often a limit on an address made somebody wait.", ["limit"], registry=registry
        )
        self._stop: Callable[[], None] = _nothing
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)

    def serve(self, census: Callable[[], Census], streams: Callable[[], dict[str, int]]) -> str:
        """Listen, in a thread of its own; gives HOST:PORT. `census` and `streams` are called on this event loop.

        Raises:
            ListenError: the address can't be listened on.
        """
        self._registry.register(_Present(asyncio.get_running_loop(), census, streams))
        try:
            server, thread = start_http_server(self._port, self._host.strip("[]"), self._registry)
        except OSError as error:
            raise ListenError(f"can't listen for metrics on {self._host}:{self._port}: {error.strerror}") from error

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        self._stop = stop
        return f"{self._host}:{server.server_port}"

    async def close(self) -> None:
        """Listen no more."""
        stop, self._stop = self._stop, _nothing
        # Somebody who is being shown something may wait for this loop.
        await asyncio.get_running_loop().run_in_executor(None, stop)

    def rpc_ended(self, method: str, status: str) -> None:
        """A call has ended; both names come from short lists."""
        self._rpcs.labels(method, status).inc()

    def limited(self, limit: str) -> None:
        """A limit on an address was reached; its key in the configuration."""
        self._limited.labels(limit).inc()

    def command(self, command: Command | Refusal | None, done: Done) -> Done:
        """See `Meter.command`."""
        kind = kind_of(command)

        def counted(outcome: Answer | Refusal) -> None:
            self._count(kind, outcome.reason if isinstance(outcome, Refusal) else "ACCEPTED")
            done(outcome)

        return counted

    def _count(self, kind: str, outcome: str) -> None:
        """Count a command. Looking the counter up among its labels would take 5 µs, more than all the rest of it."""
        counter = self._counters.get((kind, outcome))
        if counter is None:
            counter = self._counters[kind, outcome] = self._commands.labels(kind, outcome)
        counter.inc()

    def committed(self, appends: int, seconds: float) -> None:
        """See `Meter.committed`."""
        self._commits.observe(seconds)
        self._batches.observe(appends)

    def bot_answered(self, outcome: str, seconds: float) -> None:
        """See `Meter.bot_answered`."""
        self._bots.labels(outcome).observe(seconds)

    def remote_bot_answered(self, outcome: str, seconds: float) -> None:
        """See `Meter.remote_bot_answered`."""
        self._remote_bots.labels(outcome).observe(seconds)

    def remote_event(self, event: str) -> None:
        """See `Meter.remote_event`."""
        self._remote_events.labels(event).inc()

    def suspended(self, cause: str) -> None:
        """See `Meter.suspended`."""
        self._suspended.labels(cause).inc()


class _Present(Collector):
    """What there is at the moment of asking: looked up on the event loop, as nobody else may look at matches there.

    A loop that doesn't answer within a second is shown by what was there before; the other figures tell the rest.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, census: Callable[[], Census], streams: Callable[[], dict[str, int]]
    ) -> None:
        self._loop = loop
        self._census, self._streams = census, streams
        self._last: tuple[Census, dict[str, int]] = (Census({}, 0, 0), {})

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """The names, so that nothing has to be looked up for them."""
        yield from self._families()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The gauges with their values; called by the thread that shows them."""
        self._refresh()
        census, streams = self._last
        matches, watchers, bots, remote, open_streams = self._families()
        for status in _STATUSES:
            matches.add_metric([status], census.live_matches.get(status, 0))
        watchers.add_metric([], census.watchers)
        bots.add_metric([], census.bots_asked)
        remote.add_metric([], census.remote_bots)
        for method, number in streams.items():
            open_streams.add_metric([method], number)
        yield from (matches, watchers, bots, remote, open_streams)

    def _families(self) -> tuple[GaugeMetricFamily, ...]:
        return (
            GaugeMetricFamily("undercroft_live_matches", "Matches in memory.", labels=["status"]),
            GaugeMetricFamily("undercroft_watchers", "Subscriptions to matches.", labels=[]),
            GaugeMetricFamily("undercroft_bots_asked", "Decisions that bots owe.", labels=[]),
            GaugeMetricFamily("undercroft_remote_bots", "Bots that have dialled in.", labels=[]),
            GaugeMetricFamily("undercroft_streams", "Open streams.", labels=["method"]),
        )

    def _refresh(self) -> None:
        looked = concurrent.futures.Future[None]()

        def look() -> None:
            self._last = self._census(), self._streams()
            looked.set_result(None)

        with suppress(concurrent.futures.TimeoutError, RuntimeError):  # it is busy, or closed
            self._loop.call_soon_threadsafe(look)
            looked.result(_LONGEST_LOOK_S)


def _nothing() -> None:
    """Stops what was never started."""
