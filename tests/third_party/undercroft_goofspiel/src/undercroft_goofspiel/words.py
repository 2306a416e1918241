"""What a person reads, in English and Russian; any other language gets English."""

from __future__ import annotations

from importlib.resources import files

from undercroft.game import Line, Span, Style, Text
from undercroft_goofspiel.state import cards_of, full
from undercroft_goofspiel.values import Bid, Entry, Prize, Settled, Started, View

__all__ = ["board", "label", "rules", "sentence"]

WORDS = {
    "en": {
        "started": "The cards are dealt: each player has 1 to {cards}.",
        "prize": "The prize is {prize}.",
        "bid": "You put down {card}.",
        "won": "Seat {seat} takes the prize of {prize}.",
        "tied": "A tie: nobody takes the prize of {prize}.",
        "shown": "The bids were {first} and {second}.",
        "label": "bid {card} for the prize of {prize}",
        "on_table": "Prize",
        "to_come": "To come",
        "points": "Points",
        "hand": "Hand",
        "your_bid": "Your bid",
        "rounds": "Settled",
    },
    "ru": {
        "started": "Карты розданы: у каждого игрока от 1 до {cards}.",
        "prize": "Приз — {prize}.",
        "bid": "Вы кладёте {card}.",
        "won": "Место {seat} берёт приз {prize}.",
        "tied": "Поровну: приз {prize} не достаётся никому.",
        "shown": "Ставки были {first} и {second}.",
        "label": "поставить {card} за приз {prize}",
        "on_table": "Приз",
        "to_come": "Впереди",
        "points": "Очки",
        "hand": "Рука",
        "your_bid": "Ставка",
        "rounds": "Сыграно",
    },
}


def _words(lang: str) -> dict[str, str]:
    return WORDS.get(lang, WORDS["en"])


def sentence(entry: Entry, lang: str) -> str:
    """A journal entry as a sentence or two."""
    words = _words(lang)
    match entry:
        case Started(cards):
            return words["started"].format(cards=cards)
        case Prize(prize):
            return words["prize"].format(prize=prize)
        case Bid(_, card):
            return words["bid"].format(card=card)
        case Settled(prize, winner, bids):
            text = words["tied" if winner is None else "won"].format(seat=winner, prize=prize)
            return text if bids is None else f"{text} {words['shown'].format(first=bids[0], second=bids[1])}"


def label(view: View, action: int, lang: str) -> str:
    """What putting down a card means."""
    return _words(lang)["label"].format(card=action, prize=view.prize)


def board(view: View, lang: str) -> Text:
    """A line for each thing on the table."""
    words = _words(lang)
    gone = {settled.prize for settled in view.rounds} | {view.prize}
    coming = [prize for prize in cards_of(full(view.cards)) if prize not in gone]
    lines = [
        _line(words["on_table"], _dash(view.prize), "strong"),
        _line(words["to_come"], " ".join(map(str, coming)) or "–", "dim"),
        _line(words["points"], " : ".join(map(str, view.points))),
    ]
    if view.hand or view.bid is not None:
        lines.append(_line(words["hand"], " ".join(map(str, view.hand)) or "–", "own"))
        lines.append(_line(words["your_bid"], _dash(view.bid), "own"))
    for settled in view.rounds:
        bids = " : ".join("?" if bid is None else str(bid) for bid in settled.bids)
        winner = "=" if settled.winner is None else str(settled.winner + 1)
        lines.append(_line(words["rounds"], f"{settled.prize} → {winner}   ({bids})", "dim"))
    return tuple(lines)


def _dash(card: int | None) -> str:
    return "–" if card is None else str(card)


def _line(name: str, text: str, style: Style = "plain") -> Line:
    return (Span(f"{name:<9} ", "dim"), Span(text, style))


def rules(lang: str) -> str:
    """The rules as a player reads them."""
    known = lang if lang in WORDS else "en"
    return (files("undercroft_goofspiel") / f"rules.{known}.md").read_text(encoding="utf-8")
