"""Contests of a small game that hides a number, and a runner that plays in this process in any order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from undercroft.arena.contest import Contest, contest_of
from undercroft.arena.playing import MatchResult, Table, play
from undercroft.arena.runner import Runner
from undercroft.arena.schedule import Pairing
from undercroft.arena.worker import table_of
from undercroft.options import parse_assignments
from undercroft.registry import load_registry

FIRST_TRY = Path(__file__).parents[2] / "third_party" / "first_try"
AWKWARD = Path(__file__).parent / "own_bots" / "awkward.py"
HALVER = f"{FIRST_TRY / 'halver.py'}:Halver"


class Contests:
    """Makes contests, and their tables."""

    folder = FIRST_TRY
    halver = HALVER

    def own(self, name: str) -> str:
        """A bot of the awkward author's."""
        return f"{AWKWARD}:{name}"

    def make(self, *specs: str, game: str = "hidden-number", seats: int | None = None, **more: Any) -> Contest:
        registry = load_registry(FIRST_TRY)
        rules = registry.game(game)
        bots = [registry.bot(spec, rules, own_code=True) for spec in specs]
        options = parse_assignments(rules.options_type, more.pop("options", ()))
        return contest_of(rules, options, seats, bots, more.pop("seed", 0), **more)

    def table(self, contest: Contest) -> Table:
        return table_of(contest, str(FIRST_TRY))


@pytest.fixture(scope="session")
def contests() -> Contests:
    return Contests()


class Here(Runner):
    """Plays in this process, as far ahead as `ahead` deals, and hands results over in an order of its own."""

    def __init__(self, ahead: int = 1, seed: int = 0) -> None:
        self._ahead = ahead
        self._rng = Random(seed)
        self.played: list[int] = []

    def play(self, contest: Contest, deals: Iterator[tuple[Pairing, ...]]) -> Iterator[MatchResult]:
        table = table_of(contest, str(FIRST_TRY))
        waiting: list[Pairing] = []
        while True:
            while len(waiting) < self._ahead and (deal := next(deals, ())):
                waiting += deal
            if not waiting:
                return
            pairing = waiting.pop(self._rng.randrange(len(waiting)))
            self.played.append(pairing.number)
            yield play(table, pairing)


@pytest.fixture
def here() -> type[Here]:
    return Here
