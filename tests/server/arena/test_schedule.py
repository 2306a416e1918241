"""Who plays whom: everybody alike, in all seats, with the same chance, and always the same."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.arena.contest import Contest
from undercroft.arena.schedule import deal_pairings, deals_for, groups_of, matches_a_deal


def contest(bots: int, sides: tuple[int, ...], seed: int = 0) -> Contest:
    return Contest(
        game="g", game_version="1", options="{}", sides=sides, bots=tuple(f"bot{n}" for n in range(bots)), seed=seed
    )


def test_two_bots_play_each_deal_with_seats_swapped() -> None:
    assert [pairing.bots for pairing in deal_pairings(contest(2, (0, 1)), 7)] == [(0, 1), (1, 0)]


def test_three_bots_play_each_deal_in_all_six_orders() -> None:
    orders = {pairing.bots for pairing in deal_pairings(contest(3, (0, 1, 2)), 4)}
    assert orders == set(permutations(range(3)))


def test_a_bot_takes_all_seats_of_its_side() -> None:
    assert [pairing.bots for pairing in deal_pairings(contest(2, (0, 1, 0, 1)), 0)] == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_with_fewer_bots_than_sides_all_of_them_play_in_every_match() -> None:
    assert groups_of(2, 3) == ((0, 0, 1), (0, 1, 1))
    for deal in range(4):
        for pairing in deal_pairings(contest(2, (0, 1, 2)), deal):
            assert set(pairing.bots) == {0, 1}


@given(st.integers(2, 7), st.integers(2, 6), st.integers(0, 2**64 - 1), st.integers(0, 10_000))
def test_in_a_deal_every_bot_sits_in_every_seat_equally_often(bots: int, seats: int, seed: int, deal: int) -> None:
    pairings = deal_pairings(contest(bots, tuple(range(seats)), seed), deal)
    in_seat = [Counter(pairing.bots[seat] for pairing in pairings) for seat in range(seats)]
    assert all(counts == in_seat[0] for counts in in_seat)


@given(st.integers(2, 6), st.integers(2, 5))
def test_in_a_round_every_group_meets_once_and_matches_are_numbered_without_gaps(bots: int, seats: int) -> None:
    played = contest(bots, tuple(range(seats)))
    groups = groups_of(bots, seats)
    deals = [deal_pairings(played, deal) for deal in range(len(groups))]
    assert [tuple(sorted(pairings[0].bots)) for pairings in deals] == list(groups)
    numbers = [pairing.number for pairings in deals for pairing in pairings]
    assert numbers == list(range(len(groups) * matches_a_deal(played)))
    if bots >= seats:
        assert Counter(pair for group in groups for pair in combinations(group, 2)).keys() == set(
            combinations(range(bots), 2)
        )


def test_orders_beyond_six_are_drawn_anew_for_each_deal() -> None:
    played = contest(4, (0, 1, 2, 3))
    assert matches_a_deal(played) == 4
    assert len({deal_pairings(played, deal)[0].bots for deal in range(200)}) == 24


def test_every_deal_has_a_chance_of_its_own_and_another_seed_others() -> None:
    secrets = [contest(2, (0, 1), seed).secret(deal) for seed in (0, 1) for deal in range(50)]
    assert len(set(secrets)) == 100


@pytest.mark.parametrize(("matches", "deals"), [(1, 1), (2, 1), (3, 2), (2000, 1000)])
def test_matches_are_rounded_up_to_whole_deals(matches: int, deals: int) -> None:
    assert deals_for(contest(2, (0, 1)), matches) == deals
