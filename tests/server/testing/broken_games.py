"""Games that break one promise each, in every way that the checker knows: unsound versions of two sound games."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import time as now
from typing import Any, Self

import msgspec
from lantern_game import (
    LOOK,
    Bids,
    Bold,
    Counting,
    End,
    Hopeful,
    Lantern,
    LanternBelief,
    LanternPositions,
    Lanterns,
    Options,
    Picture,
    Started,
    View,
)
from nim_game import Known, KnownNim, Nim, Sticks, Took, made
from nim_game import Options as NimOptions
from nim_game import View as NimView
from peeking import Remembered

from undercroft.game import SPECTATOR, Belief, Game, Journal, Outcome, Seat, Span, Text
from undercroft.testing import Property


def with_state(state: type[Lanterns]) -> type[Lantern]:
    return type(f"With{state.__name__}", (Lantern,), {"state_class": state})


def with_belief(belief: type[LanternBelief]) -> type[Lantern]:
    return type(f"With{belief.__name__}", (Lantern,), {"belief_class": belief})


# --- what is shown and legal


class ShowsRivalsCard(Lanterns):
    def knows(self, reader: Seat, seat: Seat) -> bool:
        return reader != SPECTATOR


class ShowsSpectatorsACard(Lanterns):
    def knows(self, reader: Seat, seat: Seat) -> bool:
        return super().knows(reader, seat) or (reader == SPECTATOR and seat == 1 and -1 not in self.bids)


class LegalByRivalsCard(Lanterns):
    def legal_actions(self, seat: Seat) -> list[int]:
        legal = super().legal_actions(seat)
        return legal[:-1] if LOOK in legal and 5 in self.cards and self.cards[seat] != 5 else legal


class LegalByHiddenCount(Lanterns):
    """The second to look may not pass if the first really looked: who looked is secret."""

    def legal_actions(self, seat: Seat) -> list[int]:
        legal = super().legal_actions(seat)
        looks = sum(at not in (-1, each) for each, at in enumerate(self.looks))
        return [action for action in legal if action != LOOK + seat] if looks else legal


class TurnByHiddenCards(Lanterns):
    def order(self) -> list[Seat]:
        return sorted(range(self.seats), key=lambda seat: -self.cards[seat])


class ViewTellsTheFirstRivalWhetherHeWasLookedAt(Lanterns):
    def view(self, seat: Seat) -> View:
        view = super().view(seat)
        return msgspec.structs.replace(view, looked=tuple(at != -1 and at != seat for at in self.looks))


class ShowsBidsAtOnce(Lanterns):
    def view(self, seat: Seat) -> View:
        return msgspec.structs.replace(super().view(seat), bids=tuple(bid if bid >= 0 else None for bid in self.bids))


class SaysWhoHasChosen(Lanterns):
    def bid(self, seat: Seat, bid: int, journal: Journal[Any]) -> None:
        super().bid(seat, bid, journal)
        if -1 in self.bids:
            journal.tell(None, Started(seat))


class ChangesAViewUntold(Lanterns):
    """Looks are shown to all and told to the looker alone."""

    def all_but(self, seat: Seat) -> tuple[Seat, ...]:
        return (*super().all_but(seat),) if -1 in self.bids else (SPECTATOR,)


class FirstBidderWinsTies(Lanterns):
    first: Seat = -1

    def bid(self, seat: Seat, bid: int, journal: Journal[Any]) -> None:
        if all(each == -1 for each in self.bids):
            self.first = seat
        super().bid(seat, bid, journal)

    def order(self) -> list[Seat]:
        return sorted(range(self.seats), key=lambda seat: (-self.bids[seat], seat != self.first, seat))

    def position_key(self) -> Hashable | None:
        return (super().position_key(), self.first)

    def clone(self) -> Self:
        other = super().clone()
        other.first = self.first
        return other


class TooFine(Lanterns):
    def told_to(self, seat: Seat, told: Sequence[Any]) -> Hashable:
        return (super().told_to(seat, told), sum(self.looks))


class TooCoarse(Lanterns):
    def told_to(self, seat: Seat, told: Sequence[Any]) -> Hashable:
        return len(told)


# --- keys of positions


def with_sticks(state: type[Sticks]) -> type[Nim]:
    return type(f"With{state.__name__}", (Nim,), {"state_class": state})


class KeyForgetsTheTurn(Sticks):
    def position_key(self) -> Hashable | None:
        return self.sticks


class KeyForgetsWhatMattersLater(Sticks):
    """From three sticks on the same is legal, for now."""

    def position_key(self) -> Hashable | None:
        return (min(self.sticks, 3), self.turn)


class KeyForgetsWhoHasWon(Sticks):
    def position_key(self) -> Hashable | None:
        return (self.sticks, self.turn) if self.sticks else "over"


class KeyNeedsAJournal(Sticks):
    """Made of what is told: right in a match, and one for all in a search."""

    told: tuple[Took, ...] = ()

    def apply(self, seat: Seat, action: int, journal: Journal[Took] | None = None) -> None:
        super().apply(seat, action, journal)
        if journal is not None:
            self.told = (*self.told, Took(seat, self.sticks))

    def position_key(self) -> Hashable | None:
        return self.told

    def clone(self) -> Self:
        other = super().clone()
        other.told = self.told
        return other


class KeyCountsQuestions(Sticks):
    asked = 0

    def position_key(self) -> Hashable | None:
        self.asked += 1
        return (self.sticks, self.turn, self.asked)


class KeyOfTheObject(Sticks):
    def position_key(self) -> Hashable | None:
        return id(self)


class KeyReadsTheClock(Sticks):
    def position_key(self) -> Hashable | None:
        now()
        return super().position_key()


class KeyIsAList(Sticks):
    def position_key(self) -> Hashable | None:
        return [self.sticks, self.turn]  # type: ignore[return-value]


class KeyForgetsTheBids(Lanterns):
    """Not whose are still to come, but who bid most, and so looks first."""

    def position_key(self) -> Hashable | None:
        return (tuple(self.cards), tuple(bid == -1 for bid in self.bids), tuple(self.looks))


# --- the rules themselves


class SharesAList(Lanterns):
    def clone(self) -> Self:
        other = super().clone()
        other.looks = self.looks
        return other


class Numbered(Lanterns):
    """Knows the how-manieth match of this process it is, and lets it show at the end."""

    number: int

    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome if outcome is None or self.number % 2 else msgspec.structs.replace(outcome, reason="even_match")

    def clone(self) -> Self:
        other = super().clone()
        other.number = self.number
        return other


class LateNondeterminism(Lantern):
    state_class = Numbered
    started = 0

    def empty(self, options: Options, seats: int) -> Lanterns:
        state = super().empty(options, seats)
        assert isinstance(state, Numbered)
        self.started = state.number = self.started + 1
        return state


class DeafWithoutJournal(Lanterns):
    def apply(self, seat: Seat, action: int, journal: Journal[Any] | None = None) -> None:
        super().apply(seat, action if journal is not None or action < LOOK else LOOK + seat, journal)


class UnsortedLegal(Lanterns):
    def legal_actions(self, seat: Seat) -> list[int]:
        return super().legal_actions(seat)[::-1]


class LegalOutOfTurn(Lanterns):
    def legal_actions(self, seat: Seat) -> list[int]:
        return super().legal_actions(seat) or [LOOK]


class GrowsItsLegalList(Lanterns):
    """Hands out one list a seat and changes it afterwards."""

    kept: list[int]

    def legal_actions(self, seat: Seat) -> list[int]:
        if not hasattr(self, "kept"):
            self.kept = []
        legal = super().legal_actions(seat)
        if len(self.to_act()) == 1 and legal:
            self.kept[:] = legal
            return self.kept
        return legal

    def look(self, seat: Seat, at: Seat, journal: Journal[Any]) -> None:
        super().look(seat, at, journal)
        if hasattr(self, "kept"):
            self.kept.clear()


class OneTextForTwo(Lanterns):
    def action_text(self, seat: Seat, action: int) -> str:
        return "pass" if action >= LOOK else super().action_text(seat, action)


class TextBesidesThePattern(Lanterns):
    def action_text(self, seat: Seat, action: int) -> str:
        return super().action_text(seat, action).upper()


class WeightlessOutcome(Lanterns):
    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(card, card - 1) for card, _ in super().chance_outcomes()]


class ShortReturns(Lanterns):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return None if outcome is None else msgspec.structs.replace(outcome, returns=(1,))


class LosersReturnMore(Lanterns):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return (
            None
            if outcome is None
            else msgspec.structs.replace(outcome, returns=tuple(-each for each in outcome.returns))
        )


class NoOutcome(Lanterns):
    def outcome(self) -> Outcome | None:
        return None


class Backwards(Lanterns):
    def to_act(self) -> tuple[Seat, ...]:
        return super().to_act()[::-1]


class Endless(Lanterns):
    def look(self, seat: Seat, at: Seat, journal: Journal[Any]) -> None:
        super().look(seat, at, journal)
        self.looks = [-1] * self.seats


class RaisesLate(Lanterns):
    def look(self, seat: Seat, at: Seat, journal: Journal[Any]) -> None:
        super().look(seat, at, journal)
        if self.looks == [1] * self.seats:
            raise IndexError("far from the start")


class CountsQuestions(Lanterns):
    """How often its turns were asked for decides in the end."""

    asked: int = 0

    def action_text(self, seat: Seat, action: int) -> str:
        self.asked += action >= LOOK
        return super().action_text(seat, action)

    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome if outcome is None or not self.asked else msgspec.structs.replace(outcome, reason="asked")

    def clone(self) -> Self:
        other = super().clone()
        other.asked = self.asked
        return other


class ReadsTheClock(Lanterns):
    def look(self, seat: Seat, at: Seat, journal: Journal[Any]) -> None:
        super().look(seat, at, journal)
        now()


class ReadsTheCalendar(Lanterns):
    def view(self, seat: Seat) -> View:
        assert datetime.now(UTC).year
        return super().view(seat)


class DrawsByItself(Lanterns):
    def bid(self, seat: Seat, bid: int, journal: Journal[Any]) -> None:
        super().bid(seat, bid, journal)
        random.shuffle([1, 2])


class HasAGeneratorOfItsOwn(Lanterns):
    def legal_actions(self, seat: Seat) -> list[int]:
        Random()
        return super().legal_actions(seat)


class ReadsTheEnvironment(Lanterns):
    def to_act(self) -> tuple[Seat, ...]:
        return super().to_act() if os.environ.get("LANTERN") is None else ()


class ReadsAFile(Lantern):
    def board(self, view: View, lang: str) -> Text:
        Path(__file__).read_text("utf-8")
        return super().board(view, lang)


class OrderOfASet(Lanterns):
    """A word of the outcome is the first of a set; in one process it's always the same."""

    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        reason = next(iter({f"reason_{letter}" for letter in "abcdefghijklmnop"}))
        return outcome if outcome is None else msgspec.structs.replace(outcome, reason=reason)


