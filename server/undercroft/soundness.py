"""What of the contract can be seen without playing.

The registry looks before it lists or hands out a game or a bot; the conformance kit begins with the same. Each function
gives sentences, one a fault. That a game also keeps its promises in play is for `undercroft.testing` to find out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import inspect

from undercroft.bot import Bot, BotSpec
from undercroft.game import Belief, Game, GameSpec, Journal, OpenBelief, OpenGame, State
from undercroft.options import decode_options, encode_options

__all__ = [
    "CONTROL",
    "LEVELS",
    "REQUIRED",
    "bot_faults",
    "bot_spec_faults",
    "class_faults",
    "default_faults",
    "game_faults",
    "game_spec_faults",
    "rules_faults",
    "schema_faults",
    "start_faults",
    "text_fault",
]

LEVELS: Final = ("easy", "normal", "hard")
"""The names a bot can't have, as they mean a bot of the game's choice."""

REQUIRED: Final[Mapping[type[Any], frozenset[str]]] = {
    Game: frozenset({"seat_counts", "start", "belief", "board", "sentence", "label", "rules"}),
    OpenGame: frozenset({"seat_counts", "start", "from_view", "board", "sentence", "label", "rules"}),
    State: frozenset({"to_act", "legal_actions", "apply", "action_text", "view", "outcome", "clone"}),
    Belief: frozenset({"learn", "sample"}),
    OpenBelief: frozenset(),
    Bot: frozenset({"choose"}),
}
"""The abstract methods of the contract's classes, written out: a compiled abstract class doesn't tell them."""

CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line and paragraph ends, overrides of the writing direction, halves of characters."""

KEBAB: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
FAMILY_NAME: Final = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")
ATTRIBUTES: Final = ("spec", "options_type", "view_type", "entry_type")

Faults = Iterator[str]


def text_fault(text: Any) -> str | None:
    """What is wrong with a line of text that a person reads, or None."""
    if not isinstance(text, str):
        return f"not a text: {text!r}"
    if not text.strip():
        return "an empty text"
    return None if CONTROL.search(text) is None else f"a control character in {text!r}"


def game_spec_faults(spec: GameSpec) -> Faults:
    """What is wrong with what a game says of itself in listings."""
    yield from _id_faults(spec.id)
    faults = [*_language_faults("titles", spec.titles), *_language_faults("summaries", spec.summaries)]
    yield from faults
    if not faults and set(spec.titles) != set(spec.summaries):
        yield "titles and summaries must be in the same languages"
    yield from _count_faults("seats", spec.seats)
    yield from _pattern_faults(spec.action_pattern)
    yield from _level_faults(spec.levels)
    yield from _version_faults(spec)
    if not callable(spec.load):
        yield "load must be a function"


def bot_spec_faults(spec: BotSpec) -> Faults:
    """What is wrong with what a bot says of itself in listings."""
    yield from _name_faults("name", spec.name)
    if spec.name in LEVELS:
        yield f"the name {spec.name} is a level"
    yield from _language_faults("summaries", spec.summaries)
    if not callable(spec.load):
        yield "load must be a function"


def game_faults(game: Any, spec: GameSpec) -> Faults:
    """What is wrong with a loaded game, one layer after another: the next is looked at only if this one is sound."""
    layers: Sequence[Callable[[], Faults]] = (
        lambda: class_faults(game, spec),
        lambda: schema_faults(game),
        lambda: default_faults(game),
        lambda: rules_faults(game),
        lambda: start_faults(game),
    )
    for layer in layers:
        faults = list(layer())
        if faults:
            yield from faults
            return


def bot_faults(bot_class: Any) -> Faults:
    """What is wrong with a loaded bot class."""
    if not isinstance(bot_class, type) or not issubclass(bot_class, Bot):
        yield "is no subclass of undercroft.bot.Bot"
        return
    yield from _method_faults(bot_class)
    faults = list(_struct_faults("options_type", bot_class.options_type))
    yield from faults or _option_faults(bot_class.options_type)


def class_faults(game: Any, spec: GameSpec) -> Faults:
    """What a loaded game lacks of what its class must have; its spec must be the one announced."""
    if not isinstance(game, Game):
        yield f"load gave {type(game).__name__}, which is no undercroft.game.Game"
        return
    yield from _method_faults(type(game))
    missing = [name for name in ATTRIBUTES if not hasattr(game, name)]
    if missing:
        yield f"{type(game).__name__} must set {', '.join(missing)}"
    elif not isinstance(game.spec, GameSpec) or (game.spec.id, game.spec.version) != (spec.id, spec.version):
        yield f"its spec is not that of {spec.id} {spec.version}, as announced"


def schema_faults(game: Game[Any, Any, Any, Any]) -> Faults:
    """What is wrong with the types of a game's options, views and entries."""
    yield from _struct_faults("options_type", game.options_type)
    yield from _struct_faults("view_type", game.view_type)
    try:
        entry = inspect.type_info(game.entry_type)
        msgspec.json.schema(game.entry_type)
    except Exception as error:
        yield f"entry_type gives no JSON Schema: {error}"
        return
    members = entry.types if isinstance(entry, inspect.UnionType) else (entry,)
    for member in members:
        if not isinstance(member, inspect.StructType):
            yield "entry_type must be a Struct or a union of Structs"
            return
        yield from _struct_faults(f"entry {member.cls.__name__}", member.cls)
        if member.tag_field != "type":
            yield f'entry {member.cls.__name__} must be tagged by "type"'
        if any(field.encode_name == "n" for field in member.fields):
            yield f"entry {member.cls.__name__} must leave n to the framework"


