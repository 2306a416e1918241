"""The engine against a second referee, over random games in every combination of the variants."""

from __future__ import annotations

import os
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from tests.plugins.blind_attack.slow_referee import Question, SlowReferee
from undercroft.game import CHANCE, SPECTATOR, Journal
from undercroft_blind_attack.game import BlindAttack
from undercroft_blind_attack.values import Entry, Options

VARIANTS = list(
    product(("humane", "aggressive"), ("humane", "swap", "aggressive", "spiteful"), ("one", "charge"), (False, True))
)
GAMES = int(os.environ.get("BLIND_ATTACK_GAMES", "16"))
"""Games for each of the 32 combinations; in one of eight views and journals are compared too, which takes longer.

`BLIND_ATTACK_GAMES=100 pytest …` compares thousands.
"""

NEWEST = 20
"""No action tells more entries than these, which are compared after each; in the end all are."""


def options_of(variant: tuple[str, str, str, bool], rng: Random) -> dict[str, Any]:
    """The variant with the other options at random; low limits, so that games are short."""
    names = dict(zip(("weak", "equal", "spite", "huff"), variant, strict=True))
    return {
        **names,
        "first": rng.choice(["W", "B", "random"]),
        "team_size": rng.choice([1, 1, 2, 3, 4]),
        "quiet_limit": rng.choice([10, 15, 40]),
        "max_turns": rng.choice([50, 90, 300]),
    }


def pick(rng: Random, texts: list[str], eager: float) -> str:
    """A text at random; attacks and huffs more often than others, so that much happens."""
    attacks = [text for text in texts if "x" in text or "!" in text]
    return rng.choice(attacks if attacks and rng.random() < eager else texts)


def play_both(game: BlindAttack, options: dict[str, Any], rng: Random, everything: bool) -> str:
    """Play a game with both; gives the reason for which it ended."""
    decoded = msgspec.convert(options, Options)
    (seats,) = game.seat_counts(decoded)
    journal: Journal[Entry] | None = Journal() if everything else None
    state = game.start(decoded, seats, journal)
    slow = SlowReferee(**options)
    course = slow.game()
    question: Question | None = next(course)
    eager = rng.choice([0.0, 0.5, 0.9])
    while True:
        compare(game, state, journal, slow, question)
        if question is None:
            assert slow.reason is not None
            return slow.reason
        if question.seat is None:
            texts = [state.action_text(CHANCE, outcome) for outcome, _ in state.chance_outcomes()]
            text = rng.choices(texts, [weight for _, weight in state.chance_outcomes()])[0]
            state.apply(CHANCE, state.chance_outcomes()[texts.index(text)][0], journal)
        else:
            legal = state.legal_actions(question.seat)
            texts = [state.action_text(question.seat, action) for action in legal]
            text = pick(rng, texts, eager)
            state.apply(question.seat, legal[texts.index(text)], journal)
        try:
            question = course.send(text)
        except StopIteration:
            question = None


def compare(
    game: BlindAttack, state: Any, journal: Journal[Entry] | None, slow: SlowReferee, question: Question | None
) -> None:
    if question is None:
        assert state.to_act() == ()
        outcome = state.outcome()
        assert {
            "reason": outcome.reason,
            "winners": list(outcome.winners),
            "returns": list(outcome.returns),
            "score": list(outcome.score),
        } == slow.result()
    elif question.seat is None:
        assert state.to_act() == (CHANCE,)
        outcomes = {state.action_text(CHANCE, outcome): weight for outcome, weight in state.chance_outcomes()}
        assert outcomes == question.outcomes
        assert list(outcomes) == list(question.outcomes)
    else:
        assert state.to_act() == (question.seat,)
        legal = state.legal_actions(question.seat)
        assert sorted(state.action_text(question.seat, action) for action in legal) == sorted(question.legal)
    drawing = question is not None and question.seat is None
    assert game.positions().write(state) == (None if drawing else slow.position())
    if journal is not None:
        newest = 0 if question is None else -NEWEST
        assert len(journal.told) == len(slow.journal)
        assert plain(journal.entries(SPECTATOR)[newest:]) == plain(slow.journal[newest:])
        assert plain(state.view(SPECTATOR)) == plain(slow.view())


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: "-".join(map(str, variant)))
def test_two_referees_agree_at_every_moment_of_random_games(
    game: BlindAttack, variant: tuple[str, str, str, bool]
) -> None:
    rng = Random("-".join(map(str, variant)))
    for number in range(GAMES):
        play_both(game, options_of(variant, rng), rng, number % 8 == 0)


def test_the_games_compared_end_for_all_five_reasons(game: BlindAttack) -> None:
    rng = Random(5)
    reasons = {play_both(game, options_of(rng.choice(VARIANTS), rng), rng, False) for _ in range(70)}
    assert {"eliminated", "quiet_limit", "max_turns"} <= reasons
