"""A contest, played: what is known already, what is still to be played, when to stop."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing

from undercroft.arena.contest import Contest
from undercroft.arena.playing import MatchResult
from undercroft.arena.results_file import ResultsFile
from undercroft.arena.runner import Runner
from undercroft.arena.schedule import Pairing, deal_pairings, deals_for, groups_of, matches_a_deal
from undercroft.arena.tally import Tally

__all__ = ["Arena"]


class Arena:
    """A contest under way; `tally` has the deals that count so far.

    At least `matches` are played, in whole deals. With `wanted` it stops before that once every two bots' share of
    points is surely above or below; that is looked at after each round, in which every group has had one deal. Deals
    count in the order of their numbers, so neither what is counted nor where it stops depends on who played first.
    """

    def __init__(self, contest: Contest, matches: int, wanted: float | None = None) -> None:
        self.contest = contest
        self.tally = Tally(contest)
        self.deals = deals_for(contest, matches)
        self.is_sure = False
        self._wanted = wanted
        self._round = len(groups_of(len(contest.bots), contest.places))
        self._results: dict[int, MatchResult] = {}

    @property
    def matches(self) -> int:
        """How many matches are played if nothing stops it."""
        return self.deals * matches_a_deal(self.contest)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to play any more."""
        return self.is_sure or self.tally.deals == self.deals

    def run(self, runner: Runner, kept: ResultsFile | None, progress: Callable[[int], None]) -> None:
        """Play to the end; `progress` is told how many matches have been played or were known.

        An exception, as of a Ctrl-C, leaves the tally as it is and everything that was played in `kept`.

        Raises:
            ArenaError: it can't go on.
        """
        self._results = {} if kept is None else dict(kept.known)
        self._count()
        if self.is_over:
            return
        progress(self._played())
        with closing(_closable(runner.play(self.contest, self._to_play()))) as results:
            for result in results:
                self._results[result.number] = result
                if kept is not None:
                    kept.add(result)
                self._count()
                progress(self._played())
                if self.is_over:
                    return

    def _played(self) -> int:
        return min(self.matches, self.tally.matches + len(self._results))

    def _to_play(self) -> Iterator[tuple[Pairing, ...]]:
        """What isn't known of the deals that are still to be counted."""
        for number in range(self.tally.deals, self.deals):
            missing = tuple(each for each in deal_pairings(self.contest, number) if each.number not in self._results)
            if missing:
                yield missing

    def _count(self) -> None:
        """Count the deals that are next and whole."""
        while not self.is_over:
            pairings = deal_pairings(self.contest, self.tally.deals)
            if not all(pairing.number in self._results for pairing in pairings):
                return
            self.tally.add([(pairing, self._results.pop(pairing.number)) for pairing in pairings])
            if self._wanted is not None and self.tally.deals % self._round == 0:
                self.is_sure = self.tally.is_sure(self._wanted)


def _closable(results: Iterator[MatchResult]) -> Generator[MatchResult, None, None]:
    """The same, with a `close` that ends what is under way, whatever kind of iterator a runner gives."""
    yield from results
