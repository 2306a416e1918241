"""A journal entry, told to a person."""

from __future__ import annotations

from undercroft_oshi_zumo.values import Bid, End, Entry, Rest, Result, Settled, Start
from undercroft_oshi_zumo.words import Words, words_in

__all__ = ["ending", "sentence"]


def sentence(entry: Entry, lang: str) -> str:
    """What the entry tells."""
    words = words_in(lang)
    if isinstance(entry, Bid):
        return words.bid.format(bid=entry.bid)
    if isinstance(entry, Settled):
        return words.settled.format(round=entry.round, what=_settled(entry, words), where=words.where(entry.place))
    if isinstance(entry, Rest):
        return words.rest[entry.seat].format(pushes=entry.pushes, where=words.where(entry.place))
    if isinstance(entry, Start):
        if not entry.rounds:
            return words.start.format(coins=entry.coins)
        return words.goes_on.format(rounds=len(entry.rounds), where=words.where(entry.rounds[-1].place))
    left = words.left.format(first=entry.coins[0], second=entry.coins[1])
    return f"{ending(Result(entry.reason, entry.winners, entry.returns), None, words)} {left}"


def ending(result: Result | End, you: int | None, words: Words) -> str:
    """How the game ended, for the seat `you` or for everybody."""
    why = words.ended[result.reason]
    if not result.winners:
        return f"{why} {words.draw}"
    winner = result.winners[0]
    won = words.win[winner] if you is None else words.you_win if you == winner else words.you_lose
    return f"{why} {won}"


def _settled(entry: Settled, words: Words) -> str:
    """The bids, if they are told, and who pushes."""
    pushed = words.told_tie if entry.pushed is None else words.told_push[entry.pushed]
    if entry.bids is None:
        return pushed
    return f"{words.shown.format(first=entry.bids[0], second=entry.bids[1])} {pushed}"
