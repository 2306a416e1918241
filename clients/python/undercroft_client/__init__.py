"""The Python client of Undercroft: matches, seats and updates over gRPC, for asyncio and (`sync`) without.

`Client` makes and finds matches; `Client.seat` gives a `SeatSession` that follows a seat and plays for it, and that
comes back by itself after a lost connection. Errors have one root, `ClientError`.
"""

from undercroft_client.bot_serving import BotServing, Decide
from undercroft_client.bot_turns import BotListener, BotTurn, IllegalChoice
from undercroft_client.client import Client
from undercroft_client.connection import Backoff, Connection, ConnectionListener, ConnectionState
from undercroft_client.enums import MatchStatus, Reason, RecordPolicy, SeatKind, SpectatorPolicy, TimeoutPolicy
from undercroft_client.errors import CallFailed, ClientError, ConnectionLost, ProtocolError, Refused, TakenOver
from undercroft_client.facts import (
    DrawOfferedFact,
    EndedFact,
    EntryFact,
    Fact,
    LeftFact,
    RematchAskedFact,
    RematchedFact,
    RematchFailedFact,
    ResumedFact,
    SaidFact,
    SeatedFact,
    SuspendedFact,
    UnknownFact,
)
from undercroft_client.fills import Bot, Correspondence, Fischer, Mine, Open, PerMove, SeatFill, TimeControl
from undercroft_client.session import SeatSession
from undercroft_client.tokens import SeatToken, new_id, new_token
from undercroft_client.updates import SPECTATOR, Accepted, Clock, LegalAction, Presence, Span, Update, Wants
from undercroft_client.values import (
    BotInfo,
    Challenged,
    Created,
    GameDetails,
    GameInfo,
    Joined,
    LadderEntry,
    MatchInfo,
    Outcome,
    SeatCode,
    SeatInfo,
)

__all__ = [
    "SPECTATOR",
    "Accepted",
    "Backoff",
    "Bot",
    "BotInfo",
    "BotListener",
    "BotServing",
    "BotTurn",
    "CallFailed",
    "Challenged",
    "Client",
    "ClientError",
    "Clock",
    "Connection",
    "ConnectionListener",
    "ConnectionLost",
    "ConnectionState",
    "Correspondence",
    "Created",
    "Decide",
    "DrawOfferedFact",
    "EndedFact",
    "EntryFact",
    "Fact",
    "Fischer",
    "GameDetails",
    "GameInfo",
    "IllegalChoice",
    "Joined",
    "LadderEntry",
    "LeftFact",
    "LegalAction",
    "MatchInfo",
    "MatchStatus",
    "Mine",
    "Open",
    "Outcome",
    "PerMove",
    "Presence",
    "ProtocolError",
    "Reason",
    "RecordPolicy",
    "Refused",
    "RematchAskedFact",
    "RematchFailedFact",
    "RematchedFact",
    "ResumedFact",
    "SaidFact",
    "SeatCode",
    "SeatFill",
    "SeatInfo",
    "SeatKind",
    "SeatSession",
    "SeatToken",
    "SeatedFact",
    "Span",
    "SpectatorPolicy",
    "SuspendedFact",
    "TakenOver",
    "TimeControl",
    "TimeoutPolicy",
    "UnknownFact",
    "Update",
    "Wants",
    "new_id",
    "new_token",
]
