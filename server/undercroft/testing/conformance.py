"""The conformance kit: whether a game keeps the contract of `undercroft.game`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any, Final

import msgspec

from undercroft.game import Game, OpenGame, Seat
from undercroft.testing.beliefs import BeliefChecks, BeliefTally
from undercroft.testing.elsewhere import HASH_SEEDS, check_elsewhere, found_by_name
from undercroft.testing.failure import CheckFailed, Property, seeded
from undercroft.testing.line import check_line, play_on, random_line, walk
from undercroft.testing.metadata import check_metadata
from undercroft.testing.node import NodeChecks
from undercroft.testing.parts import PartChecks
from undercroft.testing.purity import check_purity
from undercroft.testing.purse import Purse
from undercroft.testing.referee import Played, Referee, Setup
from undercroft.testing.reproduce import guarded
from undercroft.testing.told_facts import ToldFacts
from undercroft.testing.transpositions import Transpositions
from undercroft.testing.variations import option_variations
from undercroft.testing.worlds import Target, explore, fork_and_steer, steer

__all__ = ["CheckReport", "Progress", "check_game"]

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and of how much."""

SLOW_SAMPLING: Final = 100.0
"""Fewer samples a second than this are warned about: a search draws one for each simulation."""

SHORTENING: Final = 25
"""So many shorter matches are tried to show a failure with fewer actions."""

SHORT: Final = 200
"""None of them is longer than this."""

SHORTEST: Final = 40
"""So many of the shortest matches of a setup are tried besides, or fewer where there are more than ten setups."""

CLOSELY: Final = 100
"""So many actions of each match, on the average, are looked at step by step."""

LONG: Final = 400
"""So many actions at most of any one match are."""

APART: Final = 40
"""So many actions of a match are followed with a watch on what is called, and in other processes."""

TIMED: Final = 20_000
"""About so many actions are played for the figure of speed."""


class CheckReport(msgspec.Struct):
    """What was tried.

    `matches` were played to their ends, and `closely` is how many of them were looked at step by step, as what may be
    looked at is limited. `pairs` are moments of two matches that told a reader the same, and were compared, as were
    those of two matches that led to one `State.position_key`, the `transpositions`.
    `decisions` are those whose beliefs were looked at; of them, those where every world that fits was found are
    `exhausted`; others were passed over, for the same reason. `processes` others came to the same as this one; none
    is asked where the game can't be found by name. Steps are actions of random matches without a journal, as in search.
    """

    game: str
    version: str
    seed: int
    setups: int = 0
    matches: int = 0
    closely: int = 0
    actions: int = 0
    longest: int = 0
    explored: int = 0
    explored_pairs: int = 0
    forked_pairs: int = 0
    steered: int = 0
    steered_found: int = 0
    steered_pairs: int = 0
    transpositions: int = 0
    decisions: int = 0
    decisions_exhausted: int = 0
    decisions_passed_over: int = 0
    followed_pairs: int = 0
    samples: int = 0
    samples_per_second: float = 0.0
    slowest_learn_ms: float = 0.0
    processes: int = 0
    steps_per_second: float = 0.0
    seconds: float = 0.0
    warnings: list[str] = []


def check_game(
    game: Game[Any, Any, Any, Any], *, matches: int = 100, seed: int = 0, progress: Progress | None = None
) -> CheckReport:
    """Play random matches with every number of seats and many options, and check whatever the contract promises.

    The same seed checks the same matches. What is looked at closely is bounded by `matches`, however long the matches
    are, however many options and seats there are and however large the boards and pictures.

    Raises:
        CheckFailed: a promise isn't kept; the error names it and shows a short match in which it isn't.
    """
    began = perf_counter()
    with seeded(seed):
        check_metadata(game)
        check = _Check(game, seed, matches, progress or _quiet)
        check.explore()
        check.play()
        check.twins()
        check.believe()
        check.apart()
    check.report.seconds = perf_counter() - began
    return check.report


