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
from undercroft.host.remote import (
    BotHello,
    BotLink,
    BotOutlet,
    Event,
    RemoteBots,
    RemoteSettings,
    SeatClosed,
    TurnCalledOff,
    TurnDue,
    TurnRefused,
    checked_hello,
)
from undercroft.host.update import Update

__all__ = [
    "BotHello",
    "BotLink",
    "BotOutlet",
    "BotPool",
    "Census",
    "Claim",
    "CreateRequest",
    "Event",
    "Host",
    "HostConfig",
    "LadderEntry",
    "Meter",
    "Outlet",
    "Presence",
    "RemoteBots",
    "RemoteSettings",
    "SeatClosed",
    "SeatRequest",
    "Superseded",
    "TurnCalledOff",
    "TurnDue",
    "TurnRefused",
    "Update",
    "Wants",
    "Watcher",
    "checked_hello",
    "find_game",
]
