"""The sentences of the game, by language: what each of them has to say."""

from __future__ import annotations

from abc import ABC, abstractmethod

from undercroft_blind_attack.values import Fate, FightOutcome, PendingKind, Reason

__all__ = ["Words", "count_of"]


class Words(ABC):
    """Everything the game says in one language. Sides are 0 and 1, charges 0 (a bomb) to 3, None if unknown."""

    rears: tuple[tuple[str, str], tuple[str, str]]
    """Above each side's rear, W's first: two lines of up to ten characters."""
    prisoners: str
    """Above the prisoners in a rear."""
    wounded: str
    """Above the wounded in a rear."""
    sides: tuple[str, str]
    """The names of the sides at the beginning of a sentence."""

    # --- beside the board

    @abstractmethod
    def points(self, points: int) -> str:
        """How many points a side has, in up to ten characters."""
        raise NotImplementedError

    @abstractmethod
    def fighters(self, count: int) -> str:
        """How many live fighters a side has, in up to ten characters."""
        raise NotImplementedError

    @abstractmethod
    def you_are(self, side: int, mates: tuple[int, ...]) -> str:
        """Which side one plays, and with which other seats."""
        raise NotImplementedError

    @abstractmethod
    def turn(self, number: int, side: int, mine: bool, seat: int | None) -> str:
        """Which turn it is and whose; `seat` is None unless teams play."""
        raise NotImplementedError

    @abstractmethod
    def may_attack(self, cell: str) -> str:
        """The piece on a cell has moved and may attack."""
        raise NotImplementedError

    @abstractmethod
    def drawing(self, kind: PendingKind, cells: tuple[str, ...]) -> str:
        """What chance is about to decide."""
        raise NotImplementedError

    @abstractmethod
    def huffable(self, cells: tuple[str, ...], mine: bool) -> str:
        """Which pieces may be huffed, by oneself or by the other side."""
        raise NotImplementedError

    @abstractmethod
    def quiet(self, count: int, limit: int) -> str:
        """How many turns in a row brought no progress, and how many end the game."""
        raise NotImplementedError

    @abstractmethod
    def face_down(self, side: int, count: int, charges: str) -> str:
        """How many pieces of a side are unknown, and which charges they share."""
        raise NotImplementedError

    @abstractmethod
    def exploded(self) -> str:
        """Before the list of what has exploded."""
        raise NotImplementedError

    @abstractmethod
    def legend(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """The marks of the board and what they mean, in lines."""
        raise NotImplementedError

    # --- the journal

    @abstractmethod
    def start(self, side: int | None) -> str:
        """The game begins, with this side or with the one that chance will name."""
        raise NotImplementedError

    @abstractmethod
    def first(self, side: int) -> str:
        """Chance has named the side that begins."""
        raise NotImplementedError

    @abstractmethod
    def moved(self, side: int, start: str, end: str) -> str:
        """A side has moved a piece."""
        raise NotImplementedError

    @abstractmethod
    def attacked(self, side: int, start: str, end: str) -> str:
        """A side attacks."""
        raise NotImplementedError

    @abstractmethod
    def stayed(self, side: int) -> str:
        """A side doesn't attack after its move."""
        raise NotImplementedError

    @abstractmethod
    def passed(self, side: int) -> str:
        """A side can do nothing."""
        raise NotImplementedError

    @abstractmethod
    def huffed(self, side: int, cell: str) -> str:
        """A side huffs the piece on a cell."""
        raise NotImplementedError

    @abstractmethod
    def revealed(self, side: int, cell: str, charge: int, drawn: bool) -> str:
        """A charge became known, drawn or deduced."""
        raise NotImplementedError

    @abstractmethod
    def fought(self, attacker: int, defender: int, outcome: FightOutcome) -> str:
        """How a fight ended, seen from the attacker."""
        raise NotImplementedError

    @abstractmethod
    def removed(self, side: int, cell: str, charge: int, fate: Fate) -> str:
        """A piece of this side has left the board."""
        raise NotImplementedError

    @abstractmethod
    def blocked(self, cells: tuple[str, ...]) -> str:
        """Cells are blocked."""
        raise NotImplementedError

    @abstractmethod
    def promoted(self, side: int, cell: str, charge: int) -> str:
        """A soldier has become a general."""
        raise NotImplementedError

    @abstractmethod
    def ended(self, reason: Reason) -> str:
        """Why the game ended."""
        raise NotImplementedError

    @abstractmethod
    def result(self, winner: int | None, points: tuple[int, int]) -> str:
        """The points of both sides, and the one that wins; None in a draw."""
        raise NotImplementedError

    # --- actions

    @abstractmethod
    def move_to(self, start: str, end: str, turned_up: bool) -> str:
        """Move a piece, which is turned up there or not."""
        raise NotImplementedError

    @abstractmethod
    def attack(self, start: str, end: str, mine: int | None, its: int | None, diagonally: bool) -> str:
        """Attack; the charges of attacker and defender, if they are known."""
        raise NotImplementedError

    @abstractmethod
    def stay(self) -> str:
        """Don't attack."""
        raise NotImplementedError

    @abstractmethod
    def do_pass(self) -> str:
        """Pass, as nothing else is possible."""
        raise NotImplementedError

    @abstractmethod
    def huff(self, cell: str) -> str:
        """Huff the piece on a cell."""
        raise NotImplementedError


def count_of(number: int, one: str, few: str, many: str) -> str:
    """The Russian form of a word that goes with a number: 1 очко, 2 очка, 5 очков."""
    tens, ones = abs(number) % 100, abs(number) % 10
    if 11 <= tens <= 14 or ones == 0 or ones >= 5:
        return many
    return one if ones == 1 else few