class OrderOfASetDecides(Lantern):
    state_class = OrderOfASet


class RaisesElsewhere(Lantern):
    def board(self, view: View, lang: str) -> Text:
        if os.environ.get("PYTHONHASHSEED") in {"1", "2"}:
            raise KeyError("elsewhere")
        return super().board(view, lang)


# --- what is told


class WrongAudience(Lanterns):
    def all_but(self, seat: Seat) -> tuple[Seat, ...]:
        return (*super().all_but(seat), 7)


class UndeclaredEntry(msgspec.Struct, frozen=True, tag_field="type", tag="undeclared"):
    seat: int


class TellsTheUndeclared(Lanterns):
    def look(self, seat: Seat, at: Seat, journal: Journal[Any]) -> None:
        super().look(seat, at, journal)
        journal.tell(None, UndeclaredEntry(seat))


class TellsAListForATuple(Lanterns):
    def bid(self, seat: Seat, bid: int, journal: Journal[Any]) -> None:
        super().bid(seat, bid, journal)
        journal.told[:] = [(who, Bids(list(e.bids)) if isinstance(e, Bids) else e) for who, e in journal.told]  # type: ignore[arg-type]

    def told_to(self, seat: Seat, told: Sequence[Any]) -> Hashable:
        return str(super().told_to(seat, told))


