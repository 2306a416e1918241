"""Chance follows its published rule exactly: recomputed here by another implementation of DESIGN's words."""

from __future__ import annotations

import hashlib
import hmac
import json
import math
from collections import Counter
from fractions import Fraction
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undercroft.game import CHANCE
from undercroft.match import chance
from undercroft.match.rows import Acted

from .driver import Table, game_named

SECRET = bytes(range(32))


def drawn_by_hand(key: bytes, number: int, outcomes: list[tuple[int, int]]) -> int:
    """The rule as a player would check it: numbers in a row, the first below the largest multiple, cut into pieces."""
    pieces = [action for action, weight in outcomes for _ in range(weight)]
    attempt = 0
    while True:
        message = number.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        value = int(hmac.new(key, message, hashlib.sha256).hexdigest(), 16)
        if value < (2**256 // len(pieces)) * len(pieces):
            return pieces[value % len(pieces)]
        attempt += 1


OUTCOMES = st.lists(st.tuples(st.integers(0, 99), st.integers(1, 30)), min_size=1, max_size=8)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    secret=st.binary(min_size=32, max_size=32),
    entropies=st.lists(st.binary(max_size=32), max_size=3),
    number=st.integers(0, 2**40),
    outcomes=OUTCOMES,
)
def test_a_draw_is_what_the_rule_says(secret: bytes, entropies: Any, number: int, outcomes: Any) -> None:
    key = secret + b"".join(entropies)
    assert chance.draw(secret, entropies, number, outcomes) == drawn_by_hand(key, number, outcomes)


@pytest.mark.parametrize("weights", [[1, 2, 3], [7], [1, 1], [5, 250]])
def test_weights_are_exact(weights: list[int]) -> None:
    """Every remainder of an accepted digest stands for one unit of weight."""
    outcomes = list(enumerate(weights))
    total = sum(weights)
    counts: Counter[int] = Counter()
    for rest in range(total):
        digest = (total * 5 + rest).to_bytes(32, "big")
        with mock.patch.object(hmac, "digest", return_value=digest):
            counts[chance.draw(SECRET, (), 0, outcomes)] += 1
    assert [counts[action] for action, _ in outcomes] == weights


def test_a_digest_above_the_largest_multiple_is_thrown_away() -> None:
    digests = [b"\xff" * 32, (2).to_bytes(32, "big")]
    with mock.patch.object(hmac, "digest", side_effect=digests) as made:
        assert chance.draw(SECRET, (), 3, [(10, 1), (20, 1), (30, 1)]) == 30
    assert [call.args[1][8:] for call in made.call_args_list] == [bytes(4), bytes([0, 0, 0, 1])]


def test_draws_are_spread_as_the_weights_say() -> None:
    outcomes = [(0, 1), (1, 2), (2, 5)]
    draws = 8_000
    counts = Counter(chance.draw(SECRET, (), number, outcomes) for number in range(draws))
    for action, weight in outcomes:
        share = Fraction(weight, 8)
        sigma = math.sqrt(draws * float(share * (1 - share)))
        assert abs(counts[action] - draws * share) < 5 * sigma  # fixed secret: the same counts every time


@pytest.mark.parametrize("secret", [SECRET, bytes(32), hashlib.sha256(b"x").digest()])
def test_a_match_draws_by_the_rule_in_order_of_play(secret: bytes) -> None:
    table = Table.of(game_named("goofspiel"), '{"cards": 5}', secret=secret)
    left = list(range(1, 6))
    drawn: list[int] = []
    while table.match.position.status == "running":
        seat = next(seat for seat in (0, 1) if table.match.glance(seat).legal)
        table.act(seat, table.match.glance(seat).texts[0])
    for row in table.decoded():
        if isinstance(row, Acted) and row.seat == CHANCE:
            expected = drawn_by_hand(secret, len(drawn), [(prize, 1) for prize in left])
            assert row.action == expected
            left.remove(expected)
            drawn.append(expected)
    assert len(drawn) == 5


def test_the_commitment_is_published_from_the_start_and_opened_at_the_end() -> None:
    table = Table.of(game_named("goofspiel"), '{"cards": 2}', secret=SECRET)
    assert table.match.info().commitment == hashlib.sha256(SECRET).hexdigest()
    assert SECRET.hex() not in str(table.match.facts)
    while table.match.position.status == "running":
        seat = next(seat for seat in (0, 1) if table.match.glance(seat).legal)
        assert SECRET.hex() not in str(table.match.facts)
        table.act(seat, table.match.glance(seat).texts[0])
    record = json.loads(table.match.record(table.decoded(), None))
    assert hashlib.sha256(bytes.fromhex(record["secret"])).hexdigest() == record["commitment"]


def test_seeds_derived_from_a_secret_differ_by_purpose_seat_and_decision() -> None:
    seeds = [
        chance.derive_seed(secret, purpose, seat, seq)
        for secret in (SECRET, bytes(32))
        for purpose in ("bot", "pace")
        for seat in range(3)
        for seq in range(20)
    ]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**64 for seed in seeds)
    label = b"undercroft bot 1 12"
    assert chance.derive_seed(SECRET, "bot", 1, 12) == int.from_bytes(hmac.digest(SECRET, label, "sha256")[:8], "big")


def test_a_fresh_secret_is_never_the_same_and_a_seed_always_leads_to_the_same() -> None:
    assert len({chance.new_secret() for _ in range(100)}) == 100
    assert chance.secret_of_seed(7) == chance.secret_of_seed(7) != chance.secret_of_seed(8)
    assert len(chance.secret_of_seed(2**64 - 1)) == chance.SECRET_BYTES
