"""Turns what went wrong in a match into a `CheckFailed` with its reproduction."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from undercroft.game import CHANCE, Seat
from undercroft.testing.failure import CheckFailed, Property, Reproduction
from undercroft.testing.referee import Played, Referee, Setup, encode, named

__all__ = ["broken", "guarded"]


def broken(
    referee: Referee,
    what: Property,
    why: str,
    *,
    reader: Seat | None = None,
    twin: Sequence[Played] | None = None,
    after: Sequence[Played] = (),
) -> CheckFailed:
    """The failure of a promise after what was played in `referee`, and `after` that; `twin` is another match."""
    setup = referee.setup
    reproduction = Reproduction(
        encode(setup.options).decode(),
        setup.seats,
        _played_texts(setup, [*referee.actions, *after]),
        None if reader is None else named(reader),
        None if twin is None else _played_texts(setup, twin),
    )
    return CheckFailed(setup.game.spec.id, what, why, reproduction)


@contextmanager
def guarded(
    referee: Referee, what: Property = Property.RAISES, doing: str = "", after: Sequence[Played] = ()
) -> Iterator[None]:
    """Whatever the game raises within becomes a failure of `what`, after what was played by then."""
    try:
        yield
    except CheckFailed:
        raise
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{frame.filename}:{frame.lineno} in {frame.name}"
        raise broken(referee, what, f"{doing}{type(error).__name__}: {error}\n  at {where}", after=after) from error


def _played_texts(setup: Setup, actions: Sequence[Played]) -> tuple[str, ...]:
    """The actions as `seat:text`; as `seat:code` from where the game can't say a text any more."""
    texts: list[str] = []
    try:
        referee = setup.start()
        for seat, action in actions:
            texts.append(f"{_who(seat)}:{referee.state.action_text(seat, action)}")
            referee.apply(seat, action)
    except Exception:
        # The failure being described may itself be that the game raises.
        texts += [f"{_who(seat)}:{action}" for seat, action in actions[len(texts) :]]
    return tuple(texts)


def _who(seat: Seat) -> str:
    return "chance" if seat == CHANCE else str(seat)
