"""What a person sees: the ring, the coins, the last rounds and how things stand, as characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from undercroft.game import Line, Span, Style, Text
from undercroft_oshi_zumo.sentences import ending
from undercroft_oshi_zumo.values import Round, View
from undercroft_oshi_zumo.words import Words, words_in

__all__ = ["board", "caption", "label", "purses"]

_STYLES: Final[tuple[Style, Style]] = ("seat0", "seat1")
_RECENT: Final = 6
"""So many of the last rounds are shown; all of them are in the view."""


def board(view: View, lang: str) -> Text:
    """The ring with the wrestler `@`, West on the left and East on the right, and below it what is known."""
    words = words_in(lang)
    lines: list[Line] = [_ring(view, words), (), (Span(purses(view, words)),), ()]
    if view.rounds:
        lines += [*_rounds(view, words), ()]
    if view.you is not None:
        lines.append((Span(words.you_are[view.you], _STYLES[view.you]),))
    lines.append((Span(caption(view, lang), "strong"),))
    return tuple(lines)


def _ring(view: View, words: Words) -> Line:
    """The fields between both sides; `+` is the middle, and who is out stands beyond the bar."""
    reach = view.options.fields
    spans = [Span(words.sides[0], "seat0"), Span(" ")]
    for place in range(-reach - 1, reach + 2):
        out = abs(place) > reach
        mark = "@" if place == view.place else " " if out else "+" if place == 0 else "."
        style: Style = "mark" if mark == "@" else "dim"
        bar = Span("|", "dim")
        spans += [bar, Span(mark, style)] if out and place > 0 else [Span(mark, style)]
        spans += [bar] if out and place < 0 else []
        spans.append(Span(" "))
    return (*spans, Span(words.sides[1], "seat1"))


def purses(view: View, words: Words) -> str:
    """Both sides' coins, as far as the reader knows them."""
    first, second = (_purse(view, seat, words) for seat in (0, 1))
    return words.purses.format(first=first, second=second)


def _purse(view: View, seat: int, words: Words) -> str:
    side, coins = words.sides[seat], view.coins[seat]
    if coins is not None:
        return words.coins.format(side=side, coins=coins)
    if view.rival_coins is None:
        return words.coins_unknown.format(side=side)
    low, high = view.rival_coins
    if low == high:
        return words.coins.format(side=side, coins=low)
    return words.coins_between.format(side=side, low=low, high=high)


def _rounds(view: View, words: Words) -> Iterator[Line]:
    """The last rounds, the newest at the bottom."""
    head = f"{words.round:>6}  {words.sides[0]:>6}  {words.sides[1]:>6}"
    yield (Span(head, "dim"),)
    first = max(len(view.rounds) - _RECENT, 0)
    for number, played in enumerate(view.rounds[first:], first + 1):
        yield (Span(f"{number:>6}"), *_bids(played), Span(f"   {_what(played, words)}", "dim"))


def _bids(played: Round) -> Iterator[Span]:
    for seat, bid in enumerate(played.bids):
        style: Style = _STYLES[seat] if played.pushed == seat else "plain"
        yield Span(f"  {'?' if bid is None else bid:>6}", style)


def _what(played: Round, words: Words) -> str:
    return words.tie if played.pushed is None else words.pushes[played.pushed]


def caption(view: View, lang: str) -> str:
    """What is to be done, or how the game ended. Nothing in it tells whether the rival has bid."""
    words = words_in(lang)
    if view.result is not None:
        return ending(view.result, view.you, words)
    own = None if view.you is None else view.coins[view.you]
    numbers = {"round": view.round + 1, "last": view.last_round}
    if own is None:
        return words.both_bid.format(**numbers)
    if view.bid is not None:
        return words.you_have_bid.format(**numbers, bid=view.bid)
    low = min(view.options.min_bid, own)
    if own == 0:
        return words.no_coins.format(**numbers)
    template = words.your_only_bid if low == own else words.your_bid
    return template.format(**numbers, low=low, high=own)


def label(view: View, action: int, lang: str) -> str:
    """What a bid is, and what is left after it."""
    own = (None if view.you is None else view.coins[view.you]) or 0
    return words_in(lang).label.format(bid=action, kept=own - action)
