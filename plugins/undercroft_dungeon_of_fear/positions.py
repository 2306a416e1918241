"""The referee's notation: a position as one line of text (`rules/dungeon_of_fear.md` §8)."""

from __future__ import annotations

from typing import Any, Final

from undercroft.game import Journal, PositionError, Positions
from undercroft_dungeon_of_fear.arranging import arrange
from undercroft_dungeon_of_fear.cells import BIT, CELL, SIDE, names_of
from undercroft_dungeon_of_fear.showing import BLACK_MARK, WHITE_MARK
from undercroft_dungeon_of_fear.state import BLACK, WHITE, Dungeon
from undercroft_dungeon_of_fear.values import Options

__all__ = ["DungeonPositions"]

_WALL: Final = "#"
_OPEN: Final = "123456"
_TURNS: Final[dict[str, int]] = {"w": WHITE, "b": BLACK}
_SIDES: Final[list[str]] = ["w", "b", "-"]


class DungeonPositions(Positions[Options, Dungeon]):
    """Reads and writes lines such as `#####r/######/######/######/######/R##### w 0 W=a1 B=f6`."""

    def read(self, text: str, options: Options, seats: int, journal: Journal[Any] | None = None) -> Dungeon:
        """The position described, at ply 0; what the seats see in it is added to the cells revealed to them.

        Raises:
            PositionError: the text describes no position of a running game.
        """
        fields = text.split()
        if len(fields) < 3:
            raise PositionError("a position has at least three fields: the rows, the side to move and the clock")
        walls, white, black = _read_rows(fields[0])
        turn = _read_side(fields[1])
        clock = _read_clock(fields[2], options.quiet_limit)
        revealed = {"W": 0, "B": 0}
        named = set()
        for field in fields[3:]:
            name, found = _read_revealed(field)
            if name in named:
                raise PositionError(f"{name}= is given twice")
            named.add(name)
            if found & walls and options.reveal != "walls":
                raise PositionError(f"{name}= names a walled cell as revealed: {', '.join(names_of(found & walls))}")
            revealed[name] = found
        state = arrange(options, walls, white, black, turn, clock, 0, revealed["W"], revealed["B"])
        if journal is not None:
            state.tell_start(journal)
        return state

    def write(self, state: Dungeon) -> str:
        """The text of any position, of a game that is over too."""
        line = f"{_write_rows(state)} {_SIDES[state.turn]} {state.clock}"
        if state.outcome() is not None:
            return line
        return f"{line} W={','.join(names_of(state.revealed(WHITE)))} B={','.join(names_of(state.revealed(BLACK)))}"


def _read_rows(text: str) -> tuple[int, int, int]:
    """The walls and the cells of White's and Black's rook."""
    rows = text.split("/")
    if len(rows) != SIDE:
        raise PositionError(f"a position has {SIDE} rows, not {len(rows)}")
    marks = "".join(_read_row(row, SIDE - number) for number, row in enumerate(rows))
    for mark, name in ((WHITE_MARK, "White"), (BLACK_MARK, "Black")):
        if marks.count(mark) != 1:
            raise PositionError(f"{name} has exactly one rook ({mark}), not {marks.count(mark)}")
    lines = [marks[at : at + SIDE] for at in range(0, len(marks), SIDE)]
    upward = "".join(reversed(lines))
    walls = sum(BIT[cell] for cell, mark in enumerate(upward) if mark == _WALL)
    return walls, upward.index(WHITE_MARK), upward.index(BLACK_MARK)


def _read_row(row: str, rank: int) -> str:
    """The six marks of a row, a dot for each open cell."""
    marks = ""
    for mark in row[: SIDE + 1]:
        if mark in _OPEN:
            marks += "." * int(mark)
        elif mark in (_WALL, WHITE_MARK, BLACK_MARK):
            marks += mark
        else:
            raise PositionError(f"rank {rank} has an unknown mark: {mark!r}")
    if len(marks) != SIDE:
        raise PositionError(f"rank {rank} has {'more' if len(marks) > SIDE else 'fewer'} than {SIDE} cells")
    return marks


def _read_side(text: str) -> int:
    """The seat to move."""
    if text not in _TURNS:
        raise PositionError(f"the side to move is w or b, not {text[:20]!r}")
    return _TURNS[text]


def _read_clock(text: str, quiet_limit: int) -> int:
    """The quiet plies in a row, 0 to `quiet_limit` - 1."""
    digits = text.lstrip("0") or "0"
    if text.isascii() and text.isdecimal() and len(digits) <= len(str(quiet_limit)) and int(digits) < quiet_limit:
        return int(digits)
    raise PositionError(f"the clock is a number from 0 to {quiet_limit - 1}, not {text[:20]!r}")


def _read_revealed(field: str) -> tuple[str, int]:
    """`W` or `B`, and the set of cells it names."""
    name, equals, names = field.partition("=")
    if name not in ("W", "B") or not equals:
        raise PositionError(f"after the clock come W=… and B=…, not {field[:20]!r}")
    found = 0
    for cell in names.split(","):
        if cell not in CELL:
            raise PositionError(f"{name}= names no cell of the board: {cell[:20]!r}")
        found |= BIT[CELL[cell]]
    return name, found


def _write_rows(state: Dungeon) -> str:
    """Ranks 6 to 1; digits as large as possible."""
    rows = []
    for rank in range(SIDE - 1, -1, -1):
        row = ""
        run = 0
        for cell in range(SIDE * rank, SIDE * (rank + 1)):
            mark = _mark(state, cell)
            if mark:
                row += (str(run) if run else "") + mark
                run = 0
            else:
                run += 1
        rows.append(row + (str(run) if run else ""))
    return "/".join(rows)


def _mark(state: Dungeon, cell: int) -> str:
    """The mark of a cell, empty for an open one."""
    if cell == state.white:
        return WHITE_MARK
    if cell == state.black:
        return BLACK_MARK
    return _WALL if state.walls & BIT[cell] else ""