class ViewOfAnotherType(Lanterns):
    def view(self, seat: Seat) -> View:
        return msgspec.structs.replace(super().view(seat), you=f"seat {seat}")


class SilentStart(Lantern):
    def start(self, options: Options, seats: int, journal: Journal[Any] | None = None) -> Lanterns:
        if journal is not None:
            journal.tell(tuple(range(seats)), Started(seats))
        return self.empty(options, seats)


# --- texts


class EscapeCodes(Lantern):
    def board(self, view: View, lang: str) -> Text:
        return ((Span("\x1b[1mboard", "plain"),),)


class UnknownStyle(Lantern):
    def board(self, view: View, lang: str) -> Text:
        return ((Span("board", "purple"),),)  # type: ignore[arg-type]


class BoardNotOfTheViewAlone(Lantern):
    drawn = 0

    def board(self, view: View, lang: str) -> Text:
        self.drawn += 1
        return ((Span(str(self.drawn)),),)


class BoardOfTheTruth(Lantern):
    state_class = Remembered

    def board(self, view: View, lang: str) -> Text:
        return ((Span(str(Remembered.live)),),)


class LabelOfTwoLines(Lantern):
    def label(self, view: View, action: int, lang: str) -> str:
        return "two\nlines" if lang == "ru" else "one line"


