"""The rules of `rules/connect_four.md` once more, cell by cell: slow, and with nothing of the game's own code."""

from __future__ import annotations

Cell = tuple[int, int]
"""Column and row, from 0."""

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


class SlowReferee:
    """Columns are lists of seats, from the bottom."""

    def __init__(self, columns: int, rows: int, in_a_row: int) -> None:
        self.columns: list[list[int]] = [[] for _ in range(columns)]
        self.rows = rows
        self.in_a_row = in_a_row
        self.plies = 0

    def legal(self) -> list[int]:
        if self.line(0) or self.line(1):
            return []
        return [number for number, column in enumerate(self.columns) if len(column) < self.rows]

    def drop(self, column: int) -> Cell:
        """Where the disc of the seat whose turn it is comes to lie."""
        self.columns[column].append(self.plies % 2)
        self.plies += 1
        return (column, len(self.columns[column]) - 1)

    def owner(self, cell: Cell) -> int | None:
        column, row = cell
        if not 0 <= column < len(self.columns) or not 0 <= row < len(self.columns[column]):
            return None
        return self.columns[column][row]

    def line(self, seat: int) -> set[Cell]:
        """Every cell of every line of a seat."""
        found: set[Cell] = set()
        for column in range(len(self.columns)):
            for row in range(self.rows):
                for across, up in WAYS:
                    cells = [(column + across * far, row + up * far) for far in range(self.in_a_row)]
                    if all(self.owner(cell) == seat for cell in cells):
                        found.update(cells)
        return found

    def completions(self, seat: int) -> set[Cell]:
        """The empty cells on which a disc of a seat would complete a line, tried one by one."""
        found: set[Cell] = set()
        for column in range(len(self.columns)):
            for row in range(len(self.columns[column]), self.rows):
                for across, up in WAYS:
                    for back in range(self.in_a_row):
                        cells = [(column + across * far, row + up * far) for far in range(-back, self.in_a_row - back)]
                        others = [cell for cell in cells if cell != (column, row)]
                        if all(self.owner(cell) == seat for cell in others):
                            found.add((column, row))
        return found
