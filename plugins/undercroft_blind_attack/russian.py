"""What the game says in Russian."""

from __future__ import annotations

from typing import Final

from undercroft_blind_attack.values import Fate, FightOutcome, PendingKind, Reason
from undercroft_blind_attack.words import Words, count_of

__all__ = ["Russian"]

_WHOSE: Final = ("золотников", "нефтянок")
_CHARGES: Final = ("бомба", "1", "2", "3")
_REASONS: Final[dict[Reason, str]] = {
    "eliminated": "У одной из сторон не осталось фишек.",
    "equal_generals": "Остались только два равных генерала.",
    "immobile": "Никто больше не может ни ходить, ни атаковать.",
    "quiet_limit": "Слишком много ходов подряд ничего не меняли.",
    "max_turns": "Сделан последний ход.",
}
_FIGHTS: Final[dict[FightOutcome, str]] = {
    "win": "атаковавший сильнее.",
    "lose": "атаковавший слабее.",
    "equal": "заряды равны.",
    "explosion": "взрыв!",
}


def _charge(charge: int | None) -> str:
    """A charge, or a question mark."""
    return "?" if charge is None else _CHARGES[charge]


class Russian(Words):
    """Russian."""

    sides = ("Золотники", "Нефтянки")
    rears = (("Золотники:", "тыл"), ("Нефтянки:", "тыл"))
    prisoners = "пленные"
    wounded = "раненые"

    def points(self, points: int) -> str:
        """How many points a side has."""
        return f"{points} {count_of(points, 'очко', 'очка', 'очков')}"

    def fighters(self, count: int) -> str:
        """How many live fighters a side has."""
        return f"{count} {count_of(count, 'боец', 'бойца', 'бойцов')}"

    def you_are(self, side: int, mates: tuple[int, ...]) -> str:
        """Which side one plays, and with which other seats."""
        way = ("вверх", "вниз")[side]
        text = f"Вы — {self.sides[side].lower()}, {('(?)', '[?]')[side]}, и идёте {way}"
        if mates:
            text += f", вместе с {'местами' if len(mates) > 1 else 'местом'} {', '.join(str(seat) for seat in mates)}"
        return text + "."

    def turn(self, number: int, side: int, mine: bool, seat: int | None) -> str:
        """Which turn it is and whose."""
        player = "" if seat is None else f" (место {seat})"
        return f"Ход {number}: " + ("ваш." if mine else f"ходят {self.sides[side].lower()}{player}.")

    def may_attack(self, cell: str) -> str:
        """The piece on a cell has moved and may attack."""
        return f"Фишка на {cell} передвинулась: она может атаковать или остаться."

    def drawing(self, kind: PendingKind, cells: tuple[str, ...]) -> str:
        """What chance is about to decide."""
        if kind == "first":
            return "Кто начнёт, решит жребий."
        return f"Вскрываются фишки: {', '.join(cells)}."

    def huffable(self, cells: tuple[str, ...], mine: bool) -> str:
        """Which pieces may be huffed."""
        return f"{'Вы можете' if mine else 'Они могут'} взять за необъявленную атаку: {', '.join(cells)}."

    def quiet(self, count: int, limit: int) -> str:
        """How many turns in a row brought no progress, and how many end the game."""
        return f"Ходов подряд без перемен: {count}; конец игры при {limit}."

    def face_down(self, side: int, count: int, charges: str) -> str:
        """How many pieces of a side are unknown, and which charges they share."""
        return f"зарядом вниз у {_WHOSE[side]} {count}: {charges}"

    def exploded(self) -> str:
        """Before the list of what has exploded."""
        return "Взорвались:"

    def legend(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """The marks of the board and what they mean, in lines."""
        return (
            (("( ) [ ]", "золотники, нефтянки"), ("? B", "не вскрыт, бомба"), ("G", "генерал"), ("###", "блок")),
            ((". - :", "фронт золотников, нейтральная полоса, фронт нефтянок"),),
        )

    def start(self, side: int | None) -> str:
        """The game begins."""
        who = "Кто начнёт, решит жребий." if side is None else f"Начинают {self.sides[side].lower()}."
        return f"Отряды на поле, зарядами вниз. {who}"

    def first(self, side: int) -> str:
        """Chance has named the side that begins."""
        return f"Жребий брошен: начинают {self.sides[side].lower()}."

    def moved(self, side: int, start: str, end: str) -> str:
        """A side has moved a piece."""
        return f"{self.sides[side]} идут с {start} на {end}."

    def attacked(self, side: int, start: str, end: str) -> str:
        """A side attacks."""
        return f"{self.sides[side]} атакуют {end} с {start}!"

    def stayed(self, side: int) -> str:
        """A side doesn't attack after its move."""
        return f"{self.sides[side]} не атакуют."

    def passed(self, side: int) -> str:
        """A side can do nothing."""
        return f"{self.sides[side]} не могут ни ходить, ни атаковать и пропускают ход."

    def huffed(self, side: int, cell: str) -> str:
        """A side huffs the piece on a cell."""
        return f"{self.sides[side]} берут в плен фишку на {cell}: она могла атаковать."

    def revealed(self, side: int, cell: str, charge: int, drawn: bool) -> str:
        """A charge became known."""
        if drawn:
            return f"Фишка {_WHOSE[side]} на {cell} вскрыта: {_CHARGES[charge]}."
        return f"Значит, фишка {_WHOSE[side]} на {cell} может быть только такой: {_CHARGES[charge]}."

    def fought(self, attacker: int, defender: int, outcome: FightOutcome) -> str:
        """How a fight ended."""
        return f"{_CHARGES[attacker].capitalize()} против {_against(defender)}: {_FIGHTS[outcome]}"

    def removed(self, side: int, cell: str, charge: int, fate: Fate) -> str:
        """A piece has left the board."""
        piece = f"{_CHARGES[charge].capitalize()} {_WHOSE[side]} с {cell}"
        if fate == "prisoner":
            return f"{piece}: в плену у {_WHOSE[1 - side]}."
        return f"{piece}: в своём тылу, ранение." if fate == "wounded" else f"{piece}: вне игры."

    def blocked(self, cells: tuple[str, ...]) -> str:
        """Cells are blocked."""
        return f"Заблокировано навсегда: {', '.join(cells)}."

    def promoted(self, side: int, cell: str, charge: int) -> str:
        """A soldier has become a general."""
        return f"{_CHARGES[charge]} {_WHOSE[side]} на {cell} становится генералом."

    def ended(self, reason: Reason) -> str:
        """Why the game ended."""
        return _REASONS[reason]

    def result(self, winner: int | None, points: tuple[int, int]) -> str:
        """The points of both sides, and the one that wins."""
        count = f"Золотники {points[0]}, нефтянки {points[1]}"
        if winner is None:
            return f"{count}: ничья."
        why = " по числу живых бойцов" if points[0] == points[1] else ""
        return f"{count}: победили {self.sides[winner].lower()}{why}."

    def move_to(self, start: str, end: str, turned_up: bool) -> str:
        """Move a piece."""
        return f"пойти с {start} на {end}" + (" и вскрыться" if turned_up else "")

    def attack(self, start: str, end: str, mine: int | None, its: int | None, diagonally: bool) -> str:
        """Attack."""
        way = " по диагонали" if diagonally else ""
        return f"атаковать {end} с {start}{way}: {_charge(mine)} против {_against(its)}"

    def stay(self) -> str:
        """Don't attack."""
        return "не атаковать"

    def do_pass(self) -> str:
        """Pass."""
        return "пропустить ход: ни ходов, ни атак нет"

    def huff(self, cell: str) -> str:
        """Huff the piece on a cell."""
        return f"взять в плен фишку на {cell}: она могла атаковать"


def _against(charge: int | None) -> str:
    """A charge after «против»."""
    return "бомбы" if charge == 0 else _charge(charge)
