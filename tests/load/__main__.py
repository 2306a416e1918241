"""`python -m tests.load NAME…`: the long runs, for people."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.load import dead_peer, idle, remote_bots, searches, shutdown, storm, watchers
from tests.load.report import Report

RUNS = {
    "watchers": watchers,
    "storm": storm,
    "dead_peer": dead_peer,
    "shutdown": shutdown,
    "idle": idle,
    "searches": searches,
    "remote_bots": remote_bots,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(RUNS)}; none: all")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long `watchers` lasts  [10]")
    parser.add_argument("--tiny", action="store_true", help="as small as the tests have it")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each run, too")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - RUNS.keys()
    if unknown:
        parser.error(f"there is no run {', '.join(sorted(unknown))}; there is {', '.join(RUNS)}")
    reports = [asyncio.run(_run(name, arguments)) for name in arguments.names or RUNS]
    for report in reports:
        print("", report.table, sep="\n")
    if arguments.json:
        for report in reports:
            print(report.json)
    return 1 if any(report.complaints for report in reports) else 0


async def _run(name: str, arguments: argparse.Namespace) -> Report:
    with tempfile.TemporaryDirectory(prefix="undercroft-load-") as folder:
        say = _Progress(name)
        if name == "watchers" and not arguments.tiny:
            return await watchers.run(Path(folder), watchers.FULL.lasting(arguments.minutes), say)
        run = RUNS[name]
        report: Report = await run.run(Path(folder), run.TINY if arguments.tiny else run.FULL, say)
        return report


class _Progress:
    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, what: str) -> None:
        print(f"{self._name}: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
