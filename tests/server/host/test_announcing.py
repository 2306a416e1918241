"""A plugin that is told of ended matches holds up nobody but itself."""

from __future__ import annotations

import subprocess
import sys
import threading

from structlog.testing import capture_logs

from undercroft.hookspecs import MatchSummary
from undercroft.host import announcing
from undercroft.host.announcing import Announcer


def summary(number: int) -> MatchSummary:
    return MatchSummary(f"m{number}", "round", "1", ("Ann", "Bob"), (1, -1), (0,), "played")


def test_summaries_come_one_after_another_in_order() -> None:
    told: list[str] = []
    done = threading.Event()

    def tell(ended: MatchSummary) -> None:
        told.append(ended.match_id)
        if len(told) == 50:
            done.set()

    announcer = Announcer(tell)
    for number in range(50):
        announcer.announce(summary(number))
    assert done.wait(5)
    assert told == [f"m{number}" for number in range(50)]


def test_a_plugin_that_hangs_fills_no_memory(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(announcing, "MOST_WAITING", 3)
    hanging, reached = threading.Event(), threading.Event()

    def tell(_: MatchSummary) -> None:
        reached.set()
        hanging.wait(10)

    announcer = Announcer(tell)
    announcer.announce(summary(0))
    assert reached.wait(5)
    with capture_logs() as logs:
        for number in range(1, 6):
            announcer.announce(summary(number))
    assert [line["match"] for line in logs] == ["m4", "m5"]
    hanging.set()


def test_a_plugin_that_hangs_keeps_no_process_alive() -> None:
    code = (
        "import time\n"
        "from undercroft.host.announcing import Announcer\n"
        "from undercroft.hookspecs import MatchSummary\n"
        "Announcer(lambda _: time.sleep(60)).announce(MatchSummary('m', 'g', '1', (), (), (), 'r'))\n"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=20, check=False).returncode == 0