class _Bench:
    """One setup with its checks and its memory."""

    def __init__(self, setup: Setup, seed: int, warnings: set[str], tally: BeliefTally) -> None:
        self.setup = setup
        self.facts = ToldFacts()
        self.transpositions = Transpositions(setup, seed)
        self.nodes = NodeChecks(setup, warnings)
        self.parts = PartChecks(setup.game)
        self.beliefs = BeliefChecks(setup, self.facts, tally)


class _Check:
    """One run of the kit."""

    def __init__(self, game: Game[Any, Any, Any, Any], seed: int, matches: int, progress: Progress) -> None:
        self.game = game
        self.matches = matches
        self.progress = progress
        self.report = CheckReport(game.spec.id, game.spec.version, seed)
        self.rng = Random(seed)  # noqa: S311 - reproducible on purpose
        self.warnings: set[str] = set()
        self.tally = BeliefTally()
        self.plain, self.varied = self._benches()
        self.report.setups = len(self.plain) + len(self.varied)

    def _benches(self) -> tuple[list[_Bench], list[_Bench]]:
        """The default options with every number of seats; other options with some number of seats each."""
        default, *others = option_variations(self.game, self.rng)
        setups = [Setup(self.game, default, seats) for seats in self.game.seat_counts(default)]
        varied = [Setup(self.game, each, self.rng.choice(list(self.game.seat_counts(each)))) for each in others]
        return (
            [_Bench(setup, self.report.seed, self.warnings, self.tally) for setup in setups],
            [_Bench(setup, self.report.seed, self.warnings, self.tally) for setup in varied],
        )

    def _bench(self, number: int) -> _Bench:
        """The bench of a match: in turn one with the defaults and one without."""
        benches = self.varied if number % 2 and self.varied else self.plain
        return benches[number // 2 % len(benches)]

    # --- the stages

    def explore(self) -> None:
        """All short matches, so that a failure near the start is shown by the shortest one."""
        for done, bench in enumerate((*self.plain, *self.varied)):
            self.progress("exploring", done, self.report.setups)
            alike, share = (self.plain, 12) if done < len(self.plain) else (self.varied, 10)
            most = share * self.matches // len(alike) + min(SHORTEST, 10 * SHORTEST // len(alike))

            def visit(referee: Referee, bench: _Bench = bench) -> None:
                bench.nodes.check(referee)
                bench.facts.see(referee)
                bench.transpositions.see(referee.actions)

            self.report.explored += explore(bench.setup, most, self.rng, visit)
            self.report.explored_pairs += bench.facts.pairs

    def play(self) -> None:
        """Random matches to their ends, checked step by step and against others that tell somebody the same.

        With very long matches not all of them, and not whole.
        """
        purse = Purse(CLOSELY)
        for number in range(self.matches):
            self.progress("playing", number, self.matches)
            bench = self._bench(number)
            try:
                actions = random_line(bench.setup, self.rng)
                near = actions[:LONG] if purse.open else []
                if near:
                    self._closely(bench, near, self.rng)
                    self.report.closely += 1
                if len(near) < len(actions):
                    self._end(bench, actions)
            except CheckFailed as failure:
                raise self._shortest(failure, bench) from failure.__cause__
            purse.spend(len(near))
            purse.earn(CLOSELY)
            self.report.matches += 1
            self.report.actions += len(actions)
            self.report.longest = max(self.report.longest, len(actions))
        self.report.transpositions = sum(bench.transpositions.pairs for bench in (*self.plain, *self.varied))

    def _end(self, bench: _Bench, actions: list[Played]) -> None:
        """The last moment of a match that wasn't looked at to its end."""
        referee = bench.setup.replay(actions)
        with guarded(referee):
            bench.nodes.check(referee)

    def _closely(self, bench: _Bench, actions: list[Played], rng: Random) -> None:
        def visit(referee: Referee) -> None:
            bench.facts.see(referee)
            bench.parts.check(referee, rng)

        check_line(bench.setup, actions, bench.nodes, rng, visit)
        bench.transpositions.look_along(actions)
        if not isinstance(self.game, OpenGame):
            for reader in bench.setup.readers:
                self._twins(bench, actions, reader, rng)

    def _twins(self, bench: _Bench, actions: list[Played], reader: Seat, rng: Random) -> None:
        """Look for other matches that tell this reader the same: from a random moment on, and from the start."""

        def visit(referee: Referee) -> None:
            bench.facts.see_from(referee, reader)

        pairs = bench.facts.pairs
        for _ in range(2):
            fork_and_steer(bench.setup, actions, reader, rng, visit)
        self.report.forked_pairs += bench.facts.pairs - pairs
        pairs = bench.facts.pairs
        whole = bench.setup.replay(actions[: rng.randint(1, max(1, len(actions)))])
        budget = 6 * len(actions) + 60
        found = steer(bench.setup.start(), Target(whole, reader), rng, budget, visit)
        self.report.steered += 1
        self.report.steered_found += bool(found.reached)
        self.report.steered_pairs += bench.facts.pairs - pairs

    def _shortest(self, failure: CheckFailed, bench: _Bench) -> CheckFailed:
        """The same failure in a shorter match, if one is found quickly; an endless match has none."""
        if failure.property is Property.ENDS:
            return failure
        for attempt in range(SHORTENING):
            if failure.reproduction is None or len(failure.reproduction.actions) <= 1:
                break
            most = min(len(failure.reproduction.actions) - 1, SHORT)
            rng = Random(attempt)  # noqa: S311 - reproducible on purpose
            try:
                self._closely(bench, random_line(bench.setup, rng, most), rng)
            except CheckFailed as other:
                if (
                    other.property == failure.property
                    and other.reproduction
                    and len(other.reproduction.actions) <= most
                ):
                    failure = other
        return failure

    def twins(self) -> None:
        """A game that hides something must have been seen to do so, or nothing was compared."""
        pairs = sum(bench.facts.pairs for bench in (*self.plain, *self.varied))
        if not pairs and not isinstance(self.game, OpenGame):
            why = "of all the matches played, no two told any reader the same: there was nothing to compare"
            raise CheckFailed(self.game.spec.id, Property.TWINS, why)

    def believe(self) -> None:
        """Beliefs, in a part of the matches: they cost most."""
        count = max(min(self.matches, 5), self.matches // 5)
        for number in range(count):
            self.progress("believing", number, count)
            bench = self._bench(number)
            actions = random_line(bench.setup, self.rng)
            walk(bench.setup, actions, bench.facts.see)
            bench.beliefs.check(actions, self.rng)
        self.tally.verdict(self.game.spec.id)
        self._count_beliefs()

    def _count_beliefs(self) -> None:
        report, tally = self.report, self.tally
        report.decisions, report.decisions_exhausted = tally.decisions, tally.exhausted
        report.decisions_passed_over = tally.passed_over
        report.followed_pairs, report.samples = tally.followed_pairs, tally.samples
        report.samples_per_second = tally.samples / tally.sampling_seconds if tally.sampling_seconds else 0.0
        report.slowest_learn_ms = 1000 * tally.slowest_learn
        if tally.samples and report.samples_per_second < SLOW_SAMPLING:
            self.warnings.add(f"beliefs give only {report.samples_per_second:.0f} samples a second")

    def apart(self) -> None:
        """A few matches with a watch on what is called, and once more in other processes; how fast the rules are."""
        lines = [(bench.setup, random_line(bench.setup, self.rng, APART)) for bench in map(self._bench, range(4))]
        for number, (setup, actions) in enumerate(lines):
            self.progress("watching", number, len(lines))
            check_purity(setup, actions)
        maker = found_by_name(self.game)
        self.progress("asking other processes", 0, 1)
        if maker is not None:
            check_elsewhere(maker, lines)
            self.report.processes = len(HASH_SEEDS)
        self.report.steps_per_second = _speed(self.plain[0].setup, self.rng)
        self.report.warnings = sorted(self.warnings)


def _speed(setup: Setup, rng: Random) -> float:
    """Actions of random matches for each second."""
    steps, began = 0, perf_counter()
    while steps < TIMED:
        played: list[Played] = []
        play_on(setup.game.start(setup.options, setup.seats), rng, TIMED - steps, played)
        steps += max(1, len(played))
    return steps / (perf_counter() - began)


def _quiet(what: str, done: int, of: int) -> None:
    """Nobody wants to know."""
