"""The authority over one match: pure, synchronous, without gRPC, SQL or a clock."""

from undercroft.match.clocks import ClockShown, TimeControl
from undercroft.match.commands import (
    MAX_COMMAND_ID,
    Abandon,
    Abort,
    Act,
    Answer,
    Command,
    Expire,
    Flag,
    Join,
    Mute,
    NewMatch,
    OfferDraw,
    Parley,
    ReplaceBot,
    Resign,
    Say,
    SeatPlan,
    Spare,
    Suspend,
)
from undercroft.match.facts import (
    DrawOfferedFact,
    EndedFact,
    EntryFact,
    Fact,
    LeftFact,
    ResumedFact,
    SaidFact,
    SeatedFact,
    SuspendedFact,
)
from undercroft.match.glance import Glance
from undercroft.match.info import MatchInfo, SeatInfo
from undercroft.match.match import Match
from undercroft.match.position import BadLog, BotTurn
from undercroft.match.refusal import Reason, Refusal
from undercroft.match.rows import Row, decode_row, encode_row
from undercroft.match.step import GameFailed, Step

__all__ = [
    "MAX_COMMAND_ID",
    "Abandon",
    "Abort",
    "Act",
    "Answer",
    "BadLog",
    "BotTurn",
    "ClockShown",
    "Command",
    "DrawOfferedFact",
    "EndedFact",
    "EntryFact",
    "Expire",
    "Fact",
    "Flag",
    "GameFailed",
    "Glance",
    "Join",
    "LeftFact",
    "Match",
    "MatchInfo",
    "Mute",
    "NewMatch",
    "OfferDraw",
    "Parley",
    "Reason",
    "Refusal",
    "ReplaceBot",
    "Resign",
    "ResumedFact",
    "Row",
    "SaidFact",
    "Say",
    "SeatInfo",
    "SeatPlan",
    "SeatedFact",
    "Spare",
    "Step",
    "Suspend",
    "SuspendedFact",
    "TimeControl",
    "decode_row",
    "encode_row",
]
