"""What players settle among themselves: giving up, agreeing on a draw, calling a match off, chat, a rematch.

It is the framework's affair, the same for all games. Returns of a match that ends this way: with two sides −1 for the
side that gave up and +1 for the other; 0 for all in an agreed draw.
"""

from __future__ import annotations

from undercroft.match.commands import Abort, AskRematch, Mute, OfferDraw, Parley, Resign, Say
from undercroft.match.position import Position
from undercroft.match.refusal import Reason, Refusal
from undercroft.match.rematch import ask
from undercroft.match.rows import DrawOffered, Ended, Forfeited, Muted, RematchAsked, Row, Said

__all__ = ["MAX_CHAT", "decide", "leave", "refuse_unless_running", "repeats"]

MAX_CHAT = 500
"""Characters of the longest thing to say."""


def decide(position: Position, command: Parley, now: int) -> list[Row]:
    """The rows that carry a command out; none if it changes nothing.

    Raises:
        Refusal: it can't be carried out.
    """
    match command:
        case Resign():
            return _resign(position, command, now)
        case OfferDraw():
            return _offer_draw(position, command, now)
        case Abort():
            return _abort(position, command, now)
        case Say():
            return [Said(at=now, seat=command.seat, text=_sayable(position, command.text), command=command.command_id)]
        case Mute():
            return _mute(position, command, now)
        case AskRematch():
            return ask(position, command, now)


def repeats(row: Row, command: Parley) -> bool:
    """Whether a command is the one that this row has carried out."""
    match row, command:
        case (Said(), Say()):
            return row.text == command.text.strip()
        case (Muted(), Mute()):
            return (row.target, row.muted) == (command.target, command.muted)
        case (
            (Forfeited(), Resign()) | (DrawOffered(), OfferDraw()) | (Ended(), Abort()) | (RematchAsked(), AskRematch())
        ):
            return True
        case _:
            return False


def _resign(position: Position, command: Resign, now: int) -> list[Row]:
    refuse_unless_running(position)
    _refuse_who_has_left(position, command.seat)
    return leave(position, command.seat, "resigned", now, command.command_id)


def leave(position: Position, seat: int, why: str, now: int, command: str = "") -> list[Row]:
    """The rows with which a seat leaves a match: its side loses, or a bot plays on."""
    sides = position.sides
    if len(set(sides)) > 2 or (why != "resigned" and position.created.on_timeout == "bot"):
        stand_in = position.created.fallback_bot
        return [Forfeited(at=now, seat=seat, why=why, stand_in=stand_in, command=command)]
    lost = sides[seat]
    winners = tuple(other for other, side in enumerate(sides) if side != lost)
    returns = tuple(1 if other in winners else -1 for other in range(position.seats))
    return [
        Forfeited(at=now, seat=seat, why=why, command=command),
        Ended(at=now, reason=why, returns=returns, winners=winners),
    ]


def _offer_draw(position: Position, command: OfferDraw, now: int) -> list[Row]:
    """A side agrees when one of its seats offers; the match is drawn once all sides have."""
    refuse_unless_running(position)
    _refuse_who_has_left(position, command.seat)
    if command.seat in position.draw_offers:
        return []
    players = {position.sides[seat] for seat, occupant in enumerate(position.occupants) if occupant.kind == "player"}
    if players != set(position.sides):
        raise Refusal(Reason.FORBIDDEN, "bots take no draws")
    rows: list[Row] = [DrawOffered(at=now, seat=command.seat, command=command.command_id)]
    agreed = {position.sides[seat] for seat in (*position.draw_offers, command.seat)}
    if agreed == players and len(players) > 1:
        rows.append(Ended(at=now, reason="draw_agreed", returns=(0,) * position.seats))
    return rows


def _abort(position: Position, command: Abort, now: int) -> list[Row]:
    if position.status != "open":
        refuse_unless_running(position)
    if position.acted:
        raise Refusal(Reason.FORBIDDEN, "the match has begun: resign instead")
    return [Ended(at=now, reason="aborted", seat=command.seat, command=command.command_id)]


def _mute(position: Position, command: Mute, now: int) -> list[Row]:
    if not 0 <= command.target < position.seats or command.target == command.seat:
        raise Refusal(Reason.BAD_REQUEST, "that is no other seat of the match", field="seat")
    if ((command.seat, command.target) in position.mutes) == command.muted:
        return []
    return [Muted(at=now, seat=command.seat, target=command.target, muted=command.muted, command=command.command_id)]


def _sayable(position: Position, text: str) -> str:
    if position.status == "aborted":
        raise Refusal(Reason.MATCH_OVER, "the match is over")
    trimmed = text.strip()
    if not 1 <= len(trimmed) <= MAX_CHAT or not trimmed.isprintable():
        raise Refusal(Reason.BAD_REQUEST, f"say 1 to {MAX_CHAT} printable characters", field="text")
    return trimmed


def _refuse_who_has_left(position: Position, seat: int) -> None:
    if position.occupants[seat].kind != "player":
        raise Refusal(Reason.FORBIDDEN, "a bot plays on in this seat")


def refuse_unless_running(position: Position) -> None:
    """Refuse what needs a match that is being played.

    Raises:
        Refusal: it isn't.
    """
    match position.status:
        case "open":
            raise Refusal(Reason.MATCH_NOT_STARTED, "the match waits for its seats to be taken")
        case "suspended":
            raise Refusal(Reason.MATCH_SUSPENDED, "the match is suspended; the operator has to look after it")
        case "finished" | "aborted":
            raise Refusal(Reason.MATCH_OVER, "the match is over")
