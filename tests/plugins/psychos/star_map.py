"""A small map: seven lines of five stations that all meet in the middle, and no ring."""

from __future__ import annotations

import math

__all__ = ["star_map"]

LINES = 7
PLACES = ("out", "outer", "middle", "inner", "in")


def star_map() -> str:
    """The text of the map file."""
    lines = [f"line{number}" for number in range(LINES)]
    parts = ["id: star", "version: 1", "canvas: [1000, 1000]", "ring: {cx: 500, cy: 500, r: 50}", "lines:"]
    for number, line in enumerate(lines):
        parts += [
            f"- id: {line}",
            f"  number: {number + 1}",
            f"  name_ru: Линия {number + 1}",
            f"  name_en: Line {number + 1}",
            f"  colour: '#{20 * number:02X}80{255 - 20 * number:02X}'",
            "  loop: false",
            f"  stations: [{', '.join(f'{line}_{place}' for place in PLACES)}]",
        ]
    parts.append("stations:")
    for number, line in enumerate(lines):
        turn = math.pi * number / LINES
        for at, place in enumerate(PLACES):
            x, y = (round(500 + 200 * (at - 2) * way) for way in (math.cos(turn), math.sin(turn)))
            name = f"name_ru: Станция {number + 1}.{at}, name_en: Station {number + 1}.{at}"
            parts.append(f"- {{id: {line}_{place}, {name}, line: {line}, status: open, x: {x}, y: {y}, label: e}}")
    middle = ", ".join(f"{line}_middle" for line in lines)
    parts += ["interchanges:", f"- {{id: middle, name_ru: Звезда, name_en: Star, stations: [{middle}]}}"]
    around = [f"{line}_out" for line in lines] + [f"{line}_in" for line in lines]
    parts += [f"outer_termini: [{', '.join(around)}]", "dead_ends: []"]
    return "\n".join(parts) + "\n"
