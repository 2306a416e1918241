"""From a request to a match that can be made: everything in it is checked here."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from undercroft.bot import BotRefused
from undercroft.game import Game, OptionError
from undercroft.host.codes import new_code, new_match_id, token_hash
from undercroft.host.rateable import refuse_unless_rateable
from undercroft.host.remote import RemoteBots, dials_in
from undercroft.match import NewMatch, Reason, Refusal, SeatPlan
from undercroft.match.chance import new_secret, secret_of_seed
from undercroft.match.late import MAX_DELAY
from undercroft.match.time_control import DAY_MS, TimeControl
from undercroft.options import decode_options, encode_options
from undercroft.registry import BrokenPlugin, Registry, UnknownBot, UnknownGame

__all__ = [
    "CreateRequest",
    "Plan",
    "SeatRequest",
    "checked_bot",
    "checked_options",
    "checked_seats",
    "find_game",
    "plan_match",
    "seat_of_bot",
]

DEFAULT_PACE_MS = 300
MAX_PACE_MS = 60_000
MAX_TIME_MS = 366 * DAY_MS
DEFAULT_ABANDON_S = 120
MIN_ABANDON_S = 10
"""A connection that is cut without a word is noticed within about 7 s."""
MAX_ABANDON_S = 86_400
MAX_NAME = 40
MAX_BOT_SPEC = 1_000
RECORD_POLICIES = ("all", "own", "none")
SPECTATOR_POLICIES = ("public_view", "off", "after_end")


Plan = tuple[Game[Any, Any, Any, Any], Any, NewMatch]
"""A game, its options as the game's value, and the match to make of them."""


class SeatRequest(msgspec.Struct, frozen=True):
    """How a seat shall be filled: `open`; `player` with `name` and `token`; `bot` with a spec as `name`."""

    kind: str
    name: str = ""
    token: bytes = b""
    entropy_hash: bytes = b""


class CreateRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A match that somebody wants. Empty fields stand for defaults; `options` is JSON."""

    request_id: str
    game: str
    options: str = ""
    seats: tuple[SeatRequest, ...] = ()
    record: str = "all"
    spectators: str = "public_view"
    fallback_bot: str = "random"
    pace_ms: int | None = None
    time_control: TimeControl | None = None
    on_timeout: str = "forfeit"
    spectator_delay: int = 0
    abandon_s: int | None = None
    seed: int | None = None
    rated: bool = False

    def content_hash(self) -> str:
        """What tells a repeated request from another one with the same id."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()


def find_game(registry: Registry, game_id: str) -> Game[Any, Any, Any, Any]:
    """The game of that id.

    Raises:
        Refusal: there is none, or its plugin is broken.
    """
    try:
        return registry.game(game_id)
    except UnknownGame as error:
        raise Refusal(Reason.UNKNOWN_GAME, str(error), nearest=error.nearest) from error
    except BrokenPlugin as error:
        raise Refusal(Reason.UNKNOWN_GAME, f"{_short(game_id)} can't be played here for now", nearest=()) from error


def plan_match(
    registry: Registry, remote: RemoteBots, request: CreateRequest, *, allow_seed: bool, unfilled_s: int
) -> Plan:
    """The match to make.

    Raises:
        Refusal: something in the request is wrong; the reason and the details say what.
    """
    if not 16 <= len(request.request_id) <= 64:
        raise Refusal(Reason.BAD_REQUEST, "a request id has 16 to 64 characters", field="request_id")
    if request.seed is not None and not allow_seed:
        raise Refusal(Reason.SEED_NOT_ALLOWED, "this server draws its own chance: leave the seed out")
    game = find_game(registry, request.game)
    options = checked_options(game, request.options)
    number_of_seats = checked_seats(game, options, len(request.seats) or None)
    requested = request.seats or (SeatRequest("open"),) * number_of_seats
    seats = tuple(_plan_seat(registry, remote, game, seat, number) for number, seat in enumerate(requested))
    _refuse_shared_tokens(seats)
    if request.rated:
        refuse_unless_rateable(game, options, seats, seeded=request.seed is not None)
    new = NewMatch(
        match_id=new_match_id(),
        options=encode_options(options),
        seats=seats,
        secret=new_secret() if request.seed is None else secret_of_seed(request.seed),
        record=request.record,
        spectators=request.spectators,
        spectator_delay=_checked_delay(request.spectator_delay),
        fallback_bot=checked_bot(registry, game, request.fallback_bot, "fallback_bot"),
        pace_ms=_pace(request.pace_ms, seats),
        seeded=request.seed is not None,
        unfilled_s=unfilled_s,
        time_control=_checked_time(request.time_control),
        on_timeout=request.on_timeout,
        abandon_s=_abandon(request.abandon_s, request.time_control, seats),
        request_hash=request.content_hash(),
        rated=request.rated,
    )
    return game, options, new


def checked_options(game: Game[Any, Any, Any, Any], text: str) -> Any:
    """The game's value for options in JSON.

    Raises:
        Refusal: they aren't the game's.
    """
    try:
        return decode_options(game.options_type, text)
    except OptionError as error:
        raise Refusal(Reason.BAD_OPTION, str(error), path=error.path, nearest=error.nearest) from error


