"""Whether the recorded actions are those that were acknowledged: none lost, none twice, none out of order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tests.chaos.history import Command, MatchHistory, SeatHistory, Wish
from tests.chaos.timeline import Kind


@dataclass(frozen=True)
class Decision:
    """An acknowledged action: the copies of its command that were accepted."""

    copies: tuple[Command, ...]

    @property
    def seq(self) -> int:
        """The facts that the seat had been told when it decided."""
        return self.copies[0].seq

    @property
    def text(self) -> str:
        """The action."""
        return self.copies[0].text

    @property
    def sent(self) -> float:
        """It wasn't carried out before."""
        return min(copy.sent for copy in self.copies)

    @property
    def answered(self) -> float:
        """It was carried out before."""
        return min(copy.answered for copy in self.copies)


def decisions(reader: SeatHistory) -> list[Decision]:
    """The acknowledged actions of a seat, in the order in which it decided them."""
    accepted = [
        command
        for command in reader.commands
        if command.wish is Wish.ACT and command.accepted is not None and command.trick is not Kind.REUSED
    ]
    accepted.sort(key=lambda command: (command.seq, command.command_id))
    return [Decision(tuple(copies)) for _, copies in groupby(accepted, lambda command: command.command_id)]


def wrong(match: MatchHistory, record: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the actions of a match."""
    lived: dict[int, Decision] = {}
    for reader in match.players:
        made = decisions(reader)
        places = [place for place, action in enumerate(record["actions"]) if action["seat"] == reader.seat]
        if reader.left:
            places = places[: len(made)]  # from there on a bot has played
        recorded = [record["actions"][place]["action"] for place in places]
        acknowledged = [decision.text for decision in made]
        if recorded != acknowledged:
            yield f"{reader.who}: acknowledged {acknowledged}, recorded {recorded}"
        for decision in made:
            if len({copy.accepted for copy in decision.copies}) != 1:
                yield f"{reader.who}: the copies of one command were answered differently: {decision.copies}"
        lived.update(zip(places, made, strict=False))
    yield from _reordered(lived)


def _reordered(lived: dict[int, Decision]) -> Iterator[str]:
    """What was acknowledged before something else was sent is recorded before that."""
    latest = -1.0
    for place, decision in sorted(lived.items()):
        if decision.answered < latest:
            yield f"action {place}, {decision.text}, was acknowledged before one recorded earlier was sent"
        latest = max(latest, decision.sent)
