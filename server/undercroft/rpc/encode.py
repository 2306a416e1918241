"""From plain values to messages."""

from __future__ import annotations

import math
import time

from undercroft.game import SPECTATOR, Outcome
from undercroft.host import Presence, Update
from undercroft.match import (
    Answer,
    DrawOfferedFact,
    EndedFact,
    EntryFact,
    Fact,
    Glance,
    LeftFact,
    MatchInfo,
    RematchAskedFact,
    RematchedFact,
    RematchFailedFact,
    ResumedFact,
    SaidFact,
    SeatedFact,
    SuspendedFact,
    TimeControl,
)
from undercroft.match.time_control import DAY_MS
from undercroft.v1 import match_pb2

__all__ = [
    "KINDS",
    "RECORDS",
    "SPECTATORS",
    "STATUSES",
    "TIMEOUTS",
    "match_message",
    "outcome_message",
    "put_accepted",
    "put_update",
]

STATUSES = {
    "open": match_pb2.MATCH_STATUS_OPEN,
    "running": match_pb2.MATCH_STATUS_RUNNING,
    "finished": match_pb2.MATCH_STATUS_FINISHED,
    "suspended": match_pb2.MATCH_STATUS_SUSPENDED,
    "aborted": match_pb2.MATCH_STATUS_ABORTED,
}
KINDS = {
    "open": match_pb2.SEAT_KIND_OPEN,
    "player": match_pb2.SEAT_KIND_PLAYER,
    "bot": match_pb2.SEAT_KIND_BOT,
}
RECORDS = {
    "all": match_pb2.RECORD_POLICY_ALL,
    "own": match_pb2.RECORD_POLICY_OWN,
    "none": match_pb2.RECORD_POLICY_NONE,
}
SPECTATORS = {
    "off": match_pb2.SPECTATOR_POLICY_OFF,
    "public_view": match_pb2.SPECTATOR_POLICY_PUBLIC_VIEW,
    "after_end": match_pb2.SPECTATOR_POLICY_AFTER_END,
}


TIMEOUTS = {
    "forfeit": match_pb2.TIMEOUT_POLICY_FORFEIT,
    "bot": match_pb2.TIMEOUT_POLICY_BOT,
}


def outcome_message(outcome: Outcome) -> match_pb2.Outcome:
    """How a game ended."""
    return match_pb2.Outcome(
        returns=outcome.returns, winners=outcome.winners, reason=outcome.reason, score=outcome.score or ()
    )


def match_message(info: MatchInfo) -> match_pb2.Match:
    """A match as everybody may see it."""
    return match_pb2.Match(
        match_id=info.match_id,
        game=info.game,
        game_version=info.game_version,
        options=info.options,
        seats=[
            match_pb2.SeatInfo(seat=seat.seat, kind=KINDS[seat.kind], name=seat.name, side=seat.side)
            for seat in info.seats
        ],
        status=STATUSES[info.status],
        created_at=info.created_at,
        commitment=bytes.fromhex(info.commitment),
        record=RECORDS[info.record],
        spectators=SPECTATORS[info.spectators],
        outcome=None if info.outcome is None else outcome_message(info.outcome),
        time_control=None if info.time_control is None else _time_message(info.time_control),
        on_timeout=TIMEOUTS[info.on_timeout],
        spectator_delay=info.spectator_delay,
        abandon_seconds=info.abandon_s,
        rated=info.rated,
    )


def _time_message(control: TimeControl) -> match_pb2.TimeControl:
    match control.kind:
        case "per_move":
            return match_pb2.TimeControl(per_move=match_pb2.TimeControl.PerMove(milliseconds=control.ms))
        case "fischer":
            fischer = match_pb2.TimeControl.Fischer(
                base_milliseconds=control.ms, increment_milliseconds=control.increment_ms
            )
            return match_pb2.TimeControl(fischer=fischer)
        case "correspondence":
            days = control.ms // DAY_MS
            return match_pb2.TimeControl(correspondence=match_pb2.TimeControl.Correspondence(days=days))


def put_accepted(message: match_pb2.Accepted, subscription: int, answer: Answer) -> None:
    """Write an answer to a subscription's command into an empty message."""
    message.subscription = subscription
    message.command_id = answer.command_id
    message.seq = answer.seq


