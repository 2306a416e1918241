"""What is sent to somebody who follows a match, in plain values."""

from __future__ import annotations

from typing import Any

import msgspec

from undercroft.game import Seat
from undercroft.host.presence import Presence
from undercroft.match import ClockShown, Fact, Glance, MatchInfo

__all__ = ["Update"]


class Update(msgspec.Struct, frozen=True):
    """What is due to a reader: facts number `since` + 1 to `seq`, and the newest state of things.

    In all but the last part of a long update `glance` is None: facts only. It is None too where nothing was told, and
    `presence` and `clocks` alone are news. `sentences` run parallel to the facts, `labels` to the glance's legal
    actions, where they are wanted. `info` comes with a snapshot. `made` is for what a sender makes of it once for all
    who are sent it.
    """

    reader: Seat
    since: int
    seq: int
    facts: tuple[Fact, ...] = ()
    sentences: tuple[str, ...] = ()
    glance: Glance | None = None
    presence: tuple[Presence, ...] = ()
    clocks: tuple[ClockShown, ...] = ()
    view_wanted: bool = False
    board: str = ""
    labels: tuple[str, ...] = ()
    svg: str = ""
    snapshot: bool = False
    info: MatchInfo | None = None
    made: list[Any] = msgspec.field(default_factory=list)
