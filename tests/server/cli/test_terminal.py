"""A match as a person at a terminal plays it."""

from __future__ import annotations

import os
import re
import signal
import termios
from collections.abc import Callable
from typing import Any

import pytest

Terminals = Callable[..., Any]


def _resume_arguments(screen: str) -> list[str]:
    return re.findall(r"undercroft (play --resume \S+)", screen)[-1].split()


def test_a_person_completes_lists_errs_leaves_and_comes_back(terminal: Terminals) -> None:
    first = terminal("play", "dungeon-of-fear", "--vs", "random", "--name", "Ann")
    opening = first.wait_for("your action>")
    assert "Seat 0: Ann (you)" in opening
    assert "Your turn." in opening
    assert "╭" in opening
    assert "\x1b[" in first.raw
    first.type("?\r")
    first.wait_for("a1xb1  break the wall on b1")
    first.type("a1b1\r")
    # The prompt may be drawn anew at any time, so it is the answer that is waited for.
    first.wait_for("a1b1 can't be played now. Perhaps a1xb1?")
    first.wait_for("Legal: a1xb1 a1xa2")
    first.type("a1xa\t")
    first.wait_for("a1xa2")
    first.type("\r")
    first.wait_for("You broke the wall on a2.")
    first.wait_for("Your turn.")
    first.wait_for("your action>")
    first.type("half a line\x03")
    assert first.status() == 0
    resume = _resume_arguments(first.screen)

    second = terminal(*resume)
    again = second.wait_for("your action>")
    assert "You broke the wall on a2." in again
    assert "Your turn." in again
    second.type("quit\r")
    assert second.status() == 0


def test_ctrl_c_leaves_the_terminal_as_it_was(terminal: Terminals) -> None:
    person = terminal("play", "dungeon-of-fear")
    before = termios.tcgetattr(person._fd)
    person.wait_for("your action>")
    assert termios.tcgetattr(person._fd)[3] != before[3]
    person.type("\x03")
    person.wait_for("play --resume")
    person.wait_for("\n")
    assert person.status() == 0
    assert person.raw.rfind("\x1b[?2004l") > person.raw.rfind("\x1b[?2004h")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_the_match_as_ctrl_c_does(terminal: Terminals, number: signal.Signals) -> None:
    person = terminal("play", "dungeon-of-fear")
    person.wait_for("your action>")
    os.kill(person.pid, number)
    person.wait_for("undercroft play --resume")
    assert person.status() == 0


def test_a_killed_player_comes_back_to_every_action_that_was_answered(terminal: Terminals, state: Any) -> None:
    first = terminal("play", "dungeon-of-fear", "--vs", "random")
    match = re.search(r"match (\w+)", first.wait_for("your action>"))
    assert match is not None
    first.type("a1xb1\r")
    first.wait_for("You broke the wall on b1.")
    os.kill(first.pid, signal.SIGKILL)
    second = terminal("play", "--resume", match[1])
    assert "You broke the wall on b1." in second.wait_for("Your turn.")


def test_bytes_that_are_no_text_are_a_wrong_action(terminal: Terminals) -> None:
    person = terminal("play", "dungeon-of-fear")
    person.wait_for("your action>")
    os.write(person._fd, b"a1\xff\xfe\r")
    person.wait_for("a1?? is neither an action nor a command")
    person.type("quit\r")
    assert person.status() == 0


def test_help_shows_the_rules_in_the_language_through_a_pager(terminal: Terminals) -> None:
    person = terminal("play", "dungeon-of-fear", "--lang", "ru", PAGER="cat")
    person.wait_for("ваш ход>")
    person.type("help\r")
    assert "(q — вернуться к партии)" in (shown := person.wait_for("Две ладьи замурованы"))
    assert "?, list" in shown
    person.wait_for("ваш ход>")
    person.type("\x04")
    person.wait_for("Партия сохранена")
    assert person.status() == 0


def test_no_color_leaves_plain_text(terminal: Terminals) -> None:
    person = terminal("play", "dungeon-of-fear", NO_COLOR="1")
    opening = person.wait_for("your action>")
    assert "6 | ? ? ? ? ? ? | 6" in opening
    assert "╭" not in opening
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", person.raw)


def test_a_match_is_played_to_its_end(terminal: Terminals) -> None:
    person = terminal("play", "dungeon-of-fear", "--vs", "random", "--seed", "7", "--seat", "1")
    ends = ("You win.", "You lose.", "A draw.\n")
    while not person.wait_for("Your turn.", *ends).endswith(ends):
        person.wait_for("your action>")
        person.type("?\r")
        person.wait_for("You may play:\n  ")
        person.type(f"{person.wait_for(' ').strip()}\r")
    person.type("\r")
    assert person.status() == 0
    assert "To play again:\n  undercroft play dungeon-of-fear --vs random --seat 1\n" in person.screen
    assert "The match is kept" not in person.screen


def test_after_the_end_a_person_plays_again_on_the_other_seat_and_comes_back_to_that(terminal: Terminals) -> None:
    person = terminal("play", "dungeon-of-fear", "--vs", "random", "--name", "Ann")
    person.wait_for("your action>")
    person.type("rematch\r")
    person.wait_for("once this one is over.")
    person.type("abort\r")
    person.wait_for("The match ended without a result (called off).")
    person.type("a1xa2\r")
    person.wait_for("The match is over.")
    person.type("rematch\r")
    person.wait_for("You ask for a rematch.")
    (again,) = re.findall(r"All agree: on to match (\w+)\.", person.wait_for("Seat 0: random, a bot"))
    person.wait_for("Seat 1: Ann (you)")
    person.wait_for("your action>")
    person.type("quit\r")
    assert person.status() == 0
    resume = _resume_arguments(person.screen)
    assert resume == ["play", "--resume", again]
    back = terminal(*resume)
    back.wait_for("Seat 1: Ann (you)")
    back.wait_for("your action>")


@pytest.mark.parametrize("leave", ["\r", "quit\r", "\x03", "\x04", signal.SIGTERM])
def test_after_the_end_enter_quit_and_whatever_else_leaves_is_the_end(
    terminal: Terminals, leave: str | signal.Signals
) -> None:
    person = terminal("play", "dungeon-of-fear", "--vs", "random")
    person.wait_for("your action>")
    person.type("resign\r")
    person.wait_for("once more")
    person.type("resign\r")
    person.wait_for("You lose (by resignation).")
    if isinstance(leave, signal.Signals):
        os.kill(person.pid, leave)
    elif leave != "\x04":
        person.type(leave)
    assert person.status("\x04" if leave == "\x04" else "") == 0
    assert "To play again:" in person.screen
    assert "The match is kept" not in person.screen
