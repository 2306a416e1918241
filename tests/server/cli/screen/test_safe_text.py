"""What `undercroft.cli.screen.safe_text` promises."""

from __future__ import annotations

import unicodedata

import pytest

from undercroft.cli.screen.safe_text import safe_block, safe_line


@pytest.mark.parametrize(
    "hostile",
    [
        "\x1b[2Jgone",
        "\x1b]0;title\x07",
        "\x9b31m",
        "\x90device\x9c",
        "back\x08\x08\x08",
        "over\rwritten",
        "\u202egnp.exe",
        "\u2066\u2069",
        "\u061c",
        "a\x00b\x7f",
        "line\u2028line\u2029",
        "\ud800lone",
        "\U000e0041tag",
    ],
)
def test_nothing_that_moves_a_cursor_or_turns_text_round_is_left(hostile: str) -> None:
    for clean in (safe_line(hostile), safe_block(hostile)):
        assert all(unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} for character in clean)
        clean.encode()


def test_every_control_character_goes_and_every_visible_one_stays() -> None:
    kept = safe_line("".join(map(chr, range(0x110000))))
    lost = {chr(code) for code in range(0x110000)} - set(kept)
    assert {unicodedata.category(character) for character in lost} <= {"Cc", "Cf", "Cs", "Zl", "Zp", "Cn"}
    assert not {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))} & set(kept)


def test_a_line_is_one_line_and_a_block_keeps_its_lines() -> None:
    assert safe_line("one\n\ttwo") == "one two"
    assert safe_block("one\n\ttwo") == "one\n    two"


def test_ordinary_text_of_any_script_is_left_alone() -> None:
    text = "Подземелье Страха: ферзь → a1, 地下 ♜ ├─┤ naïve"
    assert safe_line(text) == safe_block(text) == text
