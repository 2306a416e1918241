"""What a person reads. Languages that you don't have get English."""

from __future__ import annotations

from undercroft.game import Line, Span, Text

from undercroft_my_game.values import Dealt, Entry, Played, Shown, Started, View

__all__ = ["board", "sentence"]


def board(view: View) -> Text:
    """A line for each seat: its card, if it has one and the reader knows it; then what was done."""
    cards = [_seat(seat, _card(view, seat)) for seat in range(len(view.cards))]
    return (*cards, (Span("so far: ", "dim"), Span(", ".join(view.plays) or "nothing")))


def _card(view: View, seat: int) -> str:
    if seat >= view.dealt:
        return "-"
    card = view.cards[seat]
    return "?" if card is None else str(card)


def _seat(seat: int, card: str) -> Line:
    return (Span(f"seat {seat}: ", "dim"), Span(f"[{card}]", "seat0" if seat == 0 else "seat1"))


def sentence(entry: Entry) -> str:
    """A journal entry, told to a person."""
    match entry:
        case Started(cards):
            return f"The cards are 1 to {cards}. Each player puts a coin into the pot and gets a card."
        case Dealt(seat, None):
            return f"Seat {seat} gets a card."
        case Dealt(_, card):
            return f"Your card is {card}."
        case Played(seat, play):
            return f"Seat {seat}: {play}."
        case Shown(cards):
            return "The cards were " + " and ".join(map(str, cards)) + "."