def put_update(message: match_pb2.Update, subscription: int, update: Update) -> None:
    """Write an update for one subscription into an empty message, where that stands in its frame.

    Two updates a move are the most that is sent. Set in place, field by field, one takes 6 µs; made by constructors
    and then copied into its frame, as protobuf does with whole messages, 17. A seat has one watcher; spectators may be
    thousands, and what is the same for them is made once and copied.
    """
    if update.reader != SPECTATOR:
        _put_lasting(message, update)
    else:
        if not update.made:
            made = match_pb2.Update()
            _put_lasting(made, update)
            update.made.append(made)
        message.CopyFrom(update.made[0])
    message.subscription = subscription
    _put_news(message, update)


def _put_lasting(message: match_pb2.Update, update: Update) -> None:
    """All that doesn't depend on who is sent it and when."""
    message.seq = update.seq
    message.since = update.since
    for fact in update.facts:
        _put_fact(message.facts.add(), fact)
    for put, sentence in zip(message.facts, update.sentences, strict=False):
        put.sentence = sentence
    if update.board:
        message.board = update.board
    if update.svg:
        message.svg = update.svg
    if update.glance is not None:
        _put_glance(message, update.glance, update)
    if update.snapshot:
        message.snapshot = True
    if update.info is not None:
        message.match.CopyFrom(match_message(update.info))
        message.seat = update.reader


def _put_glance(message: match_pb2.Update, glance: Glance, update: Update) -> None:
    message.status = STATUSES[glance.status]
    message.to_act.extend(glance.to_act)
    if update.view_wanted:
        message.view = glance.view_json.decode()
    if glance.legal:
        legal = message.legal
        legal.codes.extend(glance.legal)
        legal.texts.extend(glance.texts)
        if update.labels:
            legal.labels.extend(update.labels)
    if glance.outcome is not None:
        message.outcome.CopyFrom(outcome_message(glance.outcome))


def _put_news(message: match_pb2.Update, update: Update) -> None:
    for presence in update.presence:
        _put_presence(message.presence.add(), presence)
    if update.clocks:
        now = time.time_ns() // 1_000_000
        message.clocks.extend(
            match_pb2.Clock(seat=clock.seat, left_milliseconds=clock.left_at(now), running=clock.began >= 0)
            for clock in update.clocks
        )


def _put_presence(message: match_pb2.Presence, presence: Presence) -> None:
    message.seat = presence.seat
    message.connected = presence.connected
    if presence.until is not None:
        message.seconds_left = max(0, math.ceil(presence.until - time.monotonic()))


def _put_fact(message: match_pb2.Fact, fact: Fact) -> None:
    match fact:
        case EntryFact():  # first, as it is most of all there is
            message.entry = fact.json.decode()
        case SeatedFact():
            message.seated.CopyFrom(match_pb2.Seated(seat=fact.seat, kind=KINDS[fact.kind], name=fact.name))
        case SaidFact():
            message.said.CopyFrom(match_pb2.Said(seat=fact.seat, text=fact.text))
        case DrawOfferedFact():
            message.draw_offered.CopyFrom(match_pb2.DrawOffered(seat=fact.seat))
        case LeftFact():
            message.left.CopyFrom(match_pb2.Left(seat=fact.seat, reason=fact.why, stand_in=fact.stand_in))
        case EndedFact():
            message.ended.CopyFrom(_ended_message(fact))
        case SuspendedFact():
            message.suspended.CopyFrom(match_pb2.Suspended(reason=fact.reason))
        case ResumedFact():
            message.resumed.SetInParent()
        case RematchAskedFact():
            message.rematch_asked.seat = fact.seat
            message.rematch_asked.SetInParent()
        case RematchedFact():
            message.rematched.CopyFrom(match_pb2.Rematched(match_id=fact.match_id, seats=fact.seats))
        case RematchFailedFact():
            message.rematch_failed.reason = fact.why


def _ended_message(fact: EndedFact) -> match_pb2.Ended:
    return match_pb2.Ended(
        outcome=None if fact.outcome is None else outcome_message(fact.outcome),
        reason=fact.reason,
        secret=bytes.fromhex(fact.secret),
    )
