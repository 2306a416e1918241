"""Checks what a game says of itself before anybody plays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from undercroft.game import Game, GameSpec, OptionError
from undercroft.testing.failure import CheckFailed, Property
from undercroft.testing.referee import encode
from undercroft.testing.texts import text_fault

__all__ = ["check_metadata"]

REQUIRED: Final = ("seat_counts", "start", "belief", "board", "sentence", "label", "rules")
"""What a game overrides; listed here, as a compiled abstract class doesn't know it any more."""

LEVELS: Final = frozenset({"easy", "normal", "hard"})


def check_metadata(game: Game[Any, Any, Any, Any]) -> None:
    """Check spec, options, schemas and rules.

    Raises:
        CheckFailed: something is wrong with them.
    """
    for fault in _spec_faults(game.spec):
        raise CheckFailed(game.spec.id, Property.METADATA, fault)
    for fault in _missing_parts(game):
        raise CheckFailed(game.spec.id, Property.METADATA, fault)
    for fault in _option_faults(game):
        raise CheckFailed(game.spec.id, Property.OPTIONS, fault)
    for name, kind in (("options", game.options_type), ("view", game.view_type), ("entry", game.entry_type)):
        _check_schema(game, name, kind)
    for lang in game.spec.titles:
        _check_rules(game, lang)


def _spec_faults(spec: GameSpec) -> Iterator[str]:
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", spec.id):
        yield f"the id {spec.id!r} isn't kebab-case"
    if text_fault(spec.version) or spec.version in spec.replays:
        yield f"version {spec.version!r} is empty or among the older ones it replays"
    if "en" not in spec.titles or spec.titles.keys() != spec.summaries.keys():
        yield f"titles in {sorted(spec.titles)}, summaries in {sorted(spec.summaries)}: the same are wanted, and en"
    for text in (*spec.titles.values(), *spec.summaries.values()):
        if fault := text_fault(text):
            yield f"a title or a summary: {fault}"
    if not spec.seats or list(spec.seats) != sorted(set(spec.seats)) or spec.seats[0] < 1:
        yield f"seats {spec.seats} aren't ascending numbers from 1"
    if not spec.levels.keys() <= LEVELS or any(text_fault(bot) for bot in spec.levels.values()):
        yield f"levels {dict(spec.levels)} aren't bot specs for easy, normal and hard"
    try:
        re.compile(spec.action_pattern)
    except re.error as error:
        yield f"the action pattern {spec.action_pattern!r} is no regular expression: {error}"


def _missing_parts(game: Game[Any, Any, Any, Any]) -> Iterator[str]:
    for name in REQUIRED:
        if getattr(type(game), name) is getattr(Game, name):
            yield f"the method {name} is missing"
    for name in ("options_type", "view_type", "entry_type"):
        if not hasattr(game, name):
            yield f"the attribute {name} is missing"


def _option_faults(game: Game[Any, Any, Any, Any]) -> Iterator[str]:
    try:
        options = game.options_type()
        counts = list(game.seat_counts(options))
    except (TypeError, OptionError) as error:
        yield f"the default options can't be made: {error}"
        return
    if not counts or counts != sorted(set(counts)) or not set(counts) <= set(game.spec.seats):
        yield f"the default options allow {counts} seats; ascending ones among {game.spec.seats} are wanted"
    if msgspec.json.decode(encode(options), type=game.options_type) != options:
        yield "the default options don't come back from JSON as they were"


def _check_schema(game: Game[Any, Any, Any, Any], name: str, kind: Any) -> None:
    try:
        msgspec.json.schema(kind)
        info = msgspec.inspect.type_info(kind)
    except Exception as error:
        raise CheckFailed(game.spec.id, Property.SCHEMA, f"the {name} type: {error}") from error
    members = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    for member in members:
        if not isinstance(member, msgspec.inspect.StructType) or member.array_like:
            raise CheckFailed(game.spec.id, Property.SCHEMA, f"the {name} type has a member that is no plain Struct")
        if not member.cls.__struct_config__.frozen:
            raise CheckFailed(game.spec.id, Property.SCHEMA, f"the {name} type {member.cls.__name__} isn't frozen")
        if name == "entry" and (member.tag_field != "type" or any(each.encode_name == "n" for each in member.fields)):
            why = f"the entry type {member.cls.__name__} must be tagged by `type` and declare no `n`"
            raise CheckFailed(game.spec.id, Property.SCHEMA, why)


def _check_rules(game: Game[Any, Any, Any, Any], lang: str) -> None:
    try:
        rules = game.rules(lang)
    except Exception as error:
        raise CheckFailed(game.spec.id, Property.RULES_TEXT, f"rules({lang!r}) raised {error!r}") from error
    if not isinstance(rules, str) or not rules.strip():
        raise CheckFailed(game.spec.id, Property.RULES_TEXT, f"rules({lang!r}) gave {rules!r}")
