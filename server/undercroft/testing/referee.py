"""A match without a server: the true state, and for every reader the bytes it would be sent.

The scenario runner and the conformance kit both look through it. What a reader gets is worked out here and nowhere
else: entries numbered by `n`, the view, the legal list, the board in every language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from undercroft.entries import numbered
from undercroft.game import CHANCE, SPECTATOR, Audience, Game, Journal, Seat, State, UndercroftError

__all__ = [
    "IllegalAction",
    "Path",
    "Played",
    "Referee",
    "Setup",
    "Shown",
    "encode",
    "named",
    "one_space",
    "played_on",
]

Played = tuple[Seat, int]
"""Who acted (`CHANCE` too), and the action."""

Path = tuple[Any, Played] | None
"""The actions so far, newest last, shared between forks: (the path before, the newest)."""

encode = msgspec.json.Encoder(order=None).encode
"""The one JSON encoder."""


class IllegalAction(UndercroftError):
    """A text that is no legal action of that seat, or no possible outcome, now."""


class Shown(NamedTuple):
    """All that a reader is shown besides the journal, as bytes; equal for equal."""

    view: bytes
    legal: bytes
    texts: bytes
    turn: bytes
    policy: bytes


@dataclass(frozen=True, eq=False)
class Setup:
    """One way to play a game: its options and its number of seats."""

    game: Game[Any, Any, Any, Any]
    options: Any
    seats: int

    @cached_property
    def readers(self) -> tuple[Seat, ...]:
        """The seats, and the spectator."""
        return (*range(self.seats), SPECTATOR)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Every language in which the game has a title."""
        return tuple(self.game.spec.titles)

    @cached_property
    def policy(self) -> Any:
        """The game's policy, or None."""
        return self.game.policy()

    def start(self) -> Referee:
        """A match at its start."""
        journal: Journal[Any] = Journal()
        return Referee(self, self.game.start(self.options, self.seats, journal), journal)

    def position(self, text: str) -> Referee:
        """A match at a position of the game's notation.

        Raises:
            PositionError: the text describes no position.
            UndercroftError: the game has no notation.
        """
        positions = self.game.positions()
        if positions is None:
            raise UndercroftError("the game has no position texts")
        journal: Journal[Any] = Journal()
        return Referee(self, positions.read(text, self.options, self.seats, journal), journal)

    def replay(self, actions: Sequence[Played]) -> Referee:
        """A match in which these actions were played."""
        referee = self.start()
        for seat, action in actions:
            referee.apply(seat, action)
        return referee


