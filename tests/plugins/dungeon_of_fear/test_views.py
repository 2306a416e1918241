"""Views and journals against a slow referee of their own, written from `rules/dungeon_of_fear.md` §7 and §9 alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from undercroft.game import SPECTATOR, Journal
from undercroft_dungeon_of_fear.game import DungeonOfFear
from undercroft_dungeon_of_fear.state import Dungeon
from undercroft_dungeon_of_fear.values import Entry, Options, Start, View

PlayRandomly = Callable[[Options, int], Iterator[tuple[Dungeon, Journal[Entry]]]]
Cells = set[str]
WAYS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
ALL_CELLS = [f + r for f in "abcdef" for r in "123456"]


class Referee:
    """Plays moves given as texts, on sets of names, and says what everybody sees and is told."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.rooks: list[str | None] = ["a1", "f6"]
        self.walls: Cells = set(ALL_CELLS) - {"a1", "f6"}
        self.clock = 0
        self.ply = 0
        self.turn: int | None = 0
        self.reason: str | None = None
        self.revealed: list[Cells] = [set(), set()]
        self.saw_open: list[Cells] = [set(), set()]
        self.saw_wall: list[Cells] = [set(), set()]
        self.told: dict[int, list[dict[str, Any]]] = {0: [], 1: [], SPECTATOR: []}
        self.look()
        clock = 0 if options.clock == "public" else None
        for seat in (0, 1):
            self.told[seat].append(
                {"type": "start", "ply": 0, "clock": clock, **self.seen(seat), "revealed": sorted(self.revealed[seat])}
            )
        self.told[SPECTATOR].append({"type": "start", "ply": 0, "clock": clock})

    def rays(self, seat: int) -> dict[str, tuple[list[str], str | None, str]]:
        """Direction: open cells on the way, the obstacle's cell, its kind."""
        rook = self.rooks[seat]
        assert rook is not None
        found: dict[str, tuple[list[str], str | None, str]] = {}
        for way, (east, north) in WAYS.items():
            file, rank = ord(rook[0]) + east, int(rook[1]) + north
            through: list[str] = []
            end: str | None = None
            kind = "edge"
            while chr(file) in "abcdef" and 1 <= rank <= 6:
                name = chr(file) + str(rank)
                if name in self.walls or name == self.rooks[1 - seat]:
                    end, kind = name, "wall" if name in self.walls else "enemy"
                    break
                through.append(name)
                file, rank = file + east, rank + north
            found[way] = (through, end, kind)
        return found

    def sight(self, seat: int) -> Cells:
        rook = self.rooks[seat]
        assert rook is not None
        cells = {rook}
        for through, end, _ in self.rays(seat).values():
            cells.update(through)
            if end is not None:
                cells.add(end)
        return cells

    def look(self) -> None:
        for seat in (0, 1):
            sight = self.sight(seat)
            self.saw_open[seat] |= sight - self.walls
            self.saw_wall[seat] |= sight & self.walls
            rook = self.rooks[seat]
            assert rook is not None
            if self.options.reveal == "breach":
                self.revealed[seat].add(rook)
            elif self.options.reveal == "sight":
                self.revealed[seat] |= sight - self.walls
            else:
                self.revealed[seat] |= sight

    def seen(self, seat: int) -> dict[str, Any]:
        enemy = self.rooks[1 - seat]
        shown = enemy in self.sight(seat) or enemy in self.revealed[seat]
        rays = {way: {"cell": end, "kind": kind} for way, (_, end, kind) in self.rays(seat).items()}
        return {"me": self.rooks[seat], "enemy": enemy if shown else None, "rays": rays}

    def legal(self) -> list[str]:
        if self.turn is None:
            return []
        rook = self.rooks[self.turn]
        rays = self.rays(self.turn).values()
        takes = [f"{rook}x{end}" for _, end, _ in rays if end is not None]
        return takes or [f"{rook}{cell}" for through, _, _ in rays for cell in through]

    def play(self, move: str) -> None:
        seat = self.turn
        assert seat is not None
        target = move[-2:]
        won = target == self.rooks[1 - seat]
        self.clock = 0 if "x" in move else self.clock + 1
        self.walls.discard(target)
        self.rooks[seat] = target
        self.ply += 1
        self.turn = 1 - seat
        if won:
            self.rooks[1 - seat] = None
            self.reason = "rook_captured"
        elif self.clock == self.options.quiet_limit:
            self.reason = "quiet_limit"
        if self.reason is None:
            self.look()
            clock = self.clock if self.options.clock == "public" else None
            head = {"type": "ply", "ply": self.ply, "seat": seat, "clock": clock}
            for reader in (0, 1):
                self.told[reader].append({**head, "move": move if reader == seat else None, **self.seen(reader)})
            self.told[SPECTATOR].append({**head, "move": None})
        else:
            self.turn = None
            end = {"type": "end", "ply": self.ply, "seat": seat, "move": move, "clock": self.clock}
            end |= self.result() | {"board": self.true_board(), "white": self.rooks[0], "black": self.rooks[1]}
            for reader in self.told:
                self.told[reader].append(end)

    def result(self) -> dict[str, Any]:
        if self.reason == "quiet_limit":
            return {"reason": self.reason, "returns": [0, 0], "winners": []}
        white = self.rooks[0] is not None
        return {"reason": self.reason, "returns": [1, -1] if white else [-1, 1], "winners": [0 if white else 1]}

    def true_board(self) -> list[str]:
        marks = {cell: "#" if cell in self.walls else "." for cell in ALL_CELLS}
        marks |= {rook: mark for rook, mark in zip(self.rooks, "Rr", strict=True) if rook is not None}
        return ["".join(marks[f + r] for f in "abcdef") for r in "654321"]

    def seen_board(self, seat: int) -> list[str]:
        sight, seen = self.sight(seat), self.seen(seat)

        def mark(cell: str) -> str:
            if cell == seen["me"]:
                return "Rr"[seat]
            if cell == seen["enemy"]:
                return "rR"[seat]
            if cell not in self.walls and (cell in sight or cell in self.revealed[seat]):
                return "."
            if cell in self.walls and (cell in sight or cell in self.revealed[seat]):
                return "#"
            if cell in self.saw_open[seat]:
                return "o"
            return "w" if cell in self.saw_wall[seat] else "?"

        return ["".join(mark(f + r) for f in "abcdef") for r in "654321"]

    def view(self, seat: int) -> dict[str, Any]:
        over, person = self.reason is not None, seat != SPECTATOR
        seen = self.seen(seat) if person and not over else {}
        board = self.true_board() if over else self.seen_board(seat) if person else None
        return {
            "you": seat if person else None,
            "ply": self.ply,
            "to_act": [] if self.turn is None else [self.turn],
            "over": over,
            "me": self.rooks[seat] if over and person else seen.get("me"),
            "enemy": self.rooks[1 - seat] if over and person else seen.get("enemy"),
            "board": board,
            "rays": seen.get("rays"),
            "revealed": sorted(self.revealed[seat]) if person and not over else None,
            "clock": self.clock if over or self.options.clock == "public" else None,
            "options": msgspec.to_builtins(self.options),
            "result": self.result() if over else None,
        }


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def test_views_journals_and_moves_are_those_of_the_referee(play_randomly: PlayRandomly, options: Options) -> None:
    for seed in range(8):
        referee = Referee(options)
        for state, journal in play_randomly(options, seed):
            if state.ply:
                referee.play(last_move(journal, state.mover))
            legal = [state.action_text(seat, action) for seat in (0, 1) for action in state.legal_actions(seat)]
            assert sorted(legal) == sorted(referee.legal())
            for reader in (0, 1, SPECTATOR):
                assert as_json(state.view(reader)) == referee.view(reader)
                assert as_json(journal.entries(reader)) == referee.told[reader]


