"""Boards, sentences, labels and rules, for people, in both languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from typing import get_args

import pytest

from undercroft.game import SPECTATOR, Journal, Span, Style, Text
from undercroft_dungeon_of_fear.game import DungeonOfFear
from undercroft_dungeon_of_fear.state import Dungeon
from undercroft_dungeon_of_fear.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Dungeon, Journal[Entry]]]]
LANGUAGES = ["en", "ru"]
WIDEST, TALLEST = 76, 16
"""What fits a terminal of 80 by 24 in a frame, with room for what has happened and for the prompt."""


def plain(text: Text) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in text]


def cyrillic(text: str) -> bool:
    return any("CYRILLIC" in unicodedata.name(letter, "") for letter in text)


def play(game: DungeonOfFear, moves: list[str], position: str, options: Options) -> tuple[Dungeon, Journal[Entry]]:
    journal: Journal[Entry] = Journal()
    state = game.positions().read(position, options, 2, journal)
    for move in moves:
        (seat,) = state.to_act()
        texts = {state.action_text(seat, action): action for action in state.legal_actions(seat)}
        state.apply(seat, texts[move], journal)
    return state, journal


def test_a_board_reads_well_without_any_colour(game: DungeonOfFear) -> None:
    position = "######/#1####/#1r###/#1####/#R####/###### w 0"
    state, _ = play(game, ["b2xc2"], position, Options(reveal="breach", clock="public"))
    assert plain(game.board(state.view(0), "en")) == [
        "     a b c d e f",
        "   +-------------+",
        " 6 | ? w ? ? ? ? | 6     R your rook",
        " 5 | ? o ? ? ? ? | 5     # wall you see",
        " 4 | ? o ? ? ? ? | 4     w wall you saw, perhaps gone by now",
        " 3 | ? o # ? ? ? | 3     . open; you would see an enemy there",
        " 2 | # . R # ? ? | 2     o open when you saw it; an enemy there stays unseen",
        " 1 | ? w # ? ? ? | 1     ? never seen",
        "   +-------------+",
        "     a b c d e f",
        "",
        "You are White (R), on c2.",
        "The enemy is somewhere in the dark.",
        "Ply 2: Black to move.",
        "Quiet plies in a row: 0; 12 make a draw.",
    ]


def styles(game: DungeonOfFear, state: Dungeon, seat: int) -> set[tuple[str, str]]:
    return {span for line in game.board(state.view(seat), "en") for span in line if len(span.text) == 1}


def test_an_enemy_in_line_is_styled_as_a_danger_and_one_off_the_lines_as_a_rival(game: DungeonOfFear) -> None:
    position = "######/######/######/R2r##/1#####/1##### w 0"
    state, _ = play(game, [], position, Options())
    assert Span("r", "danger") in styles(game, state, 0)
    state, _ = play(game, ["a3xa4"], position, Options())
    assert Span("r", "rival") in styles(game, state, 0)
    assert Span("R", "own") in styles(game, state, 0)


def test_walls_that_are_watched_are_explained_so(game: DungeonOfFear) -> None:
    state, _ = play(game, ["a1xa2"], "#####r/######/######/######/######/R##### w 0", Options(reveal="walls"))
    assert any(line.endswith(" # wall; you would see it fall") for line in plain(game.board(state.view(0), "en")))


@pytest.mark.parametrize("lang", [*LANGUAGES, "xx"])
def test_whatever_happens_is_put_into_words(
    game: DungeonOfFear, play_randomly: PlayRandomly, options: Options, lang: str
) -> None:
    for seed in range(2):
        for state, journal in play_randomly(options, seed):
            for reader in (0, 1, SPECTATOR):
                view = state.view(reader)
                picture = game.board(view, lang)
                assert all(span.style in get_args(Style) for line in picture for span in line)
                labels = [game.label(view, action, lang) for action in state.legal_actions(reader)]
                assert len(set(labels)) == len(labels)
                sentence = game.sentence(journal.entries(reader)[-1], lang)
                assert len(picture) <= TALLEST
                assert all(len(line) <= WIDEST for line in plain(picture))
                for words in (*plain(picture), *labels, sentence):
                    assert words.isprintable()
                assert sentence.endswith((".", "!"))
                assert cyrillic(sentence) == (lang == "ru")
                assert all(cyrillic(label) == (lang == "ru") for label in labels)
                assert any(cyrillic(line) for line in plain(picture)) == (lang == "ru")


END = "######/######/######/R2r##/1#####/1##### w 0"
DRAW = "6/6/6/2R3/6/4r1 w 11"


@pytest.mark.parametrize(
    ("lang", "move", "position", "reader", "told"),
    [
        ("en", "a3xa4", END, 0, "You broke the wall on a4. Walls in sight: a5 (north), b4 (east). "
         "The enemy rook is on d3, off your lines."),
        ("en", "a3xa4", END, 1, "White has moved."),
        ("en", "a3xa4", END, SPECTATOR, "White has moved."),
        ("en", "a3xd3", END, 1, "White played a3xd3. White took the black rook and won."),
        ("en", "c3c4", DRAW, 0, "White played c3c4. Too long without a capture: the dungeon swallows both. A draw."),
        ("ru", "a3xa4", END, 0, "Вы пробили стену на a4. Видны стены: a5 (север), b4 (восток). "
         "Вражеская ладья на d3, но не на вашей линии."),
        ("ru", "a3xa4", END, 1, "Белые сделали ход."),
        ("ru", "a3xd3", END, 0, "Белые сыграли a3xd3. Белые взяли чёрную ладью и победили."),
        ("ru", "c3c4", DRAW, 1, "Белые сыграли c3c4. Слишком долго без взятий: подземелье поглотило обоих. Ничья."),
    ],
)  # fmt: skip
def test_the_newest_entry_is_told(
    game: DungeonOfFear, lang: str, move: str, position: str, reader: int, told: str
) -> None:
    _, journal = play(game, [move], position, Options())
    assert game.sentence(journal.entries(reader)[-1], lang) == told


@pytest.mark.parametrize(
    ("lang", "lines"),
    [("en", ["Your rook was taken: you lose.", "You took the enemy rook: you win."]),
     ("ru", ["Вашу ладью взяли: вы проиграли.", "Вы взяли вражескую ладью и победили."])],
)  # fmt: skip
def test_the_end_is_told_from_each_side(game: DungeonOfFear, lang: str, lines: list[str]) -> None:
    state, _ = play(game, ["a3xd3"], END, Options())
    assert lines[0] in plain(game.board(state.view(1), lang))
    assert lines[1] in plain(game.board(state.view(0), lang))


def test_labels_tell_walls_rooks_and_quiet_moves_apart(game: DungeonOfFear) -> None:
    state, _ = play(game, [], END, Options())
    labels = [game.label(state.view(0), action, "en") for action in state.legal_actions(0)]
    assert labels == ["take the enemy rook on d3 and win", "break the wall on a4"]
    state, _ = play(game, [], DRAW, Options())
    assert game.label(state.view(0), state.legal_actions(0)[0], "en") == "go to c1"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_name_every_option_and_every_mark(game: DungeonOfFear, lang: str) -> None:
    rules = game.rules(lang)
    assert rules.startswith("# ")
    for word in ("`reveal`", "`clock`", "`quiet_limit`", "`sight`", "`breach`", "`walls`", "`hidden`", "`public`"):
        assert word in rules
    for mark in "Rr.#wo?":
        assert f"`{mark}`" in rules
    assert cyrillic(rules) == (lang == "ru")


def test_an_unknown_language_falls_back_to_english(game: DungeonOfFear) -> None:
    assert game.rules("xx") == game.rules("en")
