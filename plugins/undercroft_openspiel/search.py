"""What an action in a world would tell a seat, and the search for worlds that tell it what it was told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from undercroft.game import CHANCE, Seat
from undercroft_openspiel.tables import SpielTable
from undercroft_openspiel.values import Observed

__all__ = ["Moment", "Search", "World"]

ANY: Final = -1
"""Stands in a list of actions for another one that is legal then."""

UNUSED: Final = -2
"""Stands in it for an outcome of chance that comes nowhere later."""


class Moment(NamedTuple):
    """What a seat knows after an entry, and how it came to it: by its own action, or else by others'."""

    text: str
    your_turn: bool
    to_act: tuple[Seat, ...] | None
    own: int | None
    utilities: tuple[float, ...] | None

    @classmethod
    def told(cls, before: str, entry: Observed) -> Moment:
        """The moment after an entry, told to a seat that knew `before`."""
        return cls(
            before[: entry.kept] + entry.text,
            entry.your_turn,
            entry.to_act,
            None if entry.own is None else entry.own.action,
            None if entry.result is None else entry.result.utilities,
        )


class Ply(NamedTuple):
    """An action in a world: whose it was (`CHANCE` too), and whether it told the seat something."""

    player: int
    action: int
    told: bool


class World(NamedTuple):
    """A state of OpenSpiel, which nobody changes, and how it came about: (the path before, the newest ply)."""

    spiel: Any
    path: Any = None

    def plies(self) -> list[Ply]:
        """The actions from the start on."""
        found: list[Ply] = []
        path = self.path
        while path is not None:
            path, ply = path
            found.append(ply)
        return found[::-1]


