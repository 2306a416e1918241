"""A decision on its way to the disk, and all that follows from it before anybody decides again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from undercroft.game import CHANCE, SPECTATOR, Outcome, Seat, State, UndercroftError
from undercroft.match.chance import draw
from undercroft.match.commands import Answer
from undercroft.match.facts import Fact
from undercroft.match.glance import Glance
from undercroft.match.late import Moment, moment_after
from undercroft.match.look import glance_at
from undercroft.match.position import BadLog, Position
from undercroft.match.refusal import Refusal
from undercroft.match.rows import Acted, Created, Ended, Row, encode_row

__all__ = ["GameFailed", "Step", "are_numbers", "blame_game", "conclude"]

MAX_DRAWS_IN_A_ROW = 10_000
"""More chance nodes without a decision between them are a game that never comes back."""


class GameFailed(UndercroftError):
    """The game's code raised, or gave nonsense; the cause is chained. For the operator, never for a seat."""


@dataclass
class Step:
    """A decision that isn't on disk yet.

    `moment` is the newest that spectators will see of a match they get late, None if they don't. `spectated`: somebody
    watches who sits nowhere, for whom a picture is made beforehand; else it is made for the first who comes.
    """

    position: Position
    rows: list[Row] = field(default_factory=list)
    data: list[bytes] = field(default_factory=list)
    told: list[tuple[Seat, Fact]] = field(default_factory=list)
    glances: dict[Seat, Glance] = field(default_factory=dict)
    answer: Answer | None = None
    moment: Moment | None = None
    spectated: bool = True
    moments: list[Moment] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """Decide one more row; `data` has the rows as they are stored, made here so that it can't fail later."""
        self.position.fold(row, self.told)
        if self.moment is not None:
            self._note_moment(row, self.moment)
        self.rows.append(row)
        self.data.append(encode_row(row))

    def _note_moment(self, row: Row, last: Moment) -> None:
        moment = moment_after(row, self.position, last)
        if moment is not None:
            self.moment = moment
            self.moments.append(moment)

    @property
    def readers(self) -> set[Seat]:
        """Who is told something."""
        return {reader for reader, _ in self.told}


def conclude(step: Step, now: int) -> None:
    """Let chance play, end the match if the game is over, and look at it with every eye that was told something."""
    position = step.position
    state = position.state
    if state is not None:
        _play_chance(step, state, now)
        if not state.to_act():
            step.add(_ended(state.outcome(), position, now))
    to_act = () if state is None else state.to_act()
    if not set(to_act) <= set(range(position.seats)):
        raise BadLog(f"{to_act!r} are to act, in a match of {position.seats} seats")
    for reader in step.readers.union(to_act):
        if reader != SPECTATOR or step.spectated:
            step.glances[reader] = glance_at(position, reader)
    if position.status == "running" and not all(step.glances[seat].legal for seat in to_act):
        raise BadLog(f"{to_act!r} are to act, and not all of them have a legal action")


class blame_game:  # noqa: N801 - reads as a statement: `with blame_game(created):`
    """Turns whatever the rules raise into `GameFailed`; refusals pass. A class, as it stands on the hot path."""

    def __init__(self, created: Created) -> None:
        self._created = created

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None or isinstance(error, Refusal | BadLog) or not isinstance(error, Exception):
            return
        created = self._created
        raise GameFailed(f"{created.game} {created.game_version} failed in match {created.match_id}") from error


def _play_chance(step: Step, state: State[Any, Any], now: int) -> None:
    position = step.position
    secret = bytes.fromhex(position.created.secret)
    for _ in range(MAX_DRAWS_IN_A_ROW):
        if state.to_act() != (CHANCE,):
            return
        action = draw(secret, (), position.draws, state.chance_outcomes())
        step.add(Acted(at=now, seat=CHANCE, action=action, text=state.action_text(CHANCE, action)))
    raise BadLog("chance plays on and on")


def _ended(outcome: Outcome | None, position: Position, now: int) -> Ended:
    """The end as the game tells it; who has left the match wins nothing."""
    seats = position.seats
    sound = (
        outcome is not None
        and len(outcome.returns) == seats
        and are_numbers((*outcome.returns, *outcome.winners, *(outcome.score or ())))
        and set(outcome.winners) <= set(range(seats))
        and isinstance(outcome.reason, str)
    )
    if outcome is None or not sound:
        raise BadLog(f"nobody is to act, but the outcome is {outcome!r}")
    return Ended(
        at=now,
        reason=outcome.reason,
        returns=tuple(outcome.returns),
        winners=tuple(seat for seat in outcome.winners if seat not in position.left),
        score=None if outcome.score is None else tuple(outcome.score),
    )


def are_numbers(values: Iterable[Any]) -> bool:
    """Whether these are integers that fit the wire."""
    return all(type(value) is int and -(2**31) <= value < 2**31 for value in values)
