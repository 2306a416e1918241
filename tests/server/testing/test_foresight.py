"""Looking ahead at what an evaluator is certain of: wrong words are found, and sound ones of any kind of game pass."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bots.forms import Choice, OpenForm, Options, choice
from undercroft.game import Evaluator
from undercroft.testing.foresight import glance_fault
from undercroft.testing.referee import Setup


class Says(Evaluator[Any]):
    """Is certain of these returns, and of these actions."""

    def __init__(self, returns: list[float] | None = None, actions: list[int] | None = None) -> None:
        self.returns = returns
        self.actions = actions

    def values(self, state: Any) -> list[float]:
        return [0.0, 0.0]

    def proven(self, state: Any) -> list[float] | None:
        return self.returns

    def must_play(self, state: Any, legal: list[int]) -> list[int]:
        return legal if self.actions is None else self.actions


def fault(root: Choice, says: Says) -> str:
    setup = Setup(OpenForm("form", root, 2), Options(), 2)
    return glance_fault(setup, says, setup.start().state)


AGAINST = choice(0, {1: choice(1, {1: (1, -1), 2: (-1, 1)}), 2: (0, 0)})
"""Seat 0 gets 0: of the first action seat 1 makes a loss."""

TOGETHER = choice(0, {1: choice(1, {1: (2, 3), 2: (0, 1)}), 2: (1, 1)})
"""Both gain by the first action."""

MIXED = choice(0, {1: choice(1, {1: (-1, 1), 2: (5, 5)}), 2: (0, 0)})


@pytest.mark.parametrize(
    ("root", "says"),
    [
        (AGAINST, Says([0, 0], [2])),
        (AGAINST, Says()),
        (TOGETHER, Says([2, 3], [1])),
        (MIXED, Says([5, 5], [1])),
    ],
    ids=["against", "nothing said", "together", "mixed"],
)
def test_what_is_so_passes(root: Choice, says: Says) -> None:
    assert fault(root, says) == ""


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (Says([1, -1]), "proven gave [1, -1], and looking 2 ahead seat 0 gets 0"),
        (Says([0, 1]), "proven gave [0, 1], and looking 1 ahead seat 1 gets 0 at most"),
        (Says(None, [1]), "must_play left out 2, the best there is"),
        (Says(None, [2, 1]), "must_play gave [2, 1] of [1, 2]"),
    ],
)
def test_what_cannot_be_so_is_told_with_the_reason(says: Says, told: str) -> None:
    assert fault(AGAINST, says) == told
