"""Games written down as trees (extensive form): small enough to know the best play, whole enough for the kit.

A form says who chooses, what every move tells whom, and how it ends. What a seat knows is what it was told.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Self

import msgspec

from undercroft.game import (
    CHANCE,
    SPECTATOR,
    Belief,
    Game,
    GameSpec,
    Journal,
    OpenGame,
    Outcome,
    Seat,
    Span,
    State,
    Text,
)


class End(NamedTuple):
    """How it ended, a number a seat."""

    returns: tuple[int, ...]


class Move(NamedTuple):
    """An action, or an outcome with its weight. `tells` is told to everybody, or to each reader it names."""

    action: int
    tells: str | Mapping[Seat, str]
    leads: Choice | End
    weight: int = 1


class Choice(NamedTuple):
    """A seat, or chance, is to act."""

    seat: Seat
    moves: tuple[Move, ...]


class Options(msgspec.Struct, frozen=True):
    pass


class Told(msgspec.Struct, frozen=True, tag="told"):
    text: str


class View(msgspec.Struct, frozen=True):
    """Everything told to the reader and, in an open game, everything played."""

    told: tuple[str, ...]
    played: tuple[int, ...] | None = None


class Position(State[View, Told]):
    """Where a match is in its form."""

    game: FormGame | OpenForm
    node: Choice | End
    played: tuple[int, ...] = ()
    told: dict[Seat, tuple[str, ...]]

    def to_act(self) -> tuple[Seat, ...]:
        return () if isinstance(self.node, End) else (self.node.seat,)

    def moves(self) -> tuple[Move, ...]:
        return () if isinstance(self.node, End) else self.node.moves

    def legal_actions(self, seat: Seat) -> list[int]:
        return sorted(move.action for move in self.moves()) if seat in self.to_act() and seat != CHANCE else []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(move.action, move.weight) for move in self.moves()] if self.to_act() == (CHANCE,) else []

    def apply(self, seat: Seat, action: int, journal: Journal[Told] | None = None) -> None:
        move = next(move for move in self.moves() if move.action == action)
        self.node = move.leads
        self.played = (*self.played, action)
        for reader, told in self.told.items():
            text = move.tells if isinstance(move.tells, str) else move.tells.get(reader)
            if text is not None:
                self.told[reader] = (*told, text)
                if journal is not None:
                    journal.tell((reader,), Told(text))

    def action_text(self, seat: Seat, action: int) -> str:
        return str(action)

    def view(self, seat: Seat) -> View:
        return View(self.told[seat], self.played if isinstance(self.game, OpenForm) else None)

    def outcome(self) -> Outcome | None:
        if not isinstance(self.node, End):
            return None
        returns = self.node.returns
        best = max(returns)
        winners = tuple(seat for seat, value in enumerate(returns) if value == best) if min(returns) < best else ()
        return Outcome(returns, winners, "over")

    def clone(self) -> Self:
        twin = type(self)()
        twin.game, twin.node, twin.played, twin.told = self.game, self.node, self.played, self.told.copy()
        return twin


class ObservedPosition(Position):
    """With the short cut."""

    observed: tuple[str | None, ...] = ()

    def apply(self, seat: Seat, action: int, journal: Journal[Told] | None = None) -> None:
        before = self.told.copy()
        super().apply(seat, action, journal)
        self.observed = tuple(
            self.told[each][-1] if self.told[each] != before[each] else "" for each in range(self.game.seats)
        )

    def observation(self, seat: Seat) -> Hashable | None:
        return self.observed[seat] if self.observed else None

    def clone(self) -> Self:
        twin = super().clone()
        twin.observed = self.observed
        return twin


class FormBelief(Belief[Position, View, Told]):
    """Every position at which the seat is to act and was told the same; rivals are taken to choose at random."""

    def __init__(self, game: FormGame, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self.worlds: list[Position] = []
        self.weights: list[float] = []

    def learn(self, view: View, entries: Sequence[Told]) -> None:
        self.worlds, self.weights = [], []
        self._follow(self.game.start(Options(), self.game.seats), view.told, 1.0)

    def _follow(self, position: Position, told: tuple[str, ...], weight: float) -> None:
        known = position.told[self.seat]
        if known != told[: len(known)]:
            return
        if known == told and self.seat in position.to_act():
            self.worlds.append(position)
            self.weights.append(weight)
            return
        total = sum(move.weight for move in position.moves())
        for move in position.moves():
            after = position.clone()
            after.apply(position.to_act()[0], move.action)
            self._follow(after, told, weight * move.weight / total)

    def sample(self, rng: Random) -> Position:
        return rng.choices(self.worlds, self.weights)[0].clone()


class _Form(Game[Options, Position, View, Told]):
    """What both kinds of games have in common."""

    options_type = Options
    view_type = View
    entry_type = Told
    position_type: type[Position] = ObservedPosition

    def __init__(self, name: str, root: Choice, seats: int) -> None:
        self.root, self.seats = root, seats
        self.spec = GameSpec(
            id=name,
            version="1",
            titles={"en": name},
            summaries={"en": "A tree."},
            seats=(seats,),
            action_pattern="[0-9]+",
            load=lambda: self,
        )

    def seat_counts(self, options: Options) -> Sequence[int]:
        return (self.seats,)

    def start(self, options: Options, seats: int, journal: Journal[Told] | None = None) -> Position:
        position = self.position_type()
        position.game, position.node = self, self.root  # type: ignore[assignment]
        position.told = dict.fromkeys((*range(seats), SPECTATOR), ("start",))
        if journal is not None:
            journal.tell(None, Told("start"))
        return position

    def board(self, view: View, lang: str) -> Text:
        return ((Span(", ".join(view.told)),),)

    def sentence(self, entry: Told, lang: str) -> str:
        return entry.text

    def label(self, view: View, action: int, lang: str) -> str:
        return str(action)

    def rules(self, lang: str) -> str:
        return "# A tree\n"


class FormGame(_Form):
    """A game in which seats may be told different things."""

    def belief(self, options: Options, seats: int, seat: Seat) -> FormBelief:
        return FormBelief(self, seat)


class OpenForm(OpenGame[Options, Position, View, Told], _Form):
    """A game in which everybody is told everything."""

    def from_view(self, view: View, options: Options, seats: int) -> Position:
        position = self.start(options, seats)
        for action in view.played or ():
            position.apply(position.to_act()[0], action)
        return position

    def belief(self, options: Options, seats: int, seat: Seat) -> Belief[Position, View, Told]:
        return OpenGame.belief(self, options, seats, seat)


def secret(mover: Seat, own: str, others: str, seats: int = 2) -> dict[Seat, str]:
    """What is told of a move that only the mover sees: `own` to it, `others` to everybody else."""
    return {reader: own if reader == mover else others for reader in (*range(seats), SPECTATOR)}


def choice(seat: Seat, leads: Mapping[int, Any], weights: Mapping[int, int] | None = None) -> Choice:
    """A choice of which everybody is told; `leads` has a `Choice`, or a tuple of returns, for each action."""
    return Choice(
        seat,
        tuple(
            Move(
                action,
                f"{seat} plays {action}",
                after if isinstance(after, Choice) else End(after),
                1 if weights is None else weights[action],
            )
            for action, after in leads.items()
        ),
    )


def kuhn_poker() -> FormGame:
    """Kuhn poker (Kuhn 1950): cards 0 to 2, one chip to stay, one to bet (1). Worth -1/18 to seat 0 at best play."""
    deals = [
        Move(one, secret(0, f"card {one}", "dealt"), Choice(CHANCE, tuple(_second_cards(one)))) for one in range(3)
    ]
    return FormGame("kuhn-poker", Choice(CHANCE, tuple(deals)), 2)


def _second_cards(one: int) -> Iterator[Move]:
    for other in range(3):
        if other != one:
            yield Move(other, secret(1, f"card {other}", "dealt"), _bets((one, other), ""))


def _bets(cards: tuple[int, int], played: str) -> Choice | End:
    if stake := {"pp": 1, "bb": 2, "pbb": 2}.get(played):
        gain = stake if cards[0] > cards[1] else -stake
        return End((gain, -gain))
    if played in ("bp", "pbp"):
        return End((1, -1) if played == "bp" else (-1, 1))
    moves = []
    for action, letter in enumerate("pb"):
        leads = _bets(cards, played + letter)
        shown = f" {cards}" if isinstance(leads, End) and "bp" not in played + letter else ""
        moves.append(Move(action, letter + shown, leads))
    return Choice(len(played) % 2, tuple(moves))
