"""Non-interference: whoever was told the same is shown the same.

Every moment of every match that the kit plays is looked up by what a reader was told so far. If another match told that
reader exactly the same, everything else it is shown must be the same bytes.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

from undercroft.game import Seat
from undercroft.testing.failure import Property
from undercroft.testing.purse import Purse
from undercroft.testing.referee import Path, Referee, Shown, encode, named, played_on
from undercroft.testing.reproduce import broken

__all__ = ["ToldFacts"]

_LEAKS: Final = (
    Property.VIEW_LEAK,
    Property.LEGAL_LEAK,
    Property.TEXT_LEAK,
    Property.TURN_LEAK,
    Property.POLICY,
)
"""Which promise is broken if a field of `Shown` differs, in its order."""

MOST_KEPT: Final = 200_000
"""So many moments are kept; then the memory stays and only looks up."""

AT_ONCE: Final = 100_000
"""So many characters of boards and labels are kept for comparison however few moments there are."""

A_LOOK: Final = 500
"""So many more are for each look at a moment with the eyes of one reader."""

A_PAIR: Final = 10_000
"""So many more are for each pair that is compared: where nobody is ever told the same, boards are made in vain."""


class _Moment(NamedTuple):
    hashes: tuple[int, ...]
    path: Path
    path_key: int


class ToldFacts:
    """What readers of one setup were shown, by what they were told. `pairs` counts what was compared."""

    def __init__(self) -> None:
        self.pairs = 0
        self._purse = Purse(AT_ONCE)
        self._moments: dict[tuple[Seat, bytes], _Moment] = {}
        self._observed: dict[tuple[Seat, int, Hashable], tuple[bytes, Path]] = {}
        self._told: dict[tuple[Seat, int, bytes], tuple[Hashable, Path]] = {}

    def see(self, referee: Referee) -> None:
        """Look at a moment from everywhere.

        Raises:
            CheckFailed: a reader that was told the same is shown something else.
        """
        for reader in referee.setup.readers:
            self.see_from(referee, reader)
        if referee.path is not None:
            for seat in range(referee.setup.seats):
                self._observe(referee, seat)

    def see_from(self, referee: Referee, reader: Seat) -> None:
        """Look at a moment with the eyes of one reader.

        Raises:
            CheckFailed: it was told the same and is shown something else.
        """
        known = self._moments.get((reader, referee.told_key(reader)))
        if known is not None and known.path_key == referee.path_key:
            return
        self._purse.earn(A_LOOK if known is None else A_PAIR)
        shown = referee.shown(reader, texts=self._purse.open)
        self._purse.spend(len(shown.texts))
        hashes = tuple(map(hash, shown))
        if known is None:
            if len(self._moments) < MOST_KEPT:
                self._moments[reader, referee.told_key(reader)] = _Moment(hashes, referee.path, referee.path_key)
            return
        self.pairs += 1
        for index, (mine, others) in enumerate(zip(hashes, known.hashes, strict=True)):
            # Whose turn it is is compared at the moments at which the reader is told something, texts as often as made.
            if mine != others and hash(b"") not in (mine, others):
                self._leak(referee, reader, shown, known.path, index)

    def fits(self, referee: Referee, reader: Seat) -> str | None:
        """What an imagined world (a sample) shows `reader` otherwise than a real one that told the same, or None.

        Views are owed by real worlds only.
        """
        known = self._moments.get((reader, referee.told_key(reader)))
        if known is None:
            return None
        self.pairs += 1
        legal = encode(referee.legal(reader))
        if hash(legal) != known.hashes[Shown._fields.index("legal")]:
            return f"{named(reader)} has the legal actions {legal.decode()} in it"
        turn = referee.turn(reader)
        real = known.hashes[Shown._fields.index("turn")]
        if turn and real != hash(b"") and hash(turn) != real:
            return f"the seats {turn.decode()} are to act in it"
        return None

    def _leak(self, referee: Referee, reader: Seat, shown: Shown, twin: Path, index: int) -> None:
        other = referee.setup.replay(played_on(twin))
        why = (
            f"{named(reader)} was told the same in two matches; the {Shown._fields[index]} differs"
            f"\n  first match:  {shown[index].decode()}\n  second match: {other.shown(reader)[index].decode()}"
        )
        raise broken(referee, _LEAKS[index], why, reader=reader, twin=other.actions)

    def _observe(self, referee: Referee, seat: Seat) -> None:
        """Equal observations go with equal entries and the other way round, among matches of one length."""
        observation = referee.state.observation(seat)
        if observation is None:
            return
        told = b"\n".join(referee.newly_told(seat))
        by_told, by_observation = (seat, referee.plies, told), (seat, referee.plies, observation)
        if len(self._told) < MOST_KEPT:
            self._told.setdefault(by_told, (observation, referee.path))
            self._observed.setdefault(by_observation, (told, referee.path))
        other, path = self._told.get(by_told, (observation, None))
        if other != observation:
            why = f"too fine: told equal entries, observed {other!r} and {observation!r}"
            raise broken(referee, Property.OBSERVATION, why, reader=seat, twin=played_on(path))
        entries, path = self._observed.get(by_observation, (told, None))
        if entries != told:
            why = f"too coarse: observed {observation!r} twice, told {entries.decode()} and {told.decode()}"
            raise broken(referee, Property.OBSERVATION, why, reader=seat, twin=played_on(path))
