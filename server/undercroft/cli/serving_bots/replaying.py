"""`undercroft bot run --replay`: a recorded match is told to a bot again, turn by turn, to see what it would do.

The bot runs in this process, so `breakpoint()` works in it, and what it raises is shown whole.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from undercroft.bot import Limit
from undercroft.cli.failure import Failure
from undercroft.cli.local_plugins import local_registry
from undercroft.cli.playing.record_file import Action, Record, read_record
from undercroft.cli.serving_bots.thinking import decision_seed
from undercroft.game import CHANCE, Game, OptionError
from undercroft.match import Match
from undercroft.match.rows import Acted, Created, Fill, Seated
from undercroft.options import decode_options
from undercroft.seat_runner import BotSeat

__all__ = ["Replayed", "replayed"]

SECONDS: Final = 30.0
"""What a bot may think, as on a server with the default settings."""


class Replayed(msgspec.Struct, frozen=True):
    """A decision: `turn` counts the seat's own from 1; what was `played` then, and what the bot would play `now`."""

    turn: int
    played: str
    now: str
    ms: float

    @property
    def same(self) -> bool:
        """Whether the bot decides as it was played."""
        return self.played == self.now


def replayed(spec: str, record_file: Path, seat: int, plugins_dir: Path | None, token: bytes) -> Iterator[Replayed]:
    """Every decision of a seat, made again by a bot; `token` is that of its name, for the same chance as on its server.

    Raises:
        Failure: the record can't be played again.
        Exception: whatever the bot raises.
    """
    record = read_record(record_file)
    registry = local_registry(plugins_dir)
    game = registry.game(record.game)
    if not 0 <= seat < len(record.seats):
        raise Failure(f"the match {record.match} has the seats 0 to {len(record.seats) - 1}.")
    if record.version not in {game.spec.version, *game.spec.replays}:
        raise Failure(f"the match was played by {record.game} {record.version}; {game.spec.version} is installed.")
    choice = registry.bot(spec, game, own_code=True)
    match = _begun(game, record)
    runner = BotSeat(game, match.position.options, len(record.seats), seat, choice.make())
    yield from _decisions(match, record, seat, runner, token)


def _decisions(match: Match, record: Record, seat: int, runner: BotSeat, token: bytes) -> Iterator[Replayed]:
    told, turn, asked_at = 0, 0, -1
    would: tuple[str, float] | None = None
    for number, action in enumerate(record.actions):
        position = match.position
        if _is_to_decide(match, seat) and position.legal_seq[seat] != asked_at:
            asked_at = position.legal_seq[seat]
            entries, glance = match.entries(seat), match.glance(seat)
            began = time.perf_counter()
            runner.tell(glance.view_json, entries[told:])
            seed = decision_seed(token, record.match, seat, len(entries))
            code = runner.choose(glance.legal, Limit(SECONDS), rng_seed=seed)
            would = glance.texts[glance.legal.index(code)], 1_000 * (time.perf_counter() - began)
            told = len(entries)
        if action.seat == seat and would is not None:
            turn += 1
            yield Replayed(turn, action.action, would[0], round(would[1], 3))
        match.catch_up([_row(match, action, number)])


def _is_to_decide(match: Match, seat: int) -> bool:
    state = match.position.state
    return match.position.status == "running" and state is not None and seat in state.to_act()


def _begun(game: Game[Any, Any, Any, Any], record: Record) -> Match:
    """The match as it stood before its first action."""
    options_json = msgspec.json.encode(record.options).decode()
    try:
        options = decode_options(game.options_type, options_json)
    except OptionError as error:
        raise Failure(f"the record's options don't fit the game: {error}.") from error
    created = Created(
        at=0,
        match_id=record.match,
        game=record.game,
        game_version=record.version,
        options=options_json,
        fills=tuple(Fill(seat.kind, seat.name) for seat in record.seats),
        secret=record.secret or "",
    )
    seated = [Seated(at=0, seat=seat.seat, kind=seat.kind, name=seat.name) for seat in record.seats]
    return Match.restore(game, options, [created, *seated])


def _row(match: Match, action: Action, number: int) -> Acted:
    """The row of a recorded action.

    Raises:
        Failure: it can't be played, as where a record holds one seat's actions only.
    """
    state = match.position.state
    seat = CHANCE if action.seat == "chance" else int(action.seat)
    possible: list[int] = []
    if state is not None and seat in state.to_act():
        outcomes = [code for code, _ in state.chance_outcomes()] if seat == CHANCE else []
        possible = outcomes or state.legal_actions(seat)
    for code in possible:
        if state is not None and state.action_text(seat, code) == action.action:
            return Acted(at=0, seat=seat, action=code, text=action.action)
    raise Failure(
        f"action {number + 1} of the record, {action.action}, can't be played there: is it the record of one seat only?"
    )
