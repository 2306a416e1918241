"""What the game says, by language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["Words", "words_in"]


@dataclass(frozen=True)
class Words:
    """The sentences of one language, as templates for `str.format`.

    What has two forms has that for one first. What `you` hear and what everybody hears differ.
    """

    sides: tuple[str, str]
    side_of: tuple[str, str]
    pushes: tuple[str, str]
    coins: str
    coins_between: str
    coins_unknown: str
    purses: str
    round: str
    tie: str
    you_are: tuple[str, str]
    your_bid: str
    no_coins: str
    your_only_bid: str
    you_have_bid: str
    both_bid: str
    middle: str
    place: tuple[str, str]
    start: str
    goes_on: str
    bid: str
    settled: str
    shown: str
    told_tie: str
    told_push: tuple[str, str]
    rest: tuple[str, str]
    ended: dict[str, str]
    win: tuple[str, str]
    you_win: str
    you_lose: str
    draw: str
    left: str
    label: str

    def where(self, place: int) -> str:
        """Where the wrestler is."""
        if place == 0:
            return self.middle
        return self.place[abs(place) > 1].format(fields=abs(place), side=self.side_of[place > 0])


_ENGLISH: Final = Words(
    sides=("West", "East"),
    side_of=("West's side", "East's side"),
    pushes=("West pushes", "East pushes"),
    coins="{side} {coins}",
    coins_between="{side} {low} to {high}",
    coins_unknown="{side} ?",
    purses="Coins: {first}, {second}",
    round="Round",
    tie="a tie",
    you_are=("You are West: push the wrestler to the right.", "You are East: push the wrestler to the left."),
    your_bid="Round {round} of {last}: your bid, {low} to {high}.",
    no_coins="Round {round} of {last}: you have no coins, so you bid 0.",
    your_only_bid="Round {round} of {last}: you bid {low}, your last.",
    you_have_bid="Round {round} of {last}: you have bid {bid}.",
    both_bid="Round {round} of {last}: both bid.",
    middle="The wrestler is in the middle.",
    place=(
        "The wrestler is {fields} field from the middle, on {side}.",
        "The wrestler is {fields} fields from the middle, on {side}.",
    ),
    start="The wrestler is in the middle. Coins on each side: {coins}.",
    goes_on="The game goes on. Rounds played: {rounds}. {where}",
    bid="You bid {bid}.",
    settled="Round {round}: {what} {where}",
    shown="West has bid {first}, East {second}.",
    told_tie="A tie, nobody pushes.",
    told_push=("West pushes.", "East pushes."),
    rest=(
        "East has no coins: West pushes with one coin at a time, {pushes} in all. {where}",
        "West has no coins: East pushes with one coin at a time, {pushes} in all. {where}",
    ),
    ended={
        "pushed_out": "The wrestler is out.",
        "coins_spent": "All coins are spent.",
        "rounds_played": "That was the last round.",
    },
    win=("West wins.", "East wins."),
    you_win="You win.",
    you_lose="You lose.",
    draw="The wrestler is in the middle: a draw.",
    left="Coins left: West {first}, East {second}.",
    label="bid {bid} and keep {kept}",
)

_RUSSIAN: Final = Words(
    sides=("Запад", "Восток"),
    side_of=("Запада", "Востока"),
    pushes=("толкает Запад", "толкает Восток"),
    coins="{side} {coins}",
    coins_between="{side} от {low} до {high}",
    coins_unknown="{side} ?",
    purses="Монеты: {first}, {second}",
    round="Раунд",
    tie="поровну",
    you_are=("Вы — Запад: толкайте борца вправо.", "Вы — Восток: толкайте борца влево."),
    your_bid="Раунд {round} из {last}: ваша ставка, от {low} до {high}.",
    no_coins="Раунд {round} из {last}: монет у вас нет, ставка — 0.",
    your_only_bid="Раунд {round} из {last}: ваша последняя ставка — {low}.",
    you_have_bid="Раунд {round} из {last}: вы поставили {bid}.",
    both_bid="Раунд {round} из {last}: обе стороны делают ставки.",
    middle="Борец в середине.",
    place=(
        "Борец в {fields} поле от середины, на стороне {side}.",
        "Борец в {fields} полях от середины, на стороне {side}.",
    ),
    start="Борец в середине. Монет у каждой стороны: {coins}.",
    goes_on="Партия продолжается. Сыграно раундов: {rounds}. {where}",
    bid="Вы ставите {bid}.",
    settled="Раунд {round}. {what} {where}",
    shown="Ставка Запада {first}, Востока {second}.",
    told_tie="Поровну, никто не толкает.",
    told_push=("Толкает Запад.", "Толкает Восток."),
    rest=(
        "У Востока нет монет: Запад толкает дальше, по монете за толчок, всего толчков: {pushes}. {where}",
        "У Запада нет монет: Восток толкает дальше, по монете за толчок, всего толчков: {pushes}. {where}",
    ),
    ended={
        "pushed_out": "Борец за краем.",
        "coins_spent": "Все монеты истрачены.",
        "rounds_played": "Это был последний раунд.",
    },
    win=("Победил Запад.", "Победил Восток."),
    you_win="Вы победили.",
    you_lose="Вы проиграли.",
    draw="Борец в середине: ничья.",
    left="Осталось монет: Запад {first}, Восток {second}.",
    label="поставить {bid}, останется {kept}",
)

_SPOKEN: Final = {"en": _ENGLISH, "ru": _RUSSIAN}


def words_in(lang: str) -> Words:
    """The words of a language; English where the game doesn't speak it."""
    return _SPOKEN.get(lang, _ENGLISH)
