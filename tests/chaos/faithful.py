"""Matches as clients of a faithful server would have lived them, made up: what checks are tried on."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.chaos.history import Command, MatchHistory, Reading, SeatHistory, Wish
from tests.chaos.tables import Manner, Table
from tests.chaos.timeline import Timeline
from undercroft.registry import Registry, load_registry
from undercroft_client import EndedFact, EntryFact, Fischer, LeftFact, Outcome, TimeoutPolicy, new_token

REGISTRY: Registry = load_registry()
GAME = "dungeon-of-fear"
BASE_S, INCREMENT_S = 60.0, 2.0
_SENT_AFTER_S, _ANSWERED_AFTER_S = 0.4, 0.5


@dataclass
class Life:
    """A match under way: `at` is the time, `left` what the two seats' clocks show."""

    match: MatchHistory
    record: dict[str, Any]
    timeline: Timeline = field(default_factory=Timeline)
    at: float = 1_000.0
    left: list[float] = field(default_factory=lambda: [BASE_S, BASE_S])

    @property
    def seq(self) -> int:
        """How many facts everybody was told."""
        return len(self.match.readers[0].facts)

    def tell(self, fact: type[EntryFact] | type[LeftFact] | type[EndedFact], **more: Any) -> None:
        """Tell both seats a fact."""
        for reader in self.match.readers:
            if fact is EntryFact:
                number = sum(isinstance(told, EntryFact) for told in reader.facts)
                more = {"n": number, "type": "step", "data": {}}
            reader.facts.append(fact(seq=len(reader.facts) + 1, **more))
            reader.reread = list(reader.facts)

    def read(self, to_act: int | None) -> None:
        """Show both seats how things stand."""
        for reader in self.match.readers:
            mine = reader.seat == to_act
            reader.readings.append(Reading(self.at, self.seq, mine, self.left[reader.seat or 0], mine))

    def act(self, seat: int, text: str) -> None:
        """A seat plays an action, half a second after it was its turn."""
        self.read(seat)
        began, seq = self.at, self.seq
        self.at += _ANSWERED_AFTER_S
        self.tell(EntryFact)
        command = Command(Wish.ACT, began + _SENT_AFTER_S, f"{seat}-{seq}", text, seq, None, self.at, self.seq)
        self.match.readers[seat].commands.append(command)
        self.record["actions"].append({"seat": seat, "action": text})
        self.left[seat] += INCREMENT_S - _ANSWERED_AFTER_S
        self.read(None)

    def ask(self, seat: int, wish: Wish) -> None:
        """A seat is granted something else."""
        command = Command(wish, self.at, answered=self.at, accepted=self.seq)
        self.match.readers[seat].commands.append(command)

    def leave(self, seat: int, why: str, stand_in: str = "") -> None:
        """A seat leaves the match."""
        self.record["forfeits"].append({"seat": seat, "why": why, "stand_in": stand_in})
        if stand_in:
            self.tell(LeftFact, seat=seat, reason=why, stand_in=stand_in)
            self.read(None)

    def end(self, reason: str, returns: tuple[int, ...] | None = None, winners: tuple[int, ...] = ()) -> Life:
        """The match is over."""
        outcome = None if returns is None else Outcome(returns, winners, reason)
        if returns is not None:
            self.record["outcome"] = {"returns": list(returns), "winners": list(winners), "reason": reason}
        self.tell(EndedFact, reason=reason, outcome=outcome)
        self.read(None)
        return self


def begun(actions: int) -> Life:
    """A match in which so many actions were played, or all there are."""
    table = Table(
        game=GAME,
        options={},
        seats=(Manner.PLAYS, Manner.PLAYS),
        time_control=Fischer(BASE_S, INCREMENT_S),
        on_timeout=TimeoutPolicy.FORFEIT,
        abandon_seconds=10,
        spectators=0,
        spectator_delay=0,
    )
    match = MatchHistory("m", table, [SeatHistory(seat, new_token()) for seat in range(2)])
    empty: dict[str, Any] = {"actions": [], "forfeits": [], "outcome": None}
    life = Life(match, {"game": GAME, "options": {}, "seats": [0, 1], **empty})
    life.tell(EntryFact)
    game, random = REGISTRY.game(GAME), Random(4)
    state = game.start(game.options_type(), 2)
    while state.to_act() and len(life.record["actions"]) < actions:
        (seat,) = state.to_act()
        code = random.choice(state.legal_actions(seat))
        life.act(seat, state.action_text(seat, code))
        state.apply(seat, code)
    return life


def played_out() -> Life:
    """A match that ended by its rules."""
    life = begun(1_000)
    game = REGISTRY.game(GAME)
    state = game.start(game.options_type(), 2)
    for action in life.record["actions"]:
        codes = state.legal_actions(action["seat"])
        (code,) = [code for code in codes if state.action_text(action["seat"], code) == action["action"]]
        state.apply(action["seat"], code)
    outcome = state.outcome()
    assert outcome is not None
    return life.end(outcome.reason, tuple(outcome.returns), tuple(outcome.winners))


def resigned() -> Life:
    """Seat 0 gave up."""
    life = begun(4)
    life.ask(0, Wish.RESIGN)
    life.leave(0, "resigned")
    return life.end("resigned", (-1, 1), (1,))


def out_of_time() -> Life:
    """Seat 0 let its time run out."""
    life = begun(4)
    life.read(0)
    life.at += life.left[0]
    life.leave(0, "time")
    return life.end("time", (-1, 1), (1,))


def abandoned() -> Life:
    """Seat 0 went away."""
    life = begun(4)
    life.match.readers[0].gone_at = life.at
    life.at += 10.0
    life.leave(0, "abandoned")
    return life.end("abandoned", (-1, 1), (1,))


def drawn() -> Life:
    """Both agreed on a draw."""
    life = begun(4)
    for seat in range(2):
        life.ask(seat, Wish.DRAW)
    return life.end("draw_agreed", (0, 0))


def called_off() -> Life:
    """Seat 1 called it off before anybody had acted."""
    life = begun(0)
    life.ask(1, Wish.ABORT)
    return life.end("aborted")
