"""The rules over whole games: what is conserved, what is drawn, how it ends (`rules/blind_attack.md`)."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plugins.blind_attack.conftest import chosen
from undercroft.game import CHANCE, SPECTATOR, Journal
from undercroft_blind_attack.game import BlindAttack
from undercroft_blind_attack.state import Battle
from undercroft_blind_attack.values import Entry, Options, View

GAME = BlindAttack()
ARMY = [1, 3, 3, 2]

ANY_OPTIONS = st.builds(
    Options,
    weak=st.sampled_from(["humane", "aggressive"]),
    equal=st.sampled_from(["humane", "swap", "aggressive", "spiteful"]),
    spite=st.sampled_from(["one", "charge"]),
    huff=st.booleans(),
    first=st.sampled_from(["W", "B", "random"]),
    team_size=st.integers(1, 4),
    quiet_limit=st.integers(10, 200),
    max_turns=st.integers(50, 2000),
)


def shown(view: View, side: int) -> list[int]:
    """How many pieces of each charge a view shows of a side, on the board and off it."""
    counts = Counter(piece.charge for piece in view.pieces if piece.side == side and piece.charge is not None)
    counts.update(view.prisoners[1 - side])
    counts.update(view.wounded[side])
    counts.update(view.exploded[side])
    return [counts[charge] for charge in range(4)]


def check_conserved(view: View) -> None:
    for side in (0, 1):
        men = [piece for piece in view.pieces if piece.side == side]
        gone = len(view.prisoners[1 - side]) + len(view.wounded[side]) + len(view.exploded[side])
        assert len(men) + gone == 9
        assert [known + pool for known, pool in zip(shown(view, side), view.unknown[side], strict=True)] == ARMY
        unknown = sum(1 for piece in men if piece.charge is None)
        assert unknown == sum(view.unknown[side])
        assert unknown == 0 or sum(1 for count in view.unknown[side] if count) >= 2
    assert len({piece.cell for piece in view.pieces}) == len(view.pieces)
    assert not {piece.cell for piece in view.pieces} & set(view.blocked)
    assert all(piece.charge for piece in view.pieces if piece.rank == "general")


def check_equal_for_all(state: Battle, told: Journal[Entry], view: View, seats: int) -> None:
    """Nothing differs between readers but `you`, `side` and the legal list; `told` is what they were told last."""
    public = told.entries(SPECTATOR)
    assert public
    for seat in range(seats):
        assert msgspec.structs.replace(state.view(seat), you=None, side=None) == view
        assert state.view(seat).you == seat
        assert state.view(seat).side == seat % 2
        assert told.entries(seat) == public
        assert bool(state.legal_actions(seat)) == (seat in view.to_act)


@settings(max_examples=25, deadline=None)
@given(ANY_OPTIONS, st.randoms(use_true_random=False))
def test_pieces_are_conserved_nobody_sees_more_than_others_and_every_game_ends(options: Options, rng: Random) -> None:
    told: Journal[Entry] = Journal()
    seats = 2 * options.team_size
    state = GAME.start(options, seats, told)
    while True:
        view = state.view(SPECTATOR)
        check_conserved(view)
        check_equal_for_all(state, told, view, seats)
        if not state.to_act():
            break
        assert view.turns < options.max_turns
        told = Journal()
        state.apply(state.to_act()[0], chosen(state, rng), told)
    outcome = state.outcome()
    assert outcome is not None
    assert view.turns <= options.max_turns
    assert sum(outcome.returns) == 0
    assert outcome.winners == tuple(seat for seat in range(seats) if outcome.returns[seat] > 0)


@settings(max_examples=60, deadline=None)
@given(ANY_OPTIONS, st.randoms(use_true_random=False), st.integers(0, 200))
def test_a_chance_node_weighs_what_the_pool_holds_and_has_at_least_two_outcomes(
    options: Options, rng: Random, least: int
) -> None:
    state = GAME.start(options, 2 * options.team_size)
    played = 0
    while state.to_act() not in ((CHANCE,), ()) or (state.to_act() and played < least):
        state.apply(state.to_act()[0], chosen(state, rng))
        played += 1
    if state.to_act():
        outcomes = state.chance_outcomes()
        assert len(outcomes) >= 2
        view = state.view(SPECTATOR)
        assert view.pending is not None
        if view.pending.kind == "first":
            assert outcomes == [(0, 1), (1, 1)]
        else:
            charges = {piece.cell: piece for piece in view.pieces}
            drawn = next(charges[cell] for cell in view.pending.cells if charges[cell].charge is None)
            pool = view.unknown[drawn.side]
            assert outcomes == [(charge, count) for charge, count in enumerate(pool) if count]


def dealt_anew(state: Battle, rng: Random) -> Battle:
    """The same position with every unknown charge dealt and known."""
    text = GAME.positions().write(state)
    assert text is not None
    for side, letter in enumerate("WB"):
        pool = [charge for charge, count in enumerate(state.field.pool(side)) for _ in range(count)]
        rng.shuffle(pool)
        fields = [field for field in text.split(" | ") if not field.startswith(f"pool {letter}")]
        for charge in pool:
            fields[side] = fields[side].replace("?", "B123"[charge], 1)
        text = " | ".join(fields)
    return GAME.positions().read(text, state.options, 2)


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 150))
def test_legality_rests_on_public_facts_alone(rng: Random, least: int) -> None:
    """Whatever the unknown charges are, everybody may do the same: so the order of draws can't depend on them."""
    options = Options(huff=True)
    state = GAME.start(options, 2)
    for _ in range(least):
        if state.to_act():
            state.apply(state.to_act()[0], chosen(state, rng))
    while state.to_act() == (CHANCE,):
        state.apply(CHANCE, chosen(state, rng))
    if state.to_act():
        seat = state.to_act()[0]
        assert dealt_anew(state, rng).legal_actions(seat) == state.legal_actions(seat)


