"""Boards, sentences, labels and rules, for people, in both languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from typing import get_args

import pytest

from undercroft.game import CHANCE, SPECTATOR, Journal, Span, Style, Text
from undercroft_blind_attack.game import BlindAttack
from undercroft_blind_attack.state import Battle
from undercroft_blind_attack.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Battle, Journal[Entry]]]]
LANGUAGES = ["en", "ru"]
WIDEST = 76
"""A board in a frame fits into 80 columns."""


def plain(text: Text) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in text]


def cyrillic(text: str) -> bool:
    return any("CYRILLIC" in unicodedata.name(letter, "") for letter in text)


def play(
    game: BlindAttack, position: str, texts: list[str], options: Options | None = None
) -> tuple[Battle, Journal[Entry]]:
    journal: Journal[Entry] = Journal()
    state = game.positions().read(position, options or Options(), 2, journal)
    for text in texts:
        (seat,) = state.to_act()
        codes = [code for code, _ in state.chance_outcomes()] if seat == CHANCE else state.legal_actions(seat)
        state.apply(seat, next(code for code in codes if state.action_text(seat, code) == text), journal)
    return state, journal


MIDDLE = (
    "W: a1=? b2=? e4=2 | B: d9=? e9=? h1=G3 | out W: 3p 2p 2p 1w 1x Bx | out B: 3p 2p 1p 2x 1x Bx "
    "| pool W: 13 | pool B: 12 | # c3 c4 f4 f5 g4 g5 | turn B | quiet 4 | turns 31"
)


def test_a_board_reads_well_without_any_colour(game: BlindAttack) -> None:
    state, _ = play(game, MIDDLE, [])
    assert plain(game.board(state.view(1), "en")) == [
        "                a    b    c    d    e    f    g    h    i",
        "Oil's        +---------------------------------------------+   Gold's",
        "rear       9 |  :    :    :   [?]  [?]   :    :    :    :  | 9 rear",
        "prisoners  8 |  :    :    :    :    :    :    :    :    :  | 8 prisoners",
        "(3)(2)(2)  7 |  :    :    :    :    :    :    :    :    :  | 7 [3][2][1]",
        "             + - -  - -  - -  - -  - -  - -  - -  - -  - - +",
        "           6 |  -    -    -    -    -    -    -    -    -  | 6",
        "wounded    5 |  -    -    -    -    -   ###  ###   -    -  | 5 wounded",
        "           4 |  -    -   ###   -   (2)  ###  ###   -    -  | 4 (1)",
        "             + - -  - -  - -  - -  - -  - -  - -  - -  - - +",
        "           3 |  .    .   ###   .    .    .    .    .    .  | 3",
        "           2 |  .   (?)   .    .    .    .    .    .    .  | 2",
        "7 points   1 | (?)   .    .    .    .    .    .   [G3]  .  | 1 5 points",
        "3 alive      +---------------------------------------------+   3 alive",
        "                a    b    c    d    e    f    g    h    i",
        "",
        "You are Oil, [?], and move down the board.",
        "Turn 32: your move.",
        "Turns in a row without progress: 4; 40 end the game.",
        "",
        "(?) Gold's 2 face down: 1 3",
        "[?] Oil's 2 face down: 1 2",
        "Exploded: (1)(B)[2][1][B]",
        "( ) [ ] Gold, Oil  ? B unknown, bomb  G general  ### blocked",
        ". - : Gold's front, neutral zone, Oil's front",
    ]


def styles(game: BlindAttack, state: Battle, seat: int) -> set[Span]:
    return {span for line in game.board(state.view(seat), "en") for span in line}


def test_styles_tell_own_pieces_those_that_may_act_and_the_zones_apart(game: BlindAttack) -> None:
    state, _ = play(game, MIDDLE, [])
    assert {Span(" (2) ", "own"), Span(" [G3]", "rival"), Span("  .  ", "terrain")} <= styles(game, state, 0)
    zone = Span("  :  " * 3, "mark")
    assert {Span(" (2) ", "seat0"), Span(" [G3]", "seat1"), zone} <= styles(game, state, SPECTATOR)
    state, _ = play(game, "W: a1=1 e3=2 | B: e5=1 | turn W", ["e3e4"])
    assert Span(" (2) ", "mark") in styles(game, state, 0)
    state, _ = play(game, "W: a1=1 e3=2 | B: e5=1 i9=1 | turn W", ["e3e4", "stay"], Options(huff=True))
    assert Span(" (2) ", "danger") in styles(game, state, 0)


@pytest.mark.parametrize("lang", [*LANGUAGES, "xx"])
def test_whatever_happens_is_put_into_words(
    game: BlindAttack, play_randomly: PlayRandomly, options: Options, lang: str
) -> None:
    for seed in range(2):
        told = 0
        for state, journal in play_randomly(options, seed):
            view = state.view(SPECTATOR)
            picture = game.board(view, lang)
            assert all(span.style in get_args(Style) for line in picture for span in line)
            mine = plain(game.board(state.view(0), lang))
            assert max(map(len, [*plain(picture), *mine])) <= WIDEST
            assert any(cyrillic(line) for line in plain(picture)) == (lang == "ru")
            labels = [
                game.label(state.view(seat), action, lang)
                for seat in state.to_act()
                for action in state.legal_actions(seat)
            ]
            assert len(set(labels)) == len(labels)
            assert all(cyrillic(label) == (lang == "ru") for label in labels)
            sentences = [game.sentence(entry, lang) for entry in journal.entries(SPECTATOR)[told:]]
            told = len(journal.told)
            assert all(sentence.endswith((".", "!")) and cyrillic(sentence) == (lang == "ru") for sentence in sentences)
            assert all(words.isprintable() for words in (*plain(picture), *labels, *sentences))


FIGHT = "W: a1=? e3=? | B: e5=? i9=? | pool W: 12 | pool B: 12 | turn W"
FOUGHT = ["e3e4", "e4xe5", "e4=2", "e5=1"]
BLAST = "W: a1=1 e4=? e5=2 | B: f5=1 i9=1 | pool W: B | turn W"


@pytest.mark.parametrize(
    ("lang", "position", "texts", "told"),
    [
        ("en", FIGHT, FOUGHT, [
            "The armies are on the field, charges down. Gold begins.",
            "Gold moves from e3 to e4.",
            "Gold attacks e5 from e4!",
            "Gold's piece on e4 turns out to be a 2.",
            "So Gold's piece on a1 can only be a 1.",
            "Oil's piece on e5 turns out to be a 1.",
            "So Oil's piece on i9 can only be a 2.",
            "A 2 against a 1: the attacker is stronger.",
            "Oil's 1 from e5 is Gold's prisoner.",
        ]),
        ("ru", FIGHT, FOUGHT, [
            "Отряды на поле, зарядами вниз. Начинают золотники.",
            "Золотники идут с e3 на e4.",
            "Золотники атакуют e5 с e4!",
            "Фишка золотников на e4 вскрыта: 2.",
            "Значит, фишка золотников на a1 может быть только такой: 1.",
            "Фишка нефтянок на e5 вскрыта: 1.",
            "Значит, фишка нефтянок на i9 может быть только такой: 2.",
            "2 против 1: атаковавший сильнее.",
            "1 нефтянок с e5: в плену у золотников.",
        ]),
        ("en", BLAST, ["e4xf5"], [
            "The armies are on the field, charges down. Gold begins.",
            "Gold attacks f5 from e4!",
            "A bomb against a 1: explosion!",
            "Gold's bomb from e4 is out of the game.",
            "Oil's 1 from f5 is out of the game.",
            "Gold's 2 from e5 is out of the game.",
            "Blocked for ever: e4, e5, f4, f5.",
        ]),
    ],
)  # fmt: skip
def test_what_happened_is_told(game: BlindAttack, lang: str, position: str, texts: list[str], told: list[str]) -> None:
    _, journal = play(game, position, texts)
    assert [game.sentence(entry, lang) for entry in journal.entries(0)] == told


@pytest.mark.parametrize(
    ("lang", "why", "how"),
    [
        ("en", "One side has no piece left.", "Gold 8, Oil 8: Oil wins by its live fighters."),
        (
            "ru",
            "У одной из сторон не осталось фишек.",
            "Золотники 8, нефтянки 8: победили нефтянки по числу живых бойцов.",
        ),
    ],
)
def test_the_end_is_told_in_the_journal_and_beside_the_board(game: BlindAttack, lang: str, why: str, how: str) -> None:
    state, journal = play(
        game,
        "W: e4=B | B: e5=3 h2=G3 | out W: 2p 2p 2p 1p 1p 1w 3x 3x | out B: 2p 2p 2p 1p 1p 1p Bx | turn W",
        ["e4xe5"],
    )
    assert game.sentence(journal.entries(0)[-1], lang) == f"{why} {how}"
    lines = plain(game.board(state.view(0), lang))
    assert lines[lines.index(why) + 1] == how


def test_labels_tell_what_is_known_of_both_and_when_neighbours_are_at_risk(game: BlindAttack) -> None:
    state, _ = play(game, "W: a1=1 d8=? e4=2 | B: d5=? e5=1 i9=? | pool W: 3 | pool B: B1 | turn W", [])
    labels = {
        state.action_text(0, action): game.label(state.view(0), action, "en") for action in state.legal_actions(0)
    }
    assert labels == {
        "a1a2": "move from a1 to a2",
        "d8d9": "move from d8 to d9 and be turned up",
        "e4xd5": "attack d5 from e4 diagonally, a 2 against an unknown",
        "e4xe5": "attack e5 from e4, a 2 against a 1",
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_team_mates_and_their_turns_are_named(game: BlindAttack, lang: str) -> None:
    options = Options(team_size=3)
    lines = plain(game.board(game.start(options, 6).view(2), lang))
    assert any("0, 4" in line for line in lines)
    assert any(line.endswith(("(seat 0) to move.", "(место 0).")) for line in lines)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_name_every_option_and_every_mark(game: BlindAttack, lang: str) -> None:
    rules = game.rules(lang)
    assert rules.startswith("# ")
    for word in (*Options.__struct_fields__, "humane", "aggressive", "swap", "spiteful", "one", "charge", "random"):
        assert f"`{word}`" in rules
    for text in ("`( )`", "`[ ]`", "`e1e2`", "`e4xd5`", "`stay`", "`pass`", "`!e4`"):
        assert text in rules
    assert cyrillic(rules) == (lang == "ru")
    assert max(map(len, rules.splitlines())) <= 130


def test_an_unknown_language_falls_back_to_english(game: BlindAttack) -> None:
    assert game.rules("xx") == game.rules("en")
