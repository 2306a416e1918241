"""One shape, measured: a server, a raw server and clients, and slices of the three kinds in turn."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Final

from undercroft.bench.server.commits import Commits, commits_so_far, longest_ms
from undercroft.bench.server.figures import Measured, RawSlice, RealSlice, Sizes, figures_of, mean_sizes
from undercroft.bench.server.loads import Loads
from undercroft.bench.server.orders import OpenSeats, PrepareRaw, PrepareReal, RawKind, Run, Setup, Slice
from undercroft.bench.server.plan import BenchFailed, Plan, Shape
from undercroft.bench.server.proc import cpu_seconds, resident_bytes
from undercroft.bench.server.server_process import RawServerProcess, ServerProcess

__all__ = ["Progress", "measure"]

Progress = Callable[[str, int, int], None]
"""Told a stage, how much of it is done and of how much."""

_RUN_UP_S: Final = 0.3
"""Moves are made for so long before they count: frames and commits have found their sizes by then."""


def measure(plan: Plan, shape: Shape, folder: Path, progress: Progress) -> Measured:
    """The figures of a shape; files are kept in a folder of its own, and left there.

    Raises:
        BenchFailed: a process doesn't start, or fails.
    """
    shares = plan.shares()
    folder.mkdir()
    with ExitStack() as stack:
        server = stack.enter_context(ServerProcess(folder, plan.plugins_dir))
        raw_server = stack.enter_context(RawServerProcess(folder))
        loads = stack.enter_context(Loads(len(shares), Setup(shape, server.address, plan.game), folder))
        bench = _ShapeBench(plan, server, raw_server, loads)
        seat_bytes = bench.open_seats(shares)
        for done in range(plan.slices):
            progress(shape, done, plan.slices)
            bench.measure_slices()
        return bench.measured(seat_bytes)


class _ShapeBench:
    """What is measured on the way."""

    def __init__(self, plan: Plan, server: ServerProcess, raw_server: RawServerProcess, loads: Loads) -> None:
        self._plan = plan
        self._server = server
        self._raw_server = raw_server
        self._loads = loads
        self._commits: Commits = Counter()
        self._sizes: list[Sizes] = []
        self._real: list[RealSlice] = []
        self._raw: dict[RawKind, list[RawSlice]] = {"echo": [], "fan": []}

    def open_seats(self, shares: Sequence[int]) -> float:
        """Take all seats, and play until the server is warm; how many bytes of memory a seat has cost.

        One match of each client is played before memory is looked at: what a first match loads is no seat's.
        """
        self._loads.do(OpenSeats(1))
        self._play(_RUN_UP_S)
        before = resident_bytes(self._server.pid)
        self._loads.do(*(OpenSeats(share - 1) for share in shares))
        added = 2 * (sum(shares) - len(shares))
        seat_bytes = (resident_bytes(self._server.pid) - before) / max(added, 1)
        self._play(self._plan.seconds)
        return seat_bytes

    def measure_slices(self) -> None:
        """One slice of each kind, the raw ones with what moves have weighed in the real one."""
        commits = commits_so_far(self._server.metrics_address)
        slices, cpu_s = self._play(self._plan.seconds)
        self._commits += commits_so_far(self._server.metrics_address) - commits
        latencies = [ms for each in slices for ms in each.latencies_ms]
        if not latencies:
            raise BenchFailed("no move was made in a slice: it is too short")
        self._real.append(RealSlice(len(latencies), self._plan.seconds, latencies, cpu_s))
        self._sizes += [each.sizes for each in slices if each.sizes is not None]
        if not self._sizes:
            raise BenchFailed("too few moves were made to tell what they weigh")
        sizes = mean_sizes(self._sizes)
        for kind, raw in self._raw.items():
            self._loads.do(PrepareRaw(self._raw_server.address, kind, sizes))
            slices, cpu_s = self._run(self._raw_server.pid, self._plan.seconds)
            raw.append(RawSlice(sum(each.moves for each in slices), self._plan.seconds, cpu_s))

    def measured(self, seat_bytes: float) -> Measured:
        """The figures of all slices so far."""
        commit_p99_ms = longest_ms(self._commits, 99)
        return Measured(
            figures=figures_of(self._real, self._raw["echo"], self._raw["fan"], commit_p99_ms, seat_bytes),
            sizes=mean_sizes(self._sizes),
            server_busy=median(each.cpu_s / each.seconds for each in self._real),
            raw_fan_cpu_us=median(each.cpu_s * 1e6 / each.moves for each in self._raw["fan"]),
        )

    def _play(self, seconds: float) -> tuple[list[Slice], float]:
        """A slice of real play, and the server's CPU seconds in it."""
        self._loads.do(PrepareReal(_RUN_UP_S + seconds))
        return self._run(self._server.pid, seconds)

    def _run(self, pid: int, seconds: float) -> tuple[list[Slice], float]:
        """A slice that was prepared, and a process's CPU seconds in it."""
        start = time.monotonic() + _RUN_UP_S
        self._loads.begin(Run(start, start + seconds))
        time.sleep(max(0.0, start - time.monotonic()))
        before = cpu_seconds(pid)
        time.sleep(max(0.0, start + seconds - time.monotonic()))
        cpu_s = cpu_seconds(pid) - before
        return self._loads.slices(), cpu_s
