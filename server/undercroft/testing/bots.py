"""Checks a bot: it is played in every seat, from the bytes that a person there would be sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Final

import msgspec

from undercroft.bot import Bot, BotRefused, Limit, Turn, never
from undercroft.game import Belief, Game, Seat
from undercroft.seat_runner import BotSeat, IllegalAnswer
from undercroft.testing.failure import CheckFailed, Property, seeded
from undercroft.testing.line import LONGEST, random_line, random_next, rules_of
from undercroft.testing.probing import ROUNDS, SUSPICIOUS, right_guesses
from undercroft.testing.referee import Referee, Setup, encode
from undercroft.testing.reproduce import broken, guarded
from undercroft.testing.shells import GUESSES

__all__ = ["BotReport", "check_bot"]

SIMULATIONS: Final = 100
"""The budget of a decision; one in seconds would make answers depend on the machine."""


class BotReport(msgspec.Struct):
    """What was tried. `won` counts the matches in which the bot's seat was among the winners, against random play.

    `guessed` of 60 guesses that nobody can be good at were right; None if the bot doesn't play the game of guessing.
    """

    bot: str
    game: str
    seed: int
    matches: int = 0
    decisions: int = 0
    won: int = 0
    guessed: int | None = None
    slowest_ms: float = 0.0
    mean_ms: float = 0.0


def check_bot(
    bot_class: type[Bot], game: Game[Any, Any, Any, Any], *, options: Any = None, matches: int = 20, seed: int = 0
) -> BotReport:
    """Play a bot in all seats against uniformly random others, with the game's default options.

    `options` are the bot's own, its defaults if None. Each match is then repeated from what was sent alone, after
    another match was played, so that an answer that came from anywhere else shows. At last the bot is asked to guess
    what it can't know.

    Raises:
        CheckFailed: the bot refuses the game, raises, answers illegally or otherwise than before, changes its turn, or
            knows what it can't.
    """
    with seeded(seed):
        return _checked(bot_class, game, options, matches, seed)


def _checked(bot_class: type[Bot], game: Game[Any, Any, Any, Any], options: Any, matches: int, seed: int) -> BotReport:
    report = BotReport(bot_class.__name__, game.spec.id, seed)
    _check_willing(bot_class, game, options)
    seconds = 0.0
    default = game.options_type()
    setups = [Setup(game, default, seats) for seats in game.seat_counts(default)]
    places = [(setup, seat) for setup in setups for seat in range(setup.seats)]
    for number in range(matches):
        setup, seat = places[number % len(places)]
        rng = Random(f"{seed}/{number}")  # noqa: S311 - reproducible on purpose
        match = _Match(setup, seat, bot_class, options, rng)
        match.play()
        match.repeat()
        match.resume(rng)
        report.matches += 1
        report.decisions += len(match.asked)
        report.won += match.won
        seconds += sum(match.seconds)
        report.slowest_ms = max(report.slowest_ms, 1000 * max(match.seconds, default=0.0))
    report.mean_ms = 1000 * seconds / max(1, report.decisions)
    report.guessed = right_guesses(bot_class, options, Random(f"{seed}/shells"), SIMULATIONS)  # noqa: S311
    if report.guessed is not None and report.guessed >= SUSPICIOUS:
        why = f"{bot_class.__name__} guessed {report.guessed} of {GUESSES * ROUNDS} hidden or future numbers"
        raise CheckFailed(game.spec.id, Property.BOT_PEEKS, why)
    return report


def _check_willing(bot_class: type[Bot], game: Game[Any, Any, Any, Any], options: Any) -> None:
    try:
        bot_class.check_game(game, bot_class(options).options)
    except BotRefused as refusal:
        raise CheckFailed(game.spec.id, Property.BOT_REFUSES, f"{bot_class.__name__}: {refusal}") from refusal


@dataclass(frozen=True)
class _Sent:
    """What was sent before a decision, and the decision: updates (view, new entries), legal actions, seed, answer."""

    updates: Sequence[tuple[bytes, Sequence[bytes]]]
    legal: Sequence[int]
    rng_seed: int
    answer: int
    at: Referee


@dataclass
class _Match:
    """One match, with the bot in one seat."""

    setup: Setup
    seat: Seat
    bot_class: type[Bot]
    options: Any
    rng: Random
    asked: list[_Sent] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    won: bool = False

    def play(self) -> None:
        """Play the match to its end."""
        referee = self.setup.start()
        seat = self._seat(referee)
        updates: list[tuple[bytes, Sequence[bytes]]] = []
        told = 0
        for _ in range(LONGEST):
            journal = referee.journal(self.seat)
            if len(journal) > told:
                updates.append((referee.view(self.seat), journal[told:]))
                self._guarded_tell(referee, seat, updates[-1])
                told = len(journal)
            if not referee.state.to_act():
                break
            mover, action = random_next(referee.state, self.rng)
            if mover == self.seat:
                action = self._ask(referee, seat, updates)
                updates = []
            referee.apply(mover, action)
        outcome = referee.state.outcome()
        self.won = outcome is not None and self.seat in outcome.winners

    def repeat(self) -> None:
        """Send another instance the same, with another match in between: it answers the same, as it knows the same."""
        if not self.asked:
            return
        random_line(self.setup, self.rng)
        seat = self._seat(self.asked[0].at)
        for sent in self.asked:
            for update in sent.updates:
                self._guarded_tell(sent.at, seat, update)
            answer = self._guarded_choose(sent.at, seat, sent.legal, sent.rng_seed)
            if answer != sent.answer:
                why = f"answered {sent.answer} in the match, and {answer} to the same turns afterwards"
                raise self._broken(sent.at, Property.BOT_REPEATS, why)

    def resume(self, rng: Random) -> None:
        """Send a third instance everything up to some decision at once, and cancel it: it answers legally."""
        if not self.asked:
            return
        until = rng.randrange(len(self.asked))
        sent = self.asked[until]
        updates = [update for each in self.asked[: until + 1] for update in each.updates]
        seat = self._seat(sent.at)
        self._guarded_tell(sent.at, seat, (updates[-1][0], [entry for _, entries in updates for entry in entries]))
        self._guarded_choose(sent.at, seat, sent.legal, sent.rng_seed, cancelled=True)

    def _ask(self, referee: Referee, seat: BotSeat, updates: Sequence[tuple[bytes, Sequence[bytes]]]) -> int:
        legal = tuple(referee.state.legal_actions(self.seat))
        rng_seed = self.rng.getrandbits(64)
        began = perf_counter()
        answer = self._guarded_choose(referee, seat, legal, rng_seed)
        self.seconds.append(perf_counter() - began)
        self.asked.append(_Sent(tuple(updates), legal, rng_seed, answer, referee.fork()))
        return answer

    def _seat(self, referee: Referee) -> BotSeat:
        with guarded(referee, Property.BOT_RAISES, "when made: "):
            bot = _Watched(self.bot_class(self.options), self, referee)
            return BotSeat(self.setup.game, self.setup.options, self.setup.seats, self.seat, bot)

    def _guarded_tell(self, referee: Referee, seat: BotSeat, update: tuple[bytes, Sequence[bytes]]) -> None:
        with guarded(referee, Property.BOT_RAISES, "while learning: "):
            seat.tell(*update)

    def _guarded_choose(
        self, referee: Referee, seat: BotSeat, legal: Sequence[int], rng_seed: int, *, cancelled: bool = False
    ) -> int:
        with guarded(referee, Property.BOT_RAISES, "while choosing: "):
            try:
                return seat.choose(legal, Limit(simulations=SIMULATIONS), _always if cancelled else never, rng_seed)
            except IllegalAnswer as answer:
                why = f"{'cancelled, ' if cancelled else ''}{answer}; legal: {list(legal)}"
                raise self._broken(referee, Property.BOT_LEGAL, why) from answer

    def _broken(self, referee: Referee, what: Property, why: str) -> CheckFailed:
        return broken(referee, what, f"{self.bot_class.__name__} {why}", reader=self.seat)


class _Watched(Bot):
    """Hands everything on to the bot and looks whether it changes what it is given."""

    def __init__(self, bot: Bot, match: _Match, referee: Referee) -> None:
        super().__init__(bot.options)
        self.needs_belief = bot.needs_belief
        self._bot = bot
        self._match = match
        self._referee = referee

    def learn(self, view: Any, entries: Sequence[Any]) -> None:
        before = encode((view, entries))
        self._bot.learn(view, entries)
        if encode((view, entries)) != before:
            raise self._meddled("what it was to learn")

    def choose(self, turn: Turn) -> int:
        before, believed = self._given(turn), self._believed(turn.belief)
        answer = self._bot.choose(turn)
        if self._given(turn) != before:
            raise self._meddled("its turn")
        if self._believed(turn.belief) != believed:
            raise self._meddled("the belief")
        return answer

    def _given(self, turn: Turn) -> bytes:
        return encode((turn.options, turn.view, turn.entries, turn.legal))

    def _believed(self, belief: Belief[Any, Any, Any] | None) -> Any:
        if belief is None:
            return None
        worlds = (belief.sample(Random(seed)) for seed in range(3))  # noqa: S311 - reproducible on purpose
        return [rules_of(world, self._match.setup.seats) for world in worlds]

    def _meddled(self, what: str) -> CheckFailed:
        why = f"{type(self._bot).__name__} changed {what}"
        return broken(self._referee, Property.BOT_MEDDLES, why, reader=self._match.seat)


def _always() -> bool:
    return True
