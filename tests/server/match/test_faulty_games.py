"""A game that raises or gives nonsense fails its own match and changes nothing."""

from __future__ import annotations

import pytest

from undercroft.match import Act, BadLog, GameFailed, Refusal, Step, Suspend

from .driver import Table, game_named, readers_of, seen

TOUCHY = game_named("touchy")

AT_ONCE = [
    "raise",
    "unwritable",
    "view",
    "fraction",
    "huge_return",
    "too_many_returns",
    "stranger_wins",
    "huge_view",
    "huge_entry",
    "silent",
    "no_outcomes",
    "endless_chance",
    "stranger_told",
    "stranger_acts",
    "stuck",
    "huge_code",
]


def told_nothing_of_it(outcome: object) -> None:
    assert "xyzzy" not in repr(outcome)


@pytest.mark.parametrize("fault", AT_ONCE)
def test_an_action_at_which_the_game_fails_is_not_played(fault: str) -> None:
    table = Table.of(TOUCHY, f'{{"fault": "{fault}"}}')
    table.act(0, "one")
    before = seen(table.match)
    command = Act(1, "boom", table.seq(1), text="boom")
    for _ in range(2):
        with pytest.raises((GameFailed, BadLog)):
            table.match.handle(command, 10_000)
        assert seen(table.match) == before
    assert seen(table.restored()) == before
    assert isinstance(table.act(1, "two"), Step), "the match itself is as sound as before"


@pytest.mark.parametrize("fault", ["clone", "clone_hang"])
def test_a_game_that_fails_can_be_stopped_without_asking_it_anything(fault: str) -> None:
    table = Table.of(TOUCHY, f'{{"fault": "{fault}"}}')
    assert isinstance(table.act(0, "boom"), Step)
    if fault == "clone":
        with pytest.raises(GameFailed):
            table.match.handle(Act(1, "next", table.seq(1), text="one"), 10_000)
    assert isinstance(table.tell(Suspend("game_failed")), Step)
    for reader in readers_of(table.match):
        assert table.match.glance(reader).status == "suspended"


def test_what_cannot_be_sent_is_found_before_it_is_written() -> None:
    """An action text that is no Unicode can't be encoded: the step that would show it is refused."""
    table = Table.of(TOUCHY, '{"fault": "surrogate"}')
    rows = list(table.rows)
    with pytest.raises(GameFailed):
        table.act(0, "boom")
    assert table.rows == rows


@pytest.mark.parametrize("fault", ["start", "sides"])
def test_a_game_that_cannot_start_makes_no_match(fault: str) -> None:
    with pytest.raises(GameFailed) as failure:
        Table.of(TOUCHY, f'{{"fault": "{fault}"}}')
    told_nothing_of_it(failure.value)


def test_a_text_of_any_length_is_refused_without_being_held_against_the_pattern() -> None:
    table = Table.of(TOUCHY)
    refusal = table.act(0, "a" * 4_000_000)
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "INVALID_ACTION"
    assert len(refusal.message) < 100
