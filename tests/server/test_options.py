"""Options: every text becomes a value or an error that a person can act on."""

from __future__ import annotations

import contextlib
import datetime
import enum
import math
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from undercroft.game import OptionError
from undercroft.options import MAX_BYTES, assignments, decode_options, encode_options, parse_assignments


class Deck(enum.Enum):
    SHORT = "short"
    LONG = "long"


class Untimed(msgspec.Struct, frozen=True, tag_field="kind", tag="untimed"):
    pass


class Fischer(msgspec.Struct, frozen=True, tag_field="kind", tag="fischer"):
    base: Annotated[int, Meta(ge=1)] = 300
    increment: Annotated[float, Meta(ge=0)] = 2.0


class Pile(msgspec.Struct, frozen=True):
    size: Annotated[int, Meta(ge=1, le=9)] = 3


class Rules(msgspec.Struct, frozen=True, omit_defaults=True, rename={"global_": "global"}):
    quiet_limit: Annotated[int, Meta(ge=2, le=100, description="plies")] = 12
    reveal: Annotated[Literal["sight", "breach", "walls"], Meta(description="when a cell is shown")] = "sight"
    handicap: Annotated[float, Meta(gt=0, title="points")] | None = None
    open_end: Annotated[bool, Meta(description="no end")] = False
    title: Annotated[str, Meta(max_length=20)] = ""
    deck: Deck = Deck.SHORT
    clock: Untimed | Fischer = msgspec.field(default_factory=Untimed)
    first: Annotated[Pile, Meta(description="the first pile")] = msgspec.field(default_factory=Pile)
    piles: Annotated[tuple[Annotated[Pile, Meta(description="a pile")], ...], Meta(description="more piles")] = ()
    colours: tuple[Annotated[Literal["red", "blue"], Meta(description="of a pile")], ...] = ()
    weights: dict[str, int] = msgspec.field(default_factory=dict)
    side: Literal[1, 2, 3] = 1
    until: datetime.date | None = None
    global_: bool = True


class Team(msgspec.Struct, frozen=True):
    seats: Annotated[int, Meta(ge=2)]
    pairs: bool = False

    def __post_init__(self) -> None:
        if self.pairs and self.seats % 2:
            raise OptionError("pairs", "needs an even number of seats")
        if self.seats == 13:
            raise RuntimeError("secret-of-the-plugin")


class Tournament(msgspec.Struct, frozen=True):
    team: Team = msgspec.field(default_factory=lambda: Team(2))


def refused(json_text: str, options_type: type[Any] = Rules) -> OptionError:
    with pytest.raises(OptionError) as caught:
        decode_options(options_type, json_text)
    return caught.value


def refused_pairs(*pairs: str, options_type: type[Any] = Rules) -> OptionError:
    with pytest.raises(OptionError) as caught:
        parse_assignments(options_type, pairs)
    return caught.value


@pytest.mark.parametrize("text", ["", "  \n", "{}"])
def test_an_empty_text_means_all_defaults(text: str) -> None:
    assert decode_options(Rules, text) == Rules()


def test_json_sets_what_it_names() -> None:
    text = '{"quiet_limit": 20, "clock": {"kind": "fischer", "base": 60}, "piles": [{"size": 4}], "global": false}'
    expected = Rules(quiet_limit=20, clock=Fischer(base=60), piles=(Pile(4),), global_=False)
    assert decode_options(Rules, text) == expected


def test_pairs_are_read_by_the_type_of_their_option() -> None:
    options = parse_assignments(
        Rules,
        [
            "quiet_limit=20",
            "reveal=walls",
            "handicap=0.5",
            "open_end=yes",
            "title=007",
            "deck=long",
            "clock.kind=fischer",
            "clock.increment=3",
            "first.size=5",
            'piles=[{"size": 4}]',
            'weights={"a": 1}',
            "side=2",
            "until=2026-01-31",
            "global=off",
        ],
    )
    assert options == Rules(
        quiet_limit=20,
        reveal="walls",
        handicap=0.5,
        open_end=True,
        title="007",
        deck=Deck.LONG,
        clock=Fischer(increment=3.0),
        first=Pile(5),
        piles=(Pile(4),),
        weights={"a": 1},
        side=2,
        until=datetime.date(2026, 1, 31),
        global_=False,
    )


def test_a_table_is_typed_entry_by_entry() -> None:
    assert parse_assignments(Rules, ["weights.a=1", "weights.b=2"]).weights == {"a": 1, "b": 2}


