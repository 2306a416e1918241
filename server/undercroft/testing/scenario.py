"""Runs scenario files against the rules (`rules/SCENARIOS.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from undercroft.game import CHANCE, Game, OptionError, PositionError, Seat, UndercroftError
from undercroft.options import decode_options
from undercroft.testing.referee import IllegalAction, Referee, Setup, named, one_space
from undercroft.testing.scenario_file import (
    Case,
    Expected,
    Over,
    SameView,
    ScenarioError,
    ScenarioFile,
    Step,
    read_scenarios,
)

__all__ = ["FailedCase", "ScenarioReport", "run_scenarios"]


class FailedCase(msgspec.Struct, frozen=True):
    """A case that failed: its file, its name, and the step, what was expected and what came."""

    file: str
    case: str
    why: str


class ScenarioReport(msgspec.Struct, frozen=True):
    """How many files and cases were run, how many passed, and which failed. As JSON: one object of `SCENARIOS.md`."""

    files: int
    cases: int
    passed: int
    failed: list[FailedCase]


class _Unmet(Exception):
    """Something came otherwise than expected; the message says what."""


def run_scenarios(paths: Iterable[str | Path], find_game: Callable[[str], Game[Any, Any, Any, Any]]) -> ScenarioReport:
    """Run every case of these files. `find_game` gives a game by its id and raises `LookupError` if there is none.

    Raises:
        ScenarioError: a file isn't readable or not as `rules/SCENARIOS.md` says, or its game is unknown. All files are
            read before the first case is run.
    """
    files = [read_scenarios(path) for path in paths]
    games = [_game_of(file, find_game) for file in files]
    failed = [
        FailedCase(file.path, case.name, why)
        for file, game in zip(files, games, strict=True)
        for case in file.cases
        if (why := _why_failed(game, case)) is not None
    ]
    cases = sum(len(file.cases) for file in files)
    return ScenarioReport(len(files), cases, cases - len(failed), failed)


def _game_of(file: ScenarioFile, find_game: Callable[[str], Game[Any, Any, Any, Any]]) -> Game[Any, Any, Any, Any]:
    try:
        return find_game(file.game)
    except (LookupError, UndercroftError) as error:
        words = str(error) if isinstance(error, UndercroftError) else f"unknown game {file.game!r}"
        raise ScenarioError(file.path, words, line=file.line, key="game") from error


def _why_failed(game: Game[Any, Any, Any, Any], case: Case) -> str | None:
    """None if the case passes."""
    try:
        setup = _setup(game, case)
        referee = _after(setup, case, case.steps)
        for check in _CHECKS:
            check(referee, case.expect)
        if case.expect.same_view is not None:
            _same_view(referee, case, case.expect.same_view)
    except _Unmet as unmet:
        return str(unmet)
    except Exception as error:
        # A ruling may be wrong by raising; the other cases are run all the same.
        return f"the game raised {type(error).__name__}: {error}"
    return None


# --- the way there


def _setup(game: Game[Any, Any, Any, Any], case: Case) -> Setup:
    try:
        options = decode_options(game.options_type, msgspec.json.encode(case.options).decode())
        counts = game.seat_counts(options)
    except OptionError as error:
        raise _Unmet(f"options: {error}") from None
    seats = min(counts) if case.seats is None else case.seats
    if seats not in counts:
        raise _Unmet(f"seats: {seats} isn't possible; these options allow {_listed(counts)}")
    return Setup(game, options, seats)


def _after(setup: Setup, case: Case, steps: Sequence[Step], of: str = "step") -> Referee:
    """The match after these steps from the case's position."""
    try:
        referee = setup.start() if case.position is None else setup.position(case.position)
    except PositionError as error:
        raise _Unmet(f"position: {error}") from None
    for number, step in enumerate(steps, 1):
        try:
            _take_step(referee, step)
        except (_Unmet, IllegalAction) as error:
            raise _Unmet(f"{of} {number} ({_told_step(step)}): {error}") from None
    return referee


def _take_step(referee: Referee, step: Step) -> None:
    if step.seat == CHANCE:
        referee.draw(step.text)
    elif step.seat >= referee.setup.seats:
        raise _Unmet(f"there are {referee.setup.seats} seats")
    elif not step.refuse:
        referee.act(step.seat, step.text)
    else:
        _refused(referee, step)


def _refused(referee: Referee, step: Step) -> None:
    """The text is refused, and a refusal changes nothing."""
    before = _everything(referee)
    try:
        referee.fork().act(step.seat, step.text)
    except IllegalAction:
        if _everything(referee) != before:
            raise _Unmet("expected nothing to change by a refusal; something did") from None
        return
    raise _Unmet(f"expected a refusal; it is legal, with {', '.join(referee.legal(step.seat))}")


def _everything(referee: Referee) -> list[Any]:
    return [(referee.journal(reader), referee.shown(reader)) for reader in referee.setup.readers]


def _told_step(step: Step) -> str:
    if step.seat == CHANCE:
        return f"chance {step.text!r}"
    return f"seat {step.seat} {'refuse' if step.refuse else 'act'} {step.text!r}"


# --- what must hold


def _to_act(referee: Referee, expect: Expected) -> None:
    if expect.to_act is not None and sorted(expect.to_act) != sorted(referee.state.to_act()):
        came = [named(seat) for seat in referee.state.to_act()]
        raise _Unmet(f"to_act: expected {[named(seat) for seat in expect.to_act]}, came {came}")


