"""What seats and spectators are told: OpenSpiel's information states, and nothing that they don't say."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.json import encode

from undercroft.game import CHANCE, SPECTATOR, Game, Journal, State
from undercroft.registry import load_registry
from undercroft_openspiel.catalogue import SERVED

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel isn't installed: make test-openspiel")

REGISTRY = load_registry()
HIDDEN = [served.name for served in SERVED if served.kind == "hidden"]
REMEMBERED = [
    "kuhn_poker",
    "leduc_poker",
    "liars_dice",
    "tiny_bridge_4p",
    "sheriff",
    "bargaining",
]


def game_of(name: str) -> Game[Any, Any, Any, Any]:
    return REGISTRY.game(f"openspiel/{name}")


def played(name: str, seed: int) -> Iterator[tuple[State[Any, Any], Journal[Any], int | None, int | None]]:
    """A random match: the state, what the newest action told, who does what next."""
    game, rng = game_of(name), Random(seed)
    options = game.options_type()
    journal: Journal[Any] = Journal()
    state = game.start(options, game.seat_counts(options)[0], journal)
    while to_act := state.to_act():
        seat = to_act[0]
        if seat == CHANCE:
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(actions, weights)[0]
        else:
            action = rng.choice(state.legal_actions(seat))
        yield state, journal, seat, action
        journal = Journal()
        state.apply(seat, action, journal)
    yield state, journal, None, None


@pytest.mark.parametrize("name", REMEMBERED)
def test_whoever_knows_the_same_at_its_decisions_was_told_the_same_between_them(name: str) -> None:
    """So telling seats what they know at chance's and others' moments tells them nothing more than OpenSpiel does.

    What a seat knows are its texts at its decisions so far: those of some games don't remember all of it by themselves.
    """
    told_by_known: dict[Any, Any] = {}
    met = 0
    for seed in range(400):
        told: dict[int, tuple[bytes, ...]] = {}
        known: dict[int, tuple[Any, ...]] = {}
        for state, journal, seat, action in played(name, seed):
            for audience, entry in journal.told:
                for reader in audience or ():
                    told[reader] = (*told.get(reader, ()), encode(entry))
            if seat is not None and seat != CHANCE:
                key = (seat, known.get(seat, ()), state.view(seat).text)
                met += key in told_by_known
                assert told_by_known.setdefault(key, told[seat]) == told[seat]
                known[seat] = (*known.get(seat, ()), state.view(seat).text, action)
    assert met > 100


@pytest.mark.parametrize("name", HIDDEN)
def test_spectators_are_told_that_it_begins_and_how_it_ends(name: str) -> None:
    told = []
    for state, journal, _, _ in played(name, 3):
        told += journal.entries(SPECTATOR)
        if state.to_act():
            assert encode(state.view(SPECTATOR)) == b'{"you":null,"your_turn":false,"text":"","legal":[],"result":null}'
    assert [(entry.kept, entry.text, entry.own) for entry in told] == [(0, "", None)] * 2
    assert told[0].result is None
    assert told[1].result == state.view(SPECTATOR).result is not None


@pytest.mark.parametrize("name", HIDDEN)
def test_the_texts_told_add_up_to_the_text_of_the_view(name: str) -> None:
    texts: dict[int, str] = {}
    for state, journal, _, _ in played(name, 4):
        for audience, entry in journal.told:
            (reader,) = audience or ()
            texts[reader] = texts.get(reader, "")[: entry.kept] + entry.text
        for reader, text in texts.items():
            assert state.view(reader).text == text


def test_a_seat_sees_its_information_state_and_not_the_others_card() -> None:
    for state, _, seat, _ in played("kuhn_poker", 1):
        if seat == 1:
            theirs = pyspiel.load_game("kuhn_poker").new_initial_state()
            for action in state.spiel.history():
                theirs.apply_action(action)
            assert state.view(1).text == theirs.information_state_string(1)
            assert state.view(0).text == theirs.information_state_string(0)
            return
    pytest.fail("seat 1 never acts")


def test_a_chance_told_late_is_not_told_early() -> None:
    """In Leduc poker nobody is told of the rival's card, nor of the common card before the second round."""
    common = None
    second_round = next(seed for seed in range(99) if sum(1 for _ in played("leduc_poker", seed)) > 6)
    for state, _, seat, action in played("leduc_poker", second_round):
        if len(state.spiel.history()) == 1:
            assert state.view(0).text != state.view(1).text
            assert "[Private: -10000]" in state.view(1).text
        elif seat == CHANCE and len(state.spiel.history()) > 1:
            common = action
            assert "[Public:" not in state.view(0).text
        elif common is not None and seat is not None:
            assert f"[Public: {common}]" in state.view(0).text
    assert common is not None


def test_everybody_sees_everything_of_an_open_game() -> None:
    for state, journal, _, action in played("backgammon", 1):
        assert {audience for audience, _ in journal.told} == {None}
        assert state.view(0).history == state.view(SPECTATOR).history
        if action is None:
            assert state.view(0).result.returns == tuple(map(round, state.spiel.returns()))
