"""Courses that a match may have taken, followed as far as a seat was told, by how likely rivals were to take them."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from undercroft.game import CHANCE, Belief, Game, Heuristic, Journal, Seat, State, UndercroftError
from undercroft_bots.search.budget import Budget
from undercroft_bots.search.history import History, Step, drawn, total_weight

__all__ = ["WHIM", "WORLDS", "Courses", "ThoughtfulCourses"]

WORLDS: Final = 400
"""About so many worlds are kept of what a rival knows, for each course."""

WHIM: Final = 0.1
"""The share of choices that rivals who think are taken to make at random all the same."""


class Courses:
    """At most `most` courses in which rivals choose any action, each as likely.

    Nothing is read that `seat` wasn't told. `cut` says whether courses were ever dropped for want of patience.
    """

    def __init__(self, game: Game[Any, Any, Any, Any], seats: int, seat: Seat, most: int) -> None:
        self.game = game
        self.seats = seats
        self.seat = seat
        self.histories: list[History] = []
        self.cut = False
        self.rng = Random(seat)  # noqa: S311 - what was told and nothing else decides what is drawn
        self._most = most

    def begin(self, options: Any, entries: list[Any]) -> None:
        """The first position, if it tells the seat what it was told first."""
        journal: Journal[Any] = Journal()
        state = self.game.start(options, self.seats, journal)
        told = journal.entries(self.seat)
        if told == entries[: len(told)]:
            self.histories = [History(state, 1.0, self.first_minds(options, state, journal), len(told))]

    def follow(self, entries: list[Any], patience: Budget) -> None:
        """Go on to where the seat was told all of `entries` and is to act.

        Courses not yet followed when `patience` is over are dropped; the others, a fair sample, count for them too.
        """
        going = self.histories
        arrived: list[History] = []
        while going:
            waiting: list[History] = []
            for history in going:
                if history.known == len(entries) and self.seat in history.state.to_act():
                    arrived.append(history)
                else:
                    waiting.append(history)
            going = self._followed(waiting, entries, patience)
        for history in arrived:
            history.known = 0
        self.histories = arrived

    def first_minds(
        self, options: Any, state: State[Any, Any], journal: Journal[Any]
    ) -> dict[Seat, Belief[Any, Any, Any]]:
        """What rivals know at the start; nothing is asked of who chooses at random."""
        return {}

    def shares(self, history: History, rival: Seat, legal: list[int]) -> list[float]:
        """How likely a rival is to choose each action."""
        return [1.0 / len(legal)] * len(legal)

    def _followed(self, waiting: list[History], entries: list[Any], patience: Budget) -> list[History]:
        """The histories that follow those waiting, by one action."""
        steps: list[Step] = []
        looked_at = 0
        for history in waiting:
            if patience.look() and steps:
                self.cut = True
                break
            looked_at += 1
            steps += self._steps(history, entries)
        chosen = drawn(steps, self._most, self.rng)
        if not chosen:
            return []
        missing = total_weight(waiting) / total_weight(waiting[:looked_at])
        followed: list[History] = []
        for step in chosen:
            if patience.look() and followed:
                self.cut = True
                break
            followed.append(_after(step))
        missing *= total_weight(chosen) / total_weight(chosen[: len(followed)])
        for history in followed:
            history.weight *= missing
        return followed

    def _steps(self, history: History, entries: list[Any]) -> list[Step]:
        """Every way to go on that tells the seat what it was told, weighted; none where several choose at once."""
        to_act = history.state.to_act()
        if len(to_act) != 1:
            return []
        seat = to_act[0]
        outcomes = history.state.chance_outcomes()
        actions = [action for action, _ in outcomes] if seat == CHANCE else history.state.legal_actions(seat)
        steps: list[Step] = []
        fitting: list[int] = []
        for at, action in enumerate(actions):
            state = history.state.clone()
            journal: Journal[Any] = Journal()
            state.apply(seat, action, journal)
            told = journal.entries(self.seat)
            known = history.known + len(told)
            if told == entries[history.known : known] and state.to_act():
                steps.append(Step(history, state, journal, history.weight, known))
                fitting.append(at)
        if steps and seat != self.seat and len(actions) > 1:
            shares = _odds(outcomes) if seat == CHANCE else self.shares(history, seat, actions)
            for step, at in zip(steps, fitting, strict=True):
                step.weight *= shares[at]
        return steps


class ThoughtfulCourses(Courses):
    """Courses in which rivals choose by the game's heuristic, over what they know there, but for a `WHIM`."""

    def __init__(
        self,
        game: Game[Any, Any, Any, Any],
        seats: int,
        seat: Seat,
        most: int,
        heuristic: Heuristic[Any, Any, Any],
    ) -> None:
        super().__init__(game, seats, seat, most)
        self._heuristic = heuristic

    def first_minds(
        self, options: Any, state: State[Any, Any], journal: Journal[Any]
    ) -> dict[Seat, Belief[Any, Any, Any]]:
        """The beliefs of all rivals."""
        minds: dict[Seat, Belief[Any, Any, Any]] = {}
        for rival in range(self.seats):
            if rival != self.seat:
                minds[rival] = self.game.belief(options, self.seats, rival)
                minds[rival].learn(state.view(rival), journal.entries(rival))
        return minds

    def shares(self, history: History, rival: Seat, legal: list[int]) -> list[float]:
        """Mostly what scores best, as the bot `heuristic` chooses."""
        scores = self._heuristic.scores(history.minds[rival], history.state.view(rival), legal, self.rng)
        best = max(scores)
        sure = (1.0 - WHIM) / scores.count(best)
        return [WHIM / len(legal) + (sure if score == best else 0.0) for score in scores]


def _odds(outcomes: list[tuple[int, int]]) -> list[float]:
    """The probability of each outcome of chance."""
    total = sum(weight for _, weight in outcomes)
    return [weight / total for _, weight in outcomes]


def _after(step: Step) -> History:
    """The history that has gone this way: whoever was told something has learned it."""
    minds = step.history.minds.copy()
    for rival, mind in step.history.minds.items():
        told = step.journal.entries(rival)
        if told:
            learned = mind.clone(WORLDS)
            if learned is None:
                raise UndercroftError("a belief that could be cloned can't be any more")
            learned.learn(step.state.view(rival), told)
            minds[rival] = learned
    return History(step.state, step.weight, minds, step.known)
