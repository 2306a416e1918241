"""Matches without a server: games, commands and what can be seen of a match from outside."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from undercroft.game import SPECTATOR, Game, Seat
from undercroft.match import (
    Act,
    Answer,
    Command,
    GameFailed,
    Glance,
    Match,
    NewMatch,
    Refusal,
    Row,
    SeatPlan,
    Step,
    decode_row,
    encode_row,
)
from undercroft.match.commands import Join
from undercroft.options import decode_options, encode_options
from undercroft.registry import Registry, load_registry

TESTS = Path(__file__).parents[2]
GOOFSPIEL = TESTS / "third_party" / "undercroft_goofspiel" / "src"
TOUCHY = TESTS / "server" / "touchy_plugins"


def registry_with(folder: Path) -> Registry:
    registry = load_registry(folder)
    assert not registry.problems
    return registry


def game_named(game_id: str) -> Game[Any, Any, Any, Any]:
    folder = {"goofspiel": GOOFSPIEL, "touchy": TOUCHY}.get(game_id)
    return (registry_with(folder) if folder else load_registry()).game(game_id)


def new_match(game: Game[Any, Any, Any, Any], options: str = "{}", **changes: Any) -> NewMatch:
    values: dict[str, Any] = {
        "match_id": "m",
        "options": encode_options(decode_options(game.options_type, options)),
        "seats": (SeatPlan("player", "Ann", token_hash="a"), SeatPlan("player", "Bob", token_hash="b")),
        "secret": bytes(range(32)),
    }
    return NewMatch(**values | changes)


@dataclass
class Table:
    """A live match, its rows as they would be on disk, and the time."""

    game: Game[Any, Any, Any, Any]
    options: Any
    match: Match
    rows: list[bytes] = field(default_factory=list)
    now: int = 1_000

    @classmethod
    def of(cls, game: Game[Any, Any, Any, Any], options: str = "{}", **changes: Any) -> Table:
        new = new_match(game, options, **changes)
        value = decode_options(game.options_type, new.options)
        match, step = Match.create(game, value, new, 1_000)
        table = cls(game, value, match)
        table.write(step)
        return table

    def write(self, step: Step) -> Step:
        self.rows += step.data
        self.match.advance(step)
        return step

    def tell(self, command: Command) -> Answer | Refusal | Step:
        """Decide a command and write what it makes; a refusal is given back."""
        self.now += 7
        try:
            outcome = self.match.handle(command, self.now)
        except Refusal as refusal:
            return refusal
        return self.write(outcome) if isinstance(outcome, Step) else outcome

    def act(self, seat: Seat, action: str, command_id: str = "", seq: int | None = None) -> Answer | Refusal | Step:
        number = self.seq(seat) if seq is None else seq
        by_bot = self.match.position.occupants[seat].kind == "bot"
        return self.tell(Act(seat, command_id or f"c{len(self.rows)}", number, text=action, by_bot=by_bot))

    def join(self, seat: Seat, token_hash: str, name: str = "Eve") -> Answer | Refusal | Step:
        return self.tell(Join(seat, name, token_hash))

    def seq(self, reader: Seat) -> int:
        return self.match.position.counts[self.match.position.slot(reader)]

    def restored(self) -> Match:
        return Match.restore(self.game, self.options, self.decoded())

    def decoded(self) -> list[Row]:
        return [decode_row(row) for row in self.rows]


def readers_of(match: Match) -> list[Seat]:
    return [*range(match.position.seats), SPECTATOR]


def seen(match: Match) -> dict[str, Any]:
    """Everything that anybody can see of a match, and that decides what it answers."""
    position = match.position
    glances: dict[Seat, Glance | str] = {}
    for reader in readers_of(match):
        try:
            glances[reader] = match.glance(reader)
        except GameFailed:
            glances[reader] = "fails"
    return {
        "facts": {reader: tuple(match.facts[reader]) for reader in readers_of(match)},
        "glances": glances,
        "counts": tuple(position.counts),
        "legal_seq": tuple(position.legal_seq),
        "shown": tuple(position.shown),
        "bot_turns": position.bot_turns(),
        "status": position.status,
        "version": position.version,
        "at": position.at,
        "draws": position.draws,
        "outcome": position.outcome,
        "info": match.info(),
    }


__all__ = [
    "GOOFSPIEL",
    "TOUCHY",
    "Table",
    "encode_row",
    "game_named",
    "new_match",
    "readers_of",
    "registry_with",
    "seen",
]
