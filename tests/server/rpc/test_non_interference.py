"""What a seat is sent is a function of what it was told: over the wire, in all short games and in long twins.

Two worlds are two matches. Whenever a reader has been told the same facts in both, everything else it gets must be
the same, byte for byte. Left out of the comparison are only the client's own `subscription` and `command_id`, the
random `match_id`, and `created_at`, the time at which somebody made the match: none of them depends on play. All
matches are made with one seed, so that even the commitment and, at the end, the secret must agree.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from undercroft.game import Journal
from undercroft.registry import load_registry
from undercroft.rpc.connection import COMMANDS_AT_ONCE
from undercroft.v1 import match_pb2, refusal_pb2

from .serving import Served, Stream, act, serving, subscribe

GAME = load_registry().game("dungeon-of-fear")
SEQUENCES = [2, 4, 8, 16, 40, 100, 280, 784, 2352]
"""How many games there are of each length (rules/dungeon_of_fear.md)."""
LONG_GAMES = 300
AT_ONCE = 250
READERS: tuple[int | None, ...] = (0, 1, None)

Line = tuple[str, ...]


def all_lines(plies: int) -> list[Line]:
    """Every sequence of actions of that many plies."""
    lines: list[tuple[Line, Any]] = [((), GAME.start(GAME.options_type(), 2))]
    for ply in range(plies):
        longer = []
        for line, state in lines:
            for seat in state.to_act():
                for action in state.legal_actions(seat):
                    after = state.clone()
                    after.apply(seat, action)
                    longer.append(((*line, state.action_text(seat, action)), after))
        lines = longer
        assert len(lines) == SEQUENCES[ply]
    return [line for line, _ in lines]


@dataclass
class Played:
    """A game to its end: positions (one more than actions), actions, and what `seat` was told by each."""

    seat: int
    states: list[Any]
    actions: list[int] = field(default_factory=list)
    told: list[Any] = field(default_factory=list)

    def after(self, action: int) -> tuple[Any, Any]:
        """The next position, and what `seat` would be told."""
        state, journal = self.states[-1].clone(), Journal[Any]()
        state.apply(state.to_act()[0], action, journal)
        return state, journal.entries(self.seat)

    def play(self, action: int) -> None:
        state, entries = self.after(action)
        self.states.append(state)
        self.actions.append(action)
        self.told.append(entries)

    def finish(self, rng: Random) -> None:
        while self.states[-1].to_act():
            (mover,) = self.states[-1].to_act()
            self.play(rng.choice(self.states[-1].legal_actions(mover)))

    @property
    def line(self) -> Line:
        return tuple(
            state.action_text(state.to_act()[0], action)
            for state, action in zip(self.states, self.actions, strict=False)
        )


def twin_of(model: Played, ply: int, rng: Random) -> tuple[Played, int, int]:
    """A game in which the rival does something else from `ply` on, as long as the seat is told the same.

    Also how many plies after `ply` that lasts, and in how many of them the hidden clocks differ.
    """
    twin = Played(model.seat, model.states[: ply + 1], model.actions[:ply], model.told[:ply])
    alike = hidden = 0
    while ply < len(model.actions) and twin.states[-1].to_act():
        own = ply % 2 == model.seat
        able = twin.states[-1].legal_actions(ply % 2)
        rng.shuffle(able := list(able))
        found = None
        for action in [model.actions[ply]] if own else able:
            state, entries = twin.after(action)
            if entries == model.told[ply] and (own or alike or action != model.actions[ply]):
                found = action
                if state.clock != model.states[ply + 1].clock:
                    break
        if found is None:
            break
        twin.play(found)
        ply += 1
        alike += 1
        hidden += twin.states[-1].clock != model.states[ply].clock
    return twin, alike, hidden


def long_twins(rng: Random, pairs: int) -> list[Line]:
    """Pairs of games that a seat can't tell apart for long; in half of them the hidden clocks differ."""
    apart: list[tuple[int, Line, Line]] = []
    close: list[tuple[int, Line, Line]] = []
    while len(apart) < pairs // 2:
        model = Played(rng.randrange(2), [GAME.start(GAME.options_type(), 2)])
        model.finish(rng)
        best = max(
            (twin_of(model, ply, rng) for ply in range(1 - model.seat, len(model.actions), 2)),
            key=lambda found: (found[2], found[1]),
        )
        twin, alike, hidden = best
        twin.finish(rng)
        (apart if hidden else close).append((hidden or alike, model.line, twin.line))
    close.sort(reverse=True)
    chosen = [*apart, *close[: pairs - len(apart)]]
    return [line for _, *both in chosen for line in both]


