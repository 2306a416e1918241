"""Whether states with equal keys are one position: the same is legal in them, and leads to the same.

Matches come to equal keys by themselves near the start; further on they are made to, by playing what was played in
another order. That is done without a journal, as search does: a key made of what only journals' holders remember would
be right with one and wrong without.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Final, NamedTuple

from undercroft.game import CHANCE, State
from undercroft.testing.failure import CheckFailed, Property
from undercroft.testing.line import random_next
from undercroft.testing.referee import Path, Played, Setup, named, played_on
from undercroft.testing.reproduce import broken, guarded

__all__ = ["Transpositions"]

MOST_KEPT: Final = 20_000
"""So many states of a setup are kept; then the memory stays and only looks up."""

REORDERED: Final = 4
"""From so many moments of a match what was played then is played in another order."""

SPAN: Final = 8
"""So many actions each time."""

FAR: Final = 12
"""So far two states with one key are played on side by side."""


class _Course(NamedTuple):
    """A state and how it was reached; `opening` is what chance did before any seat acted."""

    state: State[Any, Any]
    path: Path = None
    path_key: int = 0
    plies: int = 0
    opening: tuple[Played, ...] = ()

    def after(self, played: Played) -> _Course:
        """The course after an action, which isn't told."""
        state = self.state.clone()
        state.apply(*played)
        opens = played[0] == CHANCE and len(self.opening) == self.plies
        opening = (*self.opening, played) if opens else self.opening
        return _Course(state, (self.path, played), hash((self.path_key, *played)), self.plies + 1, opening)


class Transpositions:
    """The states of one setup by their keys. `pairs` counts what was compared.

    What is drawn comes from a generator of its own: the same seed checks the same matches, with keys or without.
    """

    def __init__(self, setup: Setup, seed: int) -> None:
        self.pairs = 0
        self._setup = setup
        self._rng = Random(seed)  # noqa: S311 - reproducible on purpose
        # A search begins where a seat is to act: states that chance has set apart before never meet in one.
        self._met: dict[tuple[tuple[Played, ...], Hashable], _Course] = {}

    def see(self, actions: Sequence[Played]) -> None:
        """Look at the moment after these actions.

        Raises:
            CheckFailed: another match came to the same key, and not to the same position; or the game raised.
        """
        *_, course = self._courses(actions)
        self._see(course)

    def look_along(self, actions: Sequence[Played]) -> None:
        """Look at all moments of a match, and at those that come of playing parts of it in another order.

        Raises:
            CheckFailed: two matches came to one key and not to one position; or the game raised.
        """
        courses = list(self._courses(actions))
        keyed = [course for course in courses if self._see(course)]
        # What chance does in the opening, in another order, is another opening.
        worth_it = [course for course in keyed if course.plies >= len(courses[-1].opening)]
        for course in self._rng.sample(worth_it, min(REORDERED, len(worth_it))):
            self._reorder(course, actions[course.plies : course.plies + SPAN])

    def _courses(self, actions: Sequence[Played]) -> Iterator[_Course]:
        """The moments of a match."""
        course = _Course(self._setup.game.start(self._setup.options, self._setup.seats))
        yield course
        for played in actions:
            course = self._after(course, played)
            yield course

    def _reorder(self, course: _Course, actions: Sequence[Played]) -> None:
        """Play these actions at random, as far as they are legal so."""
        left = list(actions)
        while ways := [played for played in left if _possible(course.state, played)]:
            played = self._rng.choice(ways)
            left.remove(played)
            course = self._after(course, played)
            self._see(course)

    def _after(self, course: _Course, played: Played) -> _Course:
        with _followed(self._setup, course, [played]):
            return course.after(played)

    def _see(self, course: _Course) -> bool:
        """Compare with what is known under the state's key; gives whether it has one."""
        with _followed(self._setup, course, ()):
            key = course.state.position_key()
            if key is None:
                return False
            known = self._met.get((course.opening, key))
        if known is not None and known.path_key != course.path_key:
            self.pairs += 1
            self._compare(known, course)
        # Of two, the shorter match is kept, and shown if something is wrong.
        if len(self._met) < MOST_KEPT if known is None else course.plies < known.plies:
            self._met[course.opening, key] = course
        return True

    def _compare(self, known: _Course, course: _Course) -> None:
        """Play two states with one key on alike, as long as they are alike."""
        one, other = course.state.clone(), known.state.clone()
        after: list[Played] = []
        with _followed(self._setup, course, after):
            key = one.position_key()
            while not (difference := _difference(one, other, self._setup.seats)):
                if not one.to_act() or len(after) == FAR:
                    return
                after.append(random_next(one, self._rng))
                one.apply(*after[-1])
                other.apply(*after[-1])
        when = f"{len(after)} action{'s' * (len(after) > 1)} later, the same in both, " if after else ""
        raise broken(
            self._setup.replay(played_on(course.path)),
            Property.POSITION_KEY,
            f"two matches lead to the key {key!r}, and {when}to other {difference}",
            twin=[*played_on(known.path), *after],
            after=after,
        )


def _difference(one: State[Any, Any], other: State[Any, Any], seats: int) -> str:
    """What two states that should be one position say otherwise; empty if nothing."""
    mine, others = _said(one, seats), _said(other, seats)
    for what, said in mine.items():
        # That there is no key says nothing; with one, what comes of one position is one position too.
        if said != others[what] and not (what == "keys" and None in (said, others[what])):
            return f"{what}\n  first match:  {said}\n  second match: {others[what]}"
    return ""


def _said(state: State[Any, Any], seats: int) -> dict[str, Any]:
    outcome = state.outcome()
    return {
        "seats to act": state.to_act(),
        **{f"legal actions of {named(seat)}": state.legal_actions(seat) for seat in range(seats)},
        "outcomes of chance": sorted(state.chance_outcomes()),
        "returns": outcome and outcome.returns,
        "keys": state.position_key(),
    }


def _possible(state: State[Any, Any], played: Played) -> bool:
    """Whether this can be played now."""
    seat, action = played
    if seat == CHANCE:
        return any(action == each for each, _ in state.chance_outcomes())
    return action in state.legal_actions(seat)


@contextmanager
def _followed(setup: Setup, course: _Course, after: Sequence[Played]) -> Iterator[None]:
    """Whatever the game raises within becomes a failure after what was played in `course`, and `after` that."""
    try:
        yield
    except CheckFailed:
        raise
    except Exception:
        with guarded(setup.replay(played_on(course.path)), after=after):
            raise
