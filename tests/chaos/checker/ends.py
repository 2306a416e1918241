"""Whether a match ended as it should: by the rules, or because somebody truly gave up, agreed, or let time run out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.chaos.checker.clocks import TOLERANCE_S
from tests.chaos.history import MatchHistory, SeatHistory, Wish
from tests.chaos.tables import Manner
from undercroft.game import CHANCE, Outcome, State
from undercroft.options import decode_options
from undercroft.registry import Registry
from undercroft_client import EndedFact, Fact, LeftFact


class Impossible(Exception):
    """The recorded actions are no game by the rules."""


def wrong(match: MatchHistory, record: dict[str, Any], registry: Registry) -> Iterator[str]:
    """What is wrong with the end of a match."""
    yield from _told(match, record)
    yield from _wishes(match, record)
    game = registry.game(record["game"])
    seats = len(record["seats"])
    options = decode_options(game.options_type, json.dumps(record["options"]))
    try:
        state = _replayed(game.start(options, seats), record)
    except Impossible as why:
        yield str(why)
        return
    yield from _reason(match, record, state, tuple(game.sides(options, seats)))


def _told(match: MatchHistory, record: dict[str, Any]) -> Iterator[str]:
    """Everybody is told the recorded end."""
    for reader in match.readers:
        for end in reader.ends:
            if _as_recorded(end) != record["outcome"]:
                yield f"{reader.who} was told {_as_recorded(end)}, recorded is {record['outcome']}"
            if end.outcome is None and end.reason != "aborted":
                yield f"{reader.who} was told of an end without an outcome: {end.reason}"


def _as_recorded(end: EndedFact) -> dict[str, Any] | None:
    if end.outcome is None:
        return None
    told: dict[str, Any] = {
        "returns": list(end.outcome.returns),
        "winners": list(end.outcome.winners),
        "reason": end.reason,
    }
    if end.outcome.score is not None:
        told["score"] = list(end.outcome.score)
    return told


def _wishes(match: MatchHistory, record: dict[str, Any]) -> Iterator[str]:
    """Who has left gave up, stayed away, or let the time run out (`clocks` looks at whether it has)."""
    resigned = {forfeit["seat"] for forfeit in record["forfeits"] if forfeit["why"] == "resigned"}
    gave_up = {reader.seat for reader in match.players if _granted(reader, Wish.RESIGN)}
    if resigned != gave_up:
        yield f"seats {sorted(resigned)} are recorded as resigned, {gave_up} have"
    for forfeit in record["forfeits"]:
        if not isinstance(match.table.seats[forfeit["seat"]], Manner):
            yield f"a bot has left: {forfeit}"
        elif forfeit["why"] == "time" and match.table.time_control is None:
            yield f"seat {forfeit['seat']} lost by time, and there is no clock"
        elif forfeit["why"] == "abandoned" and not _stayed_away(match, forfeit["seat"]):
            yield f"seat {forfeit['seat']} has abandoned the match, and was there"
        elif forfeit["why"] not in {"resigned", "time", "abandoned"}:
            yield f"there is no such reason to leave: {forfeit}"


def _stayed_away(match: MatchHistory, seat: int) -> bool:
    """Whether a player was away for as long as it takes, when the others were told that the seat was given up."""
    gone_at = next((reader.gone_at for reader in match.players if reader.seat == seat), None)
    told = [
        reader.when_told(fact)
        for reader in match.readers
        for fact in reader.facts
        if reader.seat != seat and _gives_up(fact, seat)
    ]
    return gone_at is not None and min(told) - gone_at >= (match.table.abandon_seconds or 0) - TOLERANCE_S


def _gives_up(fact: Fact, seat: int) -> bool:
    """Whether a fact tells that a seat was abandoned."""
    if isinstance(fact, LeftFact):
        return fact.seat == seat and fact.reason == "abandoned"
    return isinstance(fact, EndedFact) and fact.reason == "abandoned"


def _reason(
    match: MatchHistory, record: dict[str, Any], state: State[Any, Any], sides: tuple[int, ...]
) -> Iterator[str]:
    """The recorded outcome is the one that follows from what happened."""
    outcome, by_rules = record["outcome"], state.outcome()
    called_off = any(_granted(reader, Wish.ABORT) for reader in match.players)
    final = [forfeit for forfeit in record["forfeits"] if not forfeit["stand_in"]]
    agreed = {sides[reader.seat or 0] for reader in match.players if _granted(reader, Wish.DRAW)} == set(sides)
    if by_rules is not None:
        left = {forfeit["seat"] for forfeit in record["forfeits"]}
        expected = _by_rules(by_rules, left)
    elif called_off:
        expected = None
        if any(action["seat"] != "chance" for action in record["actions"]):
            yield "the match was called off after it had begun"
    elif final:
        expected = _forfeited(final[-1], sides)
    elif agreed:
        expected = {"returns": [0] * len(sides), "winners": [], "reason": "draw_agreed"}
    else:
        yield f"the recorded game isn't over, and nobody ended it; recorded is {outcome}"
        return
    if outcome != expected:
        yield f"recorded is {outcome}, what happened gives {expected}"


def _forfeited(forfeit: dict[str, Any], sides: tuple[int, ...]) -> dict[str, Any]:
    """With two sides the one that a seat left has lost."""
    lost = sides[forfeit["seat"]]
    return {
        "returns": [-1 if side == lost else 1 for side in sides],
        "winners": [seat for seat, side in enumerate(sides) if side != lost],
        "reason": forfeit["why"],
    }


def _by_rules(outcome: Outcome, left: set[int]) -> dict[str, Any]:
    """Who has left the match wins nothing, whatever the bot in the seat has reached."""
    expected: dict[str, Any] = {
        "returns": list(outcome.returns),
        "winners": [seat for seat in outcome.winners if seat not in left],
        "reason": outcome.reason,
    }
    if outcome.score is not None:
        expected["score"] = list(outcome.score)
    return expected


def _granted(reader: SeatHistory, wish: Wish) -> bool:
    return any(command.wish is wish and command.accepted is not None for command in reader.commands)


def _replayed(state: State[Any, Any], record: dict[str, Any]) -> State[Any, Any]:
    """The state that the recorded actions lead to.

    Raises:
        Impossible: they lead nowhere.
    """
    for number, action in enumerate(record["actions"]):
        seat = CHANCE if action["seat"] == "chance" else action["seat"]
        possible = [code for code, _ in state.chance_outcomes()] if seat == CHANCE else state.legal_actions(seat)
        codes = [code for code in possible if state.action_text(seat, code) == action["action"]]
        if not codes:
            raise Impossible(f"action {number}, {action}, isn't possible there")
        state.apply(seat, codes[0])
    return state
