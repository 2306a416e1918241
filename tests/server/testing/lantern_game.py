"""A tiny game that has everything a checker must look at: chance, secrets, a simultaneous choice, hidden acts.

Lantern: every seat is dealt a card; all bid at once, at most their card; then, the highest bid first, everybody looks
at somebody's card in secret, or doesn't. The highest card wins; not having looked breaks ties.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import permutations, product
from random import Random
from typing import Any, Literal, Self

import msgspec

from undercroft.game import (
    CHANCE,
    SPECTATOR,
    Belief,
    Evaluator,
    Game,
    GameSpec,
    Heuristic,
    Journal,
    Outcome,
    Policy,
    PositionError,
    Positions,
    Seat,
    Span,
    State,
    Svg,
    Text,
)

LOOK = 10
"""The code of looking at seat 0's card; the own seat's stands for not looking."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: Literal[5, 6] = 5
    loud: bool = False


class View(msgspec.Struct, frozen=True):
    you: int | None
    cards: tuple[int | None, ...]
    bids: tuple[int | None, ...]
    looked: tuple[bool, ...]
    over: bool


class Started(msgspec.Struct, frozen=True, tag_field="type", tag="started"):
    seats: int


class Dealt(msgspec.Struct, frozen=True, tag_field="type", tag="dealt", forbid_unknown_fields=True):
    seat: int
    card: int | None


class Chosen(msgspec.Struct, frozen=True, tag_field="type", tag="chosen"):
    bid: int


class Bids(msgspec.Struct, frozen=True, tag_field="type", tag="bids"):
    bids: tuple[int, ...]


class Looked(msgspec.Struct, frozen=True, tag_field="type", tag="looked"):
    seat: int
    at: int | None
    card: int | None


class End(msgspec.Struct, frozen=True, tag_field="type", tag="end"):
    cards: tuple[int, ...]
    looks: tuple[int, ...]


Entry = Started | Dealt | Chosen | Bids | Looked | End