@dataclass
class Reader:
    """What one subscription has been sent."""

    number: int
    seq: int = 0
    updates: list[match_pb2.Update] = field(default_factory=list)
    refusals: list[refusal_pb2.Refusal] = field(default_factory=list)
    told: Any = field(default_factory=hashlib.sha256)


@dataclass
class World:
    """A match that follows a line."""

    match_id: str
    line: Line
    readers: list[Reader]
    legal: list[int] = field(default_factory=lambda: [0, 0])


class Ledger:
    """For each thing told, what came with it; and the worlds that shared it."""

    def __init__(self) -> None:
        self.first: dict[bytes, bytes] = {}
        self.worlds: Counter[bytes] = Counter()
        self.lines: dict[bytes, set[Line]] = {}

    def note(self, told: bytes, rest: bytes, line: Line, lang: str) -> None:
        key = told + lang.encode()
        expected = self.first.setdefault(key, rest)
        assert rest == expected, f"equal facts, another picture ({lang}) after {' '.join(line)}"
        if line not in self.lines.setdefault(key, set()):
            self.lines[key].add(line)
            self.worlds[key] += 1

    def pairs(self, reader: int) -> int:
        return sum(count * (count - 1) // 2 for key, count in self.worlds.items() if key[0] == reader)

    @property
    def shared(self) -> int:
        return sum(count > 1 for count in self.worlds.values())


def taken_apart(update: match_pb2.Update) -> tuple[bytes, bytes]:
    """The facts alone, and the whole update without what doesn't depend on play. Uses the update up."""
    update.subscription = 0
    if update.HasField("match"):
        update.match.match_id = ""
        update.match.created_at = 0
    whole = update.SerializeToString(deterministic=True)
    parts = []
    for fact in update.facts:
        fact.sentence = ""
        parts.append(fact.SerializeToString(deterministic=True))
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts), whole


class Observatory:
    """Plays lines over one stream, many at once, and writes down what every reader is sent."""

    def __init__(self, served: Served, lang: str, ledger: Ledger, probed: set[Line]) -> None:
        self.served = served
        self.lang = lang
        self.ledger = ledger
        self.probed = probed
        self.stream: Stream = served.play()
        self.readers: dict[int, Reader] = {}
        self.due = 0
        self.probes = 0
        self.updates = 0

    async def play(self, lines: list[Line]) -> None:
        for start in range(0, len(lines), AT_ONCE):
            worlds = await self._open(lines[start : start + AT_ONCE])
            for ply in range(max(len(world.line) for world in worlds) + 1):
                at_ply = [world for world in worlds if len(world.line) >= ply]
                await self._probe(at_ply, ply)
                self._write_down(at_ply, ply)
                await self._advance([world for world in at_ply if len(world.line) > ply], ply)
            numbers = [reader.number for world in worlds for reader in world.readers]
            await self._send_by_worlds(
                [match_pb2.PlayCommand(unsubscribe=match_pb2.Unsubscribe(subscription=number)) for number in numbers]
            )

    async def _open(self, lines: list[Line]) -> list[World]:
        made = await asyncio.gather(*(self.served.create("dungeon-of-fear", seed=1) for _ in lines))
        worlds = []
        for line, answer in zip(lines, made, strict=True):
            readers = [Reader(len(self.readers) + offset) for offset in range(len(READERS))]
            self.readers.update({reader.number: reader for reader in readers})
            worlds.append(World(answer.match.match_id, line, readers))
        wants = match_pb2.Wants(board=self.lang, sentences=self.lang, labels=self.lang)
        await self._send_by_worlds(
            [
                subscribe(reader.number, world.match_id, seat, wants=wants)
                for world in worlds
                for seat, reader in zip(READERS, world.readers, strict=True)
            ]
        )
        await self._receive(len(worlds) * len(READERS))
        return worlds

    async def _send_by_worlds(self, commands: list[match_pb2.PlayCommand]) -> None:
        """One for each reader of each world; all of a world at once, so that nobody there sees others come and go."""
        at_once = COMMANDS_AT_ONCE // len(READERS) * len(READERS)
        for first in range(0, len(commands), at_once):
            await self.stream.send(*commands[first : first + at_once])

    async def _advance(self, worlds: list[World], ply: int) -> None:
        commands = []
        for world in worlds:
            mover = world.readers[ply % 2]
            world.legal[ply % 2] = mover.seq
            commands.append(act(mover.number, world.line[ply], mover.seq, f"ply-{ply}"))
        await self.stream.send(*commands)
        await self._receive(len(worlds) * len(READERS))

    async def _probe(self, worlds: list[World], ply: int) -> None:
        """The same wrong actions from both seats of every position not met before; refusals know no language."""
        commands: list[match_pb2.PlayCommand] = []
        for world in worlds:
            if world.line[:ply] in self.probed:
                continue
            self.probed.add(world.line[:ply])
            for seat in (0, 1):
                reader = world.readers[seat]
                commands += wrong_actions(reader.number, reader.seq, world.legal[seat], reader.updates[-1].legal)
        await self.stream.send(*commands)
        await self._receive(len(commands))
        self.probes += len(commands)

    def _write_down(self, worlds: list[World], ply: int) -> None:
        for world in worlds:
            for reader in world.readers:
                played = world.line[:ply]
                updates, reader.updates = reader.updates, []
                assert len(updates) == 1, "one update for each ply"
                self.updates += 1
                facts, whole = taken_apart(updates[0])
                reader.told.update(facts)
                told = bytes([world.readers.index(reader)]) + reader.told.digest()
                self.ledger.note(told, whole, played, self.lang)
                refusals, reader.refusals = reader.refusals, []
                if refusals:
                    for refusal in refusals:
                        assert refusal.reason != refusal_pb2.REASON_INTERNAL
                    rest = b"".join(refusal.SerializeToString(deterministic=True) for refusal in refusals)
                    self.ledger.note(told + b"refusals", rest, played, self.lang)

    async def _receive(self, number: int) -> None:
        """Take in so many updates and refusals: exactly those that are due."""
        self.due += number

        def caught_up() -> bool:
            self._take_in()
            return self.due <= 0

        await self.stream.until(caught_up)
        assert self.due == 0, "more came than was due"

    def _take_in(self) -> None:
        events, self.stream.events = self.stream.events, []
        for event in events:
            match event.WhichOneof("event"):
                case "update":
                    update = event.update
                    reader = self.readers[update.subscription]
                    assert update.facts, "an update to somebody who was told nothing"
                    assert (update.since, update.seq) == (reader.seq, reader.seq + len(update.facts))
                    reader.seq = update.seq
                    reader.updates.append(update)
                    self.due -= 1
                case "refusal":
                    number, _, _ = event.refusal.command_id.partition("/")
                    assert event.refusal.subscription == int(number)
                    event.refusal.command_id, event.refusal.subscription = "", 0
                    self.readers[int(number)].refusals.append(event.refusal)
                    self.due -= 1
                case "ended":
                    assert event.ended.why == match_pb2.SubscriptionEnded.WHY_UNSUBSCRIBED


