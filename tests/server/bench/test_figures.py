"""Figures are medians over slices, and a ratio is that of the figures beside it."""

from __future__ import annotations

import pytest

from undercroft.bench.server.figures import RawSlice, RealSlice, Sizes, figures_of, mean_sizes, percentile


def real(moves: int, latency_ms: float, cpu_s: float) -> RealSlice:
    return RealSlice(moves, 2.0, [latency_ms] * moves, cpu_s)


def raw(moves: int) -> RawSlice:
    return RawSlice(moves, 2.0, 0.4)


def test_one_slice_in_which_the_machine_was_busy_changes_nothing() -> None:
    calm = [real(1000, 5.0, 0.2), real(1000, 5.0, 0.2)]
    echo, fan, busy = raw(8000), raw(4000), raw(1)
    figures = figures_of([*calm, real(10, 900.0, 0.2)], [echo, echo, busy], [fan, busy, fan], 4.0, 25 * 1024.0)
    assert figures == figures_of(calm, [echo, echo], [fan, fan], 4.0, 25 * 1024.0)
    assert (figures.moves_per_s, figures.p50_ms, figures.p99_ms) == (500.0, 5.0, 5.0)
    assert (figures.raw_echo_per_s, figures.raw_fan_per_s, figures.ratio) == (4000.0, 2000.0, 0.25)
    assert (figures.server_cpu_us_per_move, figures.commit_p99_ms, figures.rss_per_seat_kb) == (200.0, 4.0, 25.0)


@pytest.mark.parametrize(("percent", "value"), [(50, 50.5), (99, 99.01), (1, 1.99)])
def test_a_percentile_lies_between_its_neighbours(percent: int, value: float) -> None:
    assert percentile([float(number) for number in range(100, 0, -1)], percent) == pytest.approx(value)


def test_of_one_value_every_percentile_is_that_value() -> None:
    assert percentile([7.0], 99) == 7.0


def test_what_two_clients_have_weighed_counts_alike() -> None:
    assert mean_sizes([Sizes(40, 700, 600, 1), Sizes(50, 800, 700, 3)]) == Sizes(45, 750, 650, 2)
