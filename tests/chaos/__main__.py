"""`python -m tests.chaos`: the long run, for people."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.chaos.kills import Run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--matches", type=int, default=100, help="at a time")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run = Run(Path(folder), arguments.kills, arguments.matches, arguments.seed, print)
        report = asyncio.run(run.run())
        log = (Path(folder) / "server.log").read_text(errors="replace")
    print(
        f"{report.kills} kills, {report.matches} matches, {report.actions} actions in {report.seconds:.0f} s: "
        f"{len(report.complaints)} complaints"
    )
    for complaint in report.complaints[:20]:
        print(" ", complaint)
    if "Traceback" in log:
        print("the server's log has tracebacks:", log[log.index("Traceback") :][:3000], sep="\n")
    return 1 if report.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
