"""What the game says in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from undercroft_psychos.values import Dice, Result
from undercroft_psychos.words import AheadMark, PictureWord, Variant, Words

__all__ = ["English"]

_MARKS: Final[dict[AheadMark, str]] = {
    "goal": "GOAL",
    "terminus": "terminus: the fee is due, ride back",
    "dead_end": "dead end: no way on",
    "die": "one die",
    "sum": "both dice",
}
_PICTURE: Final[dict[PictureWord, str]] = {
    "goal": "the goal",
    "start": "home of a piece",
    "last": "the last move",
    "knocked": "knocked home there",
    "dead_end": "dead end",
    "change": "interchange: one place",
    "lines": "Lines, as typed in a plan",
}


class English(Words):
    """English."""

    seats = ("White", "Blue", "Yellow", "Purple", "Cyan", "Red")
    join = ", "

    def goal(self, station: str | None) -> str:
        """Where everybody wants to get to."""
        return "The goal isn't known yet." if station is None else f"Goal: {station}"

    def stakes(self, variant: Variant, turn: int, last: int, bank: int) -> str:
        """The variant, the turn, the bank."""
        game = "quick game" if variant == "quick" else "long game"
        return f"{game}, turn {turn} of at most {last}, bank {_chips(bank)}"

    def due(self, phase: str, seat: int, you: bool, dice: Dice | None) -> str:
        """What happens next."""
        name = self.seats[seat]
        if dice is not None:
            thrown = f"{dice[0]} and {dice[1]}, together {sum(dice)}"
            return f"Your move ({name}) with {thrown}." if you else f"{name} is to move with {thrown}."
        if phase == "goal_die":
            return f"{name} throws a die for the goal."
        if phase == "start_dice":
            return f"{name} throws for its start."
        return f"{name} throws."

    def ended(self, result: Result, you: int | None) -> str:
        """How the game ended."""
        if not result.winners:
            return "Too many turns: nobody has arrived, everybody takes his chips back."
        winner = result.winners[0]
        if winner == you:
            return f"You have arrived and take the bank: {_chips(result.won)}."
        return f"{self.seats[winner]} has arrived and takes the bank: {_chips(result.won)}."

    def columns(self) -> tuple[str, str, str, str, str]:
        """Headings of the pieces."""
        return ("piece", "stands at", "heading for", "chips", "home")

    def ahead(self, name: str, own: bool, line: str, heading: str | None) -> str:
        """Over the stations ahead."""
        whose = "Ahead of you" if own else f"Ahead of {name}"
        return f"{whose}: {line}" + (", a dead end" if heading is None else f", towards {heading}")

    def mark(self, what: AheadMark) -> str:
        """What is special about a station ahead."""
        return _MARKS[what]

    def plans(self) -> str:
        """Over the plans."""
        return "You may play"

    def network(self) -> str:
        """Over the whole network in short."""
        return "The whole network, a mark a station"

    def legend(self) -> tuple[str, str]:
        """What its marks mean."""
        return (
            "- station  o interchange  x dead end  * goal  0-5 pieces",
            "Numbers at the ends are those of the termini; help lists all names.",
        )

    def ante(self, each: int, bank: int) -> str:
        """Everybody has paid the stake."""
        return f"Everybody stakes {_chips(each)}; there are {bank} in the bank."

    def loaded(self, position: str) -> str:
        """The game goes on from a position."""
        return f"The game goes on from this position: {position}."

    def goal_die(self, seat: int, die: int) -> str:
        """A die for the goal."""
        return f"{self.seats[seat]} throws {die} for the goal."

    def goal_found(self, total: int, station: str) -> str:
        """The goal is known."""
        return f"Together {total}: the goal is {station}."

    def start(self, seat: int, dice: Dice, station: str) -> str:
        """The dice for a start."""
        return f"{self.seats[seat]} throws {dice[0]} and {dice[1]} and starts from {station}."

    def roll(self, turn: int, seat: int, dice: Dice) -> str:
        """The dice of a turn."""
        return f"{turn}. {self.seats[seat]} throws {dice[0]} and {dice[1]}."

    def move(self, seat: int, forced: bool, way: Sequence[tuple[str, bool]]) -> str:
        """A ride."""
        stations = " → ".join(f"change: {station}" if changed else station for station, changed in way)
        return f"{self.seats[seat]}{' has to ride' if forced else ''}: {stations}."

    def paid(self, chips: int) -> str:
        """What the mover paid for termini."""
        return f"Terminus: {_chips(chips)} to the bank."

    def knocked(self, seats: Sequence[int], chips: int) -> str:
        """Whose pieces were sent home."""
        return f"{self._listed(seats)} knocked home: {_chips(chips)} to the bank."

    def skipped(self, seat: int, station: str, chips: int) -> str:
        """A missed turn."""
        return f"{self.seats[seat]} is stuck at {station} and misses the turn: {_chips(chips)} to the bank."

    def change(self, line: str, heading: str) -> str:
        """Change to a line."""
        return f"change to {line} towards {heading}"

    def ride(self, count: int, station: str) -> str:
        """Ride so many stations."""
        return f"{count} to {station}"

    def pays(self, chips: int) -> str:
        """What a plan costs."""
        return f"pay {_chips(chips)}"

    def hits(self, seats: Sequence[int]) -> str:
        """Whom a plan sends home."""
        return f"knock {self._listed(seats)} home"

    def arrival(self) -> str:
        """A plan wins."""
        return "arrival"

    def skip(self, chips: int) -> str:
        """Miss the turn."""
        return f"miss the turn, {_chips(chips)}"

    def stations(self) -> str:
        """The heading over the list of all stations."""
        return "The network"

    def stations_note(self) -> str:
        """What its marks mean."""
        return (
            "In a plan, `+` is the order in which a line is listed here, `-` the other way. In brackets: the lines one "
            "can change to. A number is that of an outer terminus on the circle; `x` is a dead end."
        )

    def one_way(self) -> str:
        """The line is ridden in the listed direction only."""
        return "closed, in this order only"

    def picture(self, what: PictureWord) -> str:
        """A word of the legend."""
        return _PICTURE[what]

    def _listed(self, seats: Sequence[int]) -> str:
        names = [self.seats[seat] for seat in seats]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _chips(number: int) -> str:
    return f"{number} chip" if number == 1 else f"{number} chips"
