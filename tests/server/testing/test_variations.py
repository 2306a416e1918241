"""Which other options are tried."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import Annotated, Any, Literal

import msgspec
from lantern_game import Lantern

from undercroft.game import OptionError
from undercroft.testing.variations import option_variations


class Kind(Enum):
    SLOW = "slow"
    FAST = "fast"


class Clock(msgspec.Struct, frozen=True):
    kind: Kind = Kind.SLOW
    limit: Annotated[int, msgspec.Meta(gt=0, lt=10, multiple_of=3)] | None = None


class Options(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    clock: Clock = Clock()
    from_: Literal["a", "b", "c"] = "a"
    loud: bool = False
    size: Annotated[int, msgspec.Meta(ge=2, le=100)] = 12
    note: str = ""


class Choosy(Lantern):
    options_type = Options  # type: ignore[assignment]

    def seat_counts(self, options: Any) -> Sequence[int]:
        if options.loud and options.from_ == "b":
            raise OptionError("loud", "not from b")
        return () if options.size == 99 else (2,)


def test_the_defaults_come_first_and_every_single_change_is_there() -> None:
    variations = option_variations(Choosy(), Random(1))
    assert variations[0] == Options()
    singles: list[dict[str, Any]] = [
        {"from_": "b"},
        {"from_": "c"},
        {"loud": True},
        *({"size": size} for size in (2, 3, 51, 100)),
        {"clock": Clock(kind=Kind.FAST)},
        *({"clock": Clock(limit=limit)} for limit in (3, 6, 9)),
    ]
    assert all(msgspec.structs.replace(Options(), **change) in variations for change in singles)


def test_mixed_changes_are_there_and_what_the_game_refuses_is_not() -> None:
    variations = option_variations(Choosy(), Random(1), mixed=40)
    assert any(each.loud and each.size != 12 and each.clock != Clock() for each in variations)
    assert not any(each.size == 99 or (each.loud and each.from_ == "b") for each in variations)
    assert len(variations) == len({msgspec.json.encode(each) for each in variations})


def test_a_game_without_options_has_its_defaults() -> None:
    class Nothing(msgspec.Struct, frozen=True):
        pass

    class Plain(Lantern):
        options_type = Nothing  # type: ignore[assignment]

    assert option_variations(Plain(), Random(1)) == [Nothing()]
