"""A whole server: registry, store, bot pool, host and gRPC, started and stopped in order."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

import grpc
import msgspec
import structlog
from google.protobuf.descriptor import ServiceDescriptor
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2

from undercroft.game import UndercroftError
from undercroft.host import BotPool, Host, HostConfig, RemoteSettings
from undercroft.registry import PluginSettings, Registry
from undercroft.rpc.address import ListenError, is_loopback, split_address
from undercroft.rpc.allowances import Allowances, StreamLimit
from undercroft.rpc.bot_service import BotServicer
from undercroft.rpc.calls import Gate
from undercroft.rpc.certificate import Certificate
from undercroft.rpc.counting import Counting
from undercroft.rpc.departures import pass_over_departures
from undercroft.rpc.game_service import GameServicer
from undercroft.rpc.limits import Limits
from undercroft.rpc.match_service import MatchServicer
from undercroft.store.urls import open_store
from undercroft.v1 import bot_pb2, bot_pb2_grpc, game_pb2, game_pb2_grpc, match_pb2, match_pb2_grpc

if TYPE_CHECKING:
    from undercroft.rpc.metrics import Metrics

__all__ = ["CHANNEL_OPTIONS", "ListenError", "MetricsMissing", "Server", "ServerConfig"]

_log = structlog.get_logger(__name__)

MESSAGE_BYTES: Final = 256 * 1024
"""The longest message that is taken: options of 64 KiB and all else a match needs, or a frame of many commands."""

CHANNEL_OPTIONS: Sequence[tuple[str, int]] = (
    # A dead peer is noticed in about 7 s: without the ping timeout it is a minute.
    ("grpc.keepalive_time_ms", 5_000),
    ("grpc.keepalive_timeout_ms", 2_000),
    ("grpc.http2.ping_timeout_ms", 2_000),
    ("grpc.keepalive_permit_without_calls", 1),
    # Clients may ping an idle stream every 5 s too, and aren't thrown out for it.
    ("grpc.http2.min_ping_interval_without_data_ms", 4_000),
    ("grpc.http2.max_ping_strikes", 0),
    # Thousands of streams opened at once wait for their turn; by default a third is cancelled.
    ("grpc.server.max_pending_requests", 20_000),
    ("grpc.server.max_pending_requests_hard_limit", 30_000),
    # What is half received is kept in memory, for each stream that a client has stopped in the middle of a message.
    ("grpc.max_receive_message_length", MESSAGE_BYTES),
    # A stream that isn't read from is sent no more than 64 KiB; else a fast client's window grows to megabytes.
    ("grpc.http2.bdp_probe", 0),
    # Two servers on one port would share its connections in silence.
    ("grpc.so_reuseport", 0),
)


class MetricsMissing(UndercroftError):
    """Metrics are wanted, and the package that shows them isn't installed."""


class ServerConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What an operator chooses. `store` is a URL or a path; see `HostConfig` for what isn't explained here.

    `tls_cert` and `tls_key` are PEM files, given both or neither. Without them the server speaks plain text, on
    loopback only unless `insecure` is said. `metrics` is the loopback address at which to be read by Prometheus.
    The registry was loaded with the same `plugins_dir` and `plugin_settings`: processes of bots load theirs with them.
    """

    store: str
    listen: str = "127.0.0.1:7070"
    tls_cert: Path | None = None
    tls_key: Path | None = None
    insecure: bool = False
    metrics: str | None = None
    plugins_dir: Path | None = None
    plugin_settings: PluginSettings | None = None
    bot_workers: int = 1
    allow_seed: bool = False
    wake_all: bool = True
    limits: Limits = Limits()
    remote_bots: RemoteSettings = RemoteSettings()


class Server:
    """One server process. `start` once, `stop` once; both on the same event loop."""

    def __init__(self, config: ServerConfig, registry: Registry) -> None:
        self._config = config
        self._registry = registry
        self._grpc: grpc.aio.Server | None = None
        self._metrics: Metrics | None = None
        self.address = ""
        self.metrics_address = ""

    async def start(self) -> None:
        """Open everything and serve; `address` is then HOST:PORT, and `metrics_address` too if there are metrics.

        Raises:
            StoreError: the store can't be opened.
            ListenError: the address can't be listened on.
            CertificateError: the TLS files can't be used.
            MetricsMissing: metrics are wanted, and what shows them isn't installed.
        """
        _log_without_secrets()
        pass_over_departures()
        os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")  # with it, forked children crash more, not less
        config = self._config
        credentials = await self._credentials()
        if config.metrics is not None:
            self._metrics = await _metrics_at(config.metrics)
        self._store = open_store(config.store)
        self._pool = BotPool(config.bot_workers, config.plugins_dir, config.plugin_settings)
        pool_ready = asyncio.ensure_future(self._pool.start())
        try:
            self._load_games()
            host_config = HostConfig(allow_seed=config.allow_seed, wake_all=config.wake_all, remote=config.remote_bots)
            self._host = Host(self._registry, self._store, self._pool, host_config, self._metrics)
            self._grpc = self._make_grpc()
            self._listen(self._grpc, credentials)
            if self._metrics is not None:
                self.metrics_address = self._metrics.serve(self._host.census, self._open_streams)
            await pool_ready
            await self._host.start()
            await self._grpc.start()
        except BaseException:
            pool_ready.cancel()
            await asyncio.gather(pool_ready, return_exceptions=True)  # a worker that is coming up is closed below
            if self._metrics is not None:
                await self._metrics.close()
            await self._pool.close()
            await self._store.close()
            raise
        await self._health.set("", health_pb2.HealthCheckResponse.SERVING)
        shown = {"metrics": self.metrics_address} if self._metrics is not None else {}
        _log.info("serving", address=self.address, store=config.store, **shown)

    async def stop(self, grace_s: float = 3.0) -> None:
        """Tell clients to connect again, finish what is under way within `grace_s` seconds, and close."""
        if self._grpc is None:
            return
        await self._health.enter_graceful_shutdown()
        for servicer in (self._matches, self._bots):
            servicer.say_goodbye(reconnect_after_ms=1_000)
        await self._host.stop()
        await self._grpc.stop(grace_s)
        if self._metrics is not None:
            await self._metrics.close()
        await self._pool.close()
        await self._store.close()
        _log.info("stopped", address=self.address)

    def _load_games(self) -> None:
        """Import every game now, so that nobody waits for it later and a broken one is known at once."""
        for spec in self._registry.specs():
            try:
                self._registry.game(spec.id)
            except UndercroftError:
                continue
        for problem in self._registry.problems:
            _log.error("plugin problem", **msgspec.to_builtins(problem))

    def _make_grpc(self) -> grpc.aio.Server:
        limited = _nobody_counts if self._metrics is None else self._metrics.limited
        allowances = Allowances(self._config.limits, limited)
        interceptors: list[grpc.aio.ServerInterceptor] = [Gate(self._registry), StreamLimit(allowances)]
        if self._metrics is not None:
            interceptors.insert(0, Counting(_METHODS, self._metrics.rpc_ended))
        server = grpc.aio.server(interceptors=interceptors, options=CHANNEL_OPTIONS)
        self._matches = MatchServicer(self._host, allowances)
        self._health = health.aio.HealthServicer()
        match_pb2_grpc.add_MatchServiceServicer_to_server(self._matches, server)
        game_pb2_grpc.add_GameServiceServicer_to_server(GameServicer(self._host), server)
        self._bots = BotServicer(self._host, allowances)
        bot_pb2_grpc.add_BotServiceServicer_to_server(self._bots, server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        names = [service.full_name for service in _services(match_pb2, game_pb2, bot_pb2)]
        reflection.enable_server_reflection([*names, health.SERVICE_NAME, reflection.SERVICE_NAME], server)
        return server

    def _open_streams(self) -> dict[str, int]:
        """How many streams are open, by method."""
        return self._matches.open_streams() | self._bots.open_streams()

    async def _credentials(self) -> grpc.ServerCredentials | None:
        """What to listen with; None for plain text, where that may be spoken."""
        config = self._config
        if config.tls_cert is not None and config.tls_key is not None:
            return Certificate(config.tls_cert, config.tls_key).credentials()
        if config.tls_cert is not None or config.tls_key is not None:
            raise ListenError("a TLS certificate and its key go together: give both --tls-cert and --tls-key")
        if config.insecure:
            return None
        host, _ = split_address(config.listen)
        try:
            safe = await is_loopback(host)
        except (OSError, UnicodeError) as error:
            raise _not_ours(config.listen) from error
        if not safe:
            raise ListenError(
                f"{config.listen} is open to other machines and nothing would be encrypted: give --tls-cert and"
                " --tls-key, or say --insecure if a proxy or tunnel encrypts"
            )
        return None

    def _listen(self, server: grpc.aio.Server, credentials: grpc.ServerCredentials | None) -> None:
        address = self._config.listen
        host, _ = split_address(address)
        try:
            if credentials is None:
                bound = server.add_insecure_port(address)
            else:
                bound = server.add_secure_port(address, credentials)
        except RuntimeError:
            bound = 0
        if bound == 0:
            raise _not_ours(address, "" if credentials is None else ", or gRPC can't use this kind of TLS key")
        self.address = f"{host}:{bound}"


def _not_ours(address: str, more: str = "") -> ListenError:
    return ListenError(f"can't listen on {address}: the port is in use, or the host isn't this machine's{more}")


async def _metrics_at(address: str) -> Metrics:
    """Metrics to be shown at an address, which only this machine reaches: they count what seats may not know."""
    host, port = split_address(address)
    try:
        safe = await is_loopback(host)
    except (OSError, UnicodeError) as error:
        raise ListenError(f"can't listen for metrics on {address}: the host isn't this machine's") from error
    if not safe:
        raise ListenError(
            f"metrics are for this machine alone, as they count what seats may not know: {address} isn't loopback"
        )
    try:
        from undercroft.rpc.metrics import Metrics
    except ModuleNotFoundError as error:
        raise MetricsMissing("metrics need a package: pip install 'undercroft[metrics]'") from error
    return Metrics(host, port)


def _services(*modules: ModuleType) -> Iterator[ServiceDescriptor]:
    for module in modules:
        yield from module.DESCRIPTOR.services_by_name.values()


_METHODS: Final = frozenset(
    f"/{service.full_name}/{method.name}"
    for service in _services(match_pb2, game_pb2, bot_pb2, health_pb2, reflection_pb2)
    for method in service.methods
)


def _nobody_counts(limit: str) -> None:
    """No metrics are wanted."""


def _log_without_secrets() -> None:
    """Unless somebody has chosen how to log: structlog's own default prints local variables, tokens among them."""
    if structlog.is_configured():
        return
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
