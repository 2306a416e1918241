"""What `undercroft.cli.playing.option_pairs` promises."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import click
import msgspec
import pytest

from undercroft.cli.playing.option_pairs import options_from
from undercroft.options import decode_options


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["none", "fischer"] = "none"
    seconds: float = 1.0


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reveal: Literal["sight", "breach"] = "sight"
    quiet_limit: Annotated[int, msgspec.Meta(ge=2, le=100)] = 12
    fast: bool = False
    name: str = ""
    ban: str | None = "x"
    cells: tuple[str, ...] = ()
    clock: Clock = Clock()


SCHEMA = msgspec.json.schema(Options)


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([], Options()),
        (["reveal=breach", "quiet_limit=20"], Options(reveal="breach", quiet_limit=20)),
        (["fast=yes"], Options(fast=True)),
        (["fast=Off"], Options()),
        (["fast=true"], Options(fast=True)),
        (["name=12"], Options(name="12")),
        (["name=a=b"], Options(name="a=b")),
        (["name="], Options(name="")),
        (["name=true"], Options(name="true")),
        (["ban=none"], Options(ban=None)),
        (["ban=nobody"], Options(ban="nobody")),
        (['cells=["a1","b2"]'], Options(cells=("a1", "b2"))),
        (["clock.kind=fischer", "clock.seconds=2.5"], Options(clock=Clock("fischer", 2.5))),
        (["clock.kind=none"], Options(clock=Clock("none"))),
    ],
)
def test_pairs_become_the_options_they_say(pairs: list[str], expected: Options) -> None:
    sent = msgspec.json.encode(options_from(pairs, SCHEMA)).decode()
    assert decode_options(Options, sent) == expected


@pytest.mark.parametrize("pairs", [["fast"], ["=1"], ["name=a", "name=b"], ["clock=1", "clock.kind=none"]])
def test_what_is_no_pair_is_wrong_usage(pairs: list[str]) -> None:
    with pytest.raises(click.UsageError):
        options_from(pairs, SCHEMA)


@pytest.mark.parametrize("text", ["nine", "NaN", "{", "1e999x"])
def test_a_value_that_does_not_fit_is_sent_as_typed(text: str) -> None:
    assert options_from([f"quiet_limit={text}", f"no_such={text}"], SCHEMA) == {"quiet_limit": text, "no_such": text}


def test_a_schema_that_refers_to_itself_ends() -> None:
    schema: dict[str, Any] = {"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}}
    assert options_from(["a=1"], schema) == {"a": 1}
