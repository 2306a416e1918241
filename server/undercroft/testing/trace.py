"""Follows a match and writes down all that a game says at every moment: rules, views, texts, beliefs, judgements.

Equal traces mean equal in every byte, also between processes; nothing here is hashed as Python hashes strings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from random import Random
from typing import Any, Final

import msgspec

from undercroft.game import CHANCE, Belief, OpenGame, Seat
from undercroft.testing.line import options_of, rules_of
from undercroft.testing.referee import Played, Referee, Setup, encode

__all__ = ["Moment", "trace"]

Moment = dict[str, str]
"""A digest of each part of what was said."""

SAMPLED: Final = 3
"""So many worlds of the seat to act are part of a moment."""


def trace(referee: Referee, actions: Sequence[Played]) -> Iterator[Moment]:
    """The moments of a match: the one at which `referee` stands, at its start, then one after each of the actions.

    A moment is made when it is asked for.
    """
    tracer = _Tracer(referee.setup)
    yield tracer.moment(referee)
    for played in actions:
        referee.apply(*played)
        yield tracer.moment(referee)


class _Tracer:
    """One match with a belief for every seat."""

    def __init__(self, setup: Setup) -> None:
        game = setup.game
        self._setup = setup
        self._beliefs = [game.belief(setup.options, setup.seats, seat) for seat in range(setup.seats)]
        self._learned = [0] * setup.seats
        self._decode_view = msgspec.json.Decoder(game.view_type).decode
        self._decode_entry = msgspec.json.Decoder(game.entry_type).decode
        self._evaluator, self._heuristic = game.evaluator(), game.heuristic()
        self._svg, self._positions = game.svg(), game.positions()

    def moment(self, referee: Referee) -> Moment:
        """All that is said now."""
        said = {
            "rules": rules_of(referee.state, self._setup.seats),
            "observations": [repr(referee.state.observation(seat)) for seat in range(self._setup.seats)],
            # Keys themselves are for one process, and may be hashes.
            "keys": referee.state.position_key() is not None,
            "views": [referee.view(reader) for reader in self._setup.readers],
            "entries": [referee.told_key(reader) for reader in self._setup.readers],
            "texts": [list(referee.texts(reader)) for reader in self._setup.readers],
            "sentences": [self._sentences(referee, lang) for lang in self._setup.languages],
            "judgements": self._judgements(referee),
            "beliefs": [self._imagined(referee, seat) for seat in range(self._setup.seats)],
        }
        return {part: blake2b(encode(what), digest_size=12).hexdigest() for part, what in said.items()}

    def _sentences(self, referee: Referee, lang: str) -> list[str]:
        return [self._setup.game.sentence(entry, lang) for _, entry in referee.last]

    def _judgements(self, referee: Referee) -> list[Any]:
        state = referee.state
        to_act = [seat for seat in state.to_act() if seat != CHANCE]
        said: list[Any] = [self._positions.write(state) if self._positions is not None else None]
        if self._evaluator is not None and state.to_act():
            said.append(list(self._evaluator.values(state)))
        if self._setup.policy is not None:
            said += [self._setup.policy.weights(state, seat, state.legal_actions(seat)) for seat in to_act]
        if self._svg is not None and not referee.plies:
            said.append(self._svg.draw(state.view(0), self._setup.languages[0]))
        if isinstance(self._setup.game, OpenGame):
            made = self._setup.game.from_view(state.view(0), self._setup.options, self._setup.seats)
            said.append(rules_of(made, self._setup.seats))
        return said

    def _imagined(self, referee: Referee, seat: Seat) -> list[Any]:
        """What the seat's belief has learned by now, as it shows in samples and in the heuristic's scores."""
        belief, told = self._beliefs[seat], referee.told(seat)
        if len(told) > self._learned[seat]:
            entries = tuple(self._decode_entry(raw) for raw in told[self._learned[seat] :])
            belief.learn(self._decode_view(referee.view(seat)), entries)
            self._learned[seat] = len(told)
        if seat not in referee.state.to_act() or referee.phase:
            return []
        said: list[Any] = [_played_on(belief, number, self._setup.seats) for number in range(SAMPLED)]
        if self._heuristic is not None:
            legal = tuple(referee.state.legal_actions(seat))
            view = self._decode_view(referee.view(seat))
            said.append(self._heuristic.scores(belief, view, legal, Random(7)))  # noqa: S311 - reproducible on purpose
        return said


def _played_on(belief: Belief[Any, Any, Any], seed: int, seats: int) -> Any:
    """A sampled world: its rules, and those some actions later."""
    rng = Random(seed)  # noqa: S311 - reproducible on purpose
    world = belief.sample(rng)
    said = [rules_of(world, seats)]
    for _ in range(4):
        options = options_of(world)
        if not options:
            break
        world.apply(*options[rng.randrange(len(options))])
    said.append(rules_of(world, seats))
    return said
