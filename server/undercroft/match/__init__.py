"""The authority over one match: pure, synchronous, without gRPC, SQL or a clock."""

from undercroft.match.commands import (
    MAX_COMMAND_ID,
    Act,
    Answer,
    Command,
    Join,
    NewMatch,
    ReplaceBot,
    SeatPlan,
    Suspend,
)
from undercroft.match.facts import EndedFact, EntryFact, Fact, ResumedFact, SeatedFact, SuspendedFact
from undercroft.match.glance import Glance
from undercroft.match.info import MatchInfo, SeatInfo
from undercroft.match.match import Match
from undercroft.match.position import BadLog, BotTurn
from undercroft.match.refusal import Reason, Refusal
from undercroft.match.rows import Row, decode_row, encode_row
from undercroft.match.step import GameFailed, Step

__all__ = [
    "MAX_COMMAND_ID",
    "Act",
    "Answer",
    "BadLog",
    "BotTurn",
    "Command",
    "EndedFact",
    "EntryFact",
    "Fact",
    "GameFailed",
    "Glance",
    "Join",
    "Match",
    "MatchInfo",
    "NewMatch",
    "Reason",
    "Refusal",
    "ReplaceBot",
    "ResumedFact",
    "Row",
    "SeatInfo",
    "SeatPlan",
    "SeatedFact",
    "Step",
    "Suspend",
    "SuspendedFact",
    "decode_row",
    "encode_row",
]
