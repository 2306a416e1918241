"""The referee's notation: the bids of all rounds, in order (`rules/oshi_zumo.md` §9)."""

from __future__ import annotations

from re import ASCII, fullmatch
from typing import Any, Final

from undercroft.game import Journal, PositionError, Positions
from undercroft_oshi_zumo.state import NONE, Bout, first_round
from undercroft_oshi_zumo.values import Options

__all__ = ["BidsMade"]

_NOTHING: Final = "-"
"""The text of the start."""

_UNKNOWN: Final = "?"
"""What stands for a bid that isn't made yet."""


class BidsMade(Positions[Options, Bout]):
    """Reads and writes texts such as `12-8 3-3 5-?`: the bids of both seats, round by round."""

    def read(self, text: str, options: Options, seats: int, journal: Journal[Any] | None = None) -> Bout:
        """The position after these bids; the options are those given.

        Raises:
            PositionError: the bids can't be made, or end the game.
        """
        state = first_round(options)
        rounds = [] if text.strip() == _NOTHING else text.split()
        for number, bids in enumerate(rounds, 1):
            if state.over:
                raise PositionError(f"the game is over before round {number}")
            if state.to_act() != (0, 1):
                raise PositionError(f"round {number - 1} has a bid that isn't made")
            _bid(state, number, bids)
        if state.over:
            raise PositionError("the game is over in this position")
        if journal is not None:
            state.tell_start(journal)
        return state

    def write(self, state: Bout) -> str | None:
        """The bids so far; None for a state that was played on without a journal and doesn't know them."""
        if len(state.rounds) + abs(state.rest) != state.round:
            return None
        rounds = [f"{bid_0}-{bid_1}" for bid_0, bid_1, _ in state.rounds]
        if state.bid_0 != NONE or state.bid_1 != NONE:
            rounds.append(f"{_written(state.bid_0)}-{_written(state.bid_1)}")
        return " ".join(rounds) or _NOTHING


def _bid(state: Bout, number: int, bids: str) -> None:
    """Make the bids of a round."""
    found = fullmatch(r"(\d{1,3}|\?)-(\d{1,3}|\?)", bids, ASCII)
    if found is None or bids == "?-?":
        raise PositionError(f"round {number} isn't two bids: {bids!r}")
    journal: Journal[Any] = Journal()  # with one, the state remembers what was bid
    for seat, text in enumerate(found.groups()):
        if text == _UNKNOWN:
            continue
        if int(text) not in state.legal_actions(seat):
            raise PositionError(f"round {number}: seat {seat} can't bid {text}")
        state.apply(seat, int(text), journal)


def _written(bid: int) -> str:
    return _UNKNOWN if bid == NONE else str(bid)
