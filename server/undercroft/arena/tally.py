"""What the matches of an arena add up to, deal by deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from undercroft.arena.certainty import Interval, interval, rules_out
from undercroft.arena.contest import Contest
from undercroft.arena.playing import Fault, MatchResult
from undercroft.arena.schedule import Pairing

__all__ = ["BotScore", "DealOutcome", "Pair", "PairScore", "Tally"]

Pair = tuple[int, int]
"""Two different bots of a contest, the lower number first."""

DealOutcome = tuple[tuple[Pair, float, int], ...]
"""What a deal says of each two bots that met in it: points of the first one against the second, and of how many."""


@dataclass
class BotScore:
    """What one bot has done. Seconds are of its own decisions; `faults` counts by kind, `reasons` by kind and text."""

    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)


@dataclass
class PairScore:
    """How the first bot of a pair stands against the second.

    `shares` counts deals by the share of their points that went to the first: the matches of a deal have the same
    chance and aren't independent, deals are.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    shares: Counter[float] = field(default_factory=Counter)

    @property
    def share(self) -> float | None:
        """The share of points that went to the first, None before anything was decided between the two."""
        met = self.won + self.drawn + self.lost
        return (self.won + self.drawn / 2) / met if met else None

    def interval(self, doubt: float = 0.05) -> Interval:
        """Where that share lies in the long run; it may be looked at any time."""
        return interval(self.shares, doubt)


class Tally:
    """Adds deals up; the same deals in the same order give the same sums."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.deals = 0
        self.matches = 0
        self.endless = 0
        self.void: Counter[str] = Counter()
        self.bots = [BotScore() for _ in contest.bots]
        self.pairs: dict[Pair, PairScore] = {pair: PairScore() for pair in combinations(range(len(contest.bots)), 2)}
        self.outcomes: Counter[DealOutcome] = Counter()

    def add(self, deal: Sequence[tuple[Pairing, MatchResult]]) -> None:
        """Count the matches of one deal."""
        points: dict[Pair, list[float]] = {}
        for pairing, result in deal:
            self.matches += 1
            if result.void:
                self.void[result.void] += 1
                continue
            self.endless += result.endless
            self._count_match(pairing, result)
            for pair, share in self._comparisons(pairing, result):
                points.setdefault(pair, []).append(share)
        self.deals += 1
        outcome = tuple((pair, sum(shares), len(shares)) for pair, shares in sorted(points.items()))
        if outcome:
            self.outcomes[outcome] += 1
        for pair, total, met in outcome:
            self.pairs[pair].shares[total / met] += 1

    def is_sure(self, wanted: float = 0.5, doubt: float = 0.05) -> bool:
        """Whether every two bots' share is surely above or below `wanted`, all of them together but for `doubt`."""
        return all(rules_out(score.shares, wanted, doubt / len(self.pairs)) for score in self.pairs.values())

    def _count_match(self, pairing: Pairing, result: MatchResult) -> None:
        for side, bot in self._holders(pairing).items():
            score = self.bots[bot]
            score.matches += 1
            score.won += side in self._won_by(result)
            score.drawn += not result.winners
            score.lost += bool(result.winners) and side not in self._won_by(result)
        for seat, bot in enumerate(pairing.bots if result.decisions else ()):
            score = self.bots[bot]
            score.decisions += result.decisions[seat]
            score.seconds += result.seconds[seat]
            score.slowest = max(score.slowest, result.slowest[seat])
        if result.fault is not None:
            self._count_fault(self.bots[pairing.bots[result.fault.seat]], result.fault)

    def _count_fault(self, score: BotScore, fault: Fault) -> None:
        score.faults[fault.kind] += 1
        score.reasons[f"{fault.kind}: {fault.why}"] += 1

    def _comparisons(self, pairing: Pairing, result: MatchResult) -> list[tuple[Pair, float]]:
        """What a match says of each two bots: who won has beaten all who didn't; nothing between two who both did."""
        found: list[tuple[Pair, float]] = []
        holders, won_by = self._holders(pairing), self._won_by(result)
        for one, other in combinations(sorted(holders), 2):
            if holders[one] == holders[other] or (result.winners and (one in won_by) == (other in won_by)):
                continue
            share = float(one in won_by) if result.winners else 0.5
            first, second = sorted((holders[one], holders[other]))
            share = share if holders[one] == first else 1.0 - share
            found.append(((first, second), share))
            score = self.pairs[first, second]
            score.won += share == 1.0
            score.drawn += share == 0.5
            score.lost += share == 0.0
        return found

    def _holders(self, pairing: Pairing) -> Mapping[int, int]:
        """Which bot has each side."""
        return dict(zip(self.contest.sides, pairing.bots, strict=True))

    def _won_by(self, result: MatchResult) -> set[int]:
        return {self.contest.sides[seat] for seat in result.winners}