def test_nothing_is_typed_as_none() -> None:
    assert parse_assignments(Rules, ["handicap=none"]).handicap is None


def test_an_unknown_name_is_an_error_with_the_nearest_names() -> None:
    error = refused('{"quiet_limits": 20}')
    assert (error.path, error.nearest) == ("quiet_limits", ("quiet_limit",))
    assert "quiet_limit" in error.why
    assert refused_pairs("Quiet-Limit=20").nearest == ("quiet_limit",)


def test_an_unknown_name_inside_is_an_error_at_its_path() -> None:
    assert refused('{"first": {"sise": 1}}').path == "first.sise"
    assert refused('{"piles": [{"size": 1}, {"sise": 1}]}').path == "piles[1].sise"
    assert refused_pairs("first.sise=1").path == "first.sise"


def test_an_unknown_name_without_a_near_one_tells_all() -> None:
    error = refused('{"zzz": 1}', Pile)
    assert error.nearest == ()
    assert '"size"' in error.why


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ('{"quiet_limit": 1}', "quiet_limit", "a whole number from 2 to 100, not 1"),
        ('{"quiet_limit": 1e400}', "options", "not JSON"),
        ('{"quiet_limit": "20"}', "quiet_limit", 'a whole number from 2 to 100, not "20"'),
        ('{"quiet_limit": true}', "quiet_limit", "not true"),
        ('{"quiet_limit": 20.5}', "quiet_limit", "not 20.5"),
        ('{"quiet_limit": null}', "quiet_limit", "not null"),
        ('{"quiet_limit": []}', "quiet_limit", "not []"),
        ('{"reveal": "sigth"}', "reveal", '"breach", "sight" or "walls"'),
        ('{"handicap": 0}', "handicap", "a number above 0 or null, not 0"),
        ('{"open_end": 1}', "open_end", "true or false"),
        ('{"title": "abcdefghijklmnopqrstuvwxyz"}', "title", "a text of length 0 to 20"),
        ('{"deck": "middle"}', "deck", '"short" or "long"'),
        ('{"clock": {"kind": "fisher"}}', "clock.kind", '"untimed" or "fischer"'),
        ('{"clock": {}}', "clock.kind", '"untimed" or "fischer"'),
        ('{"clock": 3}', "clock", "an object"),
        ('{"clock": {"kind": "fischer", "base": 0}}', "clock.base", "a whole number at least 1"),
        ('{"first": 3}', "first", "an object with named values, not 3"),
        ('{"piles": {}}', "piles", "a list"),
        ('{"piles": [{"size": 10}]}', "piles[0].size", "from 1 to 9"),
        ('{"colours": ["red", "green"]}', "colours[1]", '"blue" or "red", not "green"'),
        ('{"colours": "red"}', "colours", 'a list, each "blue" or "red", not "red"'),
        ('{"weights": {"a": "b"}}', "weights.a", "a whole number"),
        ('{"weights": 3}', "weights", "an object"),
        ('{"side": 4}', "side", '"1", "2" or "3"'),
        ("[]", "options", "an object"),
        ("3", "options", "an object"),
        ("{", "options", "not JSON"),
        ('{"quiet_limit": 20} {}', "options", "not JSON"),
        ('{"title": "\ud800"}', "options", "Unicode"),
    ],
)
def test_a_wrong_value_names_the_path_and_what_is_allowed(text: str, path: str, allowed: str) -> None:
    error = refused(text)
    assert error.path == path
    assert allowed in error.why


def test_a_near_choice_is_named() -> None:
    assert refused('{"reveal": "sigth"}').nearest == ("sight",)
    assert refused('{"clock": {"kind": "fisher"}}').nearest == ("fischer",)
    assert refused_pairs("deck=shirt").nearest == ("short",)


@pytest.mark.parametrize("pair", ["quiet_limit", "=3", "", "  =3"])
def test_a_pair_without_name_or_value_is_refused(pair: str) -> None:
    assert "name=value" in refused_pairs(pair).why


@pytest.mark.parametrize(
    "pairs",
    [
        ("side=1", "side=2"),
        ("first=1", "first.size=2"),
        ("first.size=2", "first=1"),
        ("first.size=2", "first.size=2"),
    ],
)
def test_an_option_given_twice_is_refused(pairs: tuple[str, ...]) -> None:
    assert "given" in refused_pairs(*pairs).why


def test_a_missing_option_without_default_is_named() -> None:
    error = refused('{"team": {"pairs": true}}', Tournament)
    assert error.path == "team.seats"


