"""Names that were perhaps meant."""

from __future__ import annotations

from undercroft.nearest import nearest


def test_nearest_names_come_likeliest_first_and_few() -> None:
    assert nearest("dungeon", ["dungeon-of-fear", "psychos"]) == ("dungeon-of-fear",)
    assert nearest("DUNGEON_OF_FEAR", ["dungeon-of-fear"]) == ("dungeon-of-fear",)
    assert nearest("zzz", ["dungeon-of-fear"]) == ()
    assert len(nearest("aaaa", ["aaaa1", "aaaa2", "aaaa3", "aaaa4"])) == 3