def checked_seats(game: Game[Any, Any, Any, Any], options: Any, seats: int | None) -> int:
    """The number of seats, if the game can be played by so many; None is the game's first.

    Raises:
        Refusal: it can't be, or not with these options.
    """
    try:
        allowed = tuple(game.seat_counts(options))
    except OptionError as error:
        raise Refusal(Reason.BAD_OPTION, str(error), path=error.path, nearest=error.nearest) from error
    if seats is not None and seats not in allowed:
        counts = ", ".join(map(str, allowed))
        raise Refusal(Reason.BAD_SEATS, f"{game.spec.id} is for {counts} seats, not {seats}", allowed=allowed)
    return allowed[0] if seats is None else seats


def checked_name(name: str) -> str:
    """A player's name as others will see it: trimmed, 1 to 40 printable characters.

    Raises:
        Refusal: it isn't one.
    """
    trimmed = name.strip()
    if not 1 <= len(trimmed) <= MAX_NAME or not trimmed.isprintable():
        raise Refusal(Reason.BAD_REQUEST, f"a name has 1 to {MAX_NAME} printable characters", field="name")
    return trimmed


def checked_entropy_hash(entropy_hash: bytes) -> str:
    """The hash of a seat's entropy as hex, or empty.

    Raises:
        Refusal: it is neither empty nor 32 bytes long.
    """
    if len(entropy_hash) not in {0, 32}:
        raise Refusal(Reason.BAD_REQUEST, "an entropy hash has 32 bytes", field="entropy_hash")
    return entropy_hash.hex()


def _plan_seat(
    registry: Registry, remote: RemoteBots, game: Game[Any, Any, Any, Any], seat: SeatRequest, number: int
) -> SeatPlan:
    match seat.kind:
        case "open":
            return SeatPlan("open", code=new_code())
        case "player":
            return SeatPlan(
                "player",
                checked_name(seat.name),
                token_hash=token_hash(seat.token),
                entropy_hash=checked_entropy_hash(seat.entropy_hash),
            )
        case "bot":
            return seat_of_bot(registry, remote, game, seat.name, f"seats[{number}].bot")
        case _:
            raise Refusal(Reason.BAD_REQUEST, "a seat is open, mine or a bot's", field=f"seats[{number}].fill")


def seat_of_bot(
    registry: Registry, remote: RemoteBots, game: Game[Any, Any, Any, Any], spec: str, field: str
) -> SeatPlan:
    """The seat of a bot of the server, or of one that has dialled in; `field` is where it was named.

    Raises:
        Refusal: no such bot is here, or it doesn't play this game.
    """
    if dials_in(spec):
        return remote.seat_for(spec, game.spec.id)
    checked = checked_bot(registry, game, spec, field)
    return SeatPlan("bot", checked, version=registry.bot_version(checked))


def checked_bot(registry: Registry, game: Game[Any, Any, Any, Any], spec: str, field: str) -> str:
    """A bot's spec in full, as it is kept; `field` is where it was named.

    Raises:
        Refusal: no such bot is here, or it doesn't play this game.
    """
    if len(spec) > MAX_BOT_SPEC:
        raise Refusal(Reason.BAD_REQUEST, f"a bot's spec has {MAX_BOT_SPEC} characters at most", field=field)
    try:
        return registry.bot(spec, game).spec
    except UnknownBot as error:
        raise Refusal(Reason.UNKNOWN_BOT, str(error), nearest=error.nearest) from error
    except BotRefused as error:
        raise Refusal(Reason.BOT_REFUSED, str(error)) from error
    except OptionError as error:
        raise Refusal(Reason.BAD_OPTION, str(error), path=f"{field}.{error.path}", nearest=error.nearest) from error
    except BrokenPlugin as error:
        raise Refusal(Reason.UNKNOWN_BOT, f"{_short(spec)} can't play here for now", nearest=()) from error


def _refuse_shared_tokens(seats: tuple[SeatPlan, ...]) -> None:
    hashes = [seat.token_hash for seat in seats if seat.token_hash]
    if len(set(hashes)) != len(hashes):
        raise Refusal(Reason.BAD_REQUEST, "every seat needs a token of its own", field="seat_token")


def _pace(pace_ms: int | None, seats: tuple[SeatPlan, ...]) -> int:
    if pace_ms is None:
        return 0 if all(seat.kind == "bot" for seat in seats) else DEFAULT_PACE_MS
    if not 0 <= pace_ms <= MAX_PACE_MS:
        raise Refusal(Reason.BAD_REQUEST, f"a pace is 0 to {MAX_PACE_MS} ms", field="pace_ms")
    return pace_ms


def _checked_time(control: TimeControl | None) -> TimeControl | None:
    if control is None:
        return None
    if not 1_000 <= control.ms <= MAX_TIME_MS or not 0 <= control.increment_ms <= MAX_TIME_MS:
        raise Refusal(Reason.BAD_REQUEST, "a clock has between a second and a year", field="time_control")
    return control


def _checked_delay(delay: int) -> int:
    if not 0 <= delay <= MAX_DELAY:
        why = f"spectators can be kept up to {MAX_DELAY} facts behind"
        raise Refusal(Reason.BAD_REQUEST, why, field="spectator_delay")
    return delay


def _abandon(seconds: int | None, control: TimeControl | None, seats: tuple[SeatPlan, ...]) -> int:
    if seconds is None:
        clocks = control is not None and control.kind != "correspondence"
        return DEFAULT_ABANDON_S if clocks and sum(seat.kind != "bot" for seat in seats) > 1 else 0
    if seconds and not MIN_ABANDON_S <= seconds <= MAX_ABANDON_S:
        why = f"a match is abandoned after {MIN_ABANDON_S} to {MAX_ABANDON_S} seconds, or never (0)"
        raise Refusal(Reason.BAD_REQUEST, why, field="abandon_seconds")
    return seconds


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:60] + "…"
