"""Goofspiel keeps the contract, its scenarios pass, and its belief never loses the truth."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from undercroft_goofspiel.belief import GoofspielBelief
from undercroft_goofspiel.bot import BargainBot, BargainOptions
from undercroft_goofspiel.game import Goofspiel
from undercroft_goofspiel.state import GoofspielState
from undercroft_goofspiel.values import Entry, Options, View

from undercroft.bot import BotRefused, Limit, Turn
from undercroft.game import CHANCE, SPECTATOR, Journal
from undercroft.registry import load_registry
from undercroft.testing import check_game, run_scenarios

GAME = Goofspiel()
SCENARIOS = Path(__file__).parent / "scenarios" / "goofspiel.yaml"

VARIANTS = [
    Options(),
    Options(cards=2),
    Options(cards=13),
    Options(cards=5, prizes="ascending"),
    Options(cards=5, prizes="descending", bids="shown"),
]


def test_the_contract() -> None:
    assert check_game(GAME, matches=15).warnings == []


def test_scenarios() -> None:
    report = run_scenarios([SCENARIOS], {"goofspiel": GAME}.__getitem__)
    assert report.failed == []
    assert report.passed == report.cases > 0


@pytest.mark.parametrize("options", VARIANTS)
def test_the_belief_never_loses_the_truth(options: Options) -> None:
    for seed in range(10):
        rng = Random(seed)
        journal: Journal[Entry] = Journal()
        state = GAME.start(options, 2, journal)
        beliefs = [GAME.belief(options, 2, seat) for seat in (0, 1)]
        learned = [0, 0]
        while True:
            for seat, belief in enumerate(beliefs):
                entries = journal.entries(seat)
                belief.learn(state.view(seat), entries[learned[seat] :])
                learned[seat] = len(entries)
                assert_fits(belief, state, seat, rng)
            if not state.to_act():
                break
            step(state, journal, rng)


def step(state: GoofspielState, journal: Journal[Entry], rng: Random) -> None:
    seat = rng.choice(state.to_act())
    actions = [action for action, _ in state.chance_outcomes()] if seat == CHANCE else state.legal_actions(seat)
    state.apply(seat, rng.choice(actions), journal)


def assert_fits(belief: GoofspielBelief, state: GoofspielState, seat: int, rng: Random) -> None:
    """The true hand of the rival is possible, and every sampled world looks to the seat like the true one."""
    rival = 1 - seat
    held = state.hands[rival] | (1 << state.bids[rival] if state.bids[rival] else 0)
    worlds = [belief.sample(rng) for _ in range(20)]
    assert held in belief.hands
    assert {world.hands[rival] for world in worlds} <= belief.hands
    for world in worlds:
        assert world.view(seat) == state.view(seat)
        assert world.legal_actions(seat) == state.legal_actions(seat)


def test_both_orders_of_bidding_come_to_the_same() -> None:
    states, journals = [], []
    for order in ((0, 1), (1, 0)):
        journal: Journal[Entry] = Journal()
        state = GAME.start(Options(prizes="ascending"), 2, journal)
        for seat in order:
            state.apply(seat, 3 + seat, journal)
        states.append(state)
        journals.append(journal)
    assert states[0] == states[1]
    for reader in (0, 1, SPECTATOR):
        assert journals[0].entries(reader) == journals[1].entries(reader)


@pytest.mark.parametrize("lang", ["en", "ru", "xx"])
def test_everything_can_be_told(lang: str) -> None:
    rng = Random(1)
    journal: Journal[Entry] = Journal()
    state = GAME.start(Options(bids="shown"), 2, journal)
    while state.to_act():
        step(state, journal, rng)
        for reader in (0, 1, SPECTATOR):
            assert all(span.text.isprintable() for line in GAME.board(state.view(reader), lang) for span in line)
        if state.prize:
            assert "3" in GAME.label(state.view(0), 3, lang)
    assert all(GAME.sentence(entry, lang) for _, entry in journal.told)
    assert GAME.rules(lang).startswith("#")


def view_of(prize: int, hand: tuple[int, ...]) -> View:
    return View(cards=6, prize=prize, hand=hand, bid=None, points=(0, 0), rounds=())


def choose(prize: int, options: BargainOptions, seed: int = 1) -> int:
    view = view_of(prize, (1, 2, 3, 4, 5, 6))
    belief = GAME.belief(Options(), 2, 0)
    belief.learn(view, [])
    return BargainBot(options).choose(
        Turn(GAME, Options(), 2, 0, view, [], list(view.hand), belief, Limit(), Random(seed))
    )


def test_the_bot_pays_much_for_much_and_little_for_little() -> None:
    assert choose(6, BargainOptions()) == 6
    assert choose(1, BargainOptions()) == 1


def test_the_bot_plays_goofspiel_only() -> None:
    registry = load_registry(Path(__file__).parents[1] / "src")
    assert registry.problems == []
    assert registry.bot("goofspiel-bargain:worlds=9", registry.game("goofspiel")).options == BargainOptions(worlds=9)
    with pytest.raises(BotRefused, match="plays goofspiel, not dungeon-of-fear"):
        registry.bot("goofspiel-bargain", registry.game("dungeon-of-fear"))


def test_the_bot_beats_one_that_bids_at_random() -> None:
    points = [0, 0]
    for seed in range(100):
        rng = Random(seed)
        journal: Journal[Entry] = Journal()
        state = GAME.start(Options(), 2, journal)
        belief, learned = GAME.belief(Options(), 2, 0), 0
        while state.to_act():
            if 0 in state.to_act():
                entries = journal.entries(0)
                belief.learn(state.view(0), entries[learned:])
                learned = len(entries)
                legal = state.legal_actions(0)
                turn = Turn(GAME, Options(), 2, 0, state.view(0), [], legal, belief, Limit(), rng)
                state.apply(0, BargainBot(BargainOptions(worlds=5)).choose(turn), journal)
            else:
                step(state, journal, rng)
        points = [mine + more for mine, more in zip(points, state.points, strict=True)]
    assert points[0] > 1.2 * points[1]
