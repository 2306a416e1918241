"""The number that the framework puts on an entry for each reader, and takes off again."""

from __future__ import annotations

import msgspec
import pytest

from undercroft.entries import EntryDecoder, numbered


class Strict(msgspec.Struct, frozen=True, tag_field="type", tag="strict", forbid_unknown_fields=True):
    points: int


class Loose(msgspec.Struct, frozen=True, tag_field="type", tag="loose"):
    points: int


def test_the_number_stands_first_and_the_entry_after_it() -> None:
    assert numbered(b'{"type":"bid","bid":2}', 3) == b'{"n":3,"type":"bid","bid":2}'


def test_an_entry_without_fields_gets_its_number() -> None:
    assert numbered(b"{}", 12) == b'{"n":12}'


@pytest.mark.parametrize("entry", [Strict(3), Loose(4)])
def test_a_numbered_entry_comes_back_as_it_was(entry: Strict | Loose) -> None:
    assert EntryDecoder(Strict | Loose).decode(numbered(msgspec.json.encode(entry), 7)) == entry


def test_the_number_may_stand_anywhere() -> None:
    assert EntryDecoder(Strict | Loose).decode('{"type":"strict","points":4,"n":7}') == Strict(4)


def test_a_strict_entry_with_another_unknown_field_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="extra"):
        EntryDecoder(Strict).decode(b'{"n":0,"type":"strict","points":3,"extra":1}')
