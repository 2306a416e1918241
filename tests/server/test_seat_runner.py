"""A bot's seat: what reaches the bot, and what is taken from it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from undercroft.bot import Bot, Limit, Turn
from undercroft.game import Belief, Game, State, UndercroftError
from undercroft.seat_runner import BotSeat, IllegalAnswer


class View(msgspec.Struct, frozen=True):
    total: int


class Strict(msgspec.Struct, frozen=True, tag_field="type", tag="strict", forbid_unknown_fields=True):
    points: int


class Loose(msgspec.Struct, frozen=True, tag_field="type", tag="loose"):
    points: int


class Sum(Belief[Any, View, Any]):
    def __init__(self) -> None:
        self.learned: list[tuple[int, list[int]]] = []

    def learn(self, view: View, entries: Sequence[Any]) -> None:
        self.learned.append((view.total, [entry.points for entry in entries]))

    def sample(self, rng: Random) -> Any:
        raise NotImplementedError


class Points(Game[Any, Any, View, Any]):
    """Only the parts a seat runner touches; nobody plays it."""

    view_type = View
    entry_type = Strict | Loose

    def belief(self, options: Any, seats: int, seat: int) -> Sum:
        return Sum()

    def start(self, options: Any, seats: int, journal: Any = None) -> State[View, Any]:
        raise NotImplementedError

    def seat_counts(self, options: Any) -> Sequence[int]:
        return (2,)

    def board(self, view: View, lang: str) -> Any:
        return ()

    def sentence(self, entry: Any, lang: str) -> str:
        return ""

    def label(self, view: View, action: int, lang: str) -> str:
        return ""

    def rules(self, lang: str) -> str:
        return ""


class Recorder(Bot):
    answer: Any = 1

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.turns: list[Turn] = []
        self.learned: list[list[int]] = []

    def learn(self, view: Any, entries: Sequence[Any]) -> None:
        self.learned.append([entry.points for entry in entries])

    def choose(self, turn: Turn) -> int:
        self.turns.append(turn)
        return self.answer  # type: ignore[no-any-return] # some tests answer nonsense


class Forgetful(Recorder):
    needs_belief = False


def seat_of(bot: Bot) -> BotSeat:
    return BotSeat(Points(), None, 2, 0, bot)


def points(turn: Turn) -> list[int]:
    return [entry.points for entry in turn.entries]


def test_a_turn_has_the_entries_since_the_last_turn_and_the_newest_view() -> None:
    bot = Recorder()
    seat = seat_of(bot)
    seat.tell(b'{"total":1}', [b'{"n":0,"type":"loose","points":1}'])
    seat.tell(b'{"total":3}', [b'{"n":1,"type":"strict","points":2}'])
    assert seat.choose([1, 2], Limit()) == 1
    seat.tell(b'{"total":6}', [b'{"n":2,"type":"loose","points":3}'])
    seat.choose([1], Limit(simulations=5))
    assert [points(turn) for turn in bot.turns] == [[1, 2], [3]]
    assert [turn.view.total for turn in bot.turns] == [3, 6]
    assert bot.turns[1].limit.simulations == 5
    assert bot.learned == [[1], [2], [3]]


def test_the_belief_has_learned_every_entry_before_the_choice() -> None:
    bot = Recorder()
    seat = seat_of(bot)
    seat.tell(b'{"total":1}', [b'{"type":"loose","points":1}'])
    seat.tell(b'{"total":3}', [b'{"type":"loose","points":2}'])
    seat.choose([1], Limit())
    belief = bot.turns[0].belief
    assert isinstance(belief, Sum)
    assert belief.learned == [(1, [1]), (3, [2])]


def test_a_bot_without_need_of_a_belief_has_none() -> None:
    bot = Forgetful()
    seat = seat_of(bot)
    seat.tell(b'{"total":0}', [])
    seat.choose([1], Limit())
    assert bot.turns[0].belief is None


def test_equal_seeds_give_equal_generators_for_one_decision_alone() -> None:
    bot = Recorder()
    seat = seat_of(bot)
    seat.tell(b'{"total":0}', [])
    for seed in (5, 5, 6):
        seat.choose([1], Limit(), rng_seed=seed)
    first, second, third = (turn.rng.random() for turn in bot.turns)
    assert first == second != third


@pytest.mark.parametrize("answer", [7, None, "1", 1.0, True])
def test_an_answer_that_is_no_legal_action_is_refused(answer: Any) -> None:
    bot = Recorder()
    bot.answer = answer
    seat = seat_of(bot)
    seat.tell(b'{"total":0}', [])
    with pytest.raises(IllegalAnswer):
        seat.choose([1, 2], Limit())


def test_nobody_can_choose_before_being_told() -> None:
    with pytest.raises(UndercroftError, match="told"):
        seat_of(Recorder()).choose([1], Limit())


def test_json_of_another_type_is_taken_in_by_nobody() -> None:
    bot = Recorder()
    seat = seat_of(bot)
    with pytest.raises(msgspec.ValidationError):
        seat.tell(b'{"total":0}', [b'{"type":"loose","points":"many"}'])
    assert bot.learned == []
