"""What always holds, `rules/oshi_zumo.md` §1 to §5 and §9."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plugins.oshi_zumo.conftest import cheap_bid
from undercroft.game import SPECTATOR, Journal
from undercroft_oshi_zumo.game import OshiZumo
from undercroft_oshi_zumo.state import Bout, first_round
from undercroft_oshi_zumo.values import Bid, Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Bout, Journal[Entry]]]]
READERS = (0, 1, SPECTATOR)


def test_coins_are_only_ever_spent_and_the_wrestler_moves_by_one(play_randomly: PlayRandomly, options: Options) -> None:
    for seed in range(10):
        before: Bout | None = None
        for state, _ in play_randomly(options, seed):
            if before is not None and state.round > before.round:
                rest = abs(state.rest)
                assert abs(state.place - before.place) <= 1 + rest
                assert state.round == before.round + 1 + rest
                spent = before.coins_0 + before.coins_1 - state.coins_0 - state.coins_1
                assert spent == state.spent_0 + state.spent_1 + rest
            assert 0 <= state.coins_0 <= options.coins
            assert 0 <= state.coins_1 <= options.coins
            assert abs(state.place) <= options.fields + 1
            assert state.round <= state.ring.last_round <= options.rounds
            before = state.clone()
        assert state.over


def test_the_mirrored_game_goes_the_mirrored_way(play_randomly: PlayRandomly, options: Options) -> None:
    for seed in range(5):
        twin = first_round(options)
        for state, journal in play_randomly(options, seed):
            newest = journal.told[-1][1] if journal.told else None
            bids = [entry for _, entry in journal.told if isinstance(entry, Bid)]
            made = (twin.round - abs(twin.rest)) * 2 + (twin.bid_0 >= 0) + (twin.bid_1 >= 0)
            if newest is not None and len(bids) > made:
                twin.apply(1 - bids[-1].seat, bids[-1].bid)
            assert (twin.place, twin.coins_0, twin.coins_1) == (-state.place, state.coins_1, state.coins_0)
            assert twin.round == state.round
            mine, theirs = state.outcome(), twin.outcome()
            assert (mine is None) == (theirs is None)
            if mine is not None and theirs is not None:
                assert mine.returns == theirs.returns[::-1]
                assert mine.reason == theirs.reason


def test_with_hidden_bids_games_go_as_with_shown_ones_but_for_the_rest(game: OshiZumo) -> None:
    for seed in range(40):
        rng = Random(seed)
        shown, hidden = (first_round(Options(coins=12, fields=2, bids=bids)) for bids in ("shown", "hidden"))  # type: ignore[arg-type]
        while not shown.over:
            bids = [cheap_bid(shown.legal_actions(seat), rng) for seat in (0, 1)]
            assert [hidden.legal_actions(seat) for seat in (0, 1)] == [shown.legal_actions(seat) for seat in (0, 1)]
            for seat in (0, 1):
                shown.apply(seat, bids[seat])
                hidden.apply(seat, bids[seat])
        while not hidden.over:  # the side that has coins bids one at a time
            for seat in (0, 1):
                hidden.apply(seat, hidden.legal_actions(seat)[0])
        assert hidden.outcome() == shown.outcome()
        assert (hidden.coins_0, hidden.coins_1, hidden.round) == (shown.coins_0, shown.coins_1, shown.round)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["shown", "hidden"]), st.integers(0, 1), st.integers(0, 2**32))
def test_the_order_of_bidding_changes_nothing_for_anybody(bids: str, min_bid: int, seed: int) -> None:
    options = Options(coins=10, fields=2, min_bid=min_bid, rounds=12, bids=bids)  # type: ignore[arg-type]
    rng = Random(seed)
    states = [first_round(options), first_round(options)]
    journals: list[Journal[Entry]] = [Journal(), Journal()]
    for state, journal in zip(states, journals, strict=True):
        state.tell_start(journal)
    while not states[0].over:
        made = [cheap_bid(states[0].legal_actions(seat), rng) for seat in (0, 1)]
        for state, journal, order in zip(states, journals, ((0, 1), (1, 0)), strict=True):
            for seat in order:
                state.apply(seat, made[seat], journal)
        for reader in READERS:
            assert journals[0].entries(reader) == journals[1].entries(reader)
            assert states[0].view(reader) == states[1].view(reader)
        assert states[0].outcome() == states[1].outcome()


def test_a_bid_is_told_to_its_bidder_and_seen_by_nobody_else(play_randomly: PlayRandomly, options: Options) -> None:
    for seed in range(5):
        before, told = None, dict.fromkeys(READERS, 0)
        for state, journal in play_randomly(options, seed):
            bidders = [seat for seat, bid in enumerate((state.bid_0, state.bid_1)) if bid >= 0]
            for reader in READERS:
                entries = journal.entries(reader)
                if bidders and reader not in bidders:
                    assert len(entries) == told[reader]
                    assert before is not None
                    assert state.view(reader) == before.view(reader)
                    assert state.legal_actions(reader) == before.legal_actions(reader)
                told[reader] = len(entries)
                assert all(entry.seat == reader for entry in entries if isinstance(entry, Bid))
            before = state.clone()


def test_observations_are_equal_exactly_where_the_same_was_told(play_randomly: PlayRandomly) -> None:
    for options in (Options(coins=5, fields=1), Options(coins=5, fields=1, bids="hidden"), Options(4, 2, 0, 6)):
        by_observation: dict[tuple[int, int], object] = {}
        by_told: dict[tuple[int, str], object] = {}
        for seed in range(150):
            told = [0, 0]
            for state, journal in play_randomly(options, seed):
                for seat in (0, 1):
                    entries = journal.entries(seat)
                    newest = entries[told[seat] :]
                    told[seat] = len(entries)
                    observation = state.observation(seat)
                    if state.round == 0 and state.to_act() == (0, 1):
                        continue  # the start is told before anybody acts
                    if observation is None:
                        assert newest == []
                        continue
                    assert by_observation.setdefault((seat, observation), repr(newest)) == repr(newest)
                    assert by_told.setdefault((seat, repr(newest)), observation) == observation
        assert len(by_observation) > 50


def test_a_clone_goes_its_own_way() -> None:
    state = first_round(Options())
    state.apply(0, 5, Journal())
    twin = state.clone()
    twin.apply(1, 3, Journal())
    assert state.to_act() == (1,)
    assert (state.place, state.round, state.coins_0, state.rounds) == (0, 0, 50, ())
    assert (twin.place, twin.round, twin.coins_0, twin.rounds) == (1, 1, 45, ((5, 3, 1),))
