"""Whether what clients lived, what the server recorded and what the faults explain fit together.

Every check gives sentences about what is wrong; none means that all is well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from tests.chaos.checker import actions, answers, clocks, ends, facts
from tests.chaos.history import MatchHistory
from tests.chaos.timeline import Timeline
from undercroft.registry import Registry

__all__ = ["complaints"]


def complaints(match: MatchHistory, record: dict[str, Any], timeline: Timeline, registry: Registry) -> list[str]:
    """Everything that is wrong with a match that is over."""
    return [f"{match.match_id} ({match.table.game}): {why}" for why in _found(match, record, timeline, registry)]


def _found(match: MatchHistory, record: dict[str, Any], timeline: Timeline, registry: Registry) -> Iterator[str]:
    for reader in match.readers:
        found = chain(
            facts.wrong(reader), answers.wrong(reader, timeline), clocks.wrong(match.table, reader, record, timeline)
        )
        for why in found:
            yield f"{reader.who}: {why}"
    yield from actions.wrong(match, record)
    yield from ends.wrong(match, record, registry)
