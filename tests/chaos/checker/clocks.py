"""Whether clocks are charged with the time that a seat took, less that in which no server was there or able to write.

What the server has charged shows in two readings of a seat's clock: the last one before a decision was sent and the
first one after it was acknowledged. What passed in truth is known within bounds only: a decision wasn't carried out
before it was sent, nor after it was acknowledged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.chaos.checker.actions import Decision, decisions
from tests.chaos.history import Reading, SeatHistory
from tests.chaos.tables import Table
from tests.chaos.timeline import ABSENT, UNWRITABLE, Kind, Timeline
from undercroft_client import EndedFact, Fact, Fischer, LeftFact, PerMove, Reason

TOLERANCE_S = 1.5
"""How far a clock may be off."""

_SETTLING_S = 2.5
"""So long after a fault its time may be given back; a reading from before that doesn't show it yet."""
_GIFT_S = 1.5
"""So much more than a fault took may be given back: when a server was last well is known to a heartbeat."""
_MAYBE_GIVEN_BACK = (*ABSENT, *UNWRITABLE, Kind.SHORT_STOP)
"""What a seat needn't be charged with. `Timeline.nobodys` is what it mustn't."""


@dataclass(frozen=True)
class Charge:
    """A decision: what the server has charged for it, the bounds of what it could, and the tolerance, in seconds.

    `began` and `ended` are when the clock was read.
    """

    decision: Decision
    charged: float
    least: float
    most: float
    tolerance: float
    began: float
    ended: float

    @property
    def off(self) -> float:
        """How far the charge lies outside of what the client saw pass; 0 within."""
        return max(self.least - self.charged, self.charged - self.most, 0.0)


def wrong(table: Table, reader: SeatHistory, record: dict[str, Any], timeline: Timeline) -> Iterator[str]:
    """What is wrong with a seat's clock."""
    for charge in charges(table, reader, timeline):
        if charge.off > charge.tolerance:
            yield (
                f"{charge.charged:.2f} s were charged for {charge.decision.text} at seq {charge.decision.seq}, "
                f"{charge.least:.2f} to {charge.most:.2f} s have passed, tolerance {charge.tolerance:.2f} s; "
                f"{timeline.told(charge.began, charge.ended)}"
            )
    for at in _time_ups(reader, record):
        if not ran_out(table, reader, timeline, at):
            before = _newest(reading for reading in reader.readings if reading.at < at and reading.left is not None)
            yield (
                f"its time was up, and hadn't passed; {before and before.left} s were left as last told; "
                f"{timeline.told(at if before is None else before.at, at)}"
            )


def charges(table: Table, reader: SeatHistory, timeline: Timeline) -> Iterator[Charge]:
    """What was charged for each of a seat's decisions, where two readings tell."""
    control = table.time_control
    for decision in decisions(reader) if control is not None else ():
        before, after = _before(reader, decision), _after(reader, decision)
        if before is None or after is None:
            continue
        if after.running and (not isinstance(control, Fischer) or _unsettled(after, timeline)):
            continue
        increment = control.increment if isinstance(control, Fischer) else 0.0
        charged = (before.left or 0.0) + increment - (after.left or 0.0)
        faults = timeline.touching(before.at, decision.answered, _MAYBE_GIVEN_BACK, _SETTLING_S)
        given_back = sum(fault.seconds + _GIFT_S for fault in faults)
        # A clock that runs again was charged a little for the next decision too.
        ended = after.at if after.running else decision.answered
        yield Charge(
            decision,
            charged,
            least=decision.sent - before.at - given_back,
            # The clock was read when the update came, and stood so when it was sent.
            most=ended - before.at + timeline.held_up(before.at) - timeline.nobodys(before.at, decision.answered),
            tolerance=TOLERANCE_S + timeline.late(before.at, ended),
            began=before.at,
            ended=ended,
        )


def ran_out(table: Table, reader: SeatHistory, timeline: Timeline, at: float) -> bool:
    """Whether a seat's time can have been up at a moment, by the last reading of its clock before."""
    control = table.time_control
    before = _newest(reading for reading in reader.readings if reading.at < at and reading.left is not None)
    if control is None:
        return False
    if before is None:
        return True  # it never saw its clock: nothing can be said
    needed = control.seconds if isinstance(control, PerMove) and not before.running else (before.left or 0.0)
    passed = at - before.at + timeline.held_up(before.at) - timeline.nobodys(before.at, at)
    return passed >= needed - TOLERANCE_S


def _unsettled(reading: Reading, timeline: Timeline) -> bool:
    """Whether a clock that runs may lack time that was nobody's and wasn't given back yet."""
    return bool(timeline.touching(reading.at, reading.at, _MAYBE_GIVEN_BACK, _SETTLING_S))


def _before(reader: SeatHistory, decision: Decision) -> Reading | None:
    return _newest(
        reading
        for reading in reader.readings
        if reading.seq == decision.seq and reading.running and reading.at <= decision.sent
    )


def _after(reader: SeatHistory, decision: Decision) -> Reading | None:
    told = decision.copies[0].accepted or 0
    later = (reading for reading in reader.readings if reading.seq >= told and reading.at >= decision.sent)
    return next((reading for reading in later if reading.left is not None), None)


def _newest(readings: Iterator[Reading]) -> Reading | None:
    newest = None
    for newest in readings:  # noqa: B007 - the last one is wanted
        pass
    return newest


def _time_ups(reader: SeatHistory, record: dict[str, Any]) -> Iterator[float]:
    """When the seat was told that its time was up, in whatever way."""
    for command in reader.commands:
        if command.refused is Reason.TIME_UP:
            yield command.answered
    for forfeit in record["forfeits"]:
        if (forfeit["seat"], forfeit["why"]) == (reader.seat, "time"):
            yield next(reader.when_told(fact) for fact in reader.facts if _gives_up(fact, reader.seat))


def _gives_up(fact: Fact, seat: int | None) -> bool:
    return isinstance(fact, EndedFact) or (isinstance(fact, LeftFact) and fact.seat == seat)
