"""`python -m tests.differential PYTHON`: play here, and with the Undercroft of another Python, and compare."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator

from tests.differential.lineups import lineup
from tests.differential.trace import digest_of
from undercroft.bench.rules import are_compiled
from undercroft.registry import Registry, load_registry


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("other", nargs="?", metavar="PYTHON", help="none: only say what came of the matches here")
    parser.add_argument("--games", type=int, default=1000, help="how many matches  [1000]")
    arguments = parser.parse_args()
    registry = load_registry()
    if arguments.other is None:
        for line in _played(registry, arguments.games):
            print(line, flush=True)
        return 0
    return _compare(registry, arguments.games, arguments.other)


def _played(registry: Registry, games: int) -> Iterator[str]:
    """First which build it is, then a line for each match."""
    game = registry.game("connect-four")
    yield "compiled" if are_compiled(type(game.start(game.options_type(), 2))) else "pure"
    for number in range(games):
        match = lineup(number)
        played = f"{number} {match.game} {dict(match.options)} {' '.join(match.bots)}"
        yield f"{played}: {digest_of(match, number, registry)}"


def _compare(registry: Registry, games: int, other: str) -> int:
    command = [other, "-m", "tests.differential", "--games", str(games)]
    equal, differing, builds = 0, 0, ("", "")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for number, line in enumerate(_played(registry, games)):
            theirs = process.stdout.readline().rstrip("\n")
            if number == 0:
                builds = line, theirs
            elif line == theirs:
                equal += 1
            else:
                differing += 1
                print(f"here:  {line}\nthere: {theirs}")
    print(f"{equal} of {games} matches are the same by {builds[0]} and by {builds[1]} rules")
    if sorted(builds) != ["compiled", "pure"]:
        print("one of the two Pythons must have the compiled Undercroft, and the other the pure one")
        return 2
    return 1 if differing or process.returncode or equal != games else 0


if __name__ == "__main__":
    sys.exit(main())
