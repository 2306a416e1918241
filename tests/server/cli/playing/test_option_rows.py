"""What `undercroft.cli.playing.option_rows` promises."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from undercroft.cli.playing.option_pairs import options_from
from undercroft.cli.playing.option_rows import changed_pairs, option_rows


class _Clock(Struct, frozen=True):
    seconds: int = 60


class _Options(Struct, frozen=True):
    mode: Literal["a", "b", "c"] = "b"
    size: Annotated[int, Meta(ge=2, le=9)] = 4
    open: bool = True
    limit: int | None = None
    title: str = ""
    clock: _Clock = _Clock()
    weight: float = 0.5


SCHEMA = msgspec.json.schema(_Options)


def test_every_option_is_told_with_what_it_takes_and_its_default() -> None:
    rows = {name: (values, default) for name, values, default in option_rows(SCHEMA)}
    assert rows["mode"] == ("a, b or c", "b")
    assert rows["size"] == ("a whole number from 2 to 9", "4")
    assert rows["open"] == ("yes or no", "yes")
    assert set(rows["limit"][0].split(" or ")) == {"a whole number", "none"}
    assert rows["limit"][1] == "none"
    assert rows["title"] == ("text", "")
    assert rows["weight"] == ("a number", "0.5")
    assert rows["clock"][0] == "JSON"


def test_pairs_leave_defaults_out_and_lead_to_the_same_options() -> None:
    assert changed_pairs(msgspec.to_builtins(_Options()), SCHEMA) == []
    options = msgspec.to_builtins(_Options(mode="c", size=5, open=False, limit=3, title="7", clock=_Clock(5)))
    pairs = changed_pairs(options, SCHEMA)
    assert len(pairs) == 6
    assert msgspec.convert(options_from(pairs, SCHEMA), _Options) == msgspec.convert(options, _Options)
    assert options_from(changed_pairs({"limit": None}, {}), SCHEMA) == {"limit": None}


def test_a_schema_that_says_nothing_has_no_options() -> None:
    assert option_rows({}) == []
    assert option_rows({"$ref": "#"}) == []
