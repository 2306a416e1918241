"""What a client saw of a match, and whether it fits what the server says happened."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from undercroft.game import CHANCE
from undercroft.options import decode_options
from undercroft.registry import Registry
from undercroft_client import EndedFact, EntryFact, SeatToken, Update


@dataclass
class History:
    """One match as the client in `seat` lived it (None: nobody of ours plays in it)."""

    match_id: str
    seat: int | None
    token: SeatToken | None
    acknowledged: list[str] = field(default_factory=list)
    seqs: list[int] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)
    ends: int = 0

    def see(self, update: Update) -> None:
        for fact in update.facts:
            self.seqs.append(fact.seq)
            if isinstance(fact, EntryFact):
                self.entries.append(fact.data)
            elif isinstance(fact, EndedFact):
                self.ends += 1


def complaints(history: History, record: dict[str, Any], registry: Registry) -> list[str]:
    """Everything that is wrong, as sentences."""
    wrong = []
    played = [action["action"] for action in record["actions"] if action["seat"] == history.seat]
    if history.seat is not None and played != history.acknowledged:
        wrong.append(f"acknowledged {history.acknowledged}, recorded {played}")
    if history.seqs != list(range(1, len(history.seqs) + 1)):
        wrong.append(f"facts came as {history.seqs}")
    if [entry["n"] for entry in history.entries] != list(range(len(history.entries))):
        wrong.append("journal entries were lost or doubled")
    if history.ends != 1:
        wrong.append(f"the match ended {history.ends} times")
    wrong += _replay_complaints(record, registry)
    return [f"{history.match_id}: {why}" for why in wrong]


def _replay_complaints(record: dict[str, Any], registry: Registry) -> list[str]:
    """Whether the recorded actions are a game by the rules, to the recorded end."""
    game = registry.game(record["game"])
    state = game.start(decode_options(game.options_type, json.dumps(record["options"])), len(record["seats"]))
    for number, action in enumerate(record["actions"]):
        seat = CHANCE if action["seat"] == "chance" else action["seat"]
        possible = [code for code, _ in state.chance_outcomes()] if seat == CHANCE else state.legal_actions(seat)
        codes = [code for code in possible if state.action_text(seat, code) == action["action"]]
        if not codes:
            return [f"action {number}, {action}, isn't possible there"]
        state.apply(seat, codes[0])
    outcome = state.outcome()
    if outcome is None:
        return ["the recorded game isn't over"]
    if list(outcome.returns) != record["outcome"]["returns"] or outcome.reason != record["outcome"]["reason"]:
        return [f"the record says {record['outcome']}, the rules {outcome}"]
    return []
