"""What a reader was told: every fact once, in order, the same however often one connects."""

from __future__ import annotations

from collections.abc import Iterator

from tests.chaos.history import SeatHistory
from undercroft_client import EntryFact


def wrong(reader: SeatHistory) -> Iterator[str]:
    """What is wrong with one reader's facts."""
    numbers = [fact.seq for fact in reader.facts]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"facts came as {numbers}"
    entries = [fact.n for fact in reader.facts if isinstance(fact, EntryFact)]
    if entries != list(range(len(entries))):
        yield f"journal entries came as {entries}"
    if len(reader.ends) != 1:
        yield f"the match ended {len(reader.ends)} times"
    elif reader.facts[-1] is not reader.ends[0]:
        yield f"the match went on after its end: {reader.facts[-1]}"
    if reader.reread != reader.facts:
        yield f"was told {_difference(reader)}"


def _difference(reader: SeatHistory) -> str:
    for lived, reread in zip(reader.facts, reader.reread, strict=False):
        if lived != reread:
            return f"{lived}, and later {reread}"
    return f"{len(reader.facts)} facts, and later {len(reader.reread)}"
