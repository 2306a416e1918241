"""Boards, sentences, labels and rules, for people, in both languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from typing import get_args

import pytest

from undercroft.game import SPECTATOR, Journal, Span, Style, Text
from undercroft_connect_four.game import ConnectFour
from undercroft_connect_four.state import Discs
from undercroft_connect_four.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Discs, Journal[Entry]]]]
PlayMoves = Callable[[str], tuple[Discs, Journal[Entry]]]
LANGUAGES = ["en", "ru"]
WIDEST, TALLEST = 76, 16
"""What fits a terminal of 80 by 24 in a frame, with room for what has happened and for the prompt."""


def plain(text: Text) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in text]


def cyrillic(text: str) -> bool:
    return any("CYRILLIC" in unicodedata.name(letter, "") for letter in text)


def test_a_board_reads_well_without_any_colour(game: ConnectFour, play_moves: PlayMoves) -> None:
    state, _ = play_moves("4453424")
    assert plain(game.board(state.view(0), "en")) == [
        "  1 2 3 4 5 6 7",
        "| . . . . . . . |",
        "| . . . . . . . |",
        "| . . . x . . . |",
        "| . . . x . . . |",
        "| . . . o . . . |",
        "| . o o x x . . |",
        "+---------------+",
        "  1 2 3 4 5 6 7",
        "",
        "You are X.",
        "Ply 8: O to play.",
    ]


def test_the_line_that_won_is_in_capitals(game: ConnectFour, play_moves: PlayMoves) -> None:
    state, _ = play_moves("4455667")
    picture = plain(game.board(state.view(1), "en"))
    assert "| . . . o o o . |" in picture
    assert "| . . . X X X X |" in picture
    assert picture[-2:] == ["You are O.", "X has a line: you lose."]
    assert Span("X", "good") in game.board(state.view(1), "en")[6]


def test_the_newest_disc_is_marked(game: ConnectFour, play_moves: PlayMoves) -> None:
    state, _ = play_moves("4453")
    spans = [span for line in game.board(state.view(0), "en") for span in line]
    assert spans.count(Span("o", "mark")) == 1
    assert spans.count(Span("o", "seat1")) == 1
    assert spans.count(Span("x", "seat0")) == 2


@pytest.mark.parametrize("lang", [*LANGUAGES, "xx"])
def test_whatever_happens_is_put_into_words(
    game: ConnectFour, play_randomly: PlayRandomly, options: Options, lang: str
) -> None:
    for seed in range(2):
        for state, journal in play_randomly(options, seed):
            for reader in (0, 1, SPECTATOR):
                view = state.view(reader)
                picture = game.board(view, lang)
                assert all(span.style in get_args(Style) for line in picture for span in line)
                assert len(picture) <= TALLEST
                assert all(len(line) <= WIDEST for line in plain(picture))
                labels = [game.label(view, action, lang) for action in state.legal_actions(reader)]
                assert len(set(labels)) == len(labels)
                sentence = game.sentence(journal.entries(reader)[-1], lang)
                for words in (*plain(picture), *labels, sentence):
                    assert words.isprintable()
                assert sentence.endswith(".")
                assert cyrillic(sentence) == (lang == "ru")
                assert all(cyrillic(label) == (lang == "ru") for label in labels)
                assert any(cyrillic(line) for line in plain(picture)) == (lang == "ru")


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["The board is empty. X begins.", "X drops a disc into column 4.", "O drops a disc into column 7."]),
        ("ru", ["Доска пуста. Начинает X.", "X бросает фишку в столбец 4.", "O бросает фишку в столбец 7."]),
    ],
)
def test_every_ply_is_told(game: ConnectFour, play_moves: PlayMoves, lang: str, told: list[str]) -> None:
    _, journal = play_moves("47")
    assert [game.sentence(entry, lang) for entry in journal.entries(SPECTATOR)] == told


WON = "4455667"
FULL = "442761225377252342545563474175371666631311"


@pytest.mark.parametrize(
    ("lang", "moves", "told", "seen"),
    [
        ("en", WON, "X has a line and wins.",
         ["You have a line: you win.", "X has a line: you lose.", "X has a line and wins."]),
        ("ru", WON, "У X есть ряд: победа.",
         ["У вас есть ряд: вы победили.", "У X есть ряд: вы проиграли.", "У X есть ряд: победа."]),
        ("en", FULL, "The board is full and nobody has a line. A draw.",
         ["The board is full and nobody has a line. A draw."] * 3),
        ("ru", FULL, "Доска заполнена, ряда ни у кого нет. Ничья.",
         ["Доска заполнена, ряда ни у кого нет. Ничья."] * 3),
    ],
)  # fmt: skip
def test_the_end_is_told_from_each_side(
    game: ConnectFour, play_moves: PlayMoves, lang: str, moves: str, told: str, seen: list[str]
) -> None:
    state, journal = play_moves(moves)
    assert game.sentence(journal.entries(0)[-1], lang) == told
    assert [plain(game.board(state.view(reader), lang))[-1] for reader in (0, 1, SPECTATOR)] == seen


def test_a_game_that_goes_on_from_a_position_says_so(game: ConnectFour) -> None:
    journal: Journal[Entry] = Journal()
    game.positions().read("4453", Options(), 2, journal)
    assert game.sentence(journal.entries(0)[0], "en") == "The game goes on after 4453."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_name_every_option_and_every_mark(game: ConnectFour, lang: str) -> None:
    rules = game.rules(lang)
    assert rules.startswith("# ")
    for word in (*Options.__struct_fields__, "x"):
        assert f"`{word}`" in rules
    assert cyrillic(rules) == (lang == "ru")


def test_an_unknown_language_falls_back_to_english(game: ConnectFour) -> None:
    assert game.rules("xx") == game.rules("en")
