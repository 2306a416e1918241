"""What `undercroft.cli.screen.words` and `languages` promise."""

from __future__ import annotations

from string import Formatter

import pytest

from undercroft.cli.screen.languages import LANGUAGES, wanted_language
from undercroft.cli.screen.words import CATALOGUE, Words


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_text_is_there_in_every_language_with_the_same_places(key: str) -> None:
    texts = CATALOGUE[key]
    assert len(texts) == len(LANGUAGES)
    assert all(texts)
    places = [sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None) for text in texts]
    assert all(each == places[0] for each in places)


def test_places_are_filled_in_the_language() -> None:
    assert Words("en")("play_how", seat=1) == "Seat 1 is yours. To play:"
    assert Words("ru")("play_how", seat=1) == "Место 1 — ваше. Чтобы играть:"


def test_braces_in_what_is_filled_in_are_only_characters() -> None:
    assert Words("en")("said", name="{text}", text="{0}") == "{text}: {0}"


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "ru.KOI8-R"}, "ru"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "ru_RU"}, "ru"),
        ({"LANG": "ru_RU", "LC_MESSAGES": "C"}, "en"),
        ({"LANG": "ru_RU", "LC_ALL": ""}, "ru"),
    ],
)
def test_the_environment_names_the_language(environ: dict[str, str], language: str) -> None:
    assert wanted_language(environ) == language
