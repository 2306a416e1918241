"""What the game says in English."""

from __future__ import annotations

from typing import Final

from undercroft_blind_attack.values import Fate, FightOutcome, PendingKind, Reason
from undercroft_blind_attack.words import Words

__all__ = ["English"]

_CHARGES: Final = ("a bomb", "a 1", "a 2", "a 3")
_OWNED: Final = ("bomb", "1", "2", "3")
_REASONS: Final[dict[Reason, str]] = {
    "eliminated": "One side has no piece left.",
    "equal_generals": "Two equal generals are left, alone.",
    "immobile": "Nobody can move or attack any more.",
    "quiet_limit": "Too many turns in a row without progress.",
    "max_turns": "The last turn has been played.",
}
_FIGHTS: Final[dict[FightOutcome, str]] = {
    "win": "the attacker is stronger.",
    "lose": "the attacker is too weak.",
    "equal": "equal charges.",
    "explosion": "explosion!",
}


def _charge(charge: int | None) -> str:
    """A piece by its charge."""
    return "an unknown" if charge is None else _CHARGES[charge]


class English(Words):
    """English."""

    sides = ("Gold", "Oil")
    rears = (("Gold's", "rear"), ("Oil's", "rear"))
    prisoners = "prisoners"
    wounded = "wounded"

    def points(self, points: int) -> str:
        """How many points a side has."""
        return f"{points} point" + ("" if points == 1 else "s")

    def fighters(self, count: int) -> str:
        """How many live fighters a side has."""
        return f"{count} alive"

    def you_are(self, side: int, mates: tuple[int, ...]) -> str:
        """Which side one plays, and with which other seats."""
        way = "up" if side == 0 else "down"
        text = f"You are {self.sides[side]}, {('(?)', '[?]')[side]}, and move {way} the board"
        if mates:
            text += f", together with seat{'s' if len(mates) > 1 else ''} {', '.join(str(seat) for seat in mates)}"
        return text + "."

    def turn(self, number: int, side: int, mine: bool, seat: int | None) -> str:
        """Which turn it is and whose."""
        player = "" if seat is None else f" (seat {seat})"
        return f"Turn {number}: " + ("your move." if mine else f"{self.sides[side]}{player} to move.")

    def may_attack(self, cell: str) -> str:
        """The piece on a cell has moved and may attack."""
        return f"The piece on {cell} has moved: it may attack, or stay."

    def drawing(self, kind: PendingKind, cells: tuple[str, ...]) -> str:
        """What chance is about to decide."""
        if kind == "first":
            return "Chance is to say who begins."
        return f"Pieces are turned up: {', '.join(cells)}."

    def huffable(self, cells: tuple[str, ...], mine: bool) -> str:
        """Which pieces may be huffed."""
        return f"{'You' if mine else 'They'} may huff, for not attacking: {', '.join(cells)}."

    def quiet(self, count: int, limit: int) -> str:
        """How many turns in a row brought no progress, and how many end the game."""
        return f"Turns in a row without progress: {count}; {limit} end the game."

    def face_down(self, side: int, count: int, charges: str) -> str:
        """How many pieces of a side are unknown, and which charges they share."""
        return f"{self.sides[side]}'s {count} face down: {charges}"

    def exploded(self) -> str:
        """Before the list of what has exploded."""
        return "Exploded:"

    def legend(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """The marks of the board and what they mean, in lines."""
        return (
            (("( ) [ ]", "Gold, Oil"), ("? B", "unknown, bomb"), ("G", "general"), ("###", "blocked")),
            ((". - :", "Gold's front, neutral zone, Oil's front"),),
        )

    def start(self, side: int | None) -> str:
        """The game begins."""
        who = "Chance is to say who begins." if side is None else f"{self.sides[side]} begins."
        return f"The armies are on the field, charges down. {who}"

    def first(self, side: int) -> str:
        """Chance has named the side that begins."""
        return f"The lot falls on {self.sides[side]}: it begins."

    def moved(self, side: int, start: str, end: str) -> str:
        """A side has moved a piece."""
        return f"{self.sides[side]} moves from {start} to {end}."

    def attacked(self, side: int, start: str, end: str) -> str:
        """A side attacks."""
        return f"{self.sides[side]} attacks {end} from {start}!"

    def stayed(self, side: int) -> str:
        """A side doesn't attack after its move."""
        return f"{self.sides[side]} doesn't attack."

    def passed(self, side: int) -> str:
        """A side can do nothing."""
        return f"{self.sides[side]} can neither move nor attack, and passes."

    def huffed(self, side: int, cell: str) -> str:
        """A side huffs the piece on a cell."""
        return f"{self.sides[side]} huffs the piece on {cell}, which could have attacked."

    def revealed(self, side: int, cell: str, charge: int, drawn: bool) -> str:
        """A charge became known."""
        if drawn:
            return f"{self.sides[side]}'s piece on {cell} turns out to be {_CHARGES[charge]}."
        return f"So {self.sides[side]}'s piece on {cell} can only be {_CHARGES[charge]}."

    def fought(self, attacker: int, defender: int, outcome: FightOutcome) -> str:
        """How a fight ended."""
        return f"{_CHARGES[attacker].capitalize()} against {_CHARGES[defender]}: {_FIGHTS[outcome]}"

    def removed(self, side: int, cell: str, charge: int, fate: Fate) -> str:
        """A piece has left the board."""
        piece = f"{self.sides[side]}'s {_OWNED[charge]} from {cell}"
        if fate == "prisoner":
            return f"{piece} is {self.sides[1 - side]}'s prisoner."
        return f"{piece} goes to its own rear, wounded." if fate == "wounded" else f"{piece} is out of the game."

    def blocked(self, cells: tuple[str, ...]) -> str:
        """Cells are blocked."""
        return f"Blocked for ever: {', '.join(cells)}."

    def promoted(self, side: int, cell: str, charge: int) -> str:
        """A soldier has become a general."""
        return f"{self.sides[side]}'s {_OWNED[charge]} on {cell} becomes a general."

    def ended(self, reason: Reason) -> str:
        """Why the game ended."""
        return _REASONS[reason]

    def result(self, winner: int | None, points: tuple[int, int]) -> str:
        """The points of both sides, and the one that wins."""
        count = f"Gold {points[0]}, Oil {points[1]}"
        if winner is None:
            return f"{count}: a draw."
        why = " by its live fighters" if points[0] == points[1] else ""
        return f"{count}: {self.sides[winner]} wins{why}."

    def move_to(self, start: str, end: str, turned_up: bool) -> str:
        """Move a piece."""
        return f"move from {start} to {end}" + (" and be turned up" if turned_up else "")

    def attack(self, start: str, end: str, mine: int | None, its: int | None, diagonally: bool) -> str:
        """Attack."""
        way = " diagonally" if diagonally else ""
        return f"attack {end} from {start}{way}, {_charge(mine)} against {_charge(its)}"

    def stay(self) -> str:
        """Don't attack."""
        return "don't attack"

    def do_pass(self) -> str:
        """Pass."""
        return "pass: there is no move and no attack"

    def huff(self, cell: str) -> str:
        """Huff the piece on a cell."""
        return f"take the piece on {cell}, which could have attacked"