def test_what_the_type_itself_refuses_is_told_with_the_whole_path() -> None:
    error = refused('{"team": {"seats": 3, "pairs": true}}', Tournament)
    assert (error.path, error.why) == ("team.pairs", "needs an even number of seats")


def test_the_text_of_a_plugins_accident_is_not_told() -> None:
    error = refused('{"team": {"seats": 13}}', Tournament)
    assert error.path == "team"
    assert "secret" not in str(error)
    assert isinstance(error.__cause__, RuntimeError)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 60_000,
        '{"a":' * 12_000,
        '{"quiet_limit": ' + "9" * 60_000 + "}",
        " " * MAX_BYTES + "{}",
        '{"title": "' + "x" * MAX_BYTES + '"}',
        '{"' + "x" * 60_000 + '": 1}',
        '{"title": "' + "ы" * (MAX_BYTES // 2) + '"}',
    ],
)
def test_monstrous_json_is_refused_in_few_words(text: str) -> None:
    assert len(str(refused(text))) < 600


@pytest.mark.parametrize(
    "pair",
    ["a." * 30_000 + "b=1", "piles=" + "[" * 60_000, "title=" + "x" * MAX_BYTES, "x" * 60_000, "title=\udcff"],
)
def test_monstrous_pairs_are_refused_in_few_words(pair: str) -> None:
    assert len(str(refused_pairs(pair))) < 600


def test_a_part_of_an_option_that_has_none_is_refused() -> None:
    assert 'not {"x":"3"}' in refused_pairs("quiet_limit.x=3").why


def test_numbers_that_json_cannot_write_are_refused() -> None:
    for text in ("inf", "nan", "1e999", "Infinity"):
        assert refused_pairs(f"handicap={text}").path == "handicap"


def test_every_option_is_written_even_where_the_type_omits_defaults() -> None:
    written = msgspec.json.decode(encode_options(Rules()))
    assert set(written) == {field.encode_name for field in msgspec.structs.fields(Rules)}
    assert written["clock"] == {"kind": "untimed"}
    assert written["global"] is True


def test_assignments_leave_defaults_out() -> None:
    assert assignments(Rules()) == []
    assert assignments(Rules(quiet_limit=20, first=Pile(4), title="x")) == ["quiet_limit=20", "title=x", "first.size=4"]


rules = st.builds(
    Rules,
    quiet_limit=st.integers(2, 100),
    reveal=st.sampled_from(["sight", "breach", "walls"]),
    handicap=st.none() | st.floats(min_value=0, exclude_min=True, allow_infinity=False),
    open_end=st.booleans(),
    title=st.text(st.characters(codec="utf-8"), max_size=20).map(str.strip),
    deck=st.sampled_from(Deck),
    clock=st.just(Untimed()) | st.builds(Fischer, base=st.integers(1, 10**9), increment=st.floats(0, 1e6)),
    first=st.builds(Pile, size=st.integers(1, 9)),
    piles=st.lists(st.builds(Pile, size=st.integers(1, 9))).map(tuple),
    colours=st.lists(st.sampled_from(["red", "blue"])).map(tuple),
    weights=st.dictionaries(st.text(st.characters(codec="utf-8")), st.integers(-(10**20), 10**20)),
    side=st.sampled_from([1, 2, 3]),
    until=st.none() | st.dates(),
    global_=st.booleans(),
)


@given(rules)
def test_options_survive_json_and_back(options: Rules) -> None:
    assert decode_options(Rules, encode_options(options)) == options


@given(rules)
def test_options_survive_assignments_and_back(options: Rules) -> None:
    assert parse_assignments(Rules, assignments(options)) == options


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*Rules.__struct_fields__, "kind", "size", "base", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(json_values)
def test_any_json_gives_options_or_an_error_without_python_names(value: Any) -> None:
    text = msgspec.json.encode(value).decode(errors="replace")
    try:
        options = decode_options(Rules, text)
    except OptionError as error:
        for python_name in ("int", "str`", "Struct", "Rules", "Fischer", "Pile", "dict", "NoneType", "$"):
            assert python_name not in error.why.split(", not ")[0]  # noqa: PT017 - either way is fine
    else:
        assert math.isfinite(options.handicap or 0)


@given(st.lists(st.text(max_size=12) | st.sampled_from(["first.size=", "clock.kind=fischer"]), max_size=4))
def test_any_pairs_give_options_or_an_error(pairs: list[str]) -> None:
    with contextlib.suppress(OptionError):
        assert isinstance(parse_assignments(Rules, pairs), Rules)