class EmptySentence(Lantern):
    def sentence(self, entry: Any, lang: str) -> str:
        return "" if isinstance(entry, End) else super().sentence(entry, lang)


class NoRussianRules(Lantern):
    def rules(self, lang: str) -> str:
        return super().rules(lang) if lang == "en" else " "


class BrokenSvg(Lantern):
    def svg(self) -> Any:
        class Broken(Picture):
            def draw(self, view: View, lang: str) -> str:
                return super().draw(view, lang).replace("</svg>", "")

        return Broken()


# --- metadata


class ShoutingId(Lantern):
    def __init__(self) -> None:
        super().__init__()
        self.spec = replace(self.spec, id="Lantern")


class SummaryMissing(Lantern):
    def __init__(self) -> None:
        super().__init__()
        self.spec = replace(self.spec, summaries={"en": "Who has the highest card?"})


class UnlistedSeats(Lantern):
    counts = (2, 3, 4)


class NeedyOptions(msgspec.Struct, frozen=True):
    cards: int


class OptionsWithoutDefaults(Lantern):
    options_type = NeedyOptions  # type: ignore[assignment]


class Meltable(msgspec.Struct):
    cards: int = 5
    loud: bool = False


class MutableOptions(Lantern):
    options_type = Meltable  # type: ignore[assignment]


class Untagged(msgspec.Struct, frozen=True):
    seat: int


class UntaggedEntries(Lantern):
    entry_type = Untagged


# --- optional parts


class PeekingPolicy(Lantern):
    def policy(self) -> Any:
        class Peeking(Hopeful):
            def weights(self, state: Lanterns, seat: Seat, legal: list[int]) -> list[float]:
                return [1.0 + sum(state.cards)] * len(legal)

        return Peeking()


class WeightlessPolicy(Lantern):
    def policy(self) -> Any:
        class Weightless(Hopeful):
            def weights(self, state: Lanterns, seat: Seat, legal: list[int]) -> list[float]:
                return [0.0] * len(legal)

        return Weightless()


class ShortEvaluator(Lantern):
    def evaluator(self) -> Any:
        class Short(Counting):
            def values(self, state: Lanterns) -> list[float]:
                return super().values(state)[1:]

        return Short()


def with_knowledge(known: type[Known]) -> type[KnownNim]:
    return type(f"With{known.__name__}", (KnownNim,), {"evaluator_class": known})


class SureOfAWin(Known):
    def proven(self, state: Sticks) -> list[float] | None:
        return [1.0, -1.0] if state.turn == 0 else [-1.0, 1.0]


class SureOfOneSeat(Known):
    def proven(self, state: Sticks) -> list[float] | None:
        return [1.0]


class SureThatBothWin(Known):
    def proven(self, state: Sticks) -> list[float] | None:
        return [1.0, 1.0] if state.sticks < 4 else None


class SureOfNoNumber(Known):
    def proven(self, state: Sticks) -> list[float] | None:
        return [float("nan"), float("nan")]


class TakesAwayFromTheList(Known):
    def must_play(self, state: Sticks, legal: list[int]) -> list[int]:
        del legal[1:]
        return legal


class LeavesTheWinOut(Known):
    def must_play(self, state: Sticks, legal: list[int]) -> list[int]:
        return legal[:2]


class LeavesNothing(Known):
    def must_play(self, state: Sticks, legal: list[int]) -> list[int]:
        return legal[3:]


