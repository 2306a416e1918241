"""The rules: a position, and how turns, fights and the end come about (`rules/blind_attack.md` §2 to §11)."""

from __future__ import annotations

from typing import Final

from undercroft.game import CHANCE, Journal, Outcome, State
from undercroft_blind_attack.battlefield import (
    BLOCKED,
    BOMB,
    CHARGE,
    EMPTY,
    EXPLODED,
    GENERAL,
    MAN,
    PRISONER,
    SIDE_BIT,
    SPITED,
    UNKNOWN,
    WOUNDED,
    Battlefield,
)
from undercroft_blind_attack.cells import CELLS, LAST_ROW, NAME, OWN_ROW, names_of, square_of
from undercroft_blind_attack.codes import (
    ATTACK,
    DRAWING,
    ELIMINATED,
    EQUAL_GENERALS,
    EXPLOSION,
    FATES,
    FIGHT,
    FIRST,
    HUFF,
    HUFFING,
    IMMOBILE,
    MAX_TURNS,
    MOVE,
    NEITHER,
    NOTHING,
    NOWHERE,
    OVER,
    PASS,
    PROMOTION,
    QUIET_LIMIT,
    REASONS,
    RUNNING,
    STAY,
    SYMBOLS,
)
from undercroft_blind_attack.showing import view_of
from undercroft_blind_attack.values import (
    Action,
    Blocked,
    End,
    Entry,
    Fight,
    FightOutcome,
    First,
    Options,
    Promoted,
    Removed,
    Reveal,
    View,
)

__all__ = ["Battle", "new_battle"]

_MOST_SEATS: Final = 8
_SEATS: Final[list[tuple[int, ...]]] = [(seat,) for seat in range(_MOST_SEATS)]
_CHANCE: Final[tuple[int, ...]] = (CHANCE,)
_NOBODY: Final[tuple[int, ...]] = ()

_WEAK: Final[dict[str, bool]] = {"humane": False, "aggressive": True}
_HUMANE: Final = 0
_SWAP: Final = 1
_AGGRESSIVE: Final = 2
_SPITEFUL: Final = 3
_EQUAL: Final[dict[str, int]] = {"humane": _HUMANE, "swap": _SWAP, "aggressive": _AGGRESSIVE, "spiteful": _SPITEFUL}


