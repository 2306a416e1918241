"""`python -m tests.openspiel`: speed in slices that take turns, then matches if wanted."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.openspiel.matches import results
from tests.openspiel.ours import Undercroft
from tests.openspiel.peer import OpenSpiel, installed_python
from undercroft.registry import load_registry

TITLES = {
    "playouts_from_python": "random playouts/s, steps called from Python",
    "playouts": "random playouts/s, in the loop of each",
    "simulations": "simulations/s of UCT, a random playout each",
}


def speeds(ours: Undercroft, theirs: OpenSpiel, slices: int, seconds: float) -> dict[str, dict[str, float]]:
    """Medians over slices, for each CPU second, and how many times as fast ours is."""
    found: dict[str, tuple[list[float], list[float]]] = {kind: ([], []) for kind in ours.kinds}
    for done in range(slices):
        print(f"slice {done + 1} of {slices} …", file=sys.stderr, flush=True)
        for kind, (mine, others) in found.items():
            mine.append(ours.measure(kind, seconds).rate)
            others.append(theirs.measure(kind, seconds).rate)
    medians = {kind: (median(mine), median(others)) for kind, (mine, others) in found.items()}
    return {
        kind: {"undercroft": round(mine), "openspiel": round(others), "ratio": round(mine / others, 3)}
        for kind, (mine, others) in medians.items()
    }


def played(ours: Undercroft, theirs: OpenSpiel, spec: str, matches: int, seconds: float) -> dict[str, Any]:
    """The matches, by the seat of our bot."""
    bot = ours.bot(spec)
    if bot is None:
        raise SystemExit(f"there is no bot {spec} for connect-four")
    print(f"{matches} matches of {bot.spec} …", file=sys.stderr, flush=True)
    ended = results(bot, theirs, matches, seconds)
    told = {f"seat{seat}": {how: ended[seat, how] for how in ("won", "drawn", "lost")} for seat in (0, 1)}
    return {"bot": bot.spec, "seconds": seconds, **told}


def tell(report: dict[str, Any]) -> None:
    print(f"{'':46}{'UNDERCROFT':>12}{'OPENSPIEL':>12}{'RATIO':>8}")
    for kind, title in TITLES.items():
        if kind in report:
            row = report[kind]
            print(f"{title:46}{row['undercroft']:>12,}{row['openspiel']:>12,}{row['ratio']:>8.2f}")
    if "matches" in report:
        matches = report["matches"]
        for seat in ("seat0", "seat1"):
            ended = ", ".join(f"{number} {how}" for how, number in matches[seat].items())
            print(f"{matches['bot']} in {seat}, {matches['seconds']:g} s a decision: {ended}")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.openspiel", description=__doc__)
    parser.add_argument("--slices", type=int, default=9, help="slices of each kind on each side (default 9)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long a slice takes (default 1)")
    parser.add_argument("--matches", type=int, default=0, help="matches against OpenSpiel's search (default 0)")
    parser.add_argument("--bot", default="hard", help="our bot in those (default hard)")
    parser.add_argument("--think", type=float, default=0.1, help="seconds for a decision, both sides (default 0.1)")
    parser.add_argument("--python", type=Path, help="a Python that has OpenSpiel, instead of installing it")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    chosen = parser.parse_args(arguments)
    ours = Undercroft(load_registry())
    with OpenSpiel(chosen.python or installed_python()) as theirs:
        report: dict[str, Any] = speeds(ours, theirs, chosen.slices, chosen.seconds)
        if chosen.matches:
            report["matches"] = played(ours, theirs, chosen.bot, chosen.matches, chosen.think)
    if chosen.json:
        print(json.dumps(report))
    else:
        tell(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