def default_faults(game: Game[Any, Any, Any, Any]) -> Faults:
    """What is wrong with a game's default options, and with the numbers of seats they allow."""
    faults = list(_option_faults(game.options_type))
    if faults:
        yield from faults
        return
    counts = game.seat_counts(game.options_type())
    faults = list(_count_faults("seat_counts", counts))
    yield from faults
    if not faults and not set(counts) <= set(game.spec.seats):
        yield f"seat_counts {list(counts)} must be among the seats of the spec, {list(game.spec.seats)}"


def rules_faults(game: Game[Any, Any, Any, Any]) -> Faults:
    """The languages of a game's titles in which it has no rules."""
    for lang in game.spec.titles:
        rules = game.rules(lang)
        if not isinstance(rules, str) or not rules.strip():
            yield f"rules must be a text, and in {lang} it is {rules!r}"


def start_faults(game: Game[Any, Any, Any, Any]) -> Faults:
    """What is wrong with what a game makes for a match with its defaults."""
    defaults = game.options_type()
    seats = game.seat_counts(defaults)[0]
    if len(game.sides(defaults, seats)) != seats:
        yield "sides must have one number a seat"
    parts = ((State, game.start(defaults, seats, Journal())), (Belief, game.belief(defaults, seats, 0)))
    for base, part in parts:
        if isinstance(part, base):
            yield from _method_faults(type(part))
        else:
            yield f"{type(part).__name__} is no undercroft.game.{base.__name__}"


def _name_faults(what: str, name: Any) -> Faults:
    if not isinstance(name, str) or KEBAB.fullmatch(name) is None:
        yield f"{what} {name!r} must be kebab-case"


def _id_faults(game_id: Any) -> Faults:
    """A game's id: a word, or one of a family's, where the name within the family may be another project's own."""
    family, slash, name = game_id.partition("/") if isinstance(game_id, str) else ("", "", "")
    if KEBAB.fullmatch(family) is None or (slash and FAMILY_NAME.fullmatch(name) is None):
        yield f"id {game_id!r} must be kebab-case, or GAME/NAME; NAME may begin with a digit and have underscores"


def _language_faults(what: str, texts: Any) -> Faults:
    if not isinstance(texts, Mapping) or not all(isinstance(lang, str) for lang in texts):
        yield f"{what} must map languages to texts"
    elif not texts.get("en"):
        yield f"{what} must have en"
    else:
        yield from (f"{what} in {lang}: {fault}" for lang, text in texts.items() if (fault := text_fault(text)))


def _count_faults(what: str, counts: Any) -> Faults:
    if not isinstance(counts, Sequence) or not counts or not all(type(count) is int and count > 0 for count in counts):
        yield f"{what} must be numbers of seats, at least one of them"
    elif list(counts) != sorted(set(counts)):
        yield f"{what} must ascend"


def _level_faults(levels: Any) -> Faults:
    if not isinstance(levels, Mapping) or not set(levels) <= set(LEVELS):
        yield f"levels must map some of {', '.join(LEVELS)} to bot specs"
    elif any(text_fault(text) or text in LEVELS for text in levels.values()):
        yield "levels must be bot specs, not levels"


def _version_faults(spec: GameSpec) -> Faults:
    if text_fault(spec.version):
        yield f"version must be a text, not {spec.version!r}"
    if not isinstance(spec.replays, tuple) or not all(isinstance(version, str) for version in spec.replays):
        yield "replays must be a tuple of versions"
    elif spec.version in spec.replays:
        yield f"replays must be older versions than {spec.version}"


def _pattern_faults(pattern: Any) -> Faults:
    try:
        re.compile(pattern)
    except (re.error, TypeError) as error:
        yield f"action_pattern is no regular expression: {error}"


def _method_faults(cls: type[Any]) -> Faults:
    """Required methods that a class still has from a class of the contract, or not at all."""
    bases = [base for base in cls.__mro__ if base in REQUIRED]
    for name in sorted(frozenset().union(*(REQUIRED[base] for base in bases[:1]))):
        owner = next((base for base in cls.__mro__ if name in vars(base)), None)
        if owner is None or (owner in REQUIRED and name in REQUIRED[owner]):
            yield f"{cls.__name__} must define {name}"
    yield from _base_faults(cls, bases)


def _base_faults(cls: type[Any], contract: Sequence[type[Any]]) -> Faults:
    """Where the contract is compiled, a class has the methods of the first of its bases that belongs to it, no more."""
    line, ancestor = [cls], cls
    while contract and ancestor is not contract[-1]:
        ancestor = next(base for base in ancestor.__bases__ if issubclass(base, contract[-1]))
        line.append(ancestor)
    for base in contract[:1]:
        if base not in line:
            yield f"{cls.__name__} must name {base.__name__} before {line[1].__name__} among its bases"


def _struct_faults(what: str, struct: Any) -> Faults:
    if not isinstance(struct, type) or not issubclass(struct, msgspec.Struct):
        yield f"{what} must be a msgspec.Struct"
        return
    config = struct.__struct_config__
    if not config.frozen:
        yield f"{what} must be frozen"
    if config.array_like:
        yield f"{what} must not be array_like"
    try:
        msgspec.json.schema(struct)
    except Exception as error:
        yield f"{what} gives no JSON Schema: {error}"


def _option_faults(options_type: Any) -> Faults:
    try:
        defaults = options_type()
    except Exception as error:
        yield f"the default options can't be made: {error}"
        return
    if decode_options(options_type, encode_options(defaults)) != defaults:
        yield "the default options don't survive JSON and back"
