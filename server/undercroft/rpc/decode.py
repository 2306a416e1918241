"""From messages to plain values. What can't be meant is refused here."""

from __future__ import annotations

from collections.abc import Mapping

from undercroft.game import Seat
from undercroft.host import Claim, CreateRequest, SeatRequest, Wants
from undercroft.match import Abort, Act, AskRematch, Mute, OfferDraw, Parley, Reason, Refusal, Resign, Say, TimeControl
from undercroft.match.time_control import DAY_MS
from undercroft.rpc.encode import RECORDS, SPECTATORS, STATUSES, TIMEOUTS
from undercroft.store import MatchQuery
from undercroft.v1 import match_pb2

__all__ = ["SeatCommand", "action_of", "claim_of", "command_of", "create_request", "match_query", "wants_of"]

MAX_SEATS = 64
MAX_PAGE = 200
DEFAULT_PAGE = 50
MAX_LANG = 16
MAX_CLIENT = 64


def create_request(message: match_pb2.CreateMatchRequest) -> CreateRequest:
    """A match that somebody wants.

    Raises:
        Refusal: an enum has an unknown value, or there are too many seats.
    """
    if len(message.seats) > MAX_SEATS:
        raise Refusal(Reason.BAD_SEATS, f"no game here is for {len(message.seats)} seats", allowed=())
    return CreateRequest(
        request_id=message.request_id,
        game=message.game,
        options=message.options,
        seats=tuple(_seat_request(fill) for fill in message.seats),
        record=_named(message.record, RECORDS, "record", "all"),
        spectators=_named(message.spectators, SPECTATORS, "spectators", "public_view"),
        fallback_bot=message.fallback_bot or "random",
        pace_ms=message.pace_ms if message.HasField("pace_ms") else None,
        time_control=_time_control(message.time_control) if message.HasField("time_control") else None,
        on_timeout=_named(message.on_timeout, TIMEOUTS, "on_timeout", "forfeit"),
        spectator_delay=message.spectator_delay,
        abandon_s=message.abandon_seconds if message.HasField("abandon_seconds") else None,
        seed=message.seed if message.HasField("seed") else None,
        rated=message.rated,
    )


def match_query(message: match_pb2.ListMatchesRequest) -> MatchQuery:
    """Which matches to list.

    Raises:
        Refusal: the page size is out of range, or a status unknown.
    """
    if not 0 <= message.page_size <= MAX_PAGE:
        raise Refusal(Reason.BAD_REQUEST, f"a page has 1 to {MAX_PAGE} matches", field="page_size")
    return MatchQuery(
        statuses=tuple(_named(status, STATUSES, "statuses", None) for status in sorted(set(message.statuses))),
        game=message.game,
        limit=message.page_size or DEFAULT_PAGE,
        after=message.page_token,
    )


def claim_of(message: match_pb2.Subscribe | match_pb2.WatchRequest) -> Claim:
    """Which connection of which client wants to follow a seat.

    Raises:
        Refusal: the client's name is too long.
    """
    if len(message.client) > MAX_CLIENT:
        raise Refusal(Reason.BAD_REQUEST, f"a client's name has {MAX_CLIENT} bytes at most", field="client")
    return Claim(message.client, message.connection)


def wants_of(message: match_pb2.Wants) -> Wants:
    """What a subscriber wants to be sent."""
    return Wants(
        no_view=message.no_view,
        board=_lang(message.board),
        sentences=_lang(message.sentences),
        labels=_lang(message.labels),
        svg=_lang(message.svg),
    )


SeatCommand = (
    match_pb2.Action
    | match_pb2.Say
    | match_pb2.Resign
    | match_pb2.OfferDraw
    | match_pb2.Abort
    | match_pb2.Mute
    | match_pb2.Rematch
)
"""The messages with which a seat plays."""


def command_of(message: SeatCommand, seat: Seat) -> Act | Parley:
    """A seat's command.

    Raises:
        Refusal: it is an action with neither text nor code.
    """
    match message:
        case match_pb2.Action():
            action = action_of(message)
            if isinstance(action, str):
                return Act(seat, message.command_id, message.seq, text=action)
            return Act(seat, message.command_id, message.seq, code=action)
        case match_pb2.Say():
            return Say(seat, message.command_id, message.text)
        case match_pb2.Resign():
            return Resign(seat, message.command_id)
        case match_pb2.OfferDraw():
            return OfferDraw(seat, message.command_id)
        case match_pb2.Abort():
            return Abort(seat, message.command_id)
        case match_pb2.Mute():
            return Mute(seat, message.command_id, message.seat, message.muted)
        case match_pb2.Rematch():
            return AskRematch(seat, message.command_id)


def action_of(message: match_pb2.Action) -> str | int:
    """The action's text or code.

    Raises:
        Refusal: it has neither.
    """
    match message.WhichOneof("action"):
        case "text":
            return message.text
        case "code":
            return message.code
        case _:
            raise Refusal(Reason.BAD_REQUEST, "an action has a text or a code", field="action")


def _seat_request(fill: match_pb2.SeatFill) -> SeatRequest:
    match fill.WhichOneof("fill"):
        case "open":
            return SeatRequest("open")
        case "mine":
            mine = fill.mine
            return SeatRequest("player", mine.name, mine.seat_token, mine.entropy_hash)
        case "bot":
            return SeatRequest("bot", fill.bot)
        case _:
            return SeatRequest("")


def _time_control(message: match_pb2.TimeControl) -> TimeControl | None:
    match message.WhichOneof("kind"):
        case "per_move":
            return TimeControl("per_move", message.per_move.milliseconds)
        case "fischer":
            fischer = message.fischer
            return TimeControl("fischer", fischer.base_milliseconds, fischer.increment_milliseconds)
        case "correspondence":
            return TimeControl("correspondence", message.correspondence.days * DAY_MS)
        case _:
            return None


def _named(value: int, names: Mapping[str, int], field: str, default: str | None) -> str:
    if value == 0 and default is not None:
        return default
    for name, number in names.items():
        if number == value:
            return name
    raise Refusal(Reason.BAD_REQUEST, f"{field} has no value {value}", field=field)


def _lang(lang: str) -> str:
    """A language's code; what is no code becomes English, as an unknown language does."""
    return lang if len(lang) <= MAX_LANG else "en"