def wrong_actions(number: int, seq: int, answered: int, legal: match_pb2.LegalActions) -> list[match_pb2.PlayCommand]:
    """Illegal, invalid, stale and ahead; out of turn for the seat that isn't to act. None of them can be played."""
    wrong: list[tuple[str | int, int]] = [
        ("c3xc4", seq),
        ("b2b5", seq),
        ("give me the walls", seq),
        (35, seq),
        (-7, seq),
        ("a1xa2", min(answered, seq - 1)),
        ("f6xf5", seq - 1),
        ("a1xa2", seq + 1),
    ]
    allowed = {*legal.texts, *legal.codes}
    return [
        act(number, action, which, f"{number}/{index}")
        for index, (action, which) in enumerate(wrong)
        if which != seq or action not in allowed
    ]


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    async with serving(tmp_path, plugins=None, allow_seed=True) as running:
        yield running


@pytest.mark.timeout(600)
async def test_equal_facts_come_with_equal_everything(served: Served, figure: Callable[[str], None]) -> None:
    rng = Random(20_240)
    short = all_lines(len(SEQUENCES))
    long = long_twins(rng, LONG_GAMES // 2)
    assert len(long) == LONG_GAMES
    ledger = Ledger()
    probed: set[Line] = set()
    # The texts are made of the view alone, so a part of the worlds will do for the second language.
    for lang, lines in (("en", short + long), ("ru", short[::4] + long[:60])):
        observatory = Observatory(served, lang, ledger, probed)
        await observatory.play(lines)
        await observatory.stream.close()
        figure(f"{lang}: {observatory.updates} updates, {observatory.probes} wrong actions")
    figure(f"{len(ledger.first)} different things told, {ledger.shared} of them in several worlds; pairs of worlds:")
    figure(f"White {ledger.pairs(0)}, Black {ledger.pairs(1)}, spectators {ledger.pairs(2)}")
    deep = {key: [line for line in lines if len(line) > len(SEQUENCES)] for key, lines in ledger.lines.items()}
    beyond = sum(len(lines) * (len(lines) - 1) // 2 for key, lines in deep.items() if key[0] < 2)
    longest = max(len(line) for lines in deep.values() if len(lines) > 1 for line in lines)
    figure(f"of those of the seats, {beyond} in longer games")
    figure(f"{len(short)} short games, {len(long)} long ones; equal facts up to ply {longest}")
    assert min(ledger.pairs(0), ledger.pairs(1)) > 5_000
    assert beyond > 2_000
    assert longest > 30
