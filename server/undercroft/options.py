"""Options of games and bots: from text that somebody typed or sent to a checked value, and back.

An option type is a frozen `msgspec.Struct` with defaults. Two texts lead to it: JSON, as on the wire, and
`key=value` pairs, as on the command line and in bot specs. Whatever is wrong with a text becomes an
`undercroft.game.OptionError` that names the option and says what is allowed, in words that know nothing of Python.
"""

from __future__ import annotations

import enum
import math
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import inspect, structs

from undercroft.game import OptionError
from undercroft.nearest import nearest

__all__ = ["MAX_BYTES", "assignments", "decode_options", "encode_options", "parse_assignments"]

MAX_BYTES: Final = 64 * 1024
"""The longest text of options that is read, in bytes of UTF-8."""

ROOT: Final = "options"
"""The path of an error that concerns no single option."""

SHOWN: Final = 40
"""So much of a wrong name or value is repeated in an error, in characters."""

YES: Final = frozenset({"true", "yes", "on", "1"})
NO: Final = frozenset({"false", "no", "off", "0"})
NOTHING: Final = frozenset({"none", "null"})

O = TypeVar("O")  # noqa: E741 - as in `undercroft.game`


class _Typed(str):
    """A value typed as text, whose type is that of the option it was typed for."""

    __slots__ = ()


def decode_options(options_type: type[O], json_text: str) -> O:
    """The options that a JSON object describes; what it leaves out has its default, and so has all in an empty text.

    Raises:
        OptionError: the text is too long, isn't JSON, or names a wrong option or value.
    """
    if not json_text.strip():
        return _fit_struct(options_type, {}, "")
    try:
        plain = msgspec.json.decode(_encoded(json_text))
    except (msgspec.MsgspecError, UnicodeError):
        raise OptionError(ROOT, 'the text is not JSON; an object is wanted, as in {"name": 1}') from None
    except RecursionError:
        raise OptionError(ROOT, "the text is nested too deeply") from None
    return _fit_struct(options_type, plain, "")


def parse_assignments(options_type: type[O], pairs: Sequence[str]) -> O:
    """The options that `key=value` pairs describe; a key with dots reaches into options (`clock.kind=fischer`).

    A value is read by its option's type: text is taken as it is, yes-or-no also as `yes`, `on`, `1`, nothing as
    `none`; lists and tables are written as JSON.

    Raises:
        OptionError: a pair isn't one, or names a wrong option or value, or an option twice.
    """
    _encoded(" ".join(pairs))
    tree: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise OptionError(ROOT, f"{_quoted(pair)} is not of the form name=value")
        _plant(tree, key.strip(), _Typed(value.strip()))
    return _fit_struct(options_type, tree, "")


def encode_options(options: Any) -> str:
    """The options as JSON, every one of them, defaults too."""
    return msgspec.json.encode(_plain(options), order="deterministic").decode()


def assignments(options: Any) -> list[str]:
    """The `key=value` pairs that lead to these options, in the order of their type; defaults are left out."""
    return [f"{path}={text}" for path, text in _changes(options, type(options)(), "")]


def _encoded(text: str) -> bytes:
    """The text in UTF-8, if it is no longer than allowed."""
    try:
        encoded = text[: MAX_BYTES + 1].encode()
    except UnicodeError:
        raise OptionError(ROOT, "the text is not valid Unicode") from None
    if len(encoded) > MAX_BYTES:
        raise OptionError(ROOT, f"the text is too long; {MAX_BYTES} bytes are allowed")
    return encoded


def _plant(tree: dict[str, Any], key: str, value: _Typed) -> None:
    """Put a typed value into the tree at a dotted key."""
    *branches, leaf = key.split(".")
    if len(branches) >= SHOWN:
        raise OptionError(_clipped(key), "the name has too many parts")
    for branch in branches:
        tree = tree.setdefault(branch, {})
        if not isinstance(tree, dict):
            raise OptionError(_clipped(key), f"{_quoted(branch)} was given a value already")
    if leaf in tree:
        raise OptionError(_clipped(key), "was given twice")
    tree[leaf] = value


def _fit_struct(struct: type[O], plain: Any, path: str) -> O:
    """A struct made from a plain object; `path` is where it sits, empty at the top."""
    if not isinstance(plain, Mapping):
        raise OptionError(path or ROOT, f"must be an object with named values, not {_shown(plain)}")
    tag_field = struct.__struct_config__.tag_field  # type: ignore[attr-defined]
    fields = _fields(struct)  # type: ignore[arg-type]  # a class is hashable
    _refuse_unknown(plain, [*fields, tag_field] if tag_field else list(fields), path)
    values = {
        field.name: _fit_kind(field.type, kind, plain[name], _joined(path, name))
        for name, (field, kind) in fields.items()
        if name in plain
    }
    for name, (field, _) in fields.items():
        if field.required and name not in plain:
            raise OptionError(_joined(path, name), "has no default and must be given")
    return _made(struct, values, path)


