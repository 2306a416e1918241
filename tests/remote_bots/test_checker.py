"""The checker finds what it is there to find."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.remote_bots.bots import BotProcess
from tests.remote_bots.checker import complaints_of
from undercroft.match.rows import Acted, BotFault, Ended, Row, Seated

SEATED = (
    Seated(at=0, seat=0, kind="bot", name="@bot0"),
    Seated(at=0, seat=1, kind="bot", name="random"),
)
END = Ended(at=9_000, reason="line", returns=(1, -1), winners=(0,))
ANSWERS = {"m/0/3": [("bot0", 5)], "m/0/5": [("bot0", 1), ("bot0", 2)]}


def acted(seq: int, action: int) -> Acted:
    return Acted(at=1_000, seat=0, action=action, text=str(action), command=f"bot-{seq}", seq=seq)


def fault(why: str, at: int = 5_000, seq: int = 3) -> BotFault:
    return BotFault(at=at, seat=0, seq=seq, bot="@bot0", why=why, replaced_by="random")


def complaints(tmp_path: Path, *rows: Row, down: Any = ()) -> str:
    bot = BotProcess("nowhere", "bot0", tmp_path)
    bot.journal.write_text("".join(f"gone {since}\nthere {until}\n" for since, until in [(0, 1), *down]))
    return "; ".join(complaints_of("m", [*SEATED, *rows], ANSWERS, {"@bot0": bot}, 3.0))


def test_a_match_as_it_should_be_is_passed(tmp_path: Path) -> None:
    assert complaints(tmp_path, acted(3, 5), acted(5, 2), END) == ""
    assert complaints(tmp_path, fault("away"), acted(3, 77), END, down=[(1_000, 5_500)]) == ""


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ((acted(3, 5),), "didn't end by its rules"),
        ((acted(3, 5), Ended(at=1, reason="aborted")), "didn't end by its rules"),
        ((acted(3, 5), acted(3, 5), END), "applied 2 times"),
        ((acted(3, 6), END), "6 was played"),
        ((acted(4, 6), END), "6 was played"),
        ((fault("timeout"), acted(3, 6), END), "timeout"),
        ((fault("away"), acted(3, 6), END), "away at 5000"),
        ((fault("away"), END), "nobody played"),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, rows: tuple[Row, ...], complaint: str) -> None:
    assert complaint in complaints(tmp_path, *rows, down=[(4_500, 5_100)])
