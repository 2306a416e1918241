"""Matches under way in a store that nobody serves yet, as weeks of play leave them behind.

They are played by the rules, through the match itself; each original is then written many times under other ids, as
nothing but the first row of a log names its match.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from undercroft.host.codes import new_match_id, token_hash
from undercroft.host.timekeeper import due_row
from undercroft.match import Act, Match, SeatPlan, Step, decode_row
from undercroft.match.commands import NewMatch
from undercroft.match.info import info_of
from undercroft.match.rows import Created, encode_row
from undercroft.match.time_control import DAY_MS, TimeControl
from undercroft.options import decode_options, encode_options
from undercroft.registry import load_registry
from undercroft.store import Append, AppendResult, Header
from undercroft.store.sqlite import SqliteStore

__all__ = ["OldMatch", "OldMatches"]

AT_ONCE = 200
PLAYED_FROM_MS, MOVE_EACH_MS = 14 * DAY_MS, 60_000
CLOCK = TimeControl("correspondence", 30 * DAY_MS)


class OldMatch(msgspec.Struct, frozen=True):
    """A match under way: `rows` of its log, the seats' `tokens` (hex), and what `seat` may play at `seq`."""

    match_id: str
    game: str
    rows: int
    tokens: list[str]
    seat: int
    seq: int
    action: str


class _Original(msgspec.Struct, frozen=True):
    step: Step
    rows: list[bytes]
    match: OldMatch


class OldMatches:
    """Writes them into the store at a path."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._registry = load_registry()
        self._random = Random(1)

    async def write(
        self, game: str, options: str, seats: int, count: int, originals: int, clocks: bool
    ) -> list[OldMatch]:
        """So many matches of a game, copies of so many originals; with `clocks`, some days for each decision."""
        made = [self._play(game, options, seats, clocks) for _ in range(originals)]
        store = SqliteStore(self._path)
        now = time.time_ns() // 1_000_000
        await store.beat("load", now - PLAYED_FROM_MS)
        await store.beat("load", now)  # somebody has served them until now
        written = []
        for start in range(0, count, AT_ONCE):
            copies = [_copied(made[number % originals]) for number in range(start, min(count, start + AT_ONCE))]
            await _append(store, [append for append, _ in copies])
            written += [match for _, match in copies]
        await store.close()
        return written

    def _play(self, game_id: str, options_json: str, seats: int, clocks: bool) -> _Original:
        """A random match, left in its second half; another one if nobody had anything to decide in it."""
        while (original := self._try(game_id, options_json, seats, clocks)) is None:
            pass
        return original

    def _try(self, game_id: str, options_json: str, seats: int, clocks: bool) -> _Original | None:
        game = self._registry.game(game_id)
        options = decode_options(game.options_type, options_json)
        tokens = [secrets.token_bytes(32) for _ in range(seats)]
        new = NewMatch(
            match_id="original",
            options=encode_options(options),
            seats=tuple(
                SeatPlan("player", f"P{seat}", token_hash=token_hash(token)) for seat, token in enumerate(tokens)
            ),
            secret=secrets.token_bytes(32),
            time_control=CLOCK if clocks else None,
        )
        at = time.time_ns() // 1_000_000 - PLAYED_FROM_MS
        match, step = Match.create(game, options, new, at)
        steps = [step]
        match.advance(step)
        before: list[OldMatch] = []
        while match.position.status == "running":
            now = self._state_of(match, tokens, sum(len(each.rows) for each in steps))
            before.append(now)
            at += MOVE_EACH_MS
            step = _stepped(match, Act(now.seat, secrets.token_hex(16), now.seq, now.action), at)
            steps.append(step)
            match.advance(step)
        if not before:
            return None
        left = self._random.randrange(len(before) // 2, len(before))
        return _Original(steps[left], [row for each in steps[: left + 1] for row in each.data], before[left])

    def _state_of(self, match: Match, tokens: Sequence[bytes], rows: int) -> OldMatch:
        position = match.position
        seat = position.to_act()[0]
        action = self._random.choice(match.glance(seat).texts)
        hexes = [token.hex() for token in tokens]
        return OldMatch("original", position.created.game, rows, hexes, seat, position.counts[seat], action)


def _stepped(match: Match, act: Act, now: int) -> Step:
    step = match.handle(act, now)
    assert isinstance(step, Step)
    return step


def _copied(original: _Original) -> tuple[Append, OldMatch]:
    match_id = new_match_id()
    created = decode_row(original.rows[0])
    assert isinstance(created, Created)
    rows = (encode_row(msgspec.structs.replace(created, match_id=match_id)), *original.rows[1:])
    position = original.step.position
    info = msgspec.structs.replace(info_of(position), match_id=match_id)
    header = Header(match_id, info.game, info.status, info.created_at, msgspec.json.encode(info))
    append = Append(match_id, 0, rows, due_row(match_id, position, original.step.rows[-1].at), header)
    return append, msgspec.structs.replace(original.match, match_id=match_id)


async def _append(store: SqliteStore, appends: Sequence[Append]) -> None:
    written: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    store.append(appends, written.set_result)
    assert set(await written) == {AppendResult.WRITTEN}