@lru_cache(maxsize=256)
def _fields(struct: type[Any]) -> dict[str, tuple[structs.FieldInfo, inspect.Type]]:
    """A struct's fields by their names in JSON, with their types: looked up once, as it takes a millisecond."""
    return {field.encode_name: (field, _type_of(field.type)) for field in structs.fields(struct)}


def _made(struct: type[O], values: dict[str, Any], path: str) -> O:
    """The struct, with what its own `__post_init__` refuses put into words."""
    try:
        return struct(**values)
    except OptionError as error:
        raise OptionError(_joined(path, error.path), error.why, error.nearest) from error
    except Exception as error:
        # The text of any other error is the plugin's and may hold anything; the cause is there for the operator's log.
        raise OptionError(path or ROOT, "these values don't go together") from error


def _refuse_unknown(plain: Mapping[Any, Any], names: Sequence[str], path: str) -> None:
    for name in plain:
        if name not in names:
            close = nearest(str(name), names)
            hint = f"perhaps {_either(close)}" if close else f"there is {_either(names)}" if names else "there are none"
            raise OptionError(_joined(path, _clipped(str(name))), f"there is no such option; {hint}", close)


def _fit(annotation: Any, plain: Any, path: str) -> Any:
    """The same for a type that hasn't been looked up."""
    return _fit_kind(annotation, _type_of(annotation), plain, path)


def _fit_kind(annotation: Any, kind: inspect.Type, plain: Any, path: str) -> Any:
    """A value of an option's type, made from a plain one."""
    if isinstance(plain, _Typed):
        plain = _read(kind, plain)
    struct = _struct_for(kind, plain, path)
    if struct is not None:
        return _fit_struct(struct, plain, path)
    plain = _fit_items(annotation, plain, path)
    try:
        value = msgspec.convert(plain, annotation)
    except (msgspec.MsgspecError, TypeError, ValueError):
        raise OptionError(path, f"must be {_allowed(kind)}, not {_shown(plain)}", _near_choice(kind, plain)) from None
    if isinstance(value, float) and not math.isfinite(value):
        raise OptionError(path, "must be a finite number")
    return value


def _struct_for(kind: inspect.Type, plain: Any, path: str) -> type[Any] | None:
    """The struct that a plain object is meant to become, or None if it isn't to become a struct."""
    members = [member for member in _members(kind) if isinstance(member, inspect.StructType) and not member.array_like]
    if not members or (plain is None and len(_members(kind)) > len(members)):
        return None
    if not isinstance(plain, Mapping):
        return None if len(_members(kind)) > len(members) else members[0].cls
    tag_field = members[0].tag_field
    if tag_field is None:
        return members[0].cls
    tags = {str(member.tag): member.cls for member in members}
    tag = plain.get(tag_field)
    if tag is None and len(members) == 1:
        return members[0].cls
    if str(tag) not in tags:
        close = nearest(str(tag), tags)
        raise OptionError(_joined(path, tag_field), f"must be {_either(tags)}, not {_shown(tag)}", close)
    return tags[str(tag)]


def _fit_items(annotation: Any, plain: Any, path: str) -> Any:
    """A list or table with what it holds made to fit, so that a fault in there has its own path."""
    while typing.get_origin(annotation) is Annotated:
        annotation = typing.get_args(annotation)[0]
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if isinstance(plain, list) and (origin is list or (origin is tuple and arguments[-1] is Ellipsis)):
        return [_fit(arguments[0], each, f"{path}[{index}]") for index, each in enumerate(plain)]
    if isinstance(plain, Mapping) and origin is dict:
        return {str(key): _fit(arguments[1], each, _joined(path, str(key))) for key, each in plain.items()}
    return plain


def _type_of(annotation: Any) -> inspect.Type:
    """An annotation's type, without the description that it may carry for JSON Schema."""
    return _bare(inspect.type_info(annotation))