def _legal(referee: Referee, expect: Expected) -> None:
    for seat, texts in expect.legal.items():
        came = _legal_of(referee, seat)
        if sorted(texts) != sorted(came):
            raise _Unmet(f"legal of seat {seat}: expected {_listed(texts)}; came {_listed(came)}{_apart(texts, came)}")
    for seat, texts in expect.includes.items():
        came = _legal_of(referee, seat)
        if not set(texts) <= set(came):
            raise _Unmet(f"legal of seat {seat}: expected also {_listed(set(texts) - set(came))}; came {_listed(came)}")
    for seat, texts in expect.excludes.items():
        came = _legal_of(referee, seat)
        if set(texts) & set(came):
            raise _Unmet(f"legal of seat {seat}: expected without {_listed(set(texts) & set(came))}")


def _outcomes(referee: Referee, expect: Expected) -> None:
    if expect.outcomes is None:
        return
    weights = referee.state.chance_outcomes()
    total = sum(weight for _, weight in weights)
    came = {one_space(referee.state.action_text(CHANCE, code)): Fraction(weight, total) for code, weight in weights}
    if came != expect.outcomes:
        raise _Unmet(f"outcomes: expected {_shares(expect.outcomes)}; came {_shares(came)}")


def _view(referee: Referee, expect: Expected) -> None:
    for reader, keys in expect.view.items():
        _reader_exists(referee, reader)
        _given(keys, msgspec.json.decode(referee.view(reader)), f"view of {named(reader)}")


def _journal(referee: Referee, expect: Expected) -> None:
    for reader, entries in expect.journal.items():
        _reader_exists(referee, reader)
        came = [msgspec.json.decode(raw) for raw in referee.journal(reader)]
        if len(came) < len(entries):
            raise _Unmet(f"journal of {named(reader)}: expected {len(entries)} entries; came {len(came)}")
        for n, (keys, entry) in enumerate(zip(entries, came[len(came) - len(entries) :], strict=True), 1):
            _given(keys, entry, f"journal of {named(reader)}, entry {n} of {len(entries)}")


def _position(referee: Referee, expect: Expected) -> None:
    if expect.position is None:
        return
    positions = referee.setup.game.positions()
    came = None if positions is None else positions.write(referee.state)
    if came is None or one_space(came) != one_space(expect.position):
        raise _Unmet(f"position: expected {expect.position!r}; came {came!r}")


def _over(referee: Referee, expect: Expected) -> None:
    if expect.over is not None:
        _ended(expect.over, referee)


def _ended(over: Over, referee: Referee) -> None:
    outcome = referee.state.outcome()
    if over.keys is None:
        if outcome is not None:
            raise _Unmet(f"over: expected that it goes on; it ended by {outcome.reason}")
        return
    if outcome is None:
        raise _Unmet("over: expected the end; it goes on")
    _given(over.keys, msgspec.json.decode(msgspec.json.encode(outcome)), "over")


def _same_view(referee: Referee, case: Case, same: SameView) -> None:
    _reader_exists(referee, same.reader)
    other = _after(referee.setup, case, same.steps, "same_view, step")
    who = named(same.reader)
    for n, (mine, others) in enumerate(zip_longest(referee.journal(same.reader), other.journal(same.reader))):
        if mine != others:
            raise _Unmet(f"same_view: expected the same journal of {who}; entry {n}: {_raw(mine)} and {_raw(others)}")
    for what, mine, others in zip(
        ("view", "legal actions"), referee.shown(same.reader), other.shown(same.reader), strict=False
    ):
        if mine != others:
            raise _Unmet(f"same_view: expected the same {what} of {who}; came {_raw(mine)} and {_raw(others)}")
    for mine, others in zip(referee.texts(same.reader), other.texts(same.reader), strict=True):
        if mine != others:
            raise _Unmet(f"same_view: expected the same board and labels of {who}; came {mine!r} and {others!r}")


_CHECKS: Sequence[Callable[[Referee, Expected], None]] = (
    _to_act,
    _legal,
    _outcomes,
    _view,
    _journal,
    _position,
    _over,
)


def _legal_of(referee: Referee, seat: Seat) -> Sequence[str]:
    _reader_exists(referee, seat)
    return list(referee.legal(seat))


def _reader_exists(referee: Referee, reader: Seat) -> None:
    if reader not in referee.setup.readers:
        raise _Unmet(f"{named(reader)}: there are {referee.setup.seats} seats")


def _given(keys: Mapping[str, Any], came: Mapping[str, Any], where: str) -> None:
    """Every key given is there and equal, deep."""
    for key, value in keys.items():
        if key not in came:
            raise _Unmet(f"{where}: expected a key {key!r}; it has {', '.join(came)}")
        if not _equal(value, came[key]):
            raise _Unmet(f"{where}, {key}: expected {_json(value)}; came {_json(came[key])}")


def _equal(one: Any, other: Any) -> bool:
    """Equal as JSON: true isn't 1, but 1.0 is."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_equal(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _listed(items: Iterable[Any]) -> str:
    return "[" + ", ".join(str(item) for item in items) + "]"


def _apart(expected: Sequence[str], came: Sequence[str]) -> str:
    missing, more = sorted(set(expected) - set(came)), sorted(set(came) - set(expected))
    return (f"; missing {_listed(missing)}" if missing else "") + (f"; too many {_listed(more)}" if more else "")


def _shares(outcomes: Mapping[str, Fraction]) -> str:
    return "{" + ", ".join(f"{text}: {share}" for text, share in sorted(outcomes.items())) + "}"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _raw(value: bytes | None) -> str:
    return "none" if value is None else value.decode()
