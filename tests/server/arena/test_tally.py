"""What matches add up to: points between bots, faults apart, void matches for nothing."""

from __future__ import annotations

from undercroft.arena.contest import Contest
from undercroft.arena.playing import Fault, MatchResult
from undercroft.arena.schedule import Pairing
from undercroft.arena.tally import Tally

Deal = list[tuple[tuple[int, ...], MatchResult]]


def tally_of(*deals: Deal, sides: tuple[int, ...] = (0, 1), bots: int = 2) -> Tally:
    tally = Tally(
        Contest(game="g", game_version="1", options="{}", sides=sides, bots=tuple("abcd"[:bots]), seed=0)
    )  # fmt: skip
    for number, deal in enumerate(deals):
        tally.add([(Pairing(result.number, number, seats), result) for seats, result in deal])
    return tally


def won_by(*seats: int, **more: object) -> MatchResult:
    return MatchResult(number=0, winners=seats, **more)  # type: ignore[arg-type]


def test_wins_draws_and_defeats_are_each_bots_own_wherever_it_sat() -> None:
    tally = tally_of([((0, 1), won_by(0)), ((1, 0), won_by(1))], [((0, 1), won_by()), ((1, 0), won_by(0))])
    assert [(bot.matches, bot.won, bot.drawn, bot.lost) for bot in tally.bots] == [(4, 2, 1, 1), (4, 1, 1, 2)]
    pair = tally.pairs[0, 1]
    assert (pair.won, pair.drawn, pair.lost, pair.share) == (2, 1, 1, 0.625)
    assert pair.shares == {1.0: 1, 0.25: 1}
    assert tally.outcomes == {(((0, 1), 2.0, 2),): 1, (((0, 1), 0.5, 2),): 1}


def test_of_three_the_winner_has_beaten_both_and_they_say_nothing_of_each_other() -> None:
    tally = tally_of([((2, 0, 1), won_by(0))], sides=(0, 1, 2), bots=3)
    assert tally.outcomes == {(((0, 2), 0.0, 1), ((1, 2), 0.0, 1)): 1}
    assert tally.pairs[0, 1].share is None


def test_a_side_is_one_bots_and_wins_as_one() -> None:
    tally = tally_of([((0, 1, 0, 1), won_by(1, 3))], sides=(0, 1, 0, 1))
    assert [(bot.matches, bot.won, bot.lost) for bot in tally.bots] == [(1, 0, 1), (1, 1, 0)]


def test_a_bot_on_two_sides_isnt_compared_with_itself() -> None:
    tally = tally_of([((0, 0, 1), won_by(0))], sides=(0, 1, 2))
    assert tally.outcomes == {(((0, 1), 1.0, 1),): 1}
    assert [(bot.matches, bot.won, bot.lost) for bot in tally.bots] == [(2, 1, 1), (1, 0, 1)]


def test_faults_are_counted_by_kind_and_reason_and_lose_the_match() -> None:
    result = won_by(1, fault=Fault(0, "crash", "KeyError"), decisions=(3, 2), seconds=(0.3, 0.1), slowest=(0.2, 0.1))
    tally = tally_of([((1, 0), result)])
    failed = tally.bots[1]
    assert (failed.faults, failed.reasons, failed.lost) == ({"crash": 1}, {"crash: KeyError": 1}, 1)
    assert (tally.bots[0].faults, tally.bots[0].won) == ({}, 1)
    assert (tally.bots[1].decisions, tally.bots[1].seconds, tally.bots[1].slowest) == (3, 0.3, 0.2)


def test_a_void_match_counts_for_nothing_but_is_told() -> None:
    tally = tally_of([((0, 1), MatchResult(number=0, void="ValueError: no dice")), ((1, 0), won_by(1))])
    assert (tally.matches, tally.deals, tally.void) == (2, 1, {"ValueError: no dice": 1})
    assert [bot.matches for bot in tally.bots] == [1, 1]


def test_it_is_sure_once_every_two_bots_are_told_apart() -> None:
    clear = [((0, 1), won_by(0)), ((1, 0), won_by(1))]
    assert not tally_of(clear).is_sure()
    assert tally_of(*[clear] * 20).is_sure()
    assert not tally_of(*[clear] * 20).is_sure(wanted=0.95)
    assert not tally_of(*[clear] * 20, bots=3).is_sure(), "of the third nothing is known"
