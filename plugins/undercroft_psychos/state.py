"""The rules: one position, whole, and what its players are told (`rules/psychos_of_the_underground.md` §3 to §10)."""

from __future__ import annotations

from typing import Final

from undercroft.game import CHANCE, Journal, Outcome, State
from undercroft_psychos.network import NOWHERE, Network
from undercroft_psychos.plans import ROLL_OF, ROLLS, SKIP, finishes, legal_plans, legs_of, plan_text
from undercroft_psychos.showing import last_move_of, view_of
from undercroft_psychos.values import (
    Ante,
    End,
    Entry,
    Goal,
    GoalDie,
    LastMove,
    Move,
    Options,
    Position,
    Reason,
    Result,
    Roll,
    Skip,
    Start,
    View,
)

__all__ = ["ACT", "GOAL_DIE", "NOBODY", "OVER", "START_DICE", "TURN_DICE", "Psychos", "new_game"]

GOAL_DIE: Final = 0
START_DICE: Final = 1
TURN_DICE: Final = 2
ACT: Final = 3
OVER: Final = 4
"""Phases, in their order; chance acts in the first three."""

NOBODY: Final = -1
"""No winner; and whose turn it is after the end."""

_CHANCE: Final = (CHANCE,)
_TO_ACT: Final[list[tuple[int, ...]]] = [(seat,) for seat in range(6)]
_ONE_DIE: Final[list[tuple[int, int]]] = [(side, 1) for side in range(1, 7)]
_TWO_DICE: Final[list[tuple[int, int]]] = [(10 * small + large, weight) for small, large, weight in ROLLS]