def _bare(kind: inspect.Type) -> inspect.Type:
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def _members(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return tuple(map(_bare, kind.types)) if isinstance(kind, inspect.UnionType) else (kind,)


def _read(kind: inspect.Type, typed: _Typed) -> Any:
    """The plain value that a typed text stands for, by the type it was typed for."""
    text, folded, members = str(typed), typed.casefold(), _members(kind)
    if text in [choice for member in members for choice in _choices(member)]:
        return text
    if folded in NOTHING and any(isinstance(member, inspect.NoneType) for member in members):
        return None
    if folded in YES | NO and any(isinstance(member, inspect.BoolType) for member in members):
        return folded in YES
    if all(isinstance(member, inspect.StrType | inspect.NoneType) for member in members):
        return text
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return text


def _choices(kind: inspect.Type) -> tuple[Any, ...]:
    if isinstance(kind, inspect.LiteralType):
        return kind.values
    return tuple(member.value for member in kind.cls) if isinstance(kind, inspect.EnumType) else ()


def _near_choice(kind: inspect.Type, plain: Any) -> tuple[str, ...]:
    choices = [str(choice) for member in _members(kind) for choice in _choices(member)]
    return nearest(plain, choices) if isinstance(plain, str) else ()


def _allowed(kind: inspect.Type) -> str:
    """What an option's type takes, in words: `a whole number from 2 to 100`."""
    if isinstance(kind, inspect.UnionType):
        return _either([_allowed(member) for member in _members(kind)], quote=False)
    if isinstance(kind, inspect.LiteralType | inspect.EnumType):
        return _either([str(choice) for choice in _choices(kind)])
    words = _WORDS.get(type(kind), "another value")
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return words + _bounds(kind)
    if isinstance(kind, inspect.StrType) and kind.pattern is not None:
        words += f" like the pattern {kind.pattern}"
    return words + _lengths(kind)


_WORDS: Final[Mapping[type[inspect.Type], str]] = types.MappingProxyType(
    {
        inspect.BoolType: "true or false",
        inspect.IntType: "a whole number",
        inspect.FloatType: "a number",
        inspect.StrType: "a text",
        inspect.NoneType: "null",
        inspect.ListType: "a list",
        inspect.VarTupleType: "a list",
        inspect.TupleType: "a list",
        inspect.SetType: "a list",
        inspect.FrozenSetType: "a list",
        inspect.DictType: "an object with named values",
        inspect.StructType: "an object with named values",
        inspect.DateType: "a date such as 2026-01-31",
        inspect.DecimalType: "a number",
    }
)


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.ge is not None and kind.le is not None:
        words = f" from {kind.ge} to {kind.le}"
    else:
        limits = [("at least", kind.ge), ("above", kind.gt), ("at most", kind.le), ("below", kind.lt)]
        given = [f"{word} {limit}" for word, limit in limits if limit is not None]
        words = f" {' and '.join(given)}" if given else ""
    return words if kind.multiple_of is None else f"{words}, a multiple of {kind.multiple_of}"


def _lengths(kind: inspect.Type) -> str:
    least, most = getattr(kind, "min_length", None), getattr(kind, "max_length", None)
    if not least and most is None:
        return (
            f", each {_allowed(_bare(kind.item_type))}"
            if isinstance(kind, inspect.ListType | inspect.VarTupleType)
            else ""
        )
    if most is None:
        return f" of length {least} at least"
    return f" of length {least or 0} to {most}"


def _plain(value: Any) -> Any:
    """A value with its structs turned to dictionaries that leave nothing out, for `msgspec` to encode."""
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag_field is not None else {}
        # Not `structs.fields`, which works out the types too: for every match that is made, 70 to 200 µs instead of 6.
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        fields = ((encode_name, getattr(value, name)) for encode_name, name in names)
        return tag | {encode_name: _plain(each) for encode_name, each in fields if each is not msgspec.UNSET}
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value


def _changes(options: Any, default: Any, path: str) -> Iterable[tuple[str, str]]:
    """Path and text of every value that differs from the default's, in the order of the type."""
    for field in structs.fields(type(options)):
        value, was, name = getattr(options, field.name), getattr(default, field.name), _joined(path, field.encode_name)
        if value == was:
            continue
        if isinstance(value, msgspec.Struct) and type(value) is type(was):
            yield from _changes(value, was, name)
        else:
            yield name, _typed_text(value)


def _typed_text(value: Any) -> str:
    value = value.value if isinstance(value, enum.Enum) else value
    return value if isinstance(value, str) else msgspec.json.encode(_plain(value)).decode()


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _clipped(text: str) -> str:
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def _quoted(text: str) -> str:
    return f'"{_clipped(text)}"'


def _shown(plain: Any) -> str:
    """A wrong value as its sender wrote it, at least its beginning."""
    return _quoted(plain) if isinstance(plain, str) else _clipped(msgspec.json.encode(plain, enc_hook=str).decode())


def _either(words: Iterable[str], *, quote: bool = True) -> str:
    """Alternatives: `"a", "b" or "c"`."""
    several = [_quoted(word) if quote else word for word in words]
    return " or ".join([", ".join(several[:-1]), several[-1]] if len(several) > 1 else several)
