"""The figures of a run: percentiles, slopes, and what is said of them."""

from __future__ import annotations

import json

import pytest

from tests.load.report import Report, growth_a_minute, percentile


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [([], 99, 0), ([5], 50, 5), ([3, 1, 2], 50, 2), (range(1, 101), 99, 99), (range(1, 101), 100, 100), ([1, 9], 0, 1)],
)
def test_a_percentile_is_a_value_that_was_measured(values: list[float], percent: float, expected: float) -> None:
    assert percentile(values, percent) == expected


@pytest.mark.parametrize(
    ("samples", "slope"),
    [
        ([], 0),
        ([(0, 7)], 0),
        ([(5, 7), (5, 9)], 0),
        ([(0, 1), (60, 3), (120, 5)], 2),
        ([(0, 5), (60, 5)], 0),
        ([(0, 0), (60, 2), (120, 1)], 0.5),
    ],
)
def test_growth_is_the_slope_of_the_line_that_fits_best(samples: list[tuple[float, float]], slope: float) -> None:
    assert growth_a_minute(samples) == pytest.approx(slope)


def test_a_report_tells_what_was_measured_what_was_missed_and_what_is_wrong() -> None:
    report = Report("storm")
    report.add("100 seats", "the last one", 2.5, "s", goal=2)
    report.add("100 seats", "the first one", 0.123456, "s", goal=2)
    report.add("memory", "at most", 1234.5, "MB")
    report.expect(1 > 0, "never said")
    report.expect([], "one is missing")
    assert report.complaints == ["one is missing"]
    head, *lines = report.table.splitlines()
    assert head.startswith("storm (load average ")
    assert [" ".join(line.split()) for line in lines] == [
        "100 seats",
        "the last one 2.5 s goal 2 MISSED",
        "the first one 0.123 s goal 2",
        "memory",
        "at most 1,234 MB",
        "WRONG: one is missing",
    ]
    first = {"of": "100 seats", "what": "the last one", "value": 2.5, "unit": "s", "goal": 2}
    assert json.loads(report.json)["figures"][0] == first
