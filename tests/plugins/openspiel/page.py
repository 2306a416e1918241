"""`python -m tests.plugins.openspiel.page`: write the tables of the plugin's page anew, from its catalogue."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path

from undercroft_openspiel.catalogue import LEFT_OUT, SERVED
from undercroft_openspiel.served import Choice, Served

PAGE = Path(__file__).parents[3] / "plugins" / "undercroft_openspiel" / "games.md"
BEGIN, END = "<!-- made from the catalogue -->", "<!-- end -->"


def tables() -> str:
    """What stands between the marks."""
    return "\n".join([BEGIN, "", *_served(), "", *_left_out(), "", END])


def page() -> str:
    """The page as it should be."""
    text = PAGE.read_text("utf-8")
    before, rest = text.split(BEGIN)
    return before + tables() + rest.split(END)[1]


def _served() -> list[str]:
    lines = [f"## The {len(SERVED)} games", ""]
    lines += ["| game | hides something | seats | options |", "|---|---|---|---|"]
    for served in SERVED:
        hides = "yes" if served.kind == "hidden" else "no"
        lines.append(f"| `openspiel/{served.name}` | {hides} | {_seats(served)} | {_options(served)} |")
    return lines


def _seats(served: Served) -> str:
    return ", ".join(map(str, served.seats))


def _options(served: Served) -> str:
    return ", ".join(map(_option, served.choices))


def _option(choice: Choice) -> str:
    if isinstance(choice.default, bool):
        return f"`{choice.name}`"
    return f"`{choice.name}` {choice.least} to {choice.most}"


def _left_out() -> list[str]:
    lines = ["## Those that aren't offered, and why", "", "| games | why |", "|---|---|"]
    by_reason = sorted(LEFT_OUT, key=lambda each: (each.kind, each.why, each.name))
    for (_, why), games in groupby(by_reason, lambda each: (each.kind, each.why)):
        lines.append(f"| {', '.join(f'`{each.name}`' for each in games)} | {why} |")
    return lines


if __name__ == "__main__":
    sys.exit(PAGE.write_text(page(), "utf-8") == 0)
