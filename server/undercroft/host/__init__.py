"""The asyncio part of the server: matches in memory, bots, watchers. It knows no gRPC."""

from undercroft.host.claim import Claim, Superseded
from undercroft.host.creation import CreateRequest, SeatRequest, find_game
from undercroft.host.host import Host, HostConfig
from undercroft.host.ladder import LadderEntry
from undercroft.host.live import Outlet, Watcher
from undercroft.host.meter import Census, Meter
from undercroft.host.pool import BotPool
from undercroft.host.presence import Presence
from undercroft.host.presenting import Wants
from undercroft.host.update import Update

__all__ = [
    "BotPool",
    "Census",
    "Claim",
    "CreateRequest",
    "Host",
    "HostConfig",
    "LadderEntry",
    "Meter",
    "Outlet",
    "Presence",
    "SeatRequest",
    "Superseded",
    "Update",
    "Wants",
    "Watcher",
    "find_game",
]