class Search:
    """The worlds of one seat at one table."""

    def __init__(self, table: SpielTable, seat: Seat) -> None:
        self._table = table
        self._seat = seat

    def begin(self, moment: Moment) -> list[World]:
        """The start, if it tells what the seat was told first."""
        start = World(self._table.start())
        return [start] if self._has_come_to(start.spiel, moment) else []

    # --- one action

    def _has_come_to(self, spiel: Any, moment: Moment) -> bool:
        """Whether the seat, just told something in this state, has come to this moment."""
        player = int(spiel.current_player())
        if (player == self._seat) is not moment.your_turn:
            return False
        if moment.to_act is not None and moment.to_act != ((player,) if player >= 0 else ()):
            return False
        if (tuple(spiel.returns()) if spiel.is_terminal() else None) != moment.utilities:
            return False
        return self._table.knowledge(spiel, self._seat) == moment.text

    def _is_silent(self, spiel: Any, before: Moment) -> bool:
        """Whether another's action that led here has told the seat nothing."""
        player = int(spiel.current_player())
        if player == self._seat or spiel.is_terminal():
            return False
        if before.to_act is not None and before.to_act != ((player,) if player >= 0 else ()):
            return False
        return self._table.knowledge(spiel, self._seat) == before.text

    def followed(self, world: World, action: int, before: Moment, moment: Moment) -> tuple[World, bool] | None:
        """The world after an action, and whether that told `moment`; None if it told something else."""
        player = int(world.spiel.current_player())
        spiel = world.spiel.clone()
        spiel.apply_action(action)
        told = self._has_come_to(spiel, moment)
        if not told and (moment.own is not None or not self._is_silent(spiel, before)):
            return None
        return World(spiel, (world.path, Ply(player, action, told))), told

    def ways(self, world: World, moment: Moment) -> list[tuple[int, float]]:
        """The actions that may lead to the moment, each with its probability: others choose at random."""
        spiel = world.spiel
        mine = spiel.current_player() == self._seat
        if moment.own is not None or mine:
            possible = mine and moment.own is not None and moment.own in spiel.legal_actions()
            return [(moment.own, 1.0)] if possible and moment.own is not None else []
        if spiel.current_player() == CHANCE:
            return [(action, share) for action, share in spiel.chance_outcomes() if share > 0]
        legal = spiel.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    # --- many

    def find(
        self, world: World, at: int, moments: Sequence[Moment], rng: Random, budget: int
    ) -> tuple[World | None, int]:
        """A world, gone on from `world` at random, that has told all of `moments` from `at` on; and the actions tried.

        None if there is none, or the budget is used up. What turns out wrong is taken back.
        """
        if at == len(moments):
            return world, 0
        tried = 0
        stack = [(world, at, self._shuffled(world, moments[at], rng))]
        while stack and tried < budget:
            parent, index, ways = stack[-1]
            action = next(ways, None)
            if action is None:
                stack.pop()
                continue
            tried += 1
            followed = self.followed(parent, action, moments[index - 1], moments[index])
            if followed is None:
                continue
            child, told = followed
            if index + told == len(moments):
                return child, tried
            stack.append((child, index + told, self._shuffled(child, moments[index + told], rng)))
        return None, tried

    def _shuffled(self, world: World, moment: Moment, rng: Random) -> Iterator[int]:
        """The actions in random order, those that are likelier rather before the others."""
        ways = self.ways(world, moment)
        ways.sort(key=lambda way: -(rng.random() ** (1 / way[1])))
        return iter([action for action, _ in ways])

    def varied(self, world: World, moments: Sequence[Moment], rng: Random) -> World | None:
        """Another world that has told the moments that `world` has told and no more; None if it came to nothing."""
        resampled = self.resampled(world, rng)
        if resampled is not None:
            return resampled
        plies = _changed(world.plies(), self._seat, rng)
        return None if plies is None else self._replayed(plies, moments, rng)

    def _replayed(self, plies: Sequence[Ply], moments: Sequence[Moment], rng: Random) -> World | None:
        """The world after these plies, if it has told the moments."""
        index, spiel = 1, self._table.start()
        path: Any = None
        for at, ply in enumerate(plies):
            player, legal = int(spiel.current_player()), spiel.legal_actions()
            action = ply.action if ply.action >= 0 else _chosen(ply, legal, plies[at + 1 :], rng)
            if index == len(moments) or player != ply.player or action not in legal:
                return None
            if player == self._seat and action != moments[index].own:
                return None
            spiel.apply_action(action)
            told = self._has_come_to(spiel, moments[index])
            if not told and (moments[index].own is not None or not self._is_silent(spiel, moments[index - 1])):
                return None
            path, index = (path, Ply(player, action, told)), index + told
        return World(spiel, path) if index == len(moments) else None

    def resampled(self, world: World, rng: Random) -> World | None:
        """A world that tells the seat what `world` does, by the game's own resampler; None where it has none.

        The resampler is a method of a state and could look at it: it is shown one that the seat has imagined.
        """
        if not self._table.served.resampler:
            return None
        try:
            spiel = world.spiel.resample_from_infostate(self._seat, rng.random)
        except self._table.error:  # most resamplers know the play, and not the deal before it
            return None
        same = self._table.knowledge(spiel, self._seat) == self._table.knowledge(world.spiel, self._seat)
        return World(spiel) if same and spiel.current_player() == world.spiel.current_player() else None


def _changed(plies: list[Ply], seat: Seat, rng: Random) -> list[Ply] | None:
    """The plies with a small change that `seat` may not have noticed.

    Two outcomes of chance that told it nothing change places, or one of them becomes another (a card that nobody holds,
    say), or somebody else does something else.
    """
    dealt = [at for at, ply in enumerate(plies) if ply.player == CHANCE and not ply.told]
    others = [at for at, ply in enumerate(plies) if ply.player != seat]
    way = rng.random()
    if len(dealt) > 1 and way < 0.45:
        one, other = rng.sample(dealt, 2)
        plies[one], plies[other] = (
            plies[one]._replace(action=plies[other].action),
            plies[other]._replace(action=plies[one].action),
        )
    elif dealt and way < 0.9:
        at = rng.choice(dealt)
        plies[at] = plies[at]._replace(action=UNUSED)
    elif others:
        at = rng.choice(others)
        plies[at] = plies[at]._replace(action=ANY)
    else:
        return None
    return plies


def _chosen(ply: Ply, legal: Sequence[int], later: Sequence[Ply], rng: Random) -> int:
    """What `ANY` or `UNUSED` is to be; `ANY` again if there is nothing."""
    used = {each.action for each in later if each.player == CHANCE} if ply.action == UNUSED else ()
    choices = [action for action in legal if action not in used]
    return rng.choice(choices) if choices else ANY