def last_move(journal: Journal[Entry], mover: int) -> str:
    """The text of the last move, as told to the seat that made it."""
    entry = journal.entries(mover)[-1]
    assert not isinstance(entry, Start)
    assert entry.move is not None
    return entry.move


def test_white_sees_after_a1xa2_what_the_rules_print(game: DungeonOfFear) -> None:
    state = game.start(Options(), 2, Journal())
    state.apply(0, 6, Journal())
    assert msgspec.json.encode(state.view(0)).decode() == (
        '{"you":0,"ply":1,"to_act":[1],"over":false,"me":"a2","enemy":null,'
        '"board":["??????","??????","??????","#?????","R#????",".w????"],'
        '"rays":{"north":{"cell":"a3","kind":"wall"},"east":{"cell":"b2","kind":"wall"},'
        '"south":{"cell":null,"kind":"edge"},"west":{"cell":null,"kind":"edge"}},'
        '"revealed":["a1","a2"],"clock":null,'
        '"options":{"reveal":"sight","clock":"hidden","quiet_limit":12},"result":null}'
    )


def test_a_spectators_entries_have_no_field_of_a_seat(game: DungeonOfFear) -> None:
    journal: Journal[Entry] = Journal()
    state = game.start(Options(), 2, journal)
    state.apply(0, 6, journal)
    assert as_json(journal.entries(SPECTATOR)) == [
        {"type": "start", "ply": 0, "clock": None},
        {"type": "ply", "ply": 1, "seat": 0, "move": None, "clock": None},
    ]


def test_views_and_entries_come_back_from_their_json(play_randomly: PlayRandomly, options: Options) -> None:
    for state, journal in play_randomly(options, 3):
        for reader in (0, 1, SPECTATOR):
            view = state.view(reader)
            assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
            for entry in journal.entries(reader):
                assert msgspec.json.decode(msgspec.json.encode(entry), type=Entry) == entry


def test_the_types_can_be_described_as_json_schemas(game: DungeonOfFear) -> None:
    for described in (game.options_type, game.view_type, game.entry_type):
        assert msgspec.json.schema(described)


@pytest.mark.parametrize(
    "wrong",
    [{"reveal": "all"}, {"clock": "x"}, {"quiet_limit": 1}, {"quiet_limit": 101}, {"quiet_limit": "12"}, {"fog": 1}],
)
def test_wrong_options_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Options)
