"""Options as typed (`-o quiet_limit=20`), turned to JSON by the schema a server gives of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import click
import msgspec

__all__ = ["kinds_at", "options_from", "typed"]

_YES: Final = {"yes", "on", "true"}
_NO: Final = {"no", "off", "false"}
_DEEPEST: Final = 32
"""References followed; a schema comes from a server and may refer to itself."""


def options_from(pairs: Sequence[str], schema: Mapping[str, Any]) -> dict[str, Any]:
    """The options that `key=value` pairs describe; a key with dots reaches into options.

    A value is text where its option takes text, else JSON; yes-or-no also as `yes` and `off`. Whether names and values
    are right is the server's to say.

    Raises:
        click.UsageError: a pair isn't one, or gives an option twice.
    """
    options: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key:
            raise click.UsageError(f"{pair!r} isn't of the form key=value.")
        *branches, leaf = key.split(".")
        branch = options
        for name in branches:
            branch = branch.setdefault(name, {})
            if not isinstance(branch, dict):
                raise click.UsageError(f"the option {name!r} was given twice.")
        if leaf in branch:
            raise click.UsageError(f"the option {key!r} was given twice.")
        branch[leaf] = _value(text, list(kinds_at(schema, key.split("."))))
    return options


def _value(text: str, kinds: Sequence[Mapping[str, Any]]) -> Any:
    """The value a text stands for among the kinds its option takes; where nothing fits, the text itself."""
    types = {kind["type"] for kind in kinds if isinstance(kind.get("type"), str)}
    choices = [choice for kind in kinds for choice in kind.get("enum", ())]
    if text in choices:
        return text
    if "boolean" in types and text.casefold() in _YES | _NO:
        return text.casefold() in _YES
    if types and types <= {"string", "null"}:
        return None if text == "none" and "null" in types else text
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None if text == "none" else text


def typed(value: Any) -> str:
    """A value as it is typed: the text that `options_from` turns into it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def kinds_at(schema: Mapping[str, Any], path: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    """The schemas of what stands at a path: several where an option takes one of several kinds."""
    yield from _kinds(schema, schema, path, 0)


def _kinds(
    schema: Mapping[str, Any], root: Mapping[str, Any], path: Sequence[str], depth: int
) -> Iterator[Mapping[str, Any]]:
    if depth > _DEEPEST:
        return
    reference = schema.get("$ref")
    if isinstance(reference, str):
        yield from _kinds(_referred(reference, root), root, path, depth + 1)
    for keyword in ("anyOf", "oneOf", "allOf"):
        for choice in schema.get(keyword, ()):
            yield from _kinds(choice, root, path, depth + 1)
    if not path:
        yield schema
    elif path[0] in schema.get("properties", {}):
        yield from _kinds(schema["properties"][path[0]], root, path[1:], depth + 1)


def _referred(reference: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Any = root
    for name in reference.removeprefix("#/").split("/"):
        found = found.get(name, {}) if isinstance(found, Mapping) else {}
    return found if isinstance(found, Mapping) else {}
