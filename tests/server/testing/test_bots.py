"""`check_bot`: a sound bot passes in every seat, and a bot that breaks a promise is found."""

from __future__ import annotations

import gc
import random
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from lantern_game import Lantern, Lanterns
from peeking import Remembered

from undercroft.bot import Bot, BotRefused, Turn
from undercroft.game import Game
from undercroft.testing import CheckFailed, Property, check_bot, check_game
from undercroft.testing.probing import ROUNDS, SUSPICIOUS, right_guesses
from undercroft.testing.shells import GUESSES, ShellGame, Shells


class Careful(Bot):
    """Weighs what it learned, a sampled world and its generator."""

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.heard = 0

    def learn(self, view: Any, entries: Sequence[Any]) -> None:
        self.heard += len(entries)

    def choose(self, turn: Turn) -> int:
        assert turn.belief is not None
        world = turn.belief.sample(turn.rng)
        assert not isinstance(turn.view, Lanterns)
        cards: int = sum(world.cards)
        return turn.legal[(cards + self.heard + turn.rng.randrange(5)) % len(turn.legal)]


class Forgetful(Careful):
    needs_belief = False

    def choose(self, turn: Turn) -> int:
        assert turn.belief is None
        return turn.legal[-1]


class Raises(Careful):
    def choose(self, turn: Turn) -> int:
        if self.heard > 6:
            raise LookupError("lost")
        return super().choose(turn)


class RaisesWhileLearning(Careful):
    def learn(self, view: Any, entries: Sequence[Any]) -> None:
        raise LookupError("lost")


class Illegal(Careful):
    def choose(self, turn: Turn) -> int:
        return turn.legal[-1] + (len(turn.entries) > 2)


class Speechless(Careful):
    def choose(self, turn: Turn) -> int:
        return None  # type: ignore[return-value]


class PanicsWhenCancelled(Careful):
    def choose(self, turn: Turn) -> int:
        return -1 if turn.cancelled() else super().choose(turn)


class GlobalDice(Careful):
    def choose(self, turn: Turn) -> int:
        return random.choice(turn.legal)


class Peeks(Careful):
    """Finds the true cards where the match has left them lying about."""

    def choose(self, turn: Turn) -> int:
        cards: int = sum(Remembered.live[0])
        return turn.legal[cards % len(turn.legal)]


class ChangesTheView(Careful):
    def choose(self, turn: Turn) -> int:
        msgspec.structs.force_setattr(turn.view, "over", True)
        return turn.legal[0]


class ChangesWhatItLearns(Careful):
    def learn(self, view: Any, entries: Sequence[Any]) -> None:
        msgspec.structs.force_setattr(view, "over", True)


class ConvincesItsBelief(Careful):
    def choose(self, turn: Turn) -> int:
        assert turn.belief is not None
        turn.belief.known = {seat: 5 - seat for seat in range(turn.seats)}  # type: ignore[attr-defined]
        return turn.legal[0]


class LooksUnderTheShells(Careful):
    """Honest where it is watched; elsewhere it looks for the true state in its process."""

    def choose(self, turn: Turn) -> int:
        if not isinstance(turn.game, ShellGame):
            return super().choose(turn)
        return max(each.pea for each in gc.get_objects() if isinstance(each, Shells))


class Refuses(Careful):
    @classmethod
    def check_game(cls, game: Game[Any, Any, Any, Any], options: Any) -> None:
        raise BotRefused("it hides too much")


class PeekedAt(Lantern):
    state_class = Remembered


BROKEN = [
    (Raises, Property.BOT_RAISES),
    (RaisesWhileLearning, Property.BOT_RAISES),
    (Illegal, Property.BOT_LEGAL),
    (Speechless, Property.BOT_LEGAL),
    (PanicsWhenCancelled, Property.BOT_LEGAL),
    (GlobalDice, Property.BOT_REPEATS),
    (Peeks, Property.BOT_REPEATS),
    (ChangesTheView, Property.BOT_MEDDLES),
    (ChangesWhatItLearns, Property.BOT_MEDDLES),
    (ConvincesItsBelief, Property.BOT_MEDDLES),
    (LooksUnderTheShells, Property.BOT_PEEKS),
    (Refuses, Property.BOT_REFUSES),
]


@pytest.mark.parametrize(("bot", "broken"), BROKEN)
def test_a_bot_that_breaks_a_promise_is_found(bot: type[Bot], broken: Property) -> None:
    with pytest.raises(CheckFailed) as caught:
        check_bot(bot, PeekedAt())
    assert caught.value.property is broken, str(caught.value)


def test_every_promise_of_a_bot_has_a_bot_that_breaks_it() -> None:
    assert {each for each in Property if each.startswith("bot-")} == {broken for _, broken in BROKEN}


@pytest.mark.parametrize("bot", [Careful, Forgetful])
def test_a_sound_bot_passes_in_every_seat(bot: type[Bot]) -> None:
    report = check_bot(bot, Lantern(), matches=10)
    assert report.matches == 10
    assert report.decisions == 20
    assert 0 < report.won < 10


# --- guessing what can't be known


class Samples(Bot):
    """Takes the first world it is given for the true one, and plays on in it to see the dice."""

    def choose(self, turn: Turn) -> int:
        assert turn.belief is not None
        world = turn.belief.sample(turn.rng)
        return max(world.pea, 0) if turn.view.step == 1 else turn.rng.choice(turn.legal)


def test_the_guessing_game_keeps_the_contract() -> None:
    assert check_game(ShellGame(), matches=20).warnings == []


def test_who_can_only_guess_guesses_right_as_often_as_chance() -> None:
    right = right_guesses(Samples, None, Random(1), 10)
    assert right is not None
    assert 0 < right < 15  # 6 of 60, with a standard deviation of 2.3


def test_suspicion_needs_far_more_than_luck() -> None:
    assert 20 <= SUSPICIOUS <= GUESSES * ROUNDS // 2


@pytest.mark.parametrize("bot", [Careful, Refuses])
def test_a_bot_for_other_games_is_not_asked_to_guess(bot: type[Bot]) -> None:
    assert right_guesses(bot, None, Random(1), 10) is None
    assert check_bot(Careful, Lantern(), matches=2).guessed is None


def test_a_failure_names_the_bot_its_seat_and_the_match() -> None:
    with pytest.raises(CheckFailed) as caught:
        check_bot(Raises, Lantern())
    shown = caught.value.reproduction
    assert shown is not None
    assert len(shown.actions) >= 4
    assert isinstance(caught.value.__cause__, LookupError)
