"""What `undercroft.cli.screen.typed_text` promises."""

from __future__ import annotations

import pytest

from undercroft.cli.screen.typed_text import COMMANDS, command_of, completions, near_actions

LEGAL = ["a1xa2", "a1xb1", "c3f3", "roll 3 5"]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("?", "list"),
        ("help", "help"),
        ("HELP", "help"),
        ("/quit", "quit"),
        ("exit", "quit"),
        ("a1xa2", None),
        ("x", None),
    ],
)
def test_commands_are_known_with_and_without_a_slash(line: str, command: str | None) -> None:
    assert command_of(line, LEGAL) == command


def test_an_action_named_like_a_command_is_the_action() -> None:
    assert command_of("help", ["help"]) is None
    assert command_of("/help", ["help"]) == "help"


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("", LEGAL),
        ("a1", ["a1xa2", "a1xb1"]),
        ("A1XB", ["a1xb1"]),
        ("f3", ["c3f3"]),
        ("roll 3", ["roll 3 5"]),
        ("he", ["help"]),
        ("/b", ["/board"]),
        ("zz", []),
    ],
)
def test_completions_are_whole_lines(typed: str, lines: list[str]) -> None:
    assert list(completions(typed, LEGAL)) == lines


def test_every_command_can_be_completed() -> None:
    for name in COMMANDS.keys() - {"?"}:
        assert name in list(completions(name[:2], []))


@pytest.mark.parametrize(
    ("typed", "meant"), [("a1a2", "a1xa2"), ("A1xB1", "a1xb1"), ("a1-x-a2", "a1xa2"), ("roll 35", "roll 3 5")]
)
def test_the_action_that_was_meant_is_near(typed: str, meant: str) -> None:
    assert near_actions(typed, LEGAL)[0] == meant


def test_nothing_is_near_to_nonsense() -> None:
    assert near_actions("qwerty", LEGAL) == ()


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("say hello there", "say"),
        ("say", "say"),
        ("/SAY hi", "say"),
        ("draw", "draw"),
        ("draw now", None),
        ("mute 1", "mute"),
    ],
)
def test_only_commands_that_take_words_are_followed_by_some(line: str, command: str | None) -> None:
    assert command_of(line, LEGAL) == command
