"""`python -m tests.chaos`: the long run, for people."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.chaos.run import Run

_SHOWN = 30


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=50, help="of each kind")
    parser.add_argument("--matches", type=int, default=200, help="at a time")
    parser.add_argument("--seed", type=int, default=1, help="of the plan: which matches, which faults when")
    parser.add_argument("--log", type=Path, help="a file for the server's log")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="undercroft-chaos-") as folder:
        run = Run(Path(folder), arguments.faults, arguments.matches, arguments.seed, _say)
        try:
            report = asyncio.run(run.run())
        finally:
            if arguments.log is not None:
                arguments.log.write_text("".join(f"{line.text}\n" for line in run.server.log.lines))
    for line in report.lines():
        _say(line)
    for complaint in report.complaints[:_SHOWN]:
        _say(f"  {complaint}")
    return 1 if report.complaints else 0


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
