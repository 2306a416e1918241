"""Which texts and pictures are fit for a person's screen."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.game import Span
from undercroft.soundness import text_fault
from undercroft.testing.texts import board_fault, svg_fault


@pytest.mark.parametrize("text", ["a1xa2", "Подземелье", "5/ring+3", "♜ e4"])
def test_readable_texts_have_no_fault(text: str) -> None:
    assert text_fault(text) is None


@pytest.mark.parametrize(
    "text", ["", "  ", "a\nb", "a\tb", "\x1b[2J", "\x9b2J", "a\u2028b", "\u202eba", "\ud800", None, b"a"]
)
def test_unreadable_texts_have_one(text: Any) -> None:
    assert text_fault(text) is not None


@pytest.mark.parametrize("board", [(), ((),), ((Span("a"), Span("", "danger")), (Span(" ", "seat5"),))])
def test_boards_may_have_empty_lines_and_spans(board: Any) -> None:
    assert board_fault(board) is None


NO_BOARDS: list[Any] = [
    [],
    "a",
    ([Span("a")],),
    (("a",),),
    ((Span("a\n"),),),
    ((("a", "red"),),),
    (((1, "plain"),),),
]


@pytest.mark.parametrize("board", NO_BOARDS)
def test_other_boards_are_refused(board: Any) -> None:
    assert board_fault(board) is not None


@pytest.mark.parametrize("head", ['<?xml version="1.0"?>', ""])
def test_a_whole_svg_document_has_no_fault(head: str) -> None:
    assert svg_fault(head + '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>') is None


@pytest.mark.parametrize("document", ["", "<svg>", "<svg/>", '<p xmlns="http://www.w3.org/2000/svg"/>', None, "\ud800"])
def test_other_documents_have_one(document: Any) -> None:
    assert svg_fault(document) is not None
