"""Bots that dial in: who has which name, what each owes, and what is sent to it."""

from undercroft.host.remote.bot import RemoteSettings
from undercroft.host.remote.directory import RemoteBots, dials_in
from undercroft.host.remote.link import BotLink, BotOutlet
from undercroft.host.remote.messages import (
    BotHello,
    Event,
    RemoteAsk,
    SeatClosed,
    TurnCalledOff,
    TurnDue,
    TurnRefused,
    checked_hello,
)

__all__ = [
    "BotHello",
    "BotLink",
    "BotOutlet",
    "Event",
    "RemoteAsk",
    "RemoteBots",
    "RemoteSettings",
    "SeatClosed",
    "TurnCalledOff",
    "TurnDue",
    "TurnRefused",
    "checked_hello",
    "dials_in",
]
