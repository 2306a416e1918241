"""Plays random matches, and plays each of them again in other ways that must come to the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from undercroft.game import CHANCE, Journal, State
from undercroft.testing.failure import Property
from undercroft.testing.node import NodeChecks
from undercroft.testing.referee import Played, Referee, Setup, named
from undercroft.testing.reproduce import broken, guarded

__all__ = ["LONGEST", "check_line", "options_of", "play_on", "random_line", "random_next", "rules_of", "step", "walk"]

LONGEST: Final = 10_000
"""A match with more actions than this is taken for endless."""


def options_of(state: State[Any, Any]) -> list[Played]:
    """What can happen next: every legal action of the first seat to act, or every outcome of chance."""
    to_act = state.to_act()
    if not to_act:
        return []
    if to_act == (CHANCE,):
        return [(CHANCE, action) for action, _ in state.chance_outcomes()]
    return [(to_act[0], action) for action in state.legal_actions(to_act[0])]


def random_next(state: State[Any, Any], rng: Random) -> Played:
    """Some seat to act with some legal action, or an outcome of chance by its weight."""
    seat = rng.choice(state.to_act())
    if seat == CHANCE:
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        return CHANCE, rng.choices(actions, weights)[0]
    return seat, rng.choice(state.legal_actions(seat))


def play_on(state: State[Any, Any], rng: Random, most: int, played: list[Played] | None = None) -> None:
    """Play at random, without a journal, to the end or for so many actions; notes them in `played`."""
    for _ in range(most):
        if not state.to_act():
            return
        following = random_next(state, rng)
        if played is not None:
            played.append(following)
        state.apply(*following)


def random_line(setup: Setup, rng: Random, most: int | None = None) -> list[Played]:
    """The actions of a random match, to its end, or `most` of them.

    Raises:
        CheckFailed: it doesn't end, or the game raised.
    """
    referee = setup.start()
    with guarded(referee):
        for _ in range(LONGEST if most is None else most):
            if not referee.state.to_act():
                return referee.actions
            referee.apply(*random_next(referee.state, rng))
    if most is None:
        raise broken(referee, Property.ENDS, f"after {LONGEST} actions it still goes on")
    return referee.actions


def rules_of(state: State[Any, Any], seats: int) -> tuple[Any, ...]:
    """What the rules say now, without anything that needs a journal."""
    return (
        state.to_act(),
        [[(action, state.action_text(seat, action)) for action in state.legal_actions(seat)] for seat in range(seats)],
        [(action, weight, state.action_text(CHANCE, action)) for action, weight in state.chance_outcomes()],
        state.outcome(),
    )


def _everything(referee: Referee) -> tuple[Any, ...]:
    readers = referee.setup.readers
    return (
        rules_of(referee.state, referee.setup.seats),
        [referee.view(reader) for reader in readers],
        [referee.told_key(reader) for reader in readers],
    )


def check_line(
    setup: Setup, actions: Sequence[Played], checks: NodeChecks, rng: Random, visit: Callable[[Referee], None]
) -> None:
    """Play these actions with every check of a moment and of a step; then again, in ways that must come to the same.

    `visit` is called at every moment.

    Raises:
        CheckFailed: something is wrong.
    """
    kept = _first_time(setup, actions, checks)
    _again(setup, actions, kept)
    _with_clones(setup, actions, kept, rng)
    _silently(setup, actions, kept)
    _in_other_order(setup, actions, kept)
    _unasked(setup, actions, kept[-1])
    walk(setup, actions, visit)


def walk(setup: Setup, actions: Sequence[Played], visit: Callable[[Referee], None]) -> None:
    """Visit every moment of a match."""
    referee = setup.start()
    with guarded(referee):
        visit(referee)
        for played in actions:
            referee.apply(*played)
            visit(referee)


def _first_time(setup: Setup, actions: Sequence[Played], checks: NodeChecks) -> list[tuple[Any, ...]]:
    referee = setup.start()
    with guarded(referee):
        checks.check(referee)
        kept = [_everything(referee)]
        for played in actions:
            step(referee, played)
            checks.check(referee)
            kept.append(_everything(referee))
    return kept


def step(referee: Referee, played: Played) -> None:
    """One action, with what may and what may not change by it.

    Raises:
        CheckFailed: something else changed.
    """
    readers, seats = referee.setup.readers, range(referee.setup.seats)
    told = {reader: len(referee.told(reader)) for reader in readers}
    views = {reader: referee.view(reader) for reader in readers}
    legal = {reader: dict(referee.legal(reader)) for reader in readers}
    handed = [referee.state.legal_actions(seat) for seat in seats]
    copies = [list(each) for each in handed]
    choosing = len(referee.phase or referee.state.to_act()) > 1
    referee.apply(*played)
    if handed != copies:
        raise broken(referee, Property.LEGAL_KEPT, f"{copies} became {handed}")
    for reader in readers:
        silent = len(referee.told(reader)) == told[reader]
        mine = choosing and reader == played[0]
        changes = [
            _changed(what, before, now)
            for what, before, now in (
                ("view", views[reader], referee.view(reader)),
                ("legal list", legal[reader], dict(referee.legal(reader))),
            )
            # Who has chosen has nothing left to choose, and knows it without being told.
            if before != now and not (mine and not now)
        ]
        if referee.phase and not mine and (changes or not silent):
            why = f"{named(played[0])} has chosen, others have still to, and {named(reader)} is told or shown something"
            raise broken(referee, Property.CHOICE_HIDDEN, why, reader=reader)
        if silent and changes:
            raise broken(referee, Property.UNTOLD_CHANGE, changes[0], reader=reader)


def _changed(what: str, before: Any, after: Any) -> str:
    return f"the {what} changed, and nothing was told\n  before: {before}\n  after:  {after}"


def _again(setup: Setup, actions: Sequence[Played], kept: Sequence[Any]) -> None:
    referee = setup.start()
    with guarded(referee, Property.REPLAY):
        _compare(referee, kept[0], Property.REPLAY)
        for played, expected in zip(actions, kept[1:], strict=True):
            referee.apply(*played)
            _compare(referee, expected, Property.REPLAY)


def _with_clones(setup: Setup, actions: Sequence[Played], kept: Sequence[Any], rng: Random) -> None:
    """Play on in clones all the way, and now and then go on with the clone instead of the original."""
    referee = setup.start()
    left: list[tuple[Referee, Any]] = []
    to_the_end = min(0.3, 4 / max(1, len(actions)))
    with guarded(referee, Property.CLONE):
        for played, expected in zip(actions, kept, strict=False):
            for most in (1, LONGEST if rng.random() < to_the_end else 3):
                aside: list[Played] = []
                with guarded(referee, Property.RAISES, after=aside):
                    play_on(referee.state.clone(), rng, most, aside)
            _compare(referee, expected, Property.CLONE)
            if rng.random() < 0.3:
                left.append((referee, expected))
                referee = referee.fork()
            referee.apply(*played)
        _compare(referee, kept[-1], Property.CLONE)
        for old, expected in left:
            _compare(old, expected, Property.CLONE)


def _silently(setup: Setup, actions: Sequence[Played], kept: Sequence[Any]) -> None:
    """Without a journal; the observations, if there are any, are the same too."""
    loud = setup.start()
    state = setup.game.start(setup.options, setup.seats)
    with guarded(loud, Property.SILENT):
        for played, expected in zip((None, *actions), kept, strict=True):
            if played is not None:
                loud.apply(*played)
                state.apply(*played)
            rules = rules_of(state, setup.seats)
            if rules != expected[0]:
                raise broken(loud, Property.SILENT, f"with a journal {expected[0]}\n  without {rules}")
            for seat in range(setup.seats) if played is not None else ():
                if state.observation(seat) != loud.state.observation(seat):
                    raise broken(loud, Property.SILENT, "observations differ", reader=seat)


def _in_other_order(setup: Setup, actions: Sequence[Played], kept: Sequence[Any]) -> None:
    """Every simultaneous choice once more, in the opposite order."""
    referee = setup.start()
    with guarded(referee, Property.CHOICE_ORDER):
        for at, played in enumerate(actions):
            to_act = referee.state.to_act()
            choices = actions[at : at + len(to_act)]
            if not referee.phase and len(to_act) > 1 and len(choices) == len(to_act):
                other = referee.fork()
                for choice in reversed(choices):
                    other.apply(*choice)
                _compare(other, kept[at + len(to_act)], Property.CHOICE_ORDER)
            referee.apply(*played)


def _unasked(setup: Setup, actions: Sequence[Played], last: Any) -> None:
    """Only applied, without a question on the way: whatever asking did to the state is missing now."""
    journal: Journal[Any] = Journal()
    state = setup.game.start(setup.options, setup.seats, journal)
    for seat, action in actions:
        state.apply(seat, action, journal)
    referee = setup.replay(actions)
    with guarded(referee, Property.ASKING):
        _compare(referee.imagine(state), last, Property.ASKING)


def _compare(referee: Referee, expected: Any, what: Property) -> None:
    came = _everything(referee)
    for name, before, now in zip(("rules", "views", "entries told"), expected, came, strict=True):
        if before != now:
            raise broken(referee, what, f"other {name}\n  first:  {before}\n  now:    {now}")
