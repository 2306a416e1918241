"""One schema for all JSON of a game: it fits what is sent, and nothing that generators stumble on is left in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from undercroft.cli.game_schema import game_schema
from undercroft.registry import load_registry

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"
GAMES = [spec.id for spec in load_registry().specs() if (PLAYTHROUGHS / f"{spec.id}.txt").exists()]


def schema_of(game_id: str) -> Any:
    game = load_registry().game(game_id)
    types = (game.options_type, game.view_type, game.entry_type)
    return game_schema("Title", *map(msgspec.json.schema, types))


def validator(schema: Any, word: str) -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{word}"})


def recorded(game_id: str, word: str) -> list[Any]:
    lines = (PLAYTHROUGHS / f"{game_id}.txt").read_text().splitlines()
    return [json.loads(line[6:]) for line in lines if line.startswith(f"{word:<6}")]


@pytest.mark.parametrize("game_id", GAMES)
def test_it_fits_every_view_and_entry_of_a_match(game_id: str) -> None:
    schema = schema_of(game_id)
    views, entries = validator(schema, "View"), validator(schema, "Entry")
    assert recorded(game_id, "view")
    for view in recorded(game_id, "view"):
        views.validate(view)
    for number, entry in enumerate(recorded(game_id, "told")):
        entries.validate({"n": number, **entry})
        assert not entries.is_valid(entry)  # it has no number
    assert not views.is_valid({**recorded(game_id, "view")[0], "options": None})


def _parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _parts(part)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_reference_leads_somewhere_and_null_is_one_of_the_types(game_id: str) -> None:
    schema = schema_of(game_id)
    names = {re.sub("^#/[$]defs/", "", part["$ref"]) for part in _parts(schema) if "$ref" in part}
    assert names <= schema["$defs"].keys() >= {"Options", "View", "Entry"}
    assert any(part.get("type") == ["string", "null"] for part in _parts(schema)) or game_id != "dungeon-of-fear"


class Move(msgspec.Struct, tag="move"):
    """An entry."""

    to: int


def test_two_types_of_one_name_are_told_apart_and_a_single_entry_has_its_number() -> None:
    other = msgspec.defstruct("Move", [("speed", float)])
    view = msgspec.defstruct("View", [("move", other), ("kind", str | None)])
    schema = game_schema("T", {"type": "object"}, msgspec.json.schema(view), msgspec.json.schema(Move))
    validator(schema, "View").validate({"move": {"speed": 1.5}, "kind": None})
    validator(schema, "Entry").validate({"n": 0, "type": "move", "to": 3})
    assert not validator(schema, "Entry").is_valid({"type": "move", "to": 3})
    assert not validator(schema, "View").is_valid({"move": {"to": 3}, "kind": None})


def test_null_stays_where_a_list_of_types_would_say_something_else() -> None:
    view = {"$ref": "#/$defs/View", "$defs": {"View": {"anyOf": [{"enum": ["a"], "type": "string"}, {"type": "null"}]}}}
    schema = game_schema("T", {"type": "object"}, view, {"$ref": "#/$defs/E", "$defs": {"E": {"properties": {}}}})
    validator(schema, "View").validate(None)
    validator(schema, "View").validate("a")
    assert not validator(schema, "View").is_valid("b")
