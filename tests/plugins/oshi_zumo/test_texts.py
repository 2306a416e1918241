"""Boards, labels and sentences, for people, in both languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from typing import get_args

import pytest

from undercroft.game import SPECTATOR, Journal, Span, Style, Text
from undercroft_oshi_zumo.game import OshiZumo
from undercroft_oshi_zumo.positions import BidsMade
from undercroft_oshi_zumo.state import Bout
from undercroft_oshi_zumo.values import Entry, Options

PlayRandomly = Callable[[Options, int], Iterator[tuple[Bout, Journal[Entry]]]]
LANGUAGES = ["en", "ru"]
WIDEST, TALLEST = 76, 16
"""What fits a terminal of 80 by 24 in a frame, with room for what has happened and for the prompt."""


def plain(text: Text) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in text]


def cyrillic(text: str) -> bool:
    return any("CYRILLIC" in unicodedata.name(letter, "") for letter in text)


def at(position: str, options: Options, *more: tuple[int, int]) -> tuple[Bout, Journal[Entry]]:
    """A position, and what is told of it and of the bids after it."""
    journal: Journal[Entry] = Journal()
    state = BidsMade().read(position, options, 2, journal)
    for both in more:
        for seat, bid in enumerate(both):
            state.apply(seat, bid, journal)
    return state, journal


def test_a_board_reads_well_without_any_colour(game: OshiZumo) -> None:
    state, _ = at("12-8 3-3", Options(bids="hidden"))
    assert plain(game.board(state.view(0), "en")) == [
        "West  | . . . + @ . . |  East",
        "",
        "Coins: West 35, East 36 to 46",
        "",
        " Round    West    East",
        "     1      12       ?   West pushes",
        "     2       3       ?   a tie",
        "",
        "You are West: push the wrestler to the right.",
        "Round 3 of 50: your bid, 1 to 35.",
    ]


def test_the_ring_shows_the_middle_the_edges_and_who_is_out(game: OshiZumo) -> None:
    rings = []
    for bids in ([], [(1, 2)], [(1, 2), (1, 2)], [(2, 1), (2, 1)]):
        state, _ = at("-", Options(fields=1), *bids)
        rings.append(plain(game.board(state.view(0), "en"))[0])
    assert rings == [
        "West  | . @ . |  East",
        "West  | @ + . |  East",
        "West @| . + . |  East",
        "West  | . + . |@ East",
    ]


def test_only_the_last_rounds_are_listed_with_their_numbers(game: OshiZumo) -> None:
    state, _ = at(" ".join(["1-1"] * 8), Options())
    listed = [line for line in plain(game.board(state.view(0), "en")) if line.endswith("a tie")]
    assert [line.split()[0] for line in listed] == ["3", "4", "5", "6", "7", "8"]


def test_who_has_bid_is_told_so_and_the_rival_is_not(game: OshiZumo) -> None:
    state, _ = at("5-3 7-?", Options())
    assert plain(game.board(state.view(0), "en"))[-1] == "Round 2 of 50: you have bid 7."
    assert plain(game.board(state.view(1), "en"))[-1] == "Round 2 of 50: your bid, 1 to 47."
    assert plain(game.board(state.view(SPECTATOR), "en"))[-1] == "Round 2 of 50: both bid."


def test_the_higher_bid_is_in_the_colour_of_its_side(game: OshiZumo) -> None:
    state, _ = at("5-3", Options())
    spans = [span for line in game.board(state.view(0), "en") for span in line]
    assert Span("       5", "seat0") in spans
    assert Span("       3", "plain") in spans


@pytest.mark.parametrize(
    ("lang", "caption"),
    [("en", "Round 2 of 4: you have no coins, so you bid 0."), ("ru", "Раунд 2 из 4: монет у вас нет, ставка — 0.")],
)
def test_who_has_no_coins_is_told_what_is_left_to_do(game: OshiZumo, lang: str, caption: str) -> None:
    state, _ = at("4-1", Options(coins=4, bids="hidden"))
    assert plain(game.board(state.view(0), lang))[-1] == caption


def test_a_last_coin_is_called_the_last(game: OshiZumo) -> None:
    state, _ = at("3-1", Options(coins=4))
    assert plain(game.board(state.view(0), "en"))[-1] == "Round 2 of 4: you bid 1, your last."


@pytest.mark.parametrize("lang", [*LANGUAGES, "xx"])
def test_whatever_happens_is_put_into_words(
    game: OshiZumo, play_randomly: PlayRandomly, options: Options, lang: str
) -> None:
    for state, journal in play_randomly(options, 2):
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
                assert not words or cyrillic(words) == (lang == "ru")
            assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["The wrestler is in the middle. Coins on each side: 50.",
                "You bid 5.",
                "Round 1: West has bid 5, East 3. West pushes. "
                "The wrestler is 1 field from the middle, on East's side.",
                "You bid 2.",
                "Round 2: West has bid 2, East 2. A tie, nobody pushes. "
                "The wrestler is 1 field from the middle, on East's side."]),
        ("ru", ["Борец в середине. Монет у каждой стороны: 50.",
                "Вы ставите 5.",
                "Раунд 1. Ставка Запада 5, Востока 3. Толкает Запад. Борец в 1 поле от середины, на стороне Востока.",
                "Вы ставите 2.",
                "Раунд 2. Ставка Запада 2, Востока 2. Поровну, никто не толкает. "
                "Борец в 1 поле от середины, на стороне Востока."]),
    ],
)  # fmt: skip
def test_every_round_is_told(game: OshiZumo, lang: str, told: list[str]) -> None:
    _, journal = at("-", Options(), (5, 3), (2, 2))
    assert [game.sentence(entry, lang) for entry in journal.entries(0)] == told


def test_hidden_bids_are_in_no_sentence(game: OshiZumo) -> None:
    _, journal = at("-", Options(bids="hidden"), (17, 23))
    for lang in LANGUAGES:
        heard = " ".join(game.sentence(entry, lang) for entry in journal.entries(0))
        assert "17" in heard
        assert "23" not in heard
        assert "17" not in " ".join(game.sentence(entry, lang) for entry in journal.entries(SPECTATOR))


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["East has no coins: West pushes with one coin at a time, 2 in all. "
                "The wrestler is 2 fields from the middle, on East's side.",
                "All coins are spent. West wins. Coins left: West 0, East 0."]),
        ("ru", ["У Востока нет монет: Запад толкает дальше, по монете за толчок, всего толчков: 2. "
                "Борец в 2 полях от середины, на стороне Востока.",
                "Все монеты истрачены. Победил Запад. Осталось монет: Запад 0, Восток 0."]),
    ],
)  # fmt: skip
def test_what_is_played_at_once_is_told(game: OshiZumo, lang: str, told: list[str]) -> None:
    _, journal = at("2-1", Options(coins=5), (1, 4))
    assert [game.sentence(entry, lang) for entry in journal.entries(1)[-2:]] == told


@pytest.mark.parametrize(
    ("lang", "seen"),
    [
        ("en", ["The wrestler is out. You win.", "The wrestler is out. You lose.", "The wrestler is out. West wins."]),
        ("ru", ["Борец за краем. Вы победили.", "Борец за краем. Вы проиграли.", "Борец за краем. Победил Запад."]),
    ],
)
def test_the_end_is_told_from_each_side(game: OshiZumo, lang: str, seen: list[str]) -> None:
    state, _ = at("2-1", Options(fields=1), (2, 1))
    assert [plain(game.board(state.view(reader), lang))[-1] for reader in (0, 1, SPECTATOR)] == seen


@pytest.mark.parametrize(
    ("lang", "draw"),
    [("en", "That was the last round. The wrestler is in the middle: a draw."),
     ("ru", "Это был последний раунд. Борец в середине: ничья.")],
)  # fmt: skip
def test_a_draw_is_called_one(game: OshiZumo, lang: str, draw: str) -> None:
    state, _ = at("-", Options(rounds=1), (2, 2))
    assert plain(game.board(state.view(0), lang))[-1] == draw


def test_a_game_that_goes_on_from_a_position_says_so(game: OshiZumo) -> None:
    _, journal = at("5-3 3-3", Options())
    told = "The game goes on. Rounds played: 2. The wrestler is 1 field from the middle, on East's side."
    assert game.sentence(journal.entries(0)[0], "en") == told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_name_every_option_and_every_mark(game: OshiZumo, lang: str) -> None:
    rules = game.rules(lang)
    assert rules.startswith("# ")
    for word in (*Options.__struct_fields__, "@", "+", "shown", "hidden"):
        assert f"`{word}`" in rules
    assert cyrillic(rules) == (lang == "ru")


def test_an_unknown_language_falls_back_to_english(game: OshiZumo) -> None:
    assert game.rules("xx") == game.rules("en")
