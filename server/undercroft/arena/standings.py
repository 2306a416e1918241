"""The result of an arena as plain values, for tables and programs."""

from __future__ import annotations

import msgspec

from undercroft.arena.ratings import Rating, rate
from undercroft.arena.running import Arena
from undercroft.arena.tally import BotScore, PairScore

__all__ = ["BotStanding", "PairStanding", "Standings", "standings"]


class BotStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How one bot stands. Ratings are in points of Elo, the mean of all bots being 0; `low` and `high` hold 95 %.

    `faults` counts by kind, `reasons` by what was said. Times are in seconds and differ from run to run;
    `seconds_a_move` is None for a bot that made no decision.
    """

    bot: str
    rating: float
    low: float
    high: float
    matches: int
    won: int
    drawn: int
    lost: int
    faults: dict[str, int]
    reasons: dict[str, int]
    decisions: int
    seconds_a_move: float | None
    slowest: float


class PairStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How `bot` stands against `rival`: its share of the points, a draw being half; None where they never met.

    `low` and `high` hold the share in the long run with 95 %, however often one has looked.
    """

    bot: str
    rival: str
    won: int
    drawn: int
    lost: int
    share: float | None
    low: float
    high: float


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """The result; `bots` are the best first. `sure` says whether it was stopped because it was sure.

    `endless` matches were drawn as they went on and on; `void` ones count for nothing, by the reason.
    """

    game: str
    version: str
    seats: int
    seed: int
    matches: int
    deals: int
    sure: bool
    endless: int
    void: dict[str, int]
    bots: list[BotStanding]
    pairs: list[PairStanding]


def standings(arena: Arena) -> Standings:
    """How things stand now."""
    contest, tally = arena.contest, arena.tally
    names = _names(contest.bots)
    ratings = rate(len(names), tally.outcomes)
    bots = [_bot(*each) for each in zip(names, ratings, tally.bots, strict=True)]
    return Standings(
        game=contest.game,
        version=contest.game_version,
        seats=contest.seats,
        seed=contest.seed,
        matches=tally.matches,
        deals=tally.deals,
        sure=arena.is_sure,
        endless=tally.endless,
        void=dict(tally.void),
        bots=sorted(bots, key=lambda bot: -bot.rating),
        pairs=[_pair(names[one], names[other], score) for (one, other), score in tally.pairs.items()],
    )


def _names(bots: tuple[str, ...]) -> list[str]:
    """Specs, the second of equal ones being `SPEC (2)`."""
    return [
        spec if spec not in bots[:number] else f"{spec} ({bots[: number + 1].count(spec)})"
        for number, spec in enumerate(bots)
    ]


def _bot(name: str, rating: Rating, score: BotScore) -> BotStanding:
    return BotStanding(
        bot=name,
        rating=round(rating.rating, 1),
        low=round(rating.low, 1),
        high=round(rating.high, 1),
        matches=score.matches,
        won=score.won,
        drawn=score.drawn,
        lost=score.lost,
        faults=dict(sorted(score.faults.items())),
        reasons=dict(sorted(score.reasons.items())),
        decisions=score.decisions,
        seconds_a_move=round(score.seconds / score.decisions, 6) if score.decisions else None,
        slowest=round(score.slowest, 6),
    )


def _pair(bot: str, rival: str, score: PairScore) -> PairStanding:
    low, high = score.interval()
    return PairStanding(
        bot=bot,
        rival=rival,
        won=score.won,
        drawn=score.drawn,
        lost=score.lost,
        share=None if score.share is None else round(score.share, 4),
        low=round(low, 4),
        high=round(high, 4),
    )
