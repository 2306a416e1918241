"""Boards, sentences, labels and rules for people, in both languages (`rules/psychos_of_the_underground.md` §9)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from typing import get_args

import pytest

from undercroft.game import CHANCE, Journal, Style, Text
from undercroft_psychos.game import PsychosOfTheUnderground
from undercroft_psychos.state import Psychos
from undercroft_psychos.values import Entry, Options

PlayRandomly = Callable[[Options, int, int], Iterator[tuple[Psychos, Journal[Entry]]]]
LANGUAGES = ["en", "ru"]

HEAD = "long mitino turn=1 seat=0 dice={} bank=9; "
REST = "; yubileynaya>altufyevo@yubileynaya=-3; medvedkovo>babushkinskaya@medvedkovo=-3"
CHERYOMUSHKI = "novye_cheryomushki>profsoyuznaya@bitsevsky_park=-3" + REST


def plain(text: Text) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in text]


def cyrillic(text: str) -> bool:
    return any("CYRILLIC" in unicodedata.name(letter, "") for letter in text)


def read(game: PsychosOfTheUnderground, text: str, options: Options | None = None) -> tuple[Psychos, Journal[Entry]]:
    journal: Journal[Entry] = Journal()
    return game.positions().read(text, options or Options(), 3, journal), journal


def labels(game: PsychosOfTheUnderground, text: str, lang: str, options: Options | None = None) -> dict[str, str]:
    state, _ = read(game, text, options)
    seat = state.to_act()[0]
    view = state.view(seat)
    return {state.action_text(seat, code): game.label(view, code, lang) for code in state.legal_actions(seat)}


def told(game: PsychosOfTheUnderground, text: str, played: str, lang: str, options: Options | None = None) -> list[str]:
    """What the plan, or the dice, add to the journal."""
    state, journal = read(game, text, options)
    known = len(journal.told)
    seat = state.to_act()[0]
    codes = state.legal_actions(seat) if seat != CHANCE else [code for code, _ in state.chance_outcomes()]
    texts = {state.action_text(seat, code): code for code in codes}
    state.apply(seat, texts[played], journal)
    return [game.sentence(entry, lang) for entry in journal.entries(0)[known:]]


def test_the_labels_of_the_rules_file(game: PsychosOfTheUnderground) -> None:
    position = HEAD.format("3,5") + CHERYOMUSHKI
    assert labels(game, position, "en")["5/ring+3"] == (
        "5 to Oktyabrskaya, change to Koltsevaya (Ring) towards Park Kultury, 3 to Krasnopresnenskaya"
    )
    assert labels(game, position, "ru")["5/ring+3"] == (
        "5 ст.: Октябрьская; пересадка: Кольцевая, в сторону Парк культуры; 3 ст.: Краснопресненская"
    )


@pytest.mark.parametrize(
    ("lang", "fee", "label"),
    [("en", 1, "miss the turn, 1 chip"), ("en", 2, "miss the turn, 2 chips"), ("ru", 1, "пропуск хода, 1 фишка"),
     ("ru", 3, "пропуск хода, 3 фишки"), ("ru", 11, "пропуск хода, 11 фишек"), ("ru", 21, "пропуск хода, 21 фишка")],
)  # fmt: skip
def test_a_missed_turn_says_what_it_costs(game: PsychosOfTheUnderground, lang: str, fee: int, label: str) -> None:
    position = HEAD.format("2,3") + "studencheskaya>kievskaya_fil@planernaya=-3" + REST
    assert labels(game, position, lang, Options(fee_skip=fee)) == {"skip": label}


def test_labels_tell_fees_hits_and_arrivals(game: PsychosOfTheUnderground) -> None:
    turning = HEAD.format("2,4") + "tyoply_stan>yasenevo@bitsevsky_park=-3" + REST
    assert labels(game, turning, "en") == {"6": "6 to Belyaevo, pay 3 chips"}
    assert labels(game, turning, "ru") == {"6": "6 ст.: Беляево; плата 3 фишки"}
    hitting = (
        HEAD.format("2,3") + "kaluzhskaya>novye_cheryomushki@bitsevsky_park=-3; "
        "akademicheskaya>profsoyuznaya@yubileynaya=-3; shabolovskaya>leninsky_prospekt@medvedkovo=-3"
    )
    assert labels(game, hitting, "en") == {"5": "5 to Shabolovskaya, knock Blue and Yellow home"}
    assert labels(game, hitting, "ru") == {"5": "5 ст.: Шаболовская; сбиты Синий и Жёлтый"}
    quick = "quick altufyevskaya turn=1 seat=0 dice=3,4 bank=9; dostoevskaya>maryina_roshcha@bitsevsky_park=-3" + REST
    assert labels(game, quick, "en") == {"7": "7 to Maryina Roshcha, pay 3 chips", "4!": "4 to Altufyevskaya, arrival"}
    assert labels(game, quick, "ru")["4!"] == "4 ст.: Алтуфьевская; цель"


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "White: Novye Cheryomushki (Kaluzhsko-Rizhskaya) → Oktyabrskaya (Kaluzhsko-Rizhskaya) → "
         "change: Oktyabrskaya, Koltsevaya (Ring) → Krasnopresnenskaya, Koltsevaya (Ring)."),
        ("ru", "Белый: Новые Черёмушки (Калужско-Рижская) → Октябрьская (Калужско-Рижская) → "
         "пересадка: Октябрьская (Кольцевая) → Краснопресненская (Кольцевая)."),
    ],
)  # fmt: skip
def test_a_ride_is_told_with_its_lines(game: PsychosOfTheUnderground, lang: str, sentence: str) -> None:
    assert told(game, HEAD.format("3,5") + CHERYOMUSHKI, "5/ring+3", lang) == [sentence]


def test_a_change_before_setting_off_and_a_ride_round_the_ring_are_told(game: PsychosOfTheUnderground) -> None:
    ring = HEAD.format("1,1") + "oktyabrskaya_kr>tretyakovskaya_kr@bitsevsky_park=-3" + REST
    assert told(game, ring, "ring+2", "ru") == [
        "Белый: Октябрьская (Калужско-Рижская) → пересадка: Октябрьская (Кольцевая) → Киевская (Кольцевая)."
    ]
    round_trip = HEAD.format("6,6") + "dobryninskaya>oktyabrskaya_ring@bitsevsky_park=-3" + REST
    assert told(game, round_trip, "12", "ru") == ["Белый: Добрынинская (Кольцевая) → Добрынинская (Кольцевая)."]


def test_throws_fees_and_hits_are_told(game: PsychosOfTheUnderground) -> None:
    position = (
        HEAD.format("-") + "botanichesky_sad>sviblovo@planernaya=-3; "
        "medvedkovo>babushkinskaya@medvedkovo=-3; yubileynaya>altufyevo@yubileynaya=-3"
    )
    assert told(game, position, "1 4", "en") == [
        "1. White throws 1 and 4.",
        "White has to ride: Botanichesky Sad (Kaluzhsko-Rizhskaya) → Sviblovo (Kaluzhsko-Rizhskaya). "
        "Terminus: 3 chips to the bank. Blue knocked home: 6 chips to the bank.",
    ]
    assert told(game, position, "1 4", "ru") == [
        "1. Белый: 1 и 4.",
        "Белый (выбора нет): Ботанический сад (Калужско-Рижская) → Свиблово (Калужско-Рижская). "
        "Конечная: +3 в банк. Сбит Синий: +6 в банк.",
    ]


def test_a_missed_turn_and_the_end_are_told(game: PsychosOfTheUnderground) -> None:
    stuck = HEAD.format("-") + "studencheskaya>kievskaya_fil@planernaya=-3" + REST
    assert told(game, stuck, "2 3", "en")[1:] == [
        "White is stuck at Studencheskaya (Filyovskaya) and misses the turn: 1 chip to the bank."
    ]
    won = "long altufyevskaya turn=1 seat=0 dice=- bank=9; dostoevskaya>maryina_roshcha@bitsevsky_park=-3" + REST
    assert told(game, won, "1 3", "ru")[-1] == "Белый доехал и забирает банк: 9 фишек."
    assert told(game, won, "2 3", "en", Options(max_turns=1))[-1] == (
        "Too many turns: nobody has arrived, everybody takes his chips back."
    )


def test_altufyevo_and_altufyevskaya_are_told_apart(game: PsychosOfTheUnderground) -> None:
    position = (
        "long mitino turn=1 seat=0 dice=- bank=9; altufyevo>yubileynaya@yubileynaya=-3; "
        "altufyevskaya>butyrsky_khutor@altufyevskaya=-3; medvedkovo>babushkinskaya@medvedkovo=-3"
    )
    state, _ = read(game, position)
    lines = plain(game.board(state.view(0), "ru"))
    assert any("Алтуфьево [st]" in line for line in lines)
    assert any("Алтуфьевская [lyu]" in line for line in lines)


def test_a_board_reads_well_without_any_colour(game: PsychosOfTheUnderground) -> None:
    state, _ = read(game, HEAD.format("3,5") + CHERYOMUSHKI)
    assert plain(game.board(state.view(0), "en")) == [
        "Goal: Mitino (Filyovskaya)",
        "long game, turn 1 of at most 1000, bank 9 chips",
        "Your move (White) with 3 and 5, together 8.",
        "",
        "    piece   stands at                heading for     chips  home",
        ">0  White   Novye Cheryomushki [kr]  Profsoyuznaya      -3  Bitsevsky Park [kr]",
        " 1  Blue    Yubileynaya [st]         Altufyevo          -3  Yubileynaya [st]",
        " 2  Yellow  Medvedkovo [kr]          Babushkinskaya     -3  Medvedkovo [kr]",
        "",
        "Ahead of you: Kaluzhsko-Rizhskaya, towards Medvedkovo",
        "  0 - Novye Cheryomushki                     0 White",
        "  1 - Profsoyuznaya",
        "  2 - Akademicheskaya",
        "  3 - Leninsky Prospekt           one die",
        "  4 - Shabolovskaya",
        "  5 o Oktyabrskaya                one die    [ring]",
        "  6 o Tretyakovskaya                         [zam] [kal]",
        "  7 o Kitay-Gorod                            [tk]",
        "  8 o Turgenevskaya               both dice  [sok] [lyu]",
        "",
        "You may play",
        "  8         Turgenevskaya [kr]",
        "  5/ring+3  Krasnopresnenskaya [ring]",
        "",
        "The whole network, a mark a station",
        "sok   Sokolnicheskaya               10 -----o-oooo-o------ 2",
        "zam   Zamoskvoretskaya               6 ------o-oooo--o----- 15",
        "apl   Arbatsko-Pokrovskaya          11 -------ooo-o- 3",
        "fil   Filyovskaya                    4 *----------o--x",
        "ring  Koltsevaya (Ring)                oooooooooooo",
        "kr    Kaluzhsko-Rizhskaya            9 2------o-oooo----0------ 1",
        "tk    Tagansko-Krasnopresnenskaya    5 --------oooooo----- 13",
        "kal   Kalininskaya                  12 ----oox",
        "st    Serpukhovsko-Timiryazevskaya   7 1--------oooo-o----o------ 0",
        "lyu   Lyublinskaya                   8 -----ooooo------- 14",
        "kakh  Kakhovskaya                      x-x",
        "- station  o interchange  x dead end  * goal  0-5 pieces",
        "Numbers at the ends are those of the termini; help lists all names.",
    ]


def test_the_strip_shows_the_goal_the_turn_back_and_other_pieces(game: PsychosOfTheUnderground) -> None:
    position = (
        "long altufyevskaya turn=1 seat=0 dice=2,4 bank=9; dostoevskaya>maryina_roshcha@bitsevsky_park=-3; "
        "ostankino>butyrsky_khutor@yubileynaya=-3; medvedkovo>babushkinskaya@medvedkovo=-3"
    )
    state, _ = read(game, position)
    lines = plain(game.board(state.view(0), "ru"))
    title = next(number for number, line in enumerate(lines) if line.startswith("Впереди"))
    assert lines[title : title + 8] == [
        "Впереди у вас: Люблинская, в сторону Алтуфьевская",
        "  0 - Достоевская                          0 Белый",
        "  1 - Марьина Роща",
        "  2 - Останкино                один кубик  1 Синий",
        "  3 - Бутырский Хутор",
        "  4 - Алтуфьевская             один кубик  * ЦЕЛЬ  конечная: плата в банк, поворот назад",
        "  5 - Бутырский Хутор",
        "  6 - Останкино                оба кубика  1 Синий",
    ]


@pytest.mark.parametrize("lang", [*LANGUAGES, "xx"])
def test_whatever_happens_is_put_into_words(
    game: PsychosOfTheUnderground, play_randomly: PlayRandomly, lang: str
) -> None:
    for seats, options in ((3, Options(variant="quick")), (6, Options(auto_forced=False, max_turns=60))):
        for state, journal in play_randomly(options, seats, seats):
            for reader in (0, seats - 1, -2):
                view = state.view(reader)
                picture = game.board(view, lang)
                assert all(span.style in get_args(Style) for line in picture for span in line)
                found = [game.label(view, code, lang) for code in state.legal_actions(reader)]
                assert len(set(found)) == len(found)
                sentence = game.sentence(journal.entries(reader)[-1], lang)
                for words in (*plain(picture), *found, sentence):
                    assert words.isprintable()
                assert sentence.endswith(".")
                assert cyrillic(sentence) == (lang == "ru")
                assert all(cyrillic(label) == (lang == "ru") for label in found)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_name_every_option_and_every_station(game: PsychosOfTheUnderground, lang: str) -> None:
    rules = game.rules(lang)
    assert rules.startswith("# ")
    for word in Options.__struct_fields__:
        assert f"`{word}`" in rules
    for station in game.atlas.data.stations:
        assert station.names[lang] in rules
    assert cyrillic(rules) == (lang == "ru")
    assert game.rules("xx") == game.rules("en")
