"""Matches as rows of a listing, in the player's language."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from undercroft.cli.playing.own_matches import OwnMatch
from undercroft.cli.screen.words import Words
from undercroft_client import MatchInfo

__all__ = ["match_heads", "match_row", "own_match_heads", "own_match_row"]


def match_heads(words: Words) -> Sequence[str]:
    """The heads of the columns of `match_row`."""
    return tuple(words(f"head_{name}") for name in ("match", "game", "status", "made", "seats"))


def match_row(match: MatchInfo, words: Words) -> Sequence[str]:
    """A match as everybody may know it."""
    return (*_what(match, words), ", ".join(_names(match, range(len(match.seats)), words)))


def own_match_heads(words: Words) -> Sequence[str]:
    """The heads of the columns of `own_match_row`."""
    return tuple(words(f"head_{name}") for name in ("match", "game", "status", "made", "seat", "turn", "rivals"))


def own_match_row(own: OwnMatch, words: Words) -> Sequence[str]:
    """A match in which seats are held."""
    seats = ",".join(map(str, own.held))
    if own.info is None:
        return (own.match_id, own.kept[0].game, words("status_unknown"), "", seats, "", "")
    rivals = [seat.seat for seat in own.info.seats if seat.seat not in own.held]
    if own.info.outcome is not None and set(own.held) & set(own.info.outcome.winners):
        seats += words("won_mark")
    return (*_what(own.info, words), seats, _turn(own, words), ", ".join(_names(own.info, rivals, words)))


def _what(match: MatchInfo, words: Words) -> tuple[str, str, str, str]:
    made = match.created_at.strftime("%Y-%m-%d %H:%M")
    return match.match_id, match.game, words(f"status_{match.status.value}"), made


def _turn(own: OwnMatch, words: Words) -> str:
    if own.to_act is None or own.info is None:
        return ""
    if set(own.to_act) & set(own.held):
        return words("turn_yours")
    return ", ".join(_names(own.info, own.to_act, words))


def _names(match: MatchInfo, seats: Collection[int], words: Words) -> list[str]:
    winners = match.outcome.winners if match.outcome is not None else ()
    names = {seat.seat: seat.name or "-" for seat in match.seats}
    return [names.get(seat, "-") + (words("won_mark") if seat in winners else "") for seat in seats]
