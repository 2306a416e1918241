"""What is completed before the window opens or after it has closed doesn't count."""

from __future__ import annotations

from time import monotonic

from undercroft.bench.server.load.window import Window


def test_in_an_open_window_moves_count_and_go_on() -> None:
    began = monotonic()
    window = Window(began - 1, began + 3600)
    window.completed(began)
    window.completed(began, moves=2.5)
    assert window.is_open()
    assert window.moves == 3.5
    assert len(window.latencies) == 2
    assert all(0 <= ms < 3_600_000 for ms in window.latencies)


def test_before_it_opens_moves_go_on_and_dont_count() -> None:
    now = monotonic()
    window = Window(now + 3600, now + 7200)
    window.completed(now)
    assert window.is_open()
    assert window.moves == 0


def test_after_it_has_closed_nothing_goes_on() -> None:
    now = monotonic()
    window = Window(now - 2, now - 1)
    window.completed(now)
    assert not window.is_open()
    assert window.moves == 0
