"""Last Stone in Pairs: four seats in turn, and those who sit opposite each other win together."""

from collections.abc import Sequence

from last_stone import Heap, LastStone, Left, Options, View

from undercroft.game import GameSpec, Journal, Outcome, Seat
from undercroft.hookspecs import hookimpl


class PairsHeap(Heap):
    def apply(self, seat: Seat, action: int, journal: Journal[Left] | None = None) -> None:
        super().apply(seat, action, journal)
        self.turn = (seat + 1) % 4

    def outcome(self) -> Outcome | None:
        """Whoever took the last stone has won, and the partner too."""
        if self.stones:
            return None
        side = (self.turn - 1) % 2
        return Outcome((1, -1, 1, -1) if side == 0 else (-1, 1, -1, 1), (side, side + 2), "last_stone")


class LastStoneInPairs(LastStone):
    def seat_counts(self, options: Options) -> Sequence[int]:
        return (4,)

    def sides(self, options: Options, seats: int) -> Sequence[int]:
        """Seats 0 and 2 are one side, 1 and 3 the other."""
        return (0, 1, 0, 1)

    def start(self, options: Options, seats: int, journal: Journal[Left] | None = None) -> PairsHeap:
        if journal is not None:
            journal.tell(None, Left(options.stones))
        return PairsHeap(options.stones)

    def from_view(self, view: View, options: Options, seats: int) -> PairsHeap:
        return PairsHeap(view.stones, view.turn)

    def rules(self, lang: str) -> str:
        return "# Last Stone in Pairs\n\nAs Last Stone, with four seats: 0 and 2 play against 1 and 3.\n"


TITLES, SUMMARIES = {"en": "Last Stone in Pairs"}, {"en": "Partners sit opposite; the last stone wins."}
LastStoneInPairs.spec = GameSpec(
    "last-stone-in-pairs", "1", TITLES, SUMMARIES, seats=(4,), action_pattern="[123]", load=LastStoneInPairs
)


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    return [LastStoneInPairs.spec]
