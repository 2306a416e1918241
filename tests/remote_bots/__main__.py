"""`python -m tests.remote_bots`: the long run, for people."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.remote_bots.run import FULL, TINY, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.remote_bots", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of what is killed when  [1]")
    parser.add_argument("--tiny", action="store_true", help="as small as the tests have it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="undercroft-remote-bots-") as folder:
        report = asyncio.run(run(Path(folder), TINY if arguments.tiny else FULL, arguments.seed, _say))
    for line in (*report.lines(), *report.complaints[:30]):
        _say(line)
    return 1 if report.complaints else 0


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