class MustPlayMoreThanThereIs(Known):
    def must_play(self, state: Sticks, legal: list[int]) -> list[int]:
        return [1, 2, 3]


class ShortHeuristic(Lantern):
    def heuristic(self) -> Any:
        class Short(Bold):
            def scores(self, belief: Any, view: View, legal: Sequence[int], rng: Random) -> list[float]:
                return super().scores(belief, view, legal[1:], rng)

        return Short()


class ForgetfulPositions(Lantern):
    def positions(self) -> Any:
        class Forgetful(LanternPositions):
            def write(self, state: Lanterns) -> str | None:
                text = super().write(state)
                return None if text is None else text.replace("2", "3")

        return Forgetful(self)


class ForgetsTheTurn(Nim):
    def from_view(self, view: NimView, options: NimOptions, seats: int) -> Sticks:
        return made(view.sticks, 0)


class Seen(Belief[Sticks, NimView, Any]):
    sticks = made(1, 0)

    def learn(self, view: NimView, entries: Sequence[Any]) -> None:
        self.sticks = made(view.sticks, view.turn)

    def sample(self, rng: Random) -> Sticks:
        return self.sticks.clone()


class NothingHidden(Game[NimOptions, Sticks, NimView, Any]):
    """Nim, as if it hid something."""

    options_type, view_type, entry_type = NimOptions, NimView, Took
    seat_counts, start, board, sentence = Nim.seat_counts, Nim.start, Nim.board, Nim.sentence
    label, rules, state_class = Nim.label, Nim.rules, Sticks

    def __init__(self) -> None:
        self.spec = replace(Nim().spec, id="nothing-hidden", load=type(self))

    def belief(self, options: NimOptions, seats: int, seat: Seat) -> Seen:
        return Seen()


# --- beliefs


class Constant(LanternBelief):
    def sample(self, rng: Random) -> Lanterns:
        return self.made(*self.worlds()[-1])


class DropsACard(LanternBelief):
    def sample(self, rng: Random) -> Lanterns:
        state = super().sample(rng)
        state.cards = [card if seat in self.known else state.cards[self.seat] for seat, card in enumerate(state.cards)]
        return state


class IgnoresBids(LanternBelief):
    """Takes it for possible that somebody bid more than their card."""

    def deals(self) -> list[tuple[int, ...]]:
        bids, self.bids = self.bids, [-1] * self.seats
        deals = super().deals()
        self.bids = bids
        return deals


class ForgetsBids(LanternBelief):
    def take(self, entry: Any) -> None:
        if not isinstance(entry, Bids):
            super().take(entry)


class Peeks(LanternBelief):
    """Samples the true deal where the match has left it lying about, if it fits; honest otherwise."""

    def sample(self, rng: Random) -> Lanterns:
        worlds = self.worlds()
        return self.made(*Remembered.live) if Remembered.live in worlds else self.made(*rng.choice(worlds))


class PeekingBelief(Lantern):
    state_class = Remembered
    belief_class = Peeks


class Unseeded(LanternBelief):
    def sample(self, rng: Random) -> Lanterns:
        return super().sample(Random())


class NeverTheTruth(LanternBelief):
    """Of the worlds that fit only a corner."""

    def sample(self, rng: Random) -> Lanterns:
        return self.made(*rng.choice(self.worlds()[:2]))


class LearnsTheLastEntryOnly(LanternBelief):
    """Right step by step: what every step tells a seat last says it all."""

    def learn(self, view: View, entries: Sequence[Any]) -> None:
        super().learn(view, entries[-1:])


class SharesWithItsSamples(LanternBelief):
    def made(self, cards: Sequence[int], looks: Sequence[int]) -> Lanterns:
        state = super().made(cards, looks)
        state.bids = self.bids
        return state


class DeadEnd(Lanterns):
    sampled: bool = False

    def apply(self, seat: Seat, action: int, journal: Journal[Any] | None = None) -> None:
        if self.sampled and action >= LOOK and journal is None:
            raise KeyError("a sample can't go on")
        super().apply(seat, action, journal)

    def clone(self) -> Self:
        other = super().clone()
        other.sampled = self.sampled
        return other


class SamplesDeadEnds(LanternBelief):
    def sample(self, rng: Random) -> Lanterns:
        state = super().sample(rng)
        assert isinstance(state, DeadEnd)
        state.sampled = True
        return state