class Referee:
    """One match: the state, what was played, and what every reader was told."""

    def __init__(self, setup: Setup, state: State[Any, Any], journal: Journal[Any]) -> None:
        self.setup = setup
        self.state = state
        self.path: Path = None
        self.path_key = 0
        self.plies = 0
        self.phase: tuple[Seat, ...] = ()
        self.waiting: tuple[Seat, ...] = ()
        self.last: list[tuple[Audience, Any]] = []
        self.told_by_reader: dict[Seat, list[bytes]] = {reader: [] for reader in setup.readers}
        self.key_by_reader: dict[Seat, bytes] = dict.fromkeys(setup.readers, b"")
        self._take(journal)

    # --- what happens

    def apply(self, seat: Seat, action: int) -> None:
        """Play a legal action, or an outcome of `CHANCE`."""
        to_act = self.state.to_act()
        if not self.phase and len(to_act) > 1:
            self.phase = self.waiting = to_act
        journal: Journal[Any] = Journal()
        self.state.apply(seat, action, journal)
        self.path = (self.path, (seat, action))
        self.path_key = hash((self.path_key, seat, action))
        self.plies += 1
        self.waiting = tuple(each for each in self.waiting if each != seat)
        if not self.waiting:
            self.phase = ()
        self._take(journal)

    def act(self, seat: Seat, text: str) -> None:
        """Play the legal action with this text.

        Raises:
            IllegalAction: the seat has none; the message says what is legal.
        """
        legal = self.legal(seat)
        if text not in legal:
            raise IllegalAction(f"not legal for {named(seat)} now: {text!r}; legal: {', '.join(legal) or 'nothing'}")
        self.apply(seat, legal[text])

    def draw(self, text: str) -> None:
        """Play the chance outcome with this text; runs of spaces count as one.

        Raises:
            IllegalAction: it isn't possible now; the message says what is.
        """
        possible = {one_space(self.state.action_text(CHANCE, code)): code for code, _ in self.state.chance_outcomes()}
        if one_space(text) not in possible:
            raise IllegalAction(f"no outcome of chance now: {text!r}; possible: {', '.join(possible) or 'nothing'}")
        self.apply(CHANCE, possible[one_space(text)])

    def fork(self) -> Referee:
        """The same match, to go on in another way."""
        return self.imagine(self.state.clone())

    def imagine(self, state: State[Any, Any]) -> Referee:
        """The same told facts, with another state behind them."""
        other = Referee.__new__(Referee)
        other.setup, other.state = self.setup, state
        other.path, other.path_key, other.plies = self.path, self.path_key, self.plies
        other.phase, other.waiting, other.last = self.phase, self.waiting, self.last
        other.told_by_reader = {reader: list(told) for reader, told in self.told_by_reader.items()}
        other.key_by_reader = dict(self.key_by_reader)
        return other

    def _take(self, journal: Journal[Any]) -> None:
        self.last = journal.told
        for audience, entry in journal.told:
            raw = encode(entry)
            for reader, told in self.told_by_reader.items():
                if audience is None or reader in audience:
                    told.append(raw)
                    self.key_by_reader[reader] = blake2b(self.key_by_reader[reader] + raw, digest_size=16).digest()

    # --- what is known

    @property
    def actions(self) -> list[Played]:
        """What was played, in order."""
        return played_on(self.path)

    def told(self, reader: Seat) -> list[bytes]:
        """The entries told to a reader, as JSON without their numbers. Not to be changed."""
        return self.told_by_reader[reader]

    def told_key(self, reader: Seat) -> bytes:
        """A digest of `told`: equal for equal."""
        return self.key_by_reader[reader]

    def journal(self, reader: Seat) -> list[bytes]:
        """The entries told to a reader as it is sent them: JSON objects numbered by `n`."""
        return [numbered(raw, n) for n, raw in enumerate(self.told_by_reader[reader])]

    def view(self, reader: Seat) -> bytes:
        """The reader's view as JSON."""
        return encode(self.state.view(reader))

    def legal(self, seat: Seat) -> Mapping[str, int]:
        """The seat's legal actions: code by text, in the order of codes; nothing for a spectator."""
        if seat == SPECTATOR:
            return {}
        return {self.state.action_text(seat, action): action for action in self.state.legal_actions(seat)}

    def texts(self, reader: Seat) -> Iterator[Any]:
        """The board and the labels of the legal actions, language by language."""
        game, view = self.setup.game, self.state.view(reader)
        legal = [] if reader == SPECTATOR else self.state.legal_actions(reader)
        for lang in self.setup.languages:
            yield game.board(view, lang)
            yield [game.label(view, action, lang) for action in legal]

    def newly_told(self, reader: Seat) -> list[bytes]:
        """What the newest action (or the start) told a reader, as JSON without numbers."""
        return [encode(entry) for audience, entry in self.last if audience is None or reader in audience]

    def turn(self, reader: Seat) -> bytes:
        """Who is to act, as the reader is shown it, if it was told something just now; else nothing.

        A simultaneous choice stands still until all have chosen, and of chance nobody is shown anything.
        """
        if not any(audience is None or reader in audience for audience, _ in self.last):
            return b""
        return encode(self.phase or [seat for seat in self.state.to_act() if seat != CHANCE])

    def shown(self, reader: Seat, *, texts: bool = True) -> Shown:
        """All that the reader is shown besides its journal, and what a policy would make of it; texts if wanted."""
        return Shown(
            self.view(reader),
            encode(self.legal(reader)),
            encode(list(self.texts(reader))) if texts else b"",
            self.turn(reader),
            encode(self._weights(reader)),
        )

    def _weights(self, reader: Seat) -> list[float] | None:
        policy = self.setup.policy
        if policy is None or reader == SPECTATOR or reader not in self.state.to_act():
            return None
        return list(policy.weights(self.state, reader, self.state.legal_actions(reader)))


def played_on(path: Path) -> list[Played]:
    """The actions of a path, in order."""
    actions: list[Played] = []
    while path is not None:
        path, newest = path
        actions.append(newest)
    return actions[::-1]


def named(reader: Seat) -> str:
    """A reader, or chance, as a word."""
    return {CHANCE: "chance", SPECTATOR: "spectator"}.get(reader, f"seat {reader}")


def one_space(text: str) -> str:
    """The text with every run of spaces as one, none at the ends."""
    return " ".join(text.split())
