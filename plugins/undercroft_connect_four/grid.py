"""The board as bits: sets of cells are ints, and lines are found with a few shifts.

Bit `column * (rows + 1) + row`, both from 0, stands for a cell. The bit above each column is never a disc, so that a
line can't run from the top of one column into the bottom of the next. The layout, the addition that finds where a
disc lands and the shifts are those of John Tromp's Fhourstones benchmark and Pascal Pons' solver.
"""

from __future__ import annotations

from typing import Final

__all__ = ["Grid", "grid_of"]


class Grid:
    """A board of one size. Nobody changes it.

    `floor` is the lowest cell of each column, `column` all its cells, `bottom` and `top` are whole rows, `odd` is the
    1st, 3rd, … from below, `cells` is the board. `through` has the cells through which 1, 2, 4, … lines run: one
    with 13 lines is in the first, the third and the fourth set. `legal` are the columns of every set of columns,
    ascending. `steps` are the four directions in which lines run, as distances of bits.
    """

    def __init__(self, columns: int, rows: int, in_a_row: int) -> None:
        self.columns = columns
        self.rows = rows
        self.in_a_row = in_a_row
        self.floor: list[int] = [1 << (rows + 1) * column for column in range(columns)]
        self.column: list[int] = [((1 << rows) - 1) * floor for floor in self.floor]
        self.bottom: int = sum(self.floor)
        self.top: int = self.bottom << rows - 1
        self.cells: int = sum(self.column)
        odd_rows = sum(1 << row for row in range(0, rows, 2))
        self.odd: int = sum(odd_rows * floor for floor in self.floor)
        self.legal: list[list[int]] = [
            [column for column in range(columns) if chosen >> column & 1] for chosen in range(1 << columns)
        ]
        self.steps: list[int] = [1, rows, rows + 1, rows + 2]
        self.through: list[int] = self._lines_through()
        self._second: int = min(2, in_a_row - 2)
        self._third: int = in_a_row - 2 - self._second

    def _lines_through(self) -> list[int]:
        """The cells by how many lines run through them, a set for each binary digit of the number."""
        found: list[int] = []
        for cell in range(self.cells.bit_length()):
            count = sum(line >> cell & 1 for line in self._lines())
            for digit in range(count.bit_length()):
                found += [0] * (digit + 1 - len(found))
                found[digit] |= (count >> digit & 1) << cell
        return found

    def _lines(self) -> list[int]:
        """Every line there could be, as a set of cells."""
        lowest = [sum(1 << step * distance for distance in range(self.in_a_row)) for step in self.steps]
        lines = [line << cell for line in lowest for cell in range(self.cells.bit_length())]
        return [line for line in lines if line & self.cells == line]

    def has_line(self, discs: int) -> bool:
        """Whether so many discs lie in a row.

        Runs of two are put together to runs of up to four, and those to runs of `in_a_row`. In the usual game the last
        shift is by 0.
        """
        for step in self.steps:
            runs = discs & discs >> step
            if runs:
                runs &= runs >> step * self._second
                if runs & runs >> step * self._third:
                    return True
        return False

    def line_of(self, discs: int) -> int:
        """Every cell of every line that the discs make."""
        found = 0
        for step in self.steps:
            starts = discs
            for distance in range(1, self.in_a_row):
                starts &= discs >> step * distance
            for distance in range(self.in_a_row):
                found |= starts << step * distance
        return found

    def completions(self, discs: int) -> int:
        """The cells, empty or not, on which one more disc would complete a line."""
        found = 0
        for step in self.steps:
            pairs = discs & discs >> step
            if self.in_a_row == 4:
                if pairs:  # of three discs two lie side by side, wherever the gap is
                    triples = pairs & discs >> 2 * step
                    found |= triples >> step | triples << 3 * step
                    found |= discs << step & pairs >> step | pairs << 2 * step & discs >> step
            elif pairs or self.in_a_row == 3:
                found |= self._gaps(discs, step)
        return found & self.cells

    def _gaps(self, discs: int, step: int) -> int:
        """The cells that complete a line in one direction: so many discs before them, the rest behind."""
        rest = self.in_a_row - 1
        runs = [-1, discs]  # where runs of 0, 1, … discs begin
        for length in range(1, rest):
            runs.append(runs[length] & discs >> step * length)
        found = 0
        for before in range(self.in_a_row):
            found |= runs[before] << step * before & runs[rest - before] >> step
        return found

    def landing(self, filled: int) -> int:
        """The cells where the next disc can come to lie, one for each column with room."""
        return filled + self.bottom & self.cells

    def up_from(self, cells: int) -> int:
        """The cells, and all above them."""
        found = cells
        for _ in range(self.rows - 1):
            found |= found << 1 & self.cells
        return found

    def reach(self, discs: int) -> int:
        """How many lines run through the cells of these discs, added up disc by disc."""
        count = 0
        weight = 1
        for cells in self.through:
            count += (discs & cells).bit_count() * weight
            weight *= 2
        return count

    def cell(self, bit: int) -> tuple[int, int]:
        """Column and row, from 1, of a set of one cell."""
        column, row = divmod(bit.bit_length() - 1, self.rows + 1)
        return (column + 1, row + 1)

    def cells_of(self, cells: int) -> list[tuple[int, int]]:
        """Column and row, from 1, of each cell of a set, column by column."""
        found = []
        while cells:
            low = cells & -cells
            found.append(self.cell(low))
            cells ^= low
        return found


_GRIDS: Final[dict[tuple[int, int, int], Grid]] = {}


def grid_of(columns: int, rows: int, in_a_row: int) -> Grid:
    """The board of a size; made once."""
    size = (columns, rows, in_a_row)
    grid = _GRIDS.get(size)
    if grid is None:
        grid = _GRIDS[size] = Grid(columns, rows, in_a_row)
    return grid
