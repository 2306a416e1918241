"""The channel to a server, with options that notice a dead peer and come back soon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import grpc
import grpc.aio

from undercroft.v1 import bot_pb2_grpc, game_pb2_grpc, match_pb2_grpc

__all__ = ["KEEPALIVE_OPTIONS", "Wire"]

KEEPALIVE_OPTIONS: Final[tuple[tuple[str, int], ...]] = (
    ("grpc.keepalive_time_ms", 5_000),
    ("grpc.keepalive_timeout_ms", 2_000),
    ("grpc.http2.ping_timeout_ms", 2_000),
    ("grpc.keepalive_permit_without_calls", 1),
)
"""A peer that is gone is noticed within 8 s. Without `ping_timeout_ms` it takes a minute more."""


MESSAGE_BYTES: Final = 64 << 20
"""Longest message taken: a record may be longer than gRPC's default of 4 MiB."""


class Wire:
    """A channel and the services on it."""

    def __init__(
        self,
        target: str,
        credentials: grpc.ChannelCredentials | None,
        backoff_most: float,
        options: Sequence[tuple[str, Any]],
    ) -> None:
        self._channel = _open(target, credentials, backoff_most, options)
        self.games = game_pb2_grpc.GameServiceStub(self._channel)
        self.bots = bot_pb2_grpc.BotServiceStub(self._channel)
        self.matches = match_pb2_grpc.MatchServiceStub(self._channel)

    async def close(self) -> None:
        """Close the channel, and with it every call."""
        await self._channel.close()


def _open(
    target: str, credentials: grpc.ChannelCredentials | None, backoff_most: float, options: Sequence[tuple[str, Any]]
) -> grpc.aio.Channel:
    """A channel, encrypted if there are credentials. `options` win over ours.

    `backoff_most` is the longest wait between our own attempts, in seconds; gRPC's own waits, up to 2 minutes by
    default, would turn our attempts into failures without a try.
    """
    most = max(100, round(backoff_most * 1000))
    ours = (
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.max_reconnect_backoff_ms", most),
        ("grpc.max_receive_message_length", MESSAGE_BYTES),
    )
    merged: dict[str, Any] = dict((*KEEPALIVE_OPTIONS, *ours, *options))
    arguments = list(merged.items())
    if credentials is None:
        return grpc.aio.insecure_channel(target, options=arguments)
    return grpc.aio.secure_channel(target, credentials, options=arguments)
