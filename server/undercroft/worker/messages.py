"""What the pool of bot workers and its processes say to each other: plain values, in frames with a length before them.

Both ends import this module, so it imports nothing that a worker doesn't need.
"""

from __future__ import annotations

import struct
from typing import Final, Literal

import msgspec

from undercroft.bot import Weighed
from undercroft.registry import PluginSettings

__all__ = [
    "Acted",
    "BotAsk",
    "BotFailure",
    "Cancel",
    "Decide",
    "Failed",
    "FailureKind",
    "Forget",
    "FrameBuffer",
    "FrameError",
    "FromWorker",
    "InstanceKey",
    "Missing",
    "Opinions",
    "Ready",
    "Setup",
    "ToWorker",
    "frame",
    "instance_key",
    "read_from_worker",
    "read_to_worker",
]

FailureKind = Literal["crash", "timeout", "illegal", "lost", "refused", "away", "crowded"]
"""Why there is no action: the bot raised or took its process down; it didn't answer in time; it answered with something
else than a legal action; no worker could be had; there is no such bot, or it doesn't play this game. Of a bot that
dials in also: it wasn't connected for too long; it had its hands full for too long."""

InstanceKey = tuple[str, int, str]
"""Match, seat and bot spec: a stand-in for the same seat is another instance."""

LENGTH: Final = struct.Struct("<I")


class BotAsk(msgspec.Struct, frozen=True):
    """One decision asked of a hosted bot, in plain values.

    `options` is the match's, as JSON; `bot` a spec such as `mcts:seconds=1`; `view` and each of `entries` JSON as the
    seat is sent it. `entries` are all that the seat was ever told: the pool sends on only those its worker hasn't seen.
    `legal` is ascending and not empty. `seconds` is the wall-clock budget of the decision (finite), counted from the
    moment the bot starts on it; `rng_seed`, below 2**64, seeds the decision's own generator. `game_version` is the one
    that whoever asks plays by: a worker that was started after an update, and has another, gives no answer.
    """

    match_id: str
    seat: int
    game: str
    options: str
    seats: int
    bot: str
    view: bytes
    entries: tuple[bytes, ...]
    legal: tuple[int, ...]
    seconds: float
    rng_seed: int
    simulations: int | None = None
    game_version: str | None = None


class BotFailure(msgspec.Struct, frozen=True):
    """No action came of an ask. `detail` is for the operator's log alone: it may hold a plugin's own words."""

    kind: FailureKind
    detail: str


class Setup(msgspec.Struct, frozen=True):
    """What the pool tells a worker on its command line, as JSON.

    `channel` and `lifeline` are file descriptors: a socket, and the read end of a pipe that the server holds open as
    long as it lives. `settings` are what the server's plugins were given. `own_code` lets bots be named by a file or
    module. `memory` is the most bytes the worker may allocate, `niceness` is added to the server's.
    """

    channel: int
    lifeline: int
    plugins_dir: str | None
    settings: PluginSettings | None
    own_code: bool
    memory: int | None
    niceness: int


class Decide(msgspec.Struct, frozen=True, array_like=True, tag="decide"):
    """Decide; `ask.entries` holds only those this instance hasn't been told, all of them if it is `fresh`.

    With `weigh` what the bot found out is wanted, and not its decision.
    """

    number: int
    fresh: bool
    ask: BotAsk
    weigh: bool = False


class Cancel(msgspec.Struct, frozen=True, array_like=True, tag="cancel"):
    """Nobody waits for this decision any more."""

    number: int


class Forget(msgspec.Struct, frozen=True, array_like=True, tag="forget"):
    """Drop an instance."""

    key: InstanceKey


class Ready(msgspec.Struct, frozen=True, array_like=True, tag="ready"):
    """The worker has loaded its plugins and takes decisions."""


class Acted(msgspec.Struct, frozen=True, array_like=True, tag="acted"):
    """The bot's action, and whether it would weigh them too."""

    number: int
    action: int
    weighs: bool = False


class Opinions(msgspec.Struct, frozen=True, array_like=True, tag="opinions"):
    """What the bot has found out."""

    number: int
    weighed: tuple[Weighed, ...]


class Failed(msgspec.Struct, frozen=True, array_like=True, tag="failed"):
    """There is no action; the worker has dropped the instance."""

    number: int
    failure: BotFailure


class Missing(msgspec.Struct, frozen=True, array_like=True, tag="missing"):
    """The worker has no such instance and must be told everything."""

    number: int


ToWorker = Decide | Cancel | Forget
FromWorker = Ready | Acted | Opinions | Failed | Missing

read_to_worker = msgspec.msgpack.Decoder(ToWorker).decode
read_from_worker = msgspec.msgpack.Decoder(FromWorker).decode
_encode = msgspec.msgpack.Encoder().encode


class FrameError(ValueError):
    """A frame longer than the other side ever sends: whoever wrote it isn't who should."""


class FrameBuffer:
    """Puts frames together from bytes as they arrive. `limit` is the longest frame accepted, in bytes."""

    def __init__(self, limit: int = 1 << 31) -> None:
        self._limit = limit
        self._data = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The frames that these bytes complete.

        Raises:
            FrameError: a frame is longer than the limit.
        """
        self._data += data
        frames, start = [], 0
        while len(self._data) - start >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._data, start)
            if length > self._limit:
                raise FrameError(f"a frame of {length} bytes")
            end = start + LENGTH.size + length
            if len(self._data) < end:
                break
            frames.append(bytes(self._data[start + LENGTH.size : end]))
            start = end
        del self._data[:start]
        return frames


def frame(message: ToWorker | FromWorker) -> bytes:
    """A message as it travels."""
    body = _encode(message)
    return LENGTH.pack(len(body)) + body


def instance_key(ask: BotAsk) -> InstanceKey:
    """Whose instance an ask is for."""
    return (ask.match_id, ask.seat, ask.bot)
