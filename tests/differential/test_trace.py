"""The comparison of two builds can't pass by seeing too little."""

from __future__ import annotations

from dataclasses import replace

from tests.differential.lineups import OPTIONS, SEARCHING, Lineup, lineup
from tests.differential.trace import digest_of
from undercroft.registry import load_registry


def test_a_match_gives_the_same_digest_again_and_another_one_another() -> None:
    registry = load_registry()
    match = lineup(1)
    digest = digest_of(match, 1, registry)
    assert digest == digest_of(match, 1, registry)
    assert digest != digest_of(match, 5, registry)
    assert digest != digest_of(replace(match, bots=("random",) * len(match.bots)), 1, registry)


def test_a_game_in_which_several_choose_at_once_is_played_to_its_end() -> None:
    registry = load_registry()
    match = Lineup("oshi-zumo", {"coins": 5, "bids": "hidden"}, ("random", "heuristic"))
    assert digest_of(match, 1, registry) == digest_of(match, 1, registry) != digest_of(match, 2, registry)


def test_every_game_every_option_and_every_search_is_among_a_thousand_matches() -> None:
    matches = [lineup(number) for number in range(1000)]
    for game, options in OPTIONS.items():
        for name, values in options.items():
            assert {match.options[name] for match in matches if match.game == game} == set(values)
    assert {bot for match in matches for bot in match.bots} >= set(SEARCHING)
    assert set(OPTIONS) == {spec.id for spec in load_registry().specs()}
