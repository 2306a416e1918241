"""The exact value of a small matrix game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

Matrix = Sequence[Sequence[Fraction]]


def value(payoffs: Matrix) -> Fraction:
    """What the row player is sure of on the average, both playing optimally.

    Some square part of the matrix has optimal strategies that make the other side indifferent (Shapley and Snow 1950),
    so the parts are tried until one is found whose strategies nobody can better in the whole matrix.
    """
    rows, columns = range(len(payoffs)), range(len(payoffs[0]))
    for size in range(1, min(len(rows), len(columns)) + 1):
        for chosen in combinations(rows, size):
            for answered in combinations(columns, size):
                part = [[payoffs[row][column] for column in answered] for row in chosen]
                mine, theirs = indifferent(list(zip(*part, strict=True))), indifferent(part)
                if mine is None or theirs is None:
                    continue
                least = min(mixed(mine, [payoffs[row][column] for row in chosen]) for column in columns)
                most = max(mixed(theirs, [payoffs[row][column] for column in answered]) for row in rows)
                if least == most:
                    return least
    raise AssertionError("every matrix game has a value")


def mixed(shares: Sequence[Fraction], payoffs: Sequence[Fraction]) -> Fraction:
    return sum((share * payoff for share, payoff in zip(shares, payoffs, strict=True)), Fraction(0))


def indifferent(part: Sequence[Sequence[Fraction]]) -> list[Fraction] | None:
    """The shares of the columns with which all rows bring the same; None if there are none, or not only one."""
    size = len(part)
    equations = [[*row, Fraction(-1), Fraction(0)] for row in part]
    equations.append([Fraction(1)] * size + [Fraction(0), Fraction(1)])
    solution = solved(equations)
    if solution is None or min(solution[:size]) < 0:
        return None
    return solution[:size]


def solved(equations: list[list[Fraction]]) -> list[Fraction] | None:
    """Gauss and Jordan."""
    size = len(equations)
    for at in range(size):
        pivot = next((row for row in range(at, size) if equations[row][at]), None)
        if pivot is None:
            return None
        equations[at], equations[pivot] = equations[pivot], equations[at]
        equations[at] = [each / equations[at][at] for each in equations[at]]
        for row in range(size):
            if row != at and equations[row][at]:
                by = equations[row][at]
                equations[row] = [each - by * top for each, top in zip(equations[row], equations[at], strict=True)]
    return [row[-1] for row in equations]