def play(state: Battle, texts: list[str]) -> None:
    for text in texts:
        (seat,) = state.to_act()
        if seat == CHANCE:
            codes = {state.action_text(CHANCE, code): code for code, _ in state.chance_outcomes()}
        else:
            codes = {state.action_text(seat, code): code for code in state.legal_actions(seat)}
        state.apply(seat, codes[text])


def test_the_example_of_the_text_from_its_captures_to_the_winner() -> None:
    """8 to 8: Oil has no piece left, one wounded and two exploded fighters; Gold wins by its one live general."""
    state = GAME.positions().read(
        "W: h4=2 d4=1 g4=1 b4=3 i4=B e4=2 a4=2 f4=1 c4=G3 | B: a5=2 b5=B c5=1 d5=2 e5=1 f5=2 g5=3 h5=3 i5=1 | turn B",
        Options(),
        2,
    )
    play(state, ["c5xd4", "f4xe5", "d5xe4", "a4xa5", "i5xh4", "b4xb5", "g5xh4", "i4xh5", "f5xg4", "c4a2", "g4g3"])
    play(state, ["a2b2", "g3g2", "b2a2", "g2g1", "a2a4", "g1f1", "a4b3", "f1d1", "b3b1", "d1e2", "b1d3", "d3xe2"])
    view = state.view(SPECTATOR)
    gold, oil = 0, 1
    assert view.prisoners[oil] == (2, 2, 2, 1, 1, 1)
    assert view.wounded[oil] == (1,)
    assert view.exploded[oil] == (3, 3, 0)
    assert view.prisoners[gold] == (2, 2, 2, 1, 1)
    assert view.exploded[gold] == (3, 0)
    assert view.score == (8, 8)
    assert [(piece.side, piece.rank, piece.charge) for piece in view.pieces] == [(gold, "general", 3)]
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.score) == ("eliminated", (gold,), (8, 8))


def test_draws_follow_the_weights() -> None:
    """The first attack of a game: stronger 21, weaker 21, equal 22, a bomb 17 of 81 (§15)."""
    position = (
        "W: a1=? b1=? c1=? d1=? e4=? f1=? g1=? h1=? i1=? | B: a9=? b9=? c9=? d9=? e5=? f9=? g9=? h9=? i9=? | turn W"
    )
    counts: Counter[str] = Counter()
    start = GAME.positions().read(position, Options(), 2)
    play(start, ["e4xe5"])
    for first, weight in start.chance_outcomes():
        second = start.clone()
        second.apply(CHANCE, first)
        for last, chance in second.chance_outcomes():
            ended, journal = second.clone(), Journal[Entry]()
            ended.apply(CHANCE, last, journal)
            fight = msgspec.to_builtins(journal.entries(SPECTATOR)[1])
            counts[fight["outcome"]] += weight * chance
    assert counts == {"win": 21, "lose": 21, "equal": 22, "explosion": 17}


def test_a_state_without_a_journal_plays_on_like_one_with() -> None:
    for seed in range(5):
        rng = Random(seed)
        silent = GAME.start(Options(huff=True), 2)
        loud = GAME.start(Options(huff=True), 2, Journal())
        while silent.to_act():
            action = chosen(silent, rng)
            loud.apply(loud.to_act()[0], action, Journal())
            silent.apply(silent.to_act()[0], action)
            assert silent.view(0) == loud.view(0)
