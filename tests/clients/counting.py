"""A small game for the fake server: seats add 1, 2 or 3 in turn, and whoever reaches the target wins."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from undercroft.v1 import match_pb2

TEXTS = ("+1", "+2", "+3")


@dataclass
class CountingMatch:
    """One match: its facts, the same for every reader, and the first answers to commands."""

    match_id: str
    target: int
    seats: int
    tokens: dict[bytes, int] = field(default_factory=dict)
    codes: dict[str, int] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    total: int = 0
    actions: list[str] = field(default_factory=list)
    facts: list[match_pb2.Fact] = field(default_factory=list)
    entries: int = 0
    list_seq: int = 0
    answers: dict[tuple[int, str], tuple[bytes, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tell({"type": "started", "target": self.target})

    @property
    def over(self) -> bool:
        return self.total >= self.target

    @property
    def to_act(self) -> list[int]:
        return [] if self.over else [len(self.actions) % self.seats]

    @property
    def seq(self) -> int:
        return len(self.facts)

    def tell(self, entry: dict[str, object]) -> None:
        text = json.dumps({"n": self.entries, **entry})
        self.facts.append(match_pb2.Fact(entry=text, sentence=f"entry {self.entries}"))
        self.entries += 1
        self.list_seq = self.seq

    def say(self, seat: int, text: str) -> None:
        self.facts.append(match_pb2.Fact(said=match_pb2.Said(seat=seat, text=text)))

    def play(self, seat: int, text: str) -> None:
        self.actions.append(text)
        self.total += TEXTS.index(text) + 1
        self.tell({"type": "added", "seat": seat, "by": TEXTS.index(text) + 1})
        if self.over:
            self.facts.append(match_pb2.Fact(ended=match_pb2.Ended(outcome=self.outcome(), reason="reached")))

    def outcome(self) -> match_pb2.Outcome:
        winner = (len(self.actions) - 1) % self.seats
        returns = [1 if seat == winner else -1 for seat in range(self.seats)]
        return match_pb2.Outcome(returns=returns, winners=[winner], reason="reached")

    def status(self) -> match_pb2.MatchStatus.ValueType:
        return match_pb2.MATCH_STATUS_FINISHED if self.over else match_pb2.MATCH_STATUS_RUNNING

    def public(self) -> match_pb2.Match:
        kinds = [match_pb2.SEAT_KIND_PLAYER if seat in self.names else match_pb2.SEAT_KIND_OPEN for seat in self._all()]
        return match_pb2.Match(
            match_id=self.match_id,
            game="counting",
            game_version="1",
            options=json.dumps({"target": self.target}),
            seats=[
                match_pb2.SeatInfo(seat=seat, kind=kinds[seat], name=self.names.get(seat, ""), side=seat)
                for seat in self._all()
            ],
            status=self.status(),
            created_at=1_700_000_000,
            commitment=b"c" * 32,
            record=match_pb2.RECORD_POLICY_ALL,
            spectators=match_pb2.SPECTATOR_POLICY_PUBLIC_VIEW,
            outcome=self.outcome() if self.over else None,
        )

    def update(self, number: int, seat: int, since: int, wants: match_pb2.Wants, *, snapshot: bool) -> match_pb2.Update:
        """What a reader that has `since` facts is due."""
        update = match_pb2.Update(
            subscription=number,
            seq=self.seq,
            since=since,
            snapshot=snapshot,
            facts=self.facts[since:],
            to_act=self.to_act,
            status=self.status(),
        )
        if not wants.no_view:
            update.view = json.dumps({"total": self.total})
        if wants.board:
            update.board = json.dumps([[["total ", "plain"], [str(self.total), "strong"]]])
        if wants.svg:
            update.svg = f"<svg>{self.total}</svg>"
        if seat in self.to_act:
            update.legal.codes.extend(range(3))
            update.legal.texts.extend(TEXTS)
            update.legal.labels.extend([f"add {text}" for text in TEXTS] if wants.labels else [])
        if self.over:
            update.outcome.CopyFrom(self.outcome())
        if snapshot:
            update.match.CopyFrom(self.public())
            update.seat = seat
        return update

    def _all(self) -> range:
        return range(self.seats)
