"""What a person writes for a time control: `5m+3s`, `30s/move`, `2d`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from undercroft_client import TimeControl

__all__ = ["TIME", "time_control"]

_LENGTH: Final = r"([0-9]+)([smhd])"
_SECONDS: Final = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


def time_control(text: str) -> TimeControl | None:
    """The time control of a text, or None if it is none.

    `30s/move` is so much for each action, `5m+3s` a clock of five minutes with three seconds more after each action,
    `5m` the same without the seconds, `2d` days for each action.
    """
    from undercroft_client import Correspondence, Fischer, PerMove

    if (match := re.fullmatch(_LENGTH + "/move", text)) is not None:
        return PerMove(_seconds(match[1], match[2]))
    if (match := re.fullmatch(r"([0-9]+)d", text)) is not None:
        return Correspondence(int(match[1]))
    if (match := re.fullmatch(_LENGTH + r"(?:\+" + _LENGTH + ")?", text)) is not None:
        return Fischer(_seconds(match[1], match[2]), _seconds(match[3], match[4]) if match[3] else 0)
    return None


def _seconds(number: str, unit: str) -> int:
    return int(number) * _SECONDS[unit]


class _Time(click.ParamType):  # type: ignore[type-arg]  # generic for type checkers only, from click 8.5 on
    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        control = time_control(value) if isinstance(value, str) else value
        if control is None:
            self.fail(f"{value!r} is no time: 5m+3s (a clock), 30s/move or 2d (days) are", param, ctx)
        return control


TIME: Final = _Time()
"""A click type for `--time`."""
