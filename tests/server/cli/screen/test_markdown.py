"""What `undercroft.cli.screen.markdown` promises."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from undercroft.cli.screen.markdown import render

RULES = Path(__file__).parents[4] / "rules" / "dungeon_of_fear.md"

TEXT = """# Title

One **strong** word, one *stressed*, `code_with_*stars*` and a [link](http://example.org).
## Next
* first item that is long enough to need a second line on a narrow screen
* second

| a | long head |
|---|---|
| 1 | cell |

```
kept   as it is
```
"""


def test_plain_text_has_no_marks_left() -> None:
    assert render(TEXT, 40, fancy=False).splitlines() == [
        "Title",
        "",
        "One strong word, one stressed,",
        "code_with_*stars* and a link.",
        "",
        "Next",
        "",
        "• first item that is long enough to need",
        "  a second line on a narrow screen",
        "• second",
        "",
        "a  long head",
        "1  cell",
        "",
        "    kept   as it is",
    ]


@pytest.mark.parametrize("width", [40, 72, 100])
def test_colours_change_nothing_in_the_setting(width: int) -> None:
    for text in (TEXT, RULES.read_text()):
        assert click.unstyle(render(text, width, fancy=True)) == render(text, width, fancy=False)


def test_running_text_keeps_to_the_width() -> None:
    paragraph = "Words of *every* length `and some code` run on. " * 20
    assert max(map(len, render(paragraph, 60, fancy=False).splitlines())) <= 60


def test_no_word_of_the_rules_is_lost() -> None:
    source = re.sub(r"[*`|#\\]|\]\([^)]*\)|^\s*(```\w*|[-:| ]+$)", " ", RULES.read_text(), flags=re.MULTILINE)
    shown = render(RULES.read_text(), 100, fancy=False)
    assert set(re.findall(r"\w{3,}", source)) <= set(re.findall(r"\w{3,}", shown))


def test_escape_codes_in_rules_never_reach_the_terminal() -> None:
    assert "\x1b" not in render("# \x1b[31mred\n\n\x1b]0;x\x07 text", 60, fancy=False)