class DeadEndBelief(Lantern):
    state_class = DeadEnd
    belief_class = SamplesDeadEnds


class SharesWithItsClones(LanternBelief):
    def clone(self, most: int) -> Self:
        other = super().clone(most)
        other.looks = self.looks
        return other


class LearnsThroughItsClones(LanternBelief):
    """What a clone finds out, whoever it was cloned from knows too, and not the other way round."""

    origin: LanternBelief | None = None

    def learn(self, view: View, entries: Sequence[Any]) -> None:
        super().learn(view, entries)
        if self.origin is not None:
            self.origin.learn(view, entries)

    def clone(self, most: int) -> Self:
        other = super().clone(most)
        other.origin = self
        return other


class ForgetsInItsClones(LanternBelief):
    def clone(self, most: int) -> Self:
        other = super().clone(most)
        other.bids = [-1] * self.seats
        return other


class ClonesDoNotLearn(LanternBelief):
    """The second clone in a row has stopped learning."""

    generation = 0

    def learn(self, view: View, entries: Sequence[Any]) -> None:
        if self.generation < 2:
            super().learn(view, entries)

    def clone(self, most: int) -> Self:
        other = super().clone(most)
        other.generation = self.generation + 1
        return other


class ClonesOnce(LanternBelief):
    cloned = False

    def clone(self, most: int) -> Any:
        if self.cloned:
            return None
        other = super().clone(most)
        other.cloned = True
        return other


class CannotBeCloned(LanternBelief):
    def clone(self, most: int) -> Self:
        raise ZeroDivisionError("while cloning")


class CannotLearn(LanternBelief):
    def learn(self, view: View, entries: Sequence[Any]) -> None:
        super().learn(view, entries)
        raise ZeroDivisionError("while thinking")


