"""Rounds, ends and what can be known, `rules/oshi_zumo.md` §3 to §8, against the slow referee."""

from __future__ import annotations

import re
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plugins.oshi_zumo.conftest import cheap_bid
from tests.plugins.oshi_zumo.slow_referee import SlowReferee, possible_coins
from undercroft.game import SPECTATOR, Journal, Outcome
from undercroft_oshi_zumo import SPEC
from undercroft_oshi_zumo.state import Bout, first_round
from undercroft_oshi_zumo.values import Entry, Options

ANY_OPTIONS = st.builds(
    Options,
    coins=st.one_of(st.integers(1, 12), st.integers(1, 100)),
    fields=st.one_of(st.integers(1, 2), st.integers(1, 9)),
    min_bid=st.integers(0, 1),
    rounds=st.one_of(st.integers(1, 12), st.integers(1, 200)),
    bids=st.sampled_from(["shown", "hidden"]),
)


def referee_of(options: Options) -> SlowReferee:
    return SlowReferee(options.coins, options.fields, options.min_bid, options.rounds, options.bids == "hidden")


def assert_same(state: Bout, referee: SlowReferee) -> None:
    view = state.view(SPECTATOR)
    assert view.place == referee.at - referee.middle
    assert view.round == len(referee.played)
    assert (state.coins_0, state.coins_1) == tuple(len(heap) for heap in referee.heaps)
    reason = referee.reason()
    if reason is None:
        assert state.to_act() == (0, 1)
        assert state.outcome() is None
    else:
        returns = referee.returns()
        assert state.to_act() == ()
        assert state.outcome() == Outcome(returns, tuple(seat for seat in (0, 1) if returns[seat] == 1), reason)
    for seat in (0, 1):
        assert state.legal_actions(seat) == referee.legal(seat)
        for action in state.legal_actions(seat):
            assert re.fullmatch(SPEC.action_pattern, state.action_text(seat, action))


@settings(max_examples=300, deadline=None)
@given(ANY_OPTIONS, st.integers(0, 2**32))
def test_every_game_goes_as_the_slow_referee_says(options: Options, seed: int) -> None:
    rng = Random(seed)
    journal: Journal[Entry] | None = Journal() if rng.random() < 0.5 else None
    state, referee = first_round(options), referee_of(options)
    assert_same(state, referee)
    while state.to_act():
        bids = [cheap_bid(state.legal_actions(seat), rng) for seat in (0, 1)]
        for seat in rng.choice([(0, 1), (1, 0)]):
            assert seat in state.to_act()
            state.apply(seat, bids[seat], journal)
        referee.settle(*bids)
        assert_same(state, referee)


@settings(max_examples=150, deadline=None)
@given(ANY_OPTIONS, st.integers(0, 2**32))
def test_what_is_known_of_hidden_coins_is_exactly_what_is_possible(options: Options, seed: int) -> None:
    rng = Random(seed)
    journal: Journal[Entry] = Journal()
    state, referee = first_round(options), referee_of(options)
    while state.to_act():
        if options.bids == "hidden":
            for seat in (0, 1):
                known = state.view(seat).rival_coins
                assert known is not None
                possible = possible_coins(referee, seat, referee_of(options))
                assert possible == set(range(known[0], known[1] + 1))
        bids = [cheap_bid(state.legal_actions(seat), rng) for seat in (0, 1)]
        for seat in (0, 1):
            state.apply(seat, bids[seat], journal)
        referee.settle(*bids)
