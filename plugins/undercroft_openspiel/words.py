"""What a person reads: OpenSpiel's own texts, with a few words round them."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.game import Line, Span, Text
from undercroft_openspiel.served import Served
from undercroft_openspiel.tables import shown_lines
from undercroft_openspiel.values import Result

__all__ = ["board_of", "ended", "one_line", "rules_of"]


def board_of(text: str, you: int | None, turn: str, result: Result | None) -> Text:
    """OpenSpiel's text, and under it who the reader is and how things stand."""
    lines: list[Line] = [(Span(line),) for line in shown_lines(text)]
    if lines:
        lines.append(())
    if you is not None:
        lines.append((Span(f"You are seat {you}.", "own"),))
    lines.append((Span(turn if result is None else ended(result), "strong"),))
    return tuple(lines)


def ended(result: Result) -> str:
    """How it ended, in a sentence."""
    points = ", ".join(f"{each:g}" for each in result.utilities)
    if not result.winners:
        return f"It is over, and nobody wins; returns: {points}."
    who = " and ".join(f"seat {seat}" for seat in result.winners)
    return f"It is over: {who} {'wins' if len(result.winners) == 1 else 'win'}; returns: {points}."


def one_line(text: str) -> str:
    """A text of several lines as one."""
    return " / ".join(line.strip() for line in shown_lines(text) if line.strip())


def rules_of(served: Served, seats: Sequence[int]) -> str:
    """What can be said of the rules: OpenSpiel has no texts of them."""
    lines = [f"# {served.title}", "", served.summary, ""]
    lines += [
        f"This is the game `{served.name}` of OpenSpiel (Apache-2.0), whose code is the rules. What you see and what "
        "you may do is in OpenSpiel's own words; the legal actions of each moment are listed.",
        "",
        f"Seats: {', '.join(map(str, seats))}.",
    ]
    if served.unit != 1:
        lines.append(f"Returns are counted in units of 1/{served.unit}.")
    if served.choices:
        lines += ["", "Options, as OpenSpiel names its parameters:", ""]
        lines += [f"* `{choice.name}`, {choice.default} by default" for choice in served.choices]
    return "\n".join(lines) + "\n"
