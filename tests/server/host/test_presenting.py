"""Drawings: made once for whoever sees the same, of the view alone, and never longer than a message carries."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from undercroft.host.guard import Guard, RulesHung
from undercroft.host.presenting import MAX_PICTURE_BYTES, Presenter
from undercroft.match import Glance


class View(msgspec.Struct, frozen=True):
    total: int


class Entry(msgspec.Struct, frozen=True, tag_field="type", tag="entry"):
    total: int


@dataclass
class Drawer:
    """A game, as far as drawings go."""

    draws: bool = True
    spec: Any = field(default_factory=lambda: SimpleNamespace(id="drawer", titles={"en": "", "ru": ""}))
    entry_type: Any = Entry
    drawn: list[tuple[View, str]] = field(default_factory=list)
    raised: BaseException | None = None

    def svg(self) -> Drawer | None:
        return self if self.draws else None

    def draw(self, view: View, lang: str) -> str:
        self.drawn.append((view, lang))
        if self.raised is not None:
            raise self.raised
        return f"<svg>{lang} {view.total}</svg>" if view.total < 1000 else "x" * view.total


def presenter(game: Drawer) -> Presenter:
    return Presenter(game, Guard(), "m")  # type: ignore[arg-type]


def glance(view: View | None) -> Glance:
    return Glance(view=view, view_json=msgspec.json.encode(view))


def test_whoever_sees_the_same_shares_one_drawing() -> None:
    game = Drawer()
    present = presenter(game)
    pictures = [present.svg(glance(View(3)), "ru") for _ in range(6)]
    assert pictures == ["<svg>ru 3</svg>"] * 6
    assert game.drawn == [(View(3), "ru")]
    assert present.svg(glance(View(4)), "ru") == "<svg>ru 4</svg>"
    assert present.svg(glance(View(4)), "en") == "<svg>en 4</svg>"
    assert present.svg(glance(View(4)), "tlh") == "<svg>en 4</svg>"
    assert len(game.drawn) == 3


def test_there_is_none_before_the_start_and_of_a_game_that_draws_none() -> None:
    assert presenter(Drawer()).svg(glance(None), "en") == ""
    assert presenter(Drawer(draws=False)).svg(glance(View(3)), "en") == ""


def test_a_drawing_that_no_message_carries_is_left_out_and_the_next_is_made() -> None:
    present = presenter(Drawer())
    assert len(present.svg(glance(View(MAX_PICTURE_BYTES)), "en")) == MAX_PICTURE_BYTES
    assert present.svg(glance(View(MAX_PICTURE_BYTES + 1)), "en") == ""
    assert present.svg(glance(View(4)), "en") == "<svg>en 4</svg>"


@pytest.mark.parametrize("raised", [ValueError("no ink"), RulesHung("for too long")])
def test_a_game_that_fails_to_draw_costs_the_drawing_and_is_asked_again_unless_it_hung(raised: BaseException) -> None:
    game = Drawer(raised=raised)
    present = presenter(game)
    assert present.svg(glance(View(3)), "en") == ""
    game.raised = None
    assert bool(present.svg(glance(View(4)), "en")) == isinstance(raised, Exception)