class Psychos(State[View, Entry]):
    """One position with everything in it. Lists have one element for each seat.

    `seat` is whose dice are due or who is to act. `goal` is a station; `places` and `starts` are places (see
    `network`), all of them `NOWHERE` while they aren't known. `goal_dice` and `start_dice` are chance codes, 0 where
    not thrown; `small` and `large` the dice thrown and not yet used, 0 else. `last` is kept only by a journal's
    holder.
    """

    network: Network
    options: Options
    quick: bool
    phase: int
    goal: int
    turn: int
    seat: int
    small: int
    large: int
    bank: int
    chips: list[int]
    places: list[int]
    starts: list[int]
    goal_dice: list[int]
    start_dice: list[int]
    last: LastMove | None
    winner: int
    won: int

    def clone(self) -> Psychos:
        """An independent copy."""
        twin = Psychos()
        twin.network = self.network
        twin.options = self.options
        twin.quick = self.quick
        twin.phase = self.phase
        twin.goal = self.goal
        twin.turn = self.turn
        twin.seat = self.seat
        twin.small = self.small
        twin.large = self.large
        twin.bank = self.bank
        twin.chips = self.chips.copy()
        twin.places = self.places.copy()
        twin.starts = self.starts.copy()
        twin.goal_dice = self.goal_dice.copy()
        twin.start_dice = self.start_dice.copy()
        twin.last = self.last
        twin.winner = self.winner
        twin.won = self.won
        return twin

    # --- what can be done

    def to_act(self) -> tuple[int, ...]:
        """Chance where dice are due, then the seat that threw them; `()` after the end."""
        if self.phase == ACT:
            return _TO_ACT[self.seat]
        return () if self.phase == OVER else _CHANCE

    def legal_actions(self, seat: int) -> list[int]:
        """The codes of the seat's plans; `SKIP` alone if it has none."""
        if self.phase != ACT or seat != self.seat:
            return []
        return self.plans()

    def plans(self) -> list[int]:
        """The legal actions of the seat whose dice were thrown."""
        place = self.places[self.seat]
        found = legal_plans(self.network, place, ROLL_OF[10 * self.small + self.large])
        if not self.quick:
            return found
        quick = finishes(self.network, place, self.goal, self.small, self.large)
        if not quick:
            return found
        return quick if found[0] == SKIP else found + quick

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """One die for the goal, two for starts and turns (§10)."""
        if self.phase == GOAL_DIE:
            return _ONE_DIE
        return _TWO_DICE if self.phase < ACT else []

    def action_text(self, seat: int, action: int) -> str:
        """`5/ring+3` for a plan, `3 5` for dice."""
        if seat != CHANCE:
            return plan_text(self.network, action, self.small, self.large)
        return str(action) if action < 10 else f"{action // 10} {action % 10}"

    # --- what it does

    def apply(self, seat: int, action: int, journal: Journal[Entry] | None = None) -> None:
        """Throw dice, or carry out a plan; with `auto_forced` a throw carries out the only plan there is (§8)."""
        if self.phase == ACT:
            self._carry_out(action, len(self.plans()) == 1, journal)
        elif self.phase == TURN_DICE:
            self._roll(action, journal)
        elif self.phase == GOAL_DIE:
            self._throw_for_goal(action, journal)
        else:
            self._throw_for_start(action, journal)

    def _throw_for_goal(self, die: int, journal: Journal[Entry] | None) -> None:
        """The seat's die for the goal; the last one settles it (§3)."""
        self.goal_dice[self.seat] = die
        if journal is not None:
            journal.tell(None, GoalDie(self.seat, (die,)))
        self.seat += 1
        if self.seat < len(self.chips):
            return
        total = sum(self.goal_dice)
        self.goal = self.network.termini[total % len(self.network.termini)]
        self.phase = START_DICE
        self.seat = 0
        if journal is not None:
            journal.tell(None, Goal(total, self.network.station_ids[self.goal]))

    def _throw_for_start(self, code: int, journal: Journal[Entry] | None) -> None:
        """The seat's dice for its start, counted on from the goal; after the last one the first turn begins (§3)."""
        termini = self.network.termini
        self.start_dice[self.seat] = code
        start = termini[(termini.index(self.goal) + code // 10 + code % 10) % len(termini)]
        self.starts[self.seat] = self.places[self.seat] = self.network.home(start)
        if journal is not None:
            journal.tell(None, Start(self.seat, (code // 10, code % 10), self.network.station_ids[start]))
        self.seat += 1
        if self.seat == len(self.chips):
            self.phase = TURN_DICE
            self.seat = 0
            self.turn = 1

    def _roll(self, code: int, journal: Journal[Entry] | None) -> None:
        """The dice of a turn."""
        self.small = code // 10
        self.large = code % 10
        self.phase = ACT
        if journal is not None:
            journal.tell(None, Roll(self.turn, self.seat, (self.small, self.large)))
        if self.options.auto_forced:
            plans = self.plans()
            if len(plans) == 1:
                self._carry_out(plans[0], True, journal)

    def _carry_out(self, code: int, forced: bool, journal: Journal[Entry] | None) -> None:
        """The seat's plan, in the order of §4.3; then the next turn, or the end."""
        last = None if journal is None else last_move_of(self, code, forced)
        wins = False
        if code == SKIP:
            self._pay(self.seat, self.options.fee_skip)
        else:
            wins = self._ride(code)
        if journal is not None and last is not None:
            self.last = last
            journal.tell(None, _entry(last, self.bank))
        self.small = self.large = 0
        if wins:
            self._end(self.seat)
        elif self.turn >= self.options.max_turns:
            self._end(NOBODY)
        else:
            self.turn += 1
            self.seat = (self.seat + 1) % len(self.chips)
            self.phase = TURN_DICE
        if self.phase == OVER and journal is not None:
            result = self.result()
            if result is not None:
                journal.tell(None, End(self.turn, result.reason, result.winners, result.won, result.returns))

    def _ride(self, code: int) -> bool:
        """Move the piece, pay for termini, knock others home; whether it wins."""
        net = self.network
        mover = self.seat
        start, count, change, more = legs_of(net, self.places[mover], code, self.small, self.large)
        end = net.walks[start][count]
        nodes = net.counted[start][count]
        met = net.ends_met[start][count]
        if change >= 0:
            end = net.walks[change][more]
            nodes |= net.counted[change][more]
            met += net.ends_met[change][more]
        wins = end >> 1 == self.goal
        if wins:
            met -= 1
        if met:
            self._pay(mover, met * self.options.fee_terminus)
        for seat, place in enumerate(self.places):
            if seat != mover and nodes & net.node_bit[place >> 1]:
                self._pay(seat, self.options.fee_knock)
                self.places[seat] = self.starts[seat]
        self.places[mover] = end
        return wins

    def _pay(self, seat: int, chips: int) -> None:
        """From the seat into the bank."""
        self.chips[seat] -= chips
        self.bank += chips

    def _end(self, winner: int) -> None:
        """The winner takes the bank; if there is none, everybody takes back what he paid (§6)."""
        self.phase = OVER
        self.seat = NOBODY
        self.winner = winner
        if winner >= 0:
            self.won = self.bank
            self.chips[winner] += self.bank
        else:
            self.chips = [0] * len(self.chips)
        self.bank = 0

    # --- how it ended, what is told and seen

    def outcome(self) -> Outcome | None:
        """How it ended; returns are final balances in chips (§7)."""
        result = self.result()
        return None if result is None else Outcome(result.returns, result.winners, result.reason)

    def result(self) -> Result | None:
        """How it ended, as it is told."""
        if self.phase != OVER:
            return None
        reason: Reason = "turn_limit" if self.winner < 0 else "arrived"
        return Result(reason, () if self.winner < 0 else (self.winner,), self.won, tuple(self.chips))

    def tell_start(self, journal: Journal[Entry], position: str | None) -> None:
        """Tell everybody the stakes, or the position from which the game goes on."""
        journal.tell(None, Ante(self.options.ante, self.bank) if position is None else Position(position))

    def view(self, seat: int) -> View:
        """What everybody sees; `you` alone depends on the seat (§12)."""
        return view_of(self, seat)


def _entry(last: LastMove, bank: int) -> Move | Skip:
    """A turn that was carried out, as it is told."""
    kind = Skip if last.code == SKIP else Move
    return kind(
        last.turn,
        last.seat,
        last.dice,
        last.action,
        last.code,
        last.forced,
        last.from_,
        last.path,
        last.to,
        last.heading,
        last.fee,
        last.knocked,
        bank,
    )


def new_game(network: Network, options: Options, seats: int) -> Psychos:
    """Everybody has paid the ante, no die is thrown."""
    state = Psychos()
    state.network = network
    state.options = options
    state.quick = options.variant == "quick"
    state.phase = GOAL_DIE
    state.goal = NOWHERE
    state.turn = 0
    state.seat = 0
    state.small = 0
    state.large = 0
    state.bank = seats * options.ante
    state.chips = [-options.ante] * seats
    state.places = [NOWHERE] * seats
    state.starts = [NOWHERE] * seats
    state.goal_dice = [0] * seats
    state.start_dice = [0] * seats
    state.last = None
    state.winner = NOBODY
    state.won = 0
    return state
