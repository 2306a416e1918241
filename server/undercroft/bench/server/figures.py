"""From slices to figures: medians, so that a slice in which the machine had something else to do doesn't count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median, quantiles

import msgspec

__all__ = ["Measured", "RawSlice", "RealSlice", "ShapeFigures", "Sizes", "figures_of", "mean_sizes", "percentile"]


class Sizes(msgspec.Struct, frozen=True):
    """What a move weighs on the wire, in bytes on average, and how many moves a client's frame carries.

    `act` goes up; `to_mover` (accepted and update) and `to_other` (update) come down.
    """

    act: float
    to_mover: float
    to_other: float
    moves_a_frame: float


class RealSlice(msgspec.Struct, frozen=True):
    """A slice of real play. Latencies are in milliseconds, of every move; `cpu_s` is the server's own."""

    moves: int
    seconds: float
    latencies_ms: Sequence[float]
    cpu_s: float


class RawSlice(msgspec.Struct, frozen=True):
    """A slice of bare transport; `cpu_s` is the raw server's."""

    moves: float
    seconds: float
    cpu_s: float


class ShapeFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of one shape; all but the last two are medians over slices.

    A move counts from the act being sent until both seats have its update. `ratio` is `moves_per_s` to
    `raw_fan_per_s`. `commit_p99_ms` is of all commits in real slices, as the server's host sees them.
    """

    moves_per_s: float
    p50_ms: float
    p99_ms: float
    raw_echo_per_s: float
    raw_fan_per_s: float
    ratio: float
    server_cpu_us_per_move: float
    commit_p99_ms: float
    rss_per_seat_kb: float


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a shape, and what explains them.

    `server_busy` is the server's CPU seconds a second; `raw_fan_cpu_us` the raw server's microseconds for what a move
    costs in bare transport.
    """

    figures: ShapeFigures
    sizes: Sizes
    server_busy: float
    raw_fan_cpu_us: float


def figures_of(
    real: Sequence[RealSlice],
    echo: Sequence[RawSlice],
    fan: Sequence[RawSlice],
    commit_p99_ms: float,
    seat_bytes: float,
) -> ShapeFigures:
    """The figures of a shape, from its slices and bytes of memory for a seat."""
    moves_per_s = _median_rate(real)
    fan_per_s = _median_rate(fan)
    return ShapeFigures(
        moves_per_s=round(moves_per_s, 1),
        p50_ms=round(median(percentile(each.latencies_ms, 50) for each in real), 3),
        p99_ms=round(median(percentile(each.latencies_ms, 99) for each in real), 3),
        raw_echo_per_s=round(_median_rate(echo), 1),
        raw_fan_per_s=round(fan_per_s, 1),
        ratio=round(moves_per_s / fan_per_s, 4),
        server_cpu_us_per_move=round(median(each.cpu_s * 1e6 / each.moves for each in real), 1),
        commit_p99_ms=round(commit_p99_ms, 3),
        rss_per_seat_kb=round(seat_bytes / 1024, 1),
    )


def _median_rate(slices: Sequence[RealSlice | RawSlice]) -> float:
    return median(each.moves / each.seconds for each in slices)


def percentile(values: Sequence[float], percent: int) -> float:
    """The value below which so many percent of the values lie; of a single value, itself."""
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def mean_sizes(all_sizes: Iterable[Sizes]) -> Sizes:
    """What moves weigh on average, where several clients have weighed them."""
    rows = [msgspec.structs.astuple(sizes) for sizes in all_sizes]
    return Sizes(*(sum(column) / len(rows) for column in zip(*rows, strict=True)))
