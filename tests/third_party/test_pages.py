"""The pages that teach to write games and bots show files that are tested, whole and as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("plugins/README.md", "bots/README.md")
BLOCK = re.compile(r"^```(?:python|toml|yaml) (?P<path>\S+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = [
    (page, match["path"], match["text"]) for page in PAGES for match in BLOCK.finditer((ROOT / page).read_text("utf-8"))
]


@pytest.mark.parametrize(("page", "path", "text"), SHOWN, ids=lambda value: value if len(value) < 80 else "")
def test_a_page_shows_the_file_that_is_tested(page: str, path: str, text: str) -> None:
    assert text == (ROOT / path).read_text("utf-8"), f"{page} shows another {path}"


def test_both_pages_show_files() -> None:
    assert {page for page, _, _ in SHOWN} == set(PAGES)
