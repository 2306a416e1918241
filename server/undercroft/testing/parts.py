"""Checks what only some games have: position texts, and views from which an open game's state can be read."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec

from undercroft.game import CHANCE, Journal, OpenGame, PositionError, Seat, State
from undercroft.testing.failure import Property
from undercroft.testing.line import options_of, rules_of
from undercroft.testing.referee import Referee, encode
from undercroft.testing.reproduce import broken, guarded

__all__ = ["PartChecks"]

STEPS: Final = 15
"""So far a state made from a view is played on beside the real one: at the first moments, and then at some."""

ALL: Final = 200
"""So many moments of a setup are the first ones."""


class PartChecks:
    """The checks of the optional parts of one game."""

    def __init__(self, game: Any) -> None:
        self._positions = game.positions()
        self._open = game if isinstance(game, OpenGame) else None
        self._decode_view = msgspec.json.Decoder(game.view_type).decode
        self._moments = 0

    def check(self, referee: Referee, rng: Random) -> None:
        """Check the parts at one moment of a match.

        Raises:
            CheckFailed: something is wrong.
        """
        if self._positions is not None:
            with guarded(referee, Property.POSITIONS):
                self._position(referee)
        self._moments += 1
        if self._open is not None and rng.random() < ALL / self._moments:
            with guarded(referee, Property.FROM_VIEW):
                self._from_view(self._open, referee, rng)

    def _position(self, referee: Referee) -> None:
        text = self._positions.write(referee.state)
        if text is None:
            return
        try:
            again = referee.setup.position(text)
        except PositionError as error:
            # After the end, and while chance has still to set things up, a notation may have words that say only so.
            if referee.state.to_act() not in ((), (CHANCE,)):
                raise broken(referee, Property.POSITIONS, f"{text!r} can't be read: {error}") from error
            return
        if (written := self._positions.write(again.state)) != text:
            raise broken(referee, Property.POSITIONS, f"{text!r}, read and written, is {written!r}")
        if any(not again.told(reader) for reader in referee.setup.readers):
            raise broken(
                referee, Property.POSITIONS, f"reading {text!r} doesn't tell every reader what the start would"
            )
        seats = referee.setup.seats
        real, read = rules_of(referee.state, seats), rules_of(again.state, seats)
        if real != read:
            raise broken(referee, Property.POSITIONS, f"{text!r} leads to other rules\n  was: {real}\n  is:  {read}")

    def _from_view(self, game: OpenGame[Any, Any, Any, Any], referee: Referee, rng: Random) -> None:
        setup = referee.setup
        reader = rng.choice(setup.readers)
        made = game.from_view(self._decode_view(encode(referee.state.view(reader))), setup.options, setup.seats)
        real = referee.state.clone()
        for step in range(STEPS):
            if rules_of(real, setup.seats) != rules_of(made, setup.seats):
                why = f"after {step} actions the state made from the view differs"
                raise broken(referee, Property.FROM_VIEW, why, reader=reader)
            options = options_of(real)
            if not options:
                return
            played = rng.choice(options)
            if _told(real, played) != _told(made, played):
                why = f"after {step} actions the state made from the view tells something else"
                raise broken(referee, Property.FROM_VIEW, why, reader=reader)


def _told(state: State[Any, Any], played: tuple[Seat, int]) -> list[Any]:
    journal: Journal[Any] = Journal()
    state.apply(*played, journal)
    return [(audience, encode(entry)) for audience, entry in journal.told]