BROKEN: list[tuple[Callable[[], Game[Any, Any, Any, Any]], Property]] = [
    (with_state(ShowsRivalsCard), Property.VIEW_LEAK),
    (with_state(ShowsSpectatorsACard), Property.VIEW_LEAK),
    (with_state(ViewTellsTheFirstRivalWhetherHeWasLookedAt), Property.VIEW_LEAK),
    (with_state(LegalByRivalsCard), Property.LEGAL_LEAK),
    (with_state(LegalByHiddenCount), Property.LEGAL_LEAK),
    (with_state(TurnByHiddenCards), Property.TURN_LEAK),
    (with_state(ShowsBidsAtOnce), Property.CHOICE_HIDDEN),
    (with_state(SaysWhoHasChosen), Property.CHOICE_HIDDEN),
    (with_state(ChangesAViewUntold), Property.UNTOLD_CHANGE),
    (with_state(FirstBidderWinsTies), Property.CHOICE_ORDER),
    (with_state(TooFine), Property.OBSERVATION),
    (with_state(TooCoarse), Property.OBSERVATION),
    (with_sticks(KeyForgetsTheTurn), Property.POSITION_KEY),
    (with_sticks(KeyForgetsWhatMattersLater), Property.POSITION_KEY),
    (with_sticks(KeyForgetsWhoHasWon), Property.POSITION_KEY),
    (with_sticks(KeyNeedsAJournal), Property.POSITION_KEY),
    (with_sticks(KeyCountsQuestions), Property.POSITION_KEY),
    (with_sticks(KeyOfTheObject), Property.POSITION_KEY),
    (with_sticks(KeyIsAList), Property.POSITION_KEY),
    (with_sticks(KeyReadsTheClock), Property.PURE),
    (with_state(KeyForgetsTheBids), Property.POSITION_KEY),
    (with_state(SharesAList), Property.CLONE),
    (LateNondeterminism, Property.REPLAY),
    (with_state(DeafWithoutJournal), Property.SILENT),
    (with_state(CountsQuestions), Property.ASKING),
    (with_state(ReadsTheClock), Property.PURE),
    (with_state(ReadsTheCalendar), Property.PURE),
    (with_state(DrawsByItself), Property.PURE),
    (with_state(HasAGeneratorOfItsOwn), Property.PURE),
    (with_state(ReadsTheEnvironment), Property.PURE),
    (ReadsAFile, Property.PURE),
    (OrderOfASetDecides, Property.PROCESSES),
    (NothingHidden, Property.TWINS),
    (with_state(UnsortedLegal), Property.LEGAL_ACTIONS),
    (with_state(LegalOutOfTurn), Property.LEGAL_ACTIONS),
    (with_state(GrowsItsLegalList), Property.LEGAL_KEPT),
    (with_state(OneTextForTwo), Property.ACTION_TEXT),
    (with_state(TextBesidesThePattern), Property.ACTION_TEXT),
    (with_state(WeightlessOutcome), Property.CHANCE),
    (with_state(ShortReturns), Property.OUTCOME),
    (with_state(LosersReturnMore), Property.OUTCOME),
    (with_state(NoOutcome), Property.OUTCOME),
    (with_state(Backwards), Property.TO_ACT),
    (with_state(Endless), Property.ENDS),
    (with_state(RaisesLate), Property.RAISES),
    (with_state(WrongAudience), Property.AUDIENCE),
    (with_state(TellsTheUndeclared), Property.ENTRY_JSON),
    (with_state(TellsAListForATuple), Property.ENTRY_JSON),
    (with_state(ViewOfAnotherType), Property.VIEW_JSON),
    (SilentStart, Property.START_TOLD),
    (EscapeCodes, Property.BOARD_TEXT),
    (UnknownStyle, Property.BOARD_TEXT),
    (BoardNotOfTheViewAlone, Property.BOARD_TEXT),
    (BoardOfTheTruth, Property.TEXT_LEAK),
    (LabelOfTwoLines, Property.LABEL_TEXT),
    (EmptySentence, Property.SENTENCE_TEXT),
    (NoRussianRules, Property.RULES_TEXT),
    (BrokenSvg, Property.SVG),
    (ShoutingId, Property.METADATA),
    (SummaryMissing, Property.METADATA),
    (UnlistedSeats, Property.OPTIONS),
    (OptionsWithoutDefaults, Property.OPTIONS),
    (MutableOptions, Property.SCHEMA),
    (UntaggedEntries, Property.SCHEMA),
    (PeekingPolicy, Property.POLICY),
    (WeightlessPolicy, Property.POLICY),
    (ShortEvaluator, Property.EVALUATOR),
    (with_knowledge(SureOfAWin), Property.EVALUATOR),
    (with_knowledge(SureOfOneSeat), Property.EVALUATOR),
    (with_knowledge(SureThatBothWin), Property.EVALUATOR),
    (with_knowledge(SureOfNoNumber), Property.EVALUATOR),
    (with_knowledge(TakesAwayFromTheList), Property.EVALUATOR),
    (with_knowledge(LeavesTheWinOut), Property.EVALUATOR),
    (with_knowledge(LeavesNothing), Property.EVALUATOR),
    (with_knowledge(MustPlayMoreThanThereIs), Property.EVALUATOR),
    (ShortHeuristic, Property.HEURISTIC),
    (ForgetsTheTurn, Property.FROM_VIEW),
    (ForgetfulPositions, Property.POSITIONS),
    (with_belief(Constant), Property.BELIEF_VARIES),
    (with_belief(DropsACard), Property.BELIEF_FITS),
    (with_belief(IgnoresBids), Property.BELIEF_FITS),
    (with_belief(ForgetsBids), Property.BELIEF_FITS),
    (PeekingBelief, Property.BELIEF_BLIND),
    (with_belief(Unseeded), Property.BELIEF_BLIND),
    (with_belief(NeverTheTruth), Property.BELIEF_TRUTH),
    (with_belief(LearnsTheLastEntryOnly), Property.BELIEF_STEPS),
    (with_belief(SharesWithItsSamples), Property.BELIEF_UNTOUCHED),
    (DeadEndBelief, Property.BELIEF_ENDS),
    (with_belief(SharesWithItsClones), Property.BELIEF_CLONE),
    (with_belief(LearnsThroughItsClones), Property.BELIEF_CLONE),
    (with_belief(ForgetsInItsClones), Property.BELIEF_CLONE),
    (with_belief(ClonesDoNotLearn), Property.BELIEF_CLONE),
    (with_belief(ClonesOnce), Property.BELIEF_CLONE),
    (with_belief(CannotBeCloned), Property.BELIEF_CLONE),
    (with_belief(CannotLearn), Property.RAISES),
]
