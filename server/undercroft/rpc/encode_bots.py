"""From what is due to a bot that has dialled in to messages."""

from __future__ import annotations

from undercroft.host import Event, SeatClosed, TurnCalledOff, TurnDue, TurnRefused
from undercroft.rpc.encode import outcome_message
from undercroft.rpc.errors import refusal_message
from undercroft.v1 import bot_pb2

__all__ = ["put_bot_event"]


def put_bot_event(message: bot_pb2.ServeResponse, event: Event) -> None:
    """Write what is due to a bot that has dialled in into an empty message."""
    match event:
        case TurnDue():
            _put_turn(message.turn, event)
        case TurnCalledOff():
            whys = bot_pb2.TurnCancelled
            message.cancelled.turn_id = event.turn_id
            message.cancelled.why = whys.WHY_LATE if event.late else whys.WHY_NOT_DUE
        case TurnRefused():
            message.refusal.CopyFrom(refusal_message(event.refusal, event.turn_id))
        case SeatClosed():
            outcome = None if event.outcome is None else outcome_message(event.outcome)
            message.over.CopyFrom(bot_pb2.SeatOver(match_id=event.match_id, seat=event.seat, outcome=outcome))


def _put_turn(message: bot_pb2.TurnRequest, due: TurnDue) -> None:
    ask = due.ask
    message.turn_id = ask.turn_id
    message.match_id = ask.match_id
    message.game = ask.game
    message.game_version = ask.game_version
    message.options = ask.options
    message.seats = ask.seats
    message.seat = ask.seat
    message.view = ask.view.decode()
    message.entries.extend(entry.decode() for entry in ask.entries[due.since :])
    message.from_start = due.from_start
    message.legal.codes.extend(ask.legal)
    message.legal.texts.extend(ask.texts)
    message.left_milliseconds = due.left_ms
