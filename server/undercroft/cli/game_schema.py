"""All JSON of a game as one JSON Schema document, for generators of types in other languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["game_schema"]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_REFERENCE: Final = "#/$defs/"
_NUMBER: Final = {"description": "The entry's number for this reader: 0, 1, …", "type": "integer", "minimum": 0}


def game_schema(title: str, options: Mapping[str, Any], view: Mapping[str, Any], entry: Mapping[str, Any]) -> Any:
    """The three schemas of a game as definitions of one, among them `Options`, `View` and `Entry`.

    Entries are described as they are on the wire, with their number `n`. Whatever may be null is written as a list of
    types, if it has but one other: many generators make nothing of `anyOf`.
    """
    definitions: dict[str, Any] = {}
    for word, schema in (("Options", options), ("View", view), ("Entry", entry)):
        _add(definitions, word, schema)
    for name in _alternatives(definitions, "Entry"):
        described = definitions[name]
        properties = {"n": _NUMBER, **described["properties"]}
        definitions[name] = {**described, "properties": properties, "required": ["n", *described.get("required", ())]}
    return {"$schema": _DIALECT, "title": title, "$defs": definitions}


def _add(definitions: dict[str, Any], word: str, schema: Mapping[str, Any]) -> None:
    """Put a schema and its definitions among the others, under names that are free or mean the same."""
    own: dict[str, Any] = {name: _plain(definition) for name, definition in schema.get("$defs", {}).items()}
    root = _plain({key: value for key, value in schema.items() if key != "$defs"})
    taken = {name for name, definition in own.items() if definitions.get(name, definition) != definition}
    renamed = {name: f"{word}{name}" if name in taken else name for name in own}
    for name, definition in own.items():
        definitions[renamed[name]] = _referring(definition, renamed)
    root = _referring(root, renamed)
    if root != {"$ref": f"{_REFERENCE}{word}"}:
        definitions[word if word not in definitions else f"Any{word}"] = root


def _plain(schema: Any) -> Any:
    """The same schema, with `anyOf` something or null as a list of types where that says the same."""
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    plain = {key: _plain(value) for key, value in schema.items()}
    options = [option for option in plain.get("anyOf", ()) if option != {"type": "null"}]
    if len(options) != 1 or len(plain["anyOf"]) != 2 or not isinstance(options[0].get("type"), str):
        return plain
    if {"enum", "const"} & options[0].keys():  # which would have to name null
        return plain
    del plain["anyOf"]
    return {**plain, **options[0], "type": [options[0]["type"], "null"]}


def _referring(schema: Any, renamed: Mapping[str, str]) -> Any:
    """The same schema, with references to new names."""
    if isinstance(schema, list):
        return [_referring(part, renamed) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    name = str(schema.get("$ref", "")).removeprefix(_REFERENCE)
    changed = {"$ref": f"{_REFERENCE}{renamed[name]}"} if name in renamed else {}
    return {key: _referring(value, renamed) for key, value in schema.items()} | changed


def _alternatives(definitions: Mapping[str, Any], word: str) -> list[str]:
    """Names of what an entry may be."""
    root = definitions.get(f"Any{word}", definitions[word])
    if "properties" in root:
        return [word]
    references = root.get("anyOf", [root])
    return [reference["$ref"].removeprefix(_REFERENCE) for reference in references]
