"""The authority over one match: commands in, log rows and what each reader is told out. Pure and synchronous.

`handle` decides on a fork and changes nothing. The caller writes the step's rows to the store, and only then
`advance`s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from undercroft.game import SPECTATOR, Game, Seat, State
from undercroft.match.commands import (
    Abandon,
    Act,
    Answer,
    Command,
    Expire,
    FailRematch,
    Flag,
    Join,
    NewMatch,
    Parley,
    Rematch,
    ReplaceBot,
    Spare,
    Suspend,
)
from undercroft.match.facts import EntryFact, Fact
from undercroft.match.finding import action_meant
from undercroft.match.glance import Glance
from undercroft.match.info import MatchInfo, info_of, record_of
from undercroft.match.late import Late, moment_after
from undercroft.match.look import glance_at
from undercroft.match.occupants import BotTurn, Occupant
from undercroft.match.opening import opening_rows
from undercroft.match.parley import decide, leave, refuse_unless_running, repeats
from undercroft.match.position import BadLog, Position
from undercroft.match.refusal import Reason, Refusal
from undercroft.match.rematch import note
from undercroft.match.rows import Acted, BotFault, CommandRow, Created, Ended, Row, Seated, Spared, Suspended
from undercroft.match.step import Step, are_numbers, blame_game, conclude

__all__ = ["Match"]


class Match:
    """A match as far as it is on disk."""

    def __init__(self, position: Position) -> None:
        readers = (*range(position.seats), SPECTATOR)
        self.position = position
        self.facts: dict[Seat, list[Fact]] = {reader: [] for reader in readers}
        self._answers: dict[tuple[Seat, str], tuple[Row, Answer]] = {}
        self._glances: dict[Seat, Glance] = {}
        self._looked: set[Seat] = set()
        """Whose glance was made since the newest step was decided: it shows what was before that step."""
        delay = position.created.spectator_delay
        self._late = Late(delay) if delay else None
        self.spectated = True
        """Whether a step makes a spectator's picture beforehand; to be set to False while there is no spectator."""

    @classmethod
    def create(cls, game: Game[Any, Any, Any, Any], options: Any, new: NewMatch, now: int) -> tuple[Match, Step]:
        """A new match and its first step; `now` in Unix milliseconds.

        Raises:
            GameFailed: the game can't be started.
        """
        created, *seated = opening_rows(game, new, now)
        match = cls(_before_all(game, options, created))
        step = match._step()
        with blame_game(created):
            step.add(created)
            for row in seated:
                step.add(row)
            conclude(step, now)
        return match, step

    @classmethod
    def restore(cls, game: Game[Any, Any, Any, Any], options: Any, rows: Sequence[Row]) -> Match:
        """The match that a log tells of.

        Raises:
            BadLog: the rows don't follow from each other.
            GameFailed: the game's code raised.
        """
        if not rows or not isinstance(rows[0], Created):
            raise BadLog("a log begins with the row `created`")
        match = cls(_before_all(game, options, rows[0]))
        match.catch_up(rows)
        return match

    # ---- deciding

    def _step(self, *, to_play: bool = True) -> Step:
        step = Step(self.position.fork(to_play=to_play), spectated=self.spectated)
        self._looked.clear()
        if self._late is not None:
            step.moment = self._late.newest
        return step

    def handle(self, command: Command, now: int) -> Step | Answer:
        """Decide a command: the step it makes, or the answer it had before. Nothing changes yet.

        Raises:
            Refusal: it can't be carried out; the reason may be shown to the sender.
            GameFailed: the game's code raised.
        """
        now = max(now, self.position.at)
        if isinstance(command, Act):
            return self._act(command, now)
        if isinstance(command, Join):
            return self._join(command, now)
        if isinstance(command, Parley):
            return self._parley(command, now)
        if isinstance(command, Flag):
            return self._flag(command, now)
        if isinstance(command, Abandon):
            return self._abandon(command, now)
        if isinstance(command, Spare):
            return self._spare(command, now)
        if isinstance(command, Rematch | FailRematch):
            return self._settled(note(self.position, command, now))
        if isinstance(command, Expire):
            self._refuse_unless_expired(now)
        elif not (isinstance(command, Suspend) and self.position.status == "open"):
            refuse_unless_running(self.position)
        match command:
            case ReplaceBot():
                if BotTurn(command.seat, command.seq, command.bot) not in self.position.bot_turns():
                    raise Refusal(Reason.STALE, "this bot doesn't owe that decision any more")
                row: Row = BotFault(
                    at=now,
                    seat=command.seat,
                    seq=command.seq,
                    bot=command.bot,
                    why=command.why,
                    replaced_by=command.replaced_by,
                )
            case Expire():
                row = Ended(at=now, reason="unfilled")
            case Suspend():
                row = Suspended(at=now, reason=command.reason, detail=command.detail)
        # The game is asked for nothing here: it may be the reason why the match stops.
        step = self._step(to_play=False)
        step.add(row)
        for reader in step.readers:
            glance = self._glances.get(reader)
            if glance is not None:
                step.glances[reader] = glance.without_legal(step.position, reader)
        return step

    def _act(self, command: Act, now: int) -> Step | Answer:
        seat = command.seat
        before = self._answers.get((seat, command.command_id))
        if before is not None:
            row, answer = before
            if _repeats(row, command):
                return answer
            raise _reused()
        if command.seq > self.position.counts[seat]:
            raise Refusal(
                Reason.SEQ_AHEAD,
                f"you have been told {self.position.counts[seat]} facts, not {command.seq}",
                seq=self.position.counts[seat],
            )
        refuse_unless_running(self.position)
        if command.by_bot != (self.position.occupants[seat].kind == "bot"):
            raise Refusal(Reason.FORBIDDEN, "a bot plays on in this seat")
        state = self._state()
        with blame_game(self.position.created):
            glance = self.glance(seat)
            if seat not in state.to_act():
                chosen = seat in self.position.choosing
                why = "you have chosen already, and not everybody has" if chosen else "it isn't your turn"
                raise Refusal(Reason.NOT_YOUR_TURN, why)
            began = self.position.legal_seq[seat]
            clocks = self.position.clocks
            if clocks is not None and seat in clocks.overdue(now):
                raise Refusal(Reason.TIME_UP, "your time was up before this came")
            if command.seq < began:
                raise Refusal(Reason.STALE, "a newer list of legal actions has replaced the one you answer", seq=began)
            action = action_meant(command, glance, self.position.game)
            step = self._step()
            step.add(
                Acted(
                    at=now,
                    seat=seat,
                    action=action,
                    text=glance.texts[glance.legal.index(action)],
                    command=command.command_id,
                    seq=command.seq,
                )
            )
            step.answer = Answer(seat, command.command_id, step.position.counts[seat])
            conclude(step, now)
        return step

    def _join(self, command: Join, now: int) -> Step | Answer:
        occupant = self.position.occupants[command.seat]
        if occupant.kind != "open":
            if _is_his(command, occupant):
                return Answer(command.seat, "", 0)
            raise Refusal(Reason.SEAT_TAKEN, "somebody has taken this seat already")
        if self.position.status != "open":
            refuse_unless_running(self.position)
        if self.seat_of(command.token_hash) is not None:
            raise Refusal(Reason.BAD_REQUEST, "this token holds another seat of the match", field="seat_token")
        step = self._step()
        with blame_game(self.position.created):
            step.add(
                Seated(
                    at=now,
                    seat=command.seat,
                    kind="bot" if command.owner else "player",
                    name=command.name,
                    token_hash=command.token_hash,
                    entropy_hash=command.entropy_hash,
                    owner=command.owner,
                    version=command.version,
                )
            )
            conclude(step, now)
        return step

    def _parley(self, command: Parley, now: int) -> Step | Answer:
        """The game is asked for nothing: what it shows stays as it was."""
        seat = command.seat
        before = self._answers.get((seat, command.command_id))
        if before is not None:
            row, answer = before
            if repeats(row, command):
                return answer
            raise _reused()
        rows = decide(self.position, command, now)
        if not rows:
            return Answer(seat, command.command_id, self.position.counts[seat])
        return self._settled(rows, command)

    def _settled(self, rows: list[Row], command: Parley | None = None) -> Step:
        step = self._step(to_play=False)
        for row in rows:
            step.add(row)
            if command is not None and step.answer is None:
                step.answer = Answer(command.seat, command.command_id, step.position.counts[command.seat])
        over = step.position.status != self.position.status
        for reader in step.readers:
            glance = self._glances.get(reader)
            if over and glance is not None:
                step.glances[reader] = glance.without_legal(step.position, reader)
        return step

    def _flag(self, command: Flag, now: int) -> Step:
        """A seat's time is up: it leaves the match."""
        refuse_unless_running(self.position)
        clocks = self.position.clocks
        if clocks is None or command.seat not in clocks.overdue(now):
            raise Refusal(Reason.FORBIDDEN, "the seat's time isn't up")
        return self._settled(leave(self.position, command.seat, "time", now))

    def _abandon(self, command: Abandon, now: int) -> Step:
        """A seat's player stays away: it leaves the match."""
        refuse_unless_running(self.position)
        if self.position.occupants[command.seat].kind != "player":
            raise Refusal(Reason.FORBIDDEN, "no player sits there")
        return self._settled(leave(self.position, command.seat, "abandoned", now))

    def _spare(self, command: Spare, now: int) -> Step:
        """Take off nobody's clock what was nobody's time."""
        refuse_unless_running(self.position)
        clocks = self.position.clocks
        if clocks is None or not clocks.running() or command.ms <= 0 or command.until <= clocks.spared_until:
            raise Refusal(Reason.FORBIDDEN, "there is no time to spare")
        step = self._step(to_play=False)
        # Of what was spared before nothing is spared again.
        ms = min(command.ms, command.until - clocks.spared_until)
        step.add(Spared(at=now, ms=ms, until=command.until))
        for reader, glance in self._glances.items():
            shown = step.position.shown_clocks[step.position.slot(reader)]
            step.glances[reader] = msgspec.structs.replace(glance, clocks=shown)
        return step

    def _refuse_unless_expired(self, now: int) -> None:
        created = self.position.created
        ends = created.at + 1_000 * created.unfilled_s
        if self.position.status != "open" or not created.unfilled_s or now < ends:
            raise Refusal(Reason.FORBIDDEN, "the match isn't waiting in vain")

    def _state(self) -> State[Any, Any]:
        state = self.position.state
        if state is None:
            raise BadLog("a running match has a state")
        return state

    # ---- what is on disk

    def advance(self, step: Step) -> None:
        """The step's rows are on disk: it becomes the match's state."""
        self.position = step.position
        for reader, fact in step.told:
            self.facts[reader].append(fact)
        if not step.spectated:
            self._looked.add(SPECTATOR)
        for reader in self._looked:
            self._glances.pop(reader, None)
        self._looked.clear()
        self._glances.update(step.glances)
        if self._late is not None:
            for moment in step.moments:
                self._late.note(moment)
        if step.answer is not None:
            self._answers[step.answer.seat, step.answer.command_id] = step.rows[0], step.answer

    def catch_up(self, rows: Sequence[Row]) -> set[Seat]:
        """Take in rows that are on disk already, and tell who was told something.

        Raises:
            BadLog: the rows don't follow.
            GameFailed: the game's code raised.
        """
        told: list[tuple[Seat, Fact]] = []
        position = self.position
        with blame_game(position.created):
            for row in rows:
                position.fold(row, told)
                self._note_moment(row)
                if isinstance(row, CommandRow) and row.command:
                    self._answers[row.seat, row.command] = row, Answer(row.seat, row.command, position.counts[row.seat])
        for reader, fact in told:
            self.facts[reader].append(fact)
        readers = {reader for reader, _ in told}
        for reader in readers:
            self._glances.pop(reader, None)
        if any(isinstance(row, Spared) for row in rows):
            self._glances.clear()  # it tells nobody anything, and shows everybody other clocks
        return readers

    def _note_moment(self, row: Row) -> None:
        moment = None if self._late is None else moment_after(row, self.position, self._late.newest)
        if self._late is not None and moment is not None:
            self._late.note(moment)

    # ---- asking

    @property
    def match_id(self) -> str:
        """The match's id."""
        return self.position.created.match_id

    def told(self, reader: Seat) -> int:
        """How many of its facts a reader may have now: all, but for spectators who get them late."""
        late = self._late_for(reader)
        return len(self.facts[reader]) if late is None else late.shown.count

    def has_answered(self, seat: Seat, command_id: str) -> bool:
        """Whether a command of that id is carried out and on disk."""
        return (seat, command_id) in self._answers

    def glance(self, reader: Seat) -> Glance:
        """What a reader may see now; made once for each time it is told something.

        Raises:
            GameFailed: the game's code raised.
        """
        late = self._late_for(reader)
        if late is not None:
            return late.shown.glance
        glance = self._glances.get(reader)
        if glance is None:
            with blame_game(self.position.created):
                glance = glance_at(self.position, reader)
            self._glances[reader] = glance
            self._looked.add(reader)
        return glance

    def _late_for(self, reader: Seat) -> Late | None:
        over = self.position.status in {"finished", "aborted"}
        return None if reader != SPECTATOR or over else self._late

    def seat_of(self, token_hash: str) -> Seat | None:
        """The seat that a token proves, or None."""
        for seat, occupant in enumerate(self.position.occupants):
            if occupant.token_hash and occupant.token_hash == token_hash:
                return seat
        return None

    def entries(self, seat: Seat) -> tuple[bytes, ...]:
        """All journal entries the seat has been told, JSON with `n`."""
        return tuple(fact.json for fact in self.facts[seat] if isinstance(fact, EntryFact))

    def info(self) -> MatchInfo:
        """What everybody may know."""
        return info_of(self.position)

    def record(self, rows: Sequence[Row], seat: Seat | None) -> bytes:
        """The record, JSON, for a seat or (None) for anybody, as far as the match's policy opens it.

        `rows` are all rows of the match, which doesn't keep them.

        Raises:
            Refusal: it doesn't, or the match goes on.
        """
        policy = self.position.created.record
        if self.position.status not in {"finished", "aborted"}:
            raise Refusal(Reason.RECORD_CLOSED, "the record opens when the match is over")
        if policy == "none" or (policy == "own" and seat is None):
            raise Refusal(Reason.RECORD_CLOSED, "this match keeps its record to itself")
        return record_of(self.position, rows, None if policy == "all" else seat)


def _before_all(game: Game[Any, Any, Any, Any], options: Any, created: Created) -> Position:
    with blame_game(created):
        seats = len(created.fills)
        sides = tuple(game.sides(options, seats))
        if len(sides) != seats or not are_numbers(sides):
            raise BadLog(f"the sides of {seats} seats are {sides!r}")
        return Position(game, options, created, sides)


def _is_his(command: Join, occupant: Occupant) -> bool:
    """Whether the one who sits there has just come once more."""
    if command.owner:
        return (occupant.owner, occupant.name) == (command.owner, command.name)
    return bool(occupant.token_hash) and occupant.token_hash == command.token_hash


def _reused() -> Refusal:
    return Refusal(Reason.COMMAND_ID_REUSED, "this command id stands for another command already")


def _repeats(row: Row, command: Act) -> bool:
    """Whether an action is the one that this row has carried out."""
    if not isinstance(row, Acted) or row.seq != command.seq:
        return False
    return row.text == command.text or row.action == command.code