class Battle(State[View, Entry]):
    """A position: the battlefield and how far the turn has come. Make one with `new_battle`.

    `side` is the side on turn (`NEITHER` before `first=…` and after the end), `acting` who acts. `phase` is `MOVE`
    while a turn begins, `ATTACK` when the piece on `moved` may attack, `DRAWING` at a chance node, `OVER`. At a chance
    node `pending` says what waits for the charges of the pieces on `cells`. `quiet` and `turns` count finished turns;
    `progress` is about the unfinished one. `could`, `huffable` and `huffed` are those of §12. `ended` is the place of
    the reason in `REASONS`, or `RUNNING`.
    """

    options: Options
    field: Battlefield
    side: int
    acting: tuple[int, ...]
    phase: int
    moved: int
    pending: int
    cells: tuple[int, ...]
    turns: int
    quiet: int
    progress: bool
    could: tuple[int, ...]
    huffable: tuple[int, ...]
    huffed: bool
    ended: int

    def clone(self) -> Battle:
        """An independent copy."""
        twin = Battle()
        twin.options = self.options
        twin.field = self.field.clone()
        twin.side = self.side
        twin.acting = self.acting
        twin.phase = self.phase
        twin.moved = self.moved
        twin.pending = self.pending
        twin.cells = self.cells
        twin.turns = self.turns
        twin.quiet = self.quiet
        twin.progress = self.progress
        twin.could = self.could
        twin.huffable = self.huffable
        twin.huffed = self.huffed
        twin.ended = self.ended
        return twin

    # --- whose turn, and what is legal

    def to_act(self) -> tuple[int, ...]:
        """The seat on turn, `(CHANCE,)` while charges are drawn, `()` after the end."""
        return self.acting

    def seat_on_turn(self) -> int:
        """The member of the side on turn whose turn it is (§9)."""
        return self.side + 2 * (self.turns // 2 % self.options.team_size)

    def legal_actions(self, seat: int) -> list[int]:
        """Moves, attacks, `stay`, `pass` and huffs (§3, §5), ascending; nothing for a seat that isn't on turn."""
        if seat not in self.acting or self.phase == DRAWING:
            return []
        if self.phase == ATTACK:
            base = CELLS * self.moved
            return [*[base + target for target in self.field.targets(self.moved)], STAY]
        found = self.field.actions(self.side)
        if not found:
            found.append(PASS)
        if self.huffable:
            found += sorted(HUFF + cell for cell in self.huffable)
        return found

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """The charges that the next piece may turn out to have, by how many of them the pool holds (§11)."""
        if self.phase != DRAWING:
            return []
        if self.pending == FIRST:
            return [(0, 1), (1, 1)]
        pool = self.field.pool(self._side_of(self._next_drawn()))
        return [(charge, count) for charge, count in enumerate(pool) if count]

    def action_text(self, seat: int, action: int) -> str:
        """`e1e2`, `e4xd5`, `stay`, `pass`, `!e4`; of chance `e4=B`, `first=W` (§10, §11)."""
        if seat == CHANCE:
            return f"first={'WB'[action]}" if self.pending == FIRST else f"{NAME[self._next_drawn()]}={SYMBOLS[action]}"
        if action >= HUFF:
            return f"!{NAME[action - HUFF]}"
        if action >= STAY:
            return "stay" if action == STAY else "pass"
        start, end = divmod(action, CELLS)
        return NAME[start] + ("x" if self.field.at[end] & MAN else "") + NAME[end]

    def _side_of(self, cell: int) -> int:
        """The side of the piece on a cell."""
        return 0 if self.field.at[cell] & SIDE_BIT[0] else 1

    def _next_drawn(self) -> int:
        """The first piece in the order of §11 whose charge is unknown; `NOWHERE` if all are known."""
        at = self.field.at
        for cell in self.cells:
            if at[cell] & UNKNOWN:
                return cell
        return NOWHERE

    # --- what is played

    def apply(self, seat: int, action: int, journal: Journal[Entry] | None = None) -> None:
        """Play an action of the seat on turn, or draw a charge."""
        if self.phase == DRAWING:
            self._draw(action, journal)
            return
        if journal is not None:
            journal.tell(None, Action(self.turns, seat, self.side, self.action_text(seat, action)))
        if action >= HUFF:
            self.huffable = ()
            self.huffed = True
            self._await(HUFFING, (action - HUFF,), journal)
            return
        self.huffable = ()
        if action == STAY:
            self._end_turn((*[cell for cell in self.could if cell != self.moved], self.moved), journal)
        elif action == PASS:
            self._end_turn((), journal)
        elif self.field.at[action % CELLS] == EMPTY:
            self._move(action // CELLS, action % CELLS, journal)
        else:
            self.moved = NOWHERE
            self.could = ()
            self._await(FIGHT, (action // CELLS, action % CELLS), journal)

    def _move(self, start: int, end: int, journal: Journal[Entry] | None) -> None:
        """Move a piece; a soldier on his last row is turned up."""
        field = self.field
        if self.options.huff:
            self.could = tuple([end if cell == start else cell for cell in field.attackers(self.side)])
        piece = field.lift(start)
        field.put(end, piece)
        if not piece & GENERAL:
            self.progress = True
            if OWN_ROW[self.side][end] == LAST_ROW:
                self._await(PROMOTION, (end,), journal)
                return
        self._after_move(end, journal)

    def _after_move(self, cell: int, journal: Journal[Entry] | None) -> None:
        """Let the moved piece attack, if it can; else the turn is over."""
        if self.field.targets(cell):
            self.phase = ATTACK
            self.moved = cell
        else:
            self._end_turn(self.could, journal)

    # --- charges

    def _await(self, kind: int, cells: tuple[int, ...], journal: Journal[Entry] | None) -> None:
        """Do what `kind` says as soon as the charges on all the cells are known."""
        self.pending = kind
        self.cells = cells
        if self._next_drawn() >= 0:
            self.phase = DRAWING
            self.acting = _CHANCE
        else:
            self._go_on(journal)

    def _draw(self, outcome: int, journal: Journal[Entry] | None) -> None:
        """Take an outcome of the chance node, and what follows from it."""
        if self.pending == FIRST:
            self._begin(outcome, journal)
            return
        cell = self._next_drawn()
        side = self._side_of(cell)
        self.field.reveal(cell, outcome)
        self.progress = True
        deduced = self.field.deduce(side)
        if journal is not None:
            journal.tell(None, Reveal(NAME[cell], side, outcome, True))
            for known in deduced:
                journal.tell(None, Reveal(NAME[known], side, self.field.at[known] & CHARGE, False))
        if self._next_drawn() < 0:
            self._go_on(journal)

    def _begin(self, side: int, journal: Journal[Entry] | None) -> None:
        """The side that chance has named begins."""
        self.pending = NOTHING
        if journal is not None:
            journal.tell(None, First(side))
        self._give_turn(side)

    def _give_turn(self, side: int) -> None:
        """Let the side choose what to do first, or next after a huff."""
        self.side = side
        self.phase = MOVE
        self.acting = _SEATS[self.seat_on_turn()]

    def _go_on(self, journal: Journal[Entry] | None) -> None:
        """Do what has been pending: all charges are known."""
        kind = self.pending
        cells = self.cells
        self.pending = NOTHING
        self.cells = ()
        self.phase = MOVE
        self.acting = _SEATS[self.seat_on_turn()]
        if kind == FIGHT:
            self._fight(cells[0], cells[1], journal)
        elif kind == EXPLOSION:
            self._explode(cells, square_of(cells[0], cells[1]), journal)
            self._end_turn((), journal)
        elif kind == PROMOTION:
            self._turn_up(cells[0], journal)
        else:
            self._remove(cells[0], PRISONER, journal)
            self._check_end(journal)

    def _turn_up(self, cell: int, journal: Journal[Entry] | None) -> None:
        """A soldier has moved to his last row and is known now."""
        if self.field.at[cell] & CHARGE == BOMB:
            self._explode((cell,), [cell], journal)
            self._end_turn(tuple([other for other in self.could if other != cell]), journal)
        else:
            self._promote(cell, journal)
            self._after_move(cell, journal)

    # --- fights

    def _fight(self, start: int, end: int, journal: Journal[Entry] | None) -> None:
        """The fight of §4 between two known pieces."""
        at = self.field.at
        attacker, defender = at[start] & CHARGE, at[end] & CHARGE
        if journal is not None:
            outcome: FightOutcome = "win" if attacker > defender else "equal" if attacker == defender else "lose"
            if BOMB in (attacker, defender):
                outcome = "explosion"
            journal.tell(None, Fight(NAME[start], NAME[end], attacker, defender, outcome))
        if BOMB in (attacker, defender):
            bystanders = [cell for cell in square_of(start, end)[2:] if at[cell] & MAN]
            self._await(EXPLOSION, (start, end, *bystanders), journal)
            return
        if attacker > defender:
            self._remove(end, PRISONER, journal)
            self.field.put(end, self.field.lift(start))
            self._promote(end, journal)
        elif attacker < defender:
            self._remove(start, PRISONER if _WEAK[self.options.weak] else WOUNDED, journal)
        else:
            self._fight_equal(start, end, journal)
        self._end_turn((), journal)

    def _fight_equal(self, start: int, end: int, journal: Journal[Entry] | None) -> None:
        """Two pieces of equal charge have met."""
        variant = _EQUAL[self.options.equal]
        if variant == _SWAP:
            attacker, defender = self.field.lift(start), self.field.lift(end)
            self.field.put(end, attacker)
            self.field.put(start, defender)
            self._promote(end, journal)
            self._promote(start, journal)
        elif variant == _AGGRESSIVE:
            self._remove(start, PRISONER, journal)
            self._remove(end, PRISONER, journal)
        elif variant == _SPITEFUL:
            self._remove(start, SPITED if self.options.spite == "charge" else WOUNDED, journal)

    def _remove(self, cell: int, fate: int, journal: Journal[Entry] | None) -> None:
        """A piece leaves the board."""
        piece = self.field.remove(cell, fate)
        self.progress = True
        if journal is not None:
            side = 0 if piece & SIDE_BIT[0] else 1
            journal.tell(None, Removed(NAME[cell], side, piece & CHARGE, FATES[fate]))

    def _explode(self, pieces: tuple[int, ...], cells: list[int], journal: Journal[Entry] | None) -> None:
        """These pieces are gone and these cells blocked."""
        for piece in pieces:
            self._remove(piece, EXPLODED, journal)
        for cell in cells:
            self.field.at[cell] = BLOCKED
        if journal is not None:
            journal.tell(None, Blocked(names_of(cells)))

    def _promote(self, cell: int, journal: Journal[Entry] | None) -> None:
        """Make a known soldier a general if he stands on his last row."""
        piece = self.field.at[cell]
        side = 0 if piece & SIDE_BIT[0] else 1
        if piece & GENERAL or OWN_ROW[side][cell] != LAST_ROW:
            return
        self.field.at[cell] = piece | GENERAL
        if journal is not None:
            journal.tell(None, Promoted(NAME[cell], side, piece & CHARGE))

    # --- the end of a turn, and of the game

    def _end_turn(self, offenders: tuple[int, ...], journal: Journal[Entry] | None) -> None:
        """A turn is finished; the other side may huff the offenders, if the players have agreed on that (§5)."""
        self.turns += 1
        self.quiet = 0 if self.progress else self.quiet + 1
        self.progress = False
        self.huffed = False
        self.moved = NOWHERE
        self.could = ()
        if self.options.huff:
            self.huffable = offenders
        self._give_turn(1 - self.side)
        self._check_end(journal)

    def _check_end(self, journal: Journal[Entry] | None) -> None:
        """End the game if it is time, between two turns or after a huff (§6)."""
        self.ended = self.reason_to_end()
        if self.ended == RUNNING:
            return
        self.side = NEITHER
        self.phase = OVER
        self.acting = _NOBODY
        self.huffable = ()
        if journal is not None:
            outcome = self.outcome()
            if outcome is not None:
                reason = REASONS[self.ended]
                journal.tell(None, End(reason, outcome.winners, outcome.returns, self._score()))

    def reason_to_end(self) -> int:
        """Why a game with this position between two actions ends, or `RUNNING`."""
        field = self.field
        white, black = field.men
        if not white or not black:
            return ELIMINATED
        if len(white) == 1 and len(black) == 1:
            one, other = field.at[white[0]], field.at[black[0]]
            if one & other & GENERAL and one & CHARGE == other & CHARGE:
                return EQUAL_GENERALS
        if not field.can_act(self.side) and not field.can_act(1 - self.side):
            return IMMOBILE
        if self.quiet >= self.options.quiet_limit:
            return QUIET_LIMIT
        return MAX_TURNS if self.turns >= self.options.max_turns else RUNNING

    def outcome(self) -> Outcome | None:
        """Who has won: points decide, then live fighters (§6, §7)."""
        if self.ended == RUNNING:
            return None
        field = self.field
        lead = field.points(0) - field.points(1) or field.fighters(0) - field.fighters(1)
        seats = 2 * self.options.team_size
        if lead == 0:
            return Outcome((0,) * seats, (), REASONS[self.ended], self._score())
        winner = 0 if lead > 0 else 1
        returns = tuple([1 if seat % 2 == winner else -1 for seat in range(seats)])
        return Outcome(returns, tuple(range(winner, seats, 2)), REASONS[self.ended], self._score())

    def _score(self) -> tuple[int, ...]:
        """The points of each seat's side."""
        return (self.field.points(0), self.field.points(1)) * self.options.team_size

    def view(self, seat: int) -> View:
        """The whole game; it differs in `you` and `side` alone (§13)."""
        return view_of(self, seat)


def new_battle(options: Options, field: Battlefield, side: int, turns: int = 0) -> Battle:
    """A game in which the side begins a turn; `NEITHER` leaves that to chance."""
    battle = Battle()
    battle.options = options
    battle.field = field
    battle.turns = turns
    battle.moved = NOWHERE
    battle.pending = NOTHING
    battle.cells = ()
    battle.quiet = 0
    battle.progress = False
    battle.could = ()
    battle.huffable = ()
    battle.huffed = False
    battle.ended = RUNNING
    battle.side = side
    if side == NEITHER:
        battle.phase = DRAWING
        battle.acting = _CHANCE
        battle.pending = FIRST
    else:
        battle.phase = MOVE
        battle.acting = _SEATS[battle.seat_on_turn()]
    return battle