class Lanterns(State[View, Any]):
    options: Options
    seats: int
    cards: list[int]
    bids: list[int]
    looks: list[int]
    news: dict[Seat, Hashable]

    def to_act(self) -> tuple[Seat, ...]:
        if 0 in self.cards:
            return (CHANCE,)
        if -1 in self.bids:
            return tuple(seat for seat, bid in enumerate(self.bids) if bid == -1)
        waiting = [seat for seat in self.order() if self.looks[seat] == -1]
        return tuple(waiting[:1])

    def order(self) -> list[Seat]:
        return sorted(range(self.seats), key=lambda seat: (-self.bids[seat], seat))

    def legal_actions(self, seat: Seat) -> list[int]:
        if seat not in self.to_act():
            return []
        if self.bids[seat] == -1:
            return list(range(self.cards[seat] + 1))
        return list(range(LOOK, LOOK + self.seats))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        if 0 not in self.cards:
            return []
        return [(card, 1) for card in range(1, self.options.cards + 1) if card not in self.cards]

    def apply(self, seat: Seat, action: int, journal: Journal[Any] | None = None) -> None:
        told = journal if journal is not None else Journal()
        before = len(told.told)
        if seat == CHANCE:
            self.deal(self.cards.index(0), action, told)
        elif self.bids[seat] == -1:
            self.bid(seat, action, told)
        else:
            self.look(seat, action - LOOK, told)
        self.news = {each: self.told_to(each, told.told[before:]) for each in range(self.seats)}

    def told_to(self, seat: Seat, told: Sequence[Any]) -> Hashable:
        return tuple(entry for audience, entry in told if audience is None or seat in audience)

    def deal(self, seat: Seat, card: int, journal: Journal[Any]) -> None:
        self.cards[seat] = card
        journal.tell((seat,), Dealt(seat, card))
        journal.tell(self.all_but(seat), Dealt(seat, None))

    def all_but(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(each for each in (*range(self.seats), SPECTATOR) if each != seat)

    def bid(self, seat: Seat, bid: int, journal: Journal[Any]) -> None:
        self.bids[seat] = bid
        journal.tell((seat,), Chosen(bid))
        if -1 not in self.bids:
            journal.tell(None, Bids(tuple(self.bids)))

    def look(self, seat: Seat, at: Seat, journal: Journal[Any]) -> None:
        self.looks[seat] = at
        journal.tell((seat,), Looked(seat, at, self.cards[at]))
        journal.tell(self.all_but(seat), Looked(seat, at if self.options.loud else None, None))
        if -1 not in self.looks:
            journal.tell(None, End(tuple(self.cards), tuple(self.looks)))

    def action_text(self, seat: Seat, action: int) -> str:
        if seat == CHANCE:
            return f"card  {action}"
        if action < LOOK:
            return f"bid{action}"
        return "pass" if action - LOOK == seat else f"look{action - LOOK}"

    def view(self, seat: Seat) -> View:
        over = self.outcome() is not None
        bids = tuple(
            None if bid == -1 or (-1 in self.bids and each != seat) else bid for each, bid in enumerate(self.bids)
        )
        cards = tuple(
            card if card and (over or self.knows(seat, each)) else None for each, card in enumerate(self.cards)
        )
        looked = tuple(at != -1 for at in self.looks)
        return View(None if seat == SPECTATOR else seat, cards, bids, looked, over)

    def knows(self, reader: Seat, seat: Seat) -> bool:
        return reader != SPECTATOR and (reader == seat or self.looks[reader] == seat)

    def observation(self, seat: Seat) -> Hashable | None:
        return self.news.get(seat)

    def position_key(self) -> Hashable | None:
        return (tuple(self.cards), tuple(self.bids), tuple(self.looks))

    def outcome(self) -> Outcome | None:
        if -1 in self.looks:
            return None
        score = tuple(
            2 * card + (at == seat) for seat, (card, at) in enumerate(zip(self.cards, self.looks, strict=True))
        )
        best = max(score)
        winners = tuple(seat for seat, points in enumerate(score) if points == best)
        returns = tuple(1 if seat in winners else -1 for seat in range(self.seats))
        return Outcome(returns, winners, "highest_card", score)

    def clone(self) -> Self:
        other = type(self)()
        other.options, other.seats = self.options, self.seats
        other.cards, other.bids, other.looks = self.cards.copy(), self.bids.copy(), self.looks.copy()
        other.news = self.news
        return other


class LanternBelief(Belief[Lanterns, View, Any]):
    def __init__(self, game: Lantern, options: Options, seats: int, seat: Seat) -> None:
        self.game, self.options, self.seats, self.seat = game, options, seats, seat
        self.known: dict[Seat, int] = {}
        self.bids = [-1] * seats
        self.looks: list[int | None] = [-1] * seats

    def learn(self, view: View, entries: Sequence[Any]) -> None:
        for entry in entries:
            self.take(entry)

    def take(self, entry: Any) -> None:
        if isinstance(entry, Dealt) and entry.card is not None:
            self.known[entry.seat] = entry.card
        elif isinstance(entry, Chosen):
            self.bids[self.seat] = entry.bid
        elif isinstance(entry, Bids):
            self.bids = list(entry.bids)
        elif isinstance(entry, Looked):
            self.looks[entry.seat] = entry.at
            if entry.card is not None and entry.at is not None:
                self.known[entry.at] = entry.card
        elif isinstance(entry, End):
            self.known = dict(enumerate(entry.cards))
            self.looks = list(entry.looks)

    def deals(self) -> list[tuple[int, ...]]:
        hidden = [seat for seat in range(self.seats) if seat not in self.known]
        pack = [card for card in range(1, self.options.cards + 1) if card not in self.known.values()]
        deals = [self.dealt(hidden, deal) for deal in permutations(pack, len(hidden))]
        return [cards for cards in deals if all(bid <= card for card, bid in zip(cards, self.bids, strict=True))]

    def dealt(self, hidden: Sequence[Seat], deal: Sequence[int]) -> tuple[int, ...]:
        by_seat = {**self.known, **dict(zip(hidden, deal, strict=True))}
        return tuple(by_seat[seat] for seat in range(self.seats))

    def worlds(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        looks = product(*(range(self.seats) if at is None else (at,) for at in self.looks))
        return list(product(self.deals(), looks))

    def sample(self, rng: Random) -> Lanterns:
        return self.made(*rng.choice(self.worlds()))

    def clone(self, most: int) -> Self:
        other = type(self)(self.game, self.options, self.seats, self.seat)
        other.known, other.bids, other.looks = self.known.copy(), self.bids.copy(), self.looks.copy()
        return other

    def made(self, cards: Sequence[int], looks: Sequence[int]) -> Lanterns:
        state = self.game.empty(self.options, self.seats)
        state.cards, state.bids, state.looks = list(cards), list(self.bids), list(looks)
        return state


class LanternPositions(Positions[Options, Lanterns]):
    def __init__(self, game: Lantern) -> None:
        self.game = game

    def read(self, text: str, options: Options, seats: int, journal: Journal[Any] | None = None) -> Lanterns:
        try:
            lists = [[int(each) for each in part.split(",")] for part in text.split("/")]
            cards, bids, looks = lists
        except ValueError:
            raise PositionError(f"{text!r} isn't three lists of {seats} numbers") from None
        if any(len(each) != seats for each in lists) or 0 in cards or -1 not in bids + looks:
            raise PositionError(f"{text!r} isn't a running game of {seats} seats")
        state = self.game.empty(options, seats)
        state.cards, state.bids, state.looks = cards, bids, looks
        if journal is not None:
            journal.tell(None, Started(seats))
        return state

    def write(self, state: Lanterns) -> str | None:
        if 0 in state.cards:
            return None
        return "/".join(",".join(map(str, each)) for each in (state.cards, state.bids, state.looks))


class Hopeful(Policy[Lanterns]):
    def weights(self, state: Lanterns, seat: Seat, legal: list[int]) -> list[float]:
        return [1.0 + state.cards[seat] for _ in legal]


class Counting(Evaluator[Lanterns]):
    def values(self, state: Lanterns) -> list[float]:
        return [card / 6 for card in state.cards]


class Bold(Heuristic[Lanterns, View, Any]):
    def scores(self, belief: Belief[Lanterns, View, Any], view: View, legal: Sequence[int], rng: Random) -> list[float]:
        return [action + rng.random() for action in legal]


class Picture(Svg[View]):
    def draw(self, view: View, lang: str) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{len(view.cards)}</text></svg>'


class Lantern(Game[Options, Lanterns, View, Any]):
    options_type = Options
    view_type = View
    entry_type: Any = Entry
    state_class: type[Lanterns] = Lanterns
    belief_class: type[LanternBelief] = LanternBelief
    counts: tuple[int, ...] = (2, 3)

    def __init__(self) -> None:
        self.spec = GameSpec(
            id="lantern",
            version="1",
            titles={"en": "Lantern", "ru": "Фонарь"},
            summaries={"en": "Who has the highest card?", "ru": "У кого старшая карта?"},
            seats=(2, 3),
            action_pattern=r"bid\d|look\d|pass",
            load=type(self),
            levels={"easy": "random"},
        )

    def seat_counts(self, options: Options) -> Sequence[int]:
        return self.counts

    def empty(self, options: Options, seats: int) -> Lanterns:
        state = self.state_class()
        state.options, state.seats = options, seats
        state.cards, state.bids, state.looks = [0] * seats, [-1] * seats, [-1] * seats
        state.news = {}
        return state

    def start(self, options: Options, seats: int, journal: Journal[Any] | None = None) -> Lanterns:
        if journal is not None:
            journal.tell(None, Started(seats))
        return self.empty(options, seats)

    def belief(self, options: Options, seats: int, seat: Seat) -> LanternBelief:
        return self.belief_class(self, options, seats, seat)

    def board(self, view: View, lang: str) -> Text:
        return tuple((Span(f"{seat} "), Span(str(card or "?"), "strong")) for seat, card in enumerate(view.cards))

    def sentence(self, entry: Any, lang: str) -> str:
        return {"en": "Told: ", "ru": "Сказано: "}[lang] + str(entry)

    def label(self, view: View, action: int, lang: str) -> str:
        return {"en": "Action ", "ru": "Действие "}[lang] + str(action)

    def rules(self, lang: str) -> str:
        return {"en": "# Lantern\n\nBid, look, win.", "ru": "# Фонарь\n\nСтавь, смотри, побеждай."}[lang]

    def policy(self) -> Policy[Lanterns] | None:
        return Hopeful()

    def evaluator(self) -> Evaluator[Lanterns] | None:
        return Counting()

    def heuristic(self) -> Heuristic[Lanterns, View, Any] | None:
        return Bold()

    def positions(self) -> Positions[Options, Lanterns] | None:
        return LanternPositions(self)

    def svg(self) -> Svg[View] | None:
        return Picture()
