"""What the game says in Russian."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from undercroft_psychos.values import Dice, Result
from undercroft_psychos.words import AheadMark, PictureWord, Variant, Words

__all__ = ["Russian"]

_MARKS: Final[dict[AheadMark, str]] = {
    "goal": "ЦЕЛЬ",
    "terminus": "конечная: плата в банк, поворот назад",
    "dead_end": "тупик: дальше пути нет",
    "die": "один кубик",
    "sum": "оба кубика",
}
_PICTURE: Final[dict[PictureWord, str]] = {
    "goal": "цель",
    "start": "исходная станция фишки",
    "last": "последний ход",
    "knocked": "здесь сбита фишка",
    "dead_end": "тупик",
    "change": "пересадка: одно место",
    "lines": "Линии, как их набирать",
}


class Russian(Words):
    """Russian."""

    seats = ("Белый", "Синий", "Жёлтый", "Фиолетовый", "Голубой", "Красный")
    join = "; "

    def goal(self, station: str | None) -> str:
        """Where everybody wants to get to."""
        return "Цель ещё неизвестна." if station is None else f"Цель: {station}"

    def stakes(self, variant: Variant, turn: int, last: int, bank: int) -> str:
        """The variant, the turn, the bank."""
        game = "быстрая игра" if variant == "quick" else "долгая игра"
        return f"{game}, ход {turn} (не больше {last}), в банке {_chips(bank)}"

    def due(self, phase: str, seat: int, you: bool, dice: Dice | None) -> str:
        """What happens next."""
        name = self.seats[seat]
        if dice is not None:
            thrown = f"{dice[0]} и {dice[1]}, вместе {sum(dice)}"
            return f"Ваш ход ({name}): {thrown}." if you else f"Ходит {name}: {thrown}."
        if phase == "goal_die":
            return f"{name} бросает кубик на цель."
        if phase == "start_dice":
            return f"{name} бросает кубики на исходную станцию."
        return f"{name} бросает кубики."

    def ended(self, result: Result, you: int | None) -> str:
        """How the game ended."""
        if not result.winners:
            return "Слишком много ходов: никто не доехал, все забирают свои фишки."
        winner = result.winners[0]
        if winner == you:
            return f"Вы доехали и забираете банк: {_chips(result.won)}."
        return f"{self.seats[winner]} доехал и забирает банк: {_chips(result.won)}."

    def columns(self) -> tuple[str, str, str, str, str]:
        """Headings of the pieces."""
        return ("фишка", "стоит", "едет в сторону", "счёт", "исходная")

    def ahead(self, name: str, own: bool, line: str, heading: str | None) -> str:
        """Over the stations ahead."""
        whose = "Впереди у вас" if own else f"Впереди, {name}"
        return f"{whose}: {line}" + (", тупик" if heading is None else f", в сторону {heading}")

    def mark(self, what: AheadMark) -> str:
        """What is special about a station ahead."""
        return _MARKS[what]

    def plans(self) -> str:
        """Over the plans."""
        return "Можно сыграть"

    def network(self) -> str:
        """Over the whole network in short."""
        return "Вся схема, станция — знак"

    def legend(self) -> tuple[str, str]:
        """What its marks mean."""
        return (
            "- станция  o пересадка  x тупик  * цель  0-5 фишки",
            "Числа по краям — номера конечных; все названия показывает help.",
        )

    def ante(self, each: int, bank: int) -> str:
        """Everybody has paid the stake."""
        return f"Все ставят по {_chips(each, 'dative')}; в банке {bank}."

    def loaded(self, position: str) -> str:
        """The game goes on from a position."""
        return f"Игра продолжается с этой позиции: {position}."

    def goal_die(self, seat: int, die: int) -> str:
        """A die for the goal."""
        return f"{self.seats[seat]} бросает на цель: {die}."

    def goal_found(self, total: int, station: str) -> str:
        """The goal is known."""
        return f"Вместе {total}. Цель: {station}."

    def start(self, seat: int, dice: Dice, station: str) -> str:
        """The dice for a start."""
        return f"{self.seats[seat]}: {dice[0]} и {dice[1]}. Исходная: {station}."

    def roll(self, turn: int, seat: int, dice: Dice) -> str:
        """The dice of a turn."""
        return f"{turn}. {self.seats[seat]}: {dice[0]} и {dice[1]}."

    def move(self, seat: int, forced: bool, way: Sequence[tuple[str, bool]]) -> str:
        """A ride."""
        stations = " → ".join(f"пересадка: {station}" if changed else station for station, changed in way)
        return f"{self.seats[seat]}{' (выбора нет)' if forced else ''}: {stations}."

    def paid(self, chips: int) -> str:
        """What the mover paid for termini."""
        return f"Конечная: +{chips} в банк."

    def knocked(self, seats: Sequence[int], chips: int) -> str:
        """Whose pieces were sent home."""
        return f"{'Сбит' if len(seats) == 1 else 'Сбиты'} {self._listed(seats)}: +{chips} в банк."

    def skipped(self, seat: int, station: str, chips: int) -> str:
        """A missed turn."""
        return f"{self.seats[seat]} застрял: {station}. Пропуск хода: +{chips} в банк."

    def change(self, line: str, heading: str) -> str:
        """Change to a line."""
        return f"пересадка: {line}, в сторону {heading}"

    def ride(self, count: int, station: str) -> str:
        """Ride so many stations."""
        return f"{count} ст.: {station}"

    def pays(self, chips: int) -> str:
        """What a plan costs."""
        return f"плата {_chips(chips)}"

    def hits(self, seats: Sequence[int]) -> str:
        """Whom a plan sends home."""
        return f"{'сбит' if len(seats) == 1 else 'сбиты'} {self._listed(seats)}"

    def arrival(self) -> str:
        """A plan wins."""
        return "цель"

    def skip(self, chips: int) -> str:
        """Miss the turn."""
        return f"пропуск хода, {_chips(chips)}"

    def stations(self) -> str:
        """The heading over the list of all stations."""
        return "Вся схема"

    def stations_note(self) -> str:
        """What its marks mean."""
        return (
            "В записи хода `+` — порядок, в котором линия записана здесь, `-` — обратный. В скобках — линии, на "
            "которые можно пересесть. Число — номер конечной по кругу, `x` — тупик."
        )

    def one_way(self) -> str:
        """The line is ridden in the listed direction only."""
        return "замкнута, только в этом порядке"

    def picture(self, what: PictureWord) -> str:
        """A word of the legend."""
        return _PICTURE[what]

    def _listed(self, seats: Sequence[int]) -> str:
        names = [self.seats[seat] for seat in seats]
        return " и ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _chips(number: int, case: Literal["nominative", "dative"] = "nominative") -> str:
    """A number of chips in the right form."""
    one = number % 10 == 1 and number % 100 != 11
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    if case == "dative":
        return f"{number} {'фишке' if one else 'фишки' if few else 'фишек'}"
    return f"{number} {'фишка' if one else 'фишки' if few else 'фишек'}"
