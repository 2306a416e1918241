"""Checks one moment of a match: whatever must hold in every state, whoever has played what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import msgspec

from undercroft.entries import EntryDecoder, numbered
from undercroft.game import CHANCE, SPECTATOR, OpenGame, Outcome, Seat
from undercroft.soundness import text_fault
from undercroft.testing.failure import CheckFailed, Property
from undercroft.testing.foresight import glance_fault
from undercroft.testing.purse import Purse
from undercroft.testing.referee import Referee, Setup, encode, named
from undercroft.testing.reproduce import broken
from undercroft.testing.texts import board_fault, svg_fault

__all__ = ["NodeChecks", "finite"]

LARGE_VIEW: Final = 64 * 1024
"""A view above so many bytes is warned about: it is sent again and again."""

AT_ONCE: Final = 60_000
"""So many characters of boards and labels, and of pictures, are looked at however few moments there are."""

A_MOMENT: Final = 3_000
"""So many more are for each moment: with large boards or pictures not every reader's are made at every moment."""


class NodeChecks:
    """The checks of one setup; `warnings` collects what isn't wrong but worth a word."""

    def __init__(self, setup: Setup, warnings: set[str]) -> None:
        self._setup = setup
        self._game = setup.game
        self._warnings = warnings
        self._pattern = re.compile(setup.game.spec.action_pattern)
        self._decode_view = msgspec.json.Decoder(setup.game.view_type).decode
        self._decode_entry = EntryDecoder(setup.game.entry_type).decode
        self._evaluator = setup.game.evaluator()
        self._svg = setup.game.svg()
        self._sides = list(setup.game.sides(setup.options, setup.seats))
        self._texts_purse, self._pictures_purse = Purse(AT_ONCE), Purse(AT_ONCE)

    def check(self, referee: Referee) -> None:
        """Check the state as it is now, and the entries told last.

        Raises:
            CheckFailed: something is wrong.
        """
        self._to_act(referee)
        self._outcome(referee)
        for seat in range(self._setup.seats):
            self._legal(referee, seat)
        self._chance(referee)
        self._key(referee)
        self._entries(referee)
        self._texts_purse.earn(A_MOMENT)
        self._pictures_purse.earn(A_MOMENT)
        readers = self._setup.readers
        first = referee.plies % len(readers)
        for reader in (*readers[first:], *readers[:first]):
            self._view(referee, reader)
        self._judges(referee)

    # --- the rules

    def _to_act(self, referee: Referee) -> None:
        to_act = referee.state.to_act()
        good = isinstance(to_act, tuple) and all(type(seat) is int for seat in to_act)
        if good and to_act != (CHANCE,):
            good = list(to_act) == sorted(set(to_act)) and all(0 <= seat < self._setup.seats for seat in to_act)
        if not good:
            raise broken(referee, Property.TO_ACT, f"to_act gave {to_act!r}")
        if referee.waiting and to_act != referee.waiting:
            why = f"{referee.waiting} have still to choose, to_act gave {to_act}"
            raise broken(referee, Property.TO_ACT, why)
        if len(to_act) > 1 and isinstance(self._game, OpenGame):
            raise broken(referee, Property.TO_ACT, "a game with simultaneous choices isn't open")

    def _outcome(self, referee: Referee) -> None:
        outcome, to_act = referee.state.outcome(), referee.state.to_act()
        if (outcome is None) != bool(to_act):
            raise broken(referee, Property.OUTCOME, f"to_act is {to_act}, the outcome {outcome}")
        if outcome is not None and (fault := self._outcome_fault(outcome)):
            raise broken(referee, Property.OUTCOME, f"{fault}: {outcome}")

    def _outcome_fault(self, outcome: Outcome) -> str | None:
        seats, winners, returns = self._setup.seats, outcome.winners, outcome.returns
        if not _integers(returns, seats) or (outcome.score is not None and not _integers(outcome.score, seats)):
            return f"returns and score want {seats} integers"
        if not isinstance(winners, tuple) or list(winners) != sorted(set(winners) & set(range(seats))):
            return "winners aren't seats in ascending order"
        winning = {self._sides[seat] for seat in winners}
        if any(self._sides[seat] in winning and seat not in winners for seat in range(seats)):
            return "a seat of a winning side doesn't win"
        losers = [returns[seat] for seat in range(seats) if seat not in winners]
        if winners and losers and min(returns[seat] for seat in winners) < max(losers):
            return "somebody returns more than a winner"
        return None if re.fullmatch("[a-z][a-z0-9_]*", outcome.reason) else "the reason isn't snake_case"

    def _legal(self, referee: Referee, seat: Seat) -> None:
        legal = referee.state.legal_actions(seat)
        if not isinstance(legal, list) or not all(type(action) is int for action in legal):
            raise self._seat_fault(referee, Property.LEGAL_ACTIONS, seat, f"not a list of ints: {legal!r}")
        if any(one >= other for one, other in pairwise(legal)) or (legal and legal[0] < 0):
            raise self._seat_fault(referee, Property.LEGAL_ACTIONS, seat, f"not ascending from 0: {legal}")
        if bool(legal) != (seat in referee.state.to_act()):
            why = f"to_act is {referee.state.to_act()}, and seat {seat} has {legal}"
            raise self._seat_fault(referee, Property.LEGAL_ACTIONS, seat, why)
        if referee.state.legal_actions(seat) != legal:
            raise self._seat_fault(referee, Property.LEGAL_ACTIONS, seat, "another list when asked again")
        texts = [referee.state.action_text(seat, action) for action in legal]
        for text in texts:
            if text_fault(text) or not self._pattern.fullmatch(text):
                raise self._seat_fault(referee, Property.ACTION_TEXT, seat, f"{text!r} doesn't match the pattern")
        if len(set(texts)) < len(texts):
            raise self._seat_fault(referee, Property.ACTION_TEXT, seat, f"two actions with one text: {texts}")

    def _chance(self, referee: Referee) -> None:
        outcomes = referee.state.chance_outcomes()
        if bool(outcomes) != (referee.state.to_act() == (CHANCE,)):
            raise broken(referee, Property.CHANCE, f"to_act is {referee.state.to_act()}, outcomes {outcomes!r}")
        if not all(type(action) is int and type(weight) is int and weight > 0 for action, weight in outcomes):
            raise broken(referee, Property.CHANCE, f"codes and weights aren't positive ints: {outcomes!r}")
        texts = [referee.state.action_text(CHANCE, action) for action, _ in outcomes]
        if len({action for action, _ in outcomes}) < len(texts) or len(set(texts)) < len(texts):
            raise broken(referee, Property.CHANCE, f"an outcome is there twice: {texts}")
        if any(text_fault(text) for text in texts):
            raise broken(referee, Property.CHANCE, f"unreadable texts: {texts}")

    def _key(self, referee: Referee) -> None:
        key = referee.state.position_key()
        if key != (again := referee.state.position_key()):
            raise broken(referee, Property.POSITION_KEY, f"{key!r}, and {again!r} when asked again")
        if key != (cloned := referee.state.clone().position_key()):
            raise broken(referee, Property.POSITION_KEY, f"{key!r}, and {cloned!r} in a clone")
        try:
            hash(key)
        except TypeError as error:
            raise broken(referee, Property.POSITION_KEY, f"{key!r} can't be hashed: {error}") from error

    # --- what is told and shown

    def _entries(self, referee: Referee) -> None:
        if not referee.path and any(not referee.told(reader) for reader in self._setup.readers):
            silent = [named(reader) for reader in self._setup.readers if not referee.told(reader)]
            raise broken(referee, Property.START_TOLD, f"nothing is told to {', '.join(silent)}")
        for audience, entry in referee.last:
            self._entry(referee, audience, entry)

    def _entry(self, referee: Referee, audience: Any, entry: Any) -> None:
        good = audience is None or (isinstance(audience, tuple) and set(audience) <= set(self._setup.readers))
        if not good or (audience is not None and len(set(audience)) < len(audience)):
            raise broken(referee, Property.AUDIENCE, f"told to {audience!r}: {entry!r}")
        raw = encode(entry)
        if not raw.startswith(b"{") or "n" in msgspec.json.decode(raw):
            raise broken(referee, Property.ENTRY_JSON, f"not an object, or with a key `n` of its own: {raw!r}")
        try:
            decoded = self._decode_entry(numbered(raw, 0))
        except msgspec.DecodeError as error:
            raise broken(referee, Property.ENTRY_JSON, f"can't be decoded: {raw!r}: {error}") from error
        if decoded != entry or encode(decoded) != raw:
            raise broken(referee, Property.ENTRY_JSON, f"told {entry!r}, comes back as {decoded!r}")
        for lang in self._setup.languages:
            sentence = self._game.sentence(entry, lang)
            if fault := text_fault(sentence):
                raise broken(referee, Property.SENTENCE_TEXT, f"{lang}: {fault}")
            if self._game.sentence(decoded, lang) != sentence:
                raise broken(referee, Property.SENTENCE_TEXT, f"{lang}: another sentence for the decoded entry {raw!r}")

    def _view(self, referee: Referee, reader: Seat) -> None:
        view = referee.state.view(reader)
        raw = encode(view)
        try:
            decoded = self._decode_view(raw)
        except msgspec.DecodeError as error:
            raise self._seat_fault(referee, Property.VIEW_JSON, reader, f"can't be decoded: {error}") from error
        if decoded != view or encode(decoded) != raw:
            raise self._seat_fault(referee, Property.VIEW_JSON, reader, f"comes back otherwise: {raw!r}")
        if self._texts_purse.open:
            legal = [] if reader == SPECTATOR else referee.state.legal_actions(reader)
            for lang in self._setup.languages:
                self._texts(referee, reader, (view, decoded), legal, lang)
        if self._svg is not None and self._pictures_purse.open:
            self._picture(referee, reader, self._svg.draw(decoded, "en"))
        if encode(referee.state.view(reader)) != raw:
            raise self._seat_fault(referee, Property.VIEW_JSON, reader, "another view when asked again")
        if len(raw) > LARGE_VIEW:
            self._warnings.add(f"a view above {LARGE_VIEW // 1024} KiB is sent to {named(reader)}")

    def _texts(self, referee: Referee, reader: Seat, views: tuple[Any, Any], legal: Sequence[int], lang: str) -> None:
        boards = [self._game.board(view, lang) for view in views]
        if fault := board_fault(boards[0]):
            raise self._seat_fault(referee, Property.BOARD_TEXT, reader, f"{lang}: {fault}")
        if boards[0] != boards[1]:
            raise self._seat_fault(referee, Property.BOARD_TEXT, reader, f"{lang}: another board for the decoded view")
        self._texts_purse.spend(2 * sum(len(text) for line in boards[0] for text, _ in line))
        for action in legal:
            labels = [self._game.label(view, action, lang) for view in views]
            if fault := text_fault(labels[0]):
                raise self._seat_fault(referee, Property.LABEL_TEXT, reader, f"{lang}: {fault}")
            if labels[0] != labels[1]:
                why = f"{lang}: another label for the decoded view"
                raise self._seat_fault(referee, Property.LABEL_TEXT, reader, why)
            self._texts_purse.spend(2 * len(labels[0]))

    def _picture(self, referee: Referee, reader: Seat, document: Any) -> None:
        if fault := svg_fault(document):
            raise self._seat_fault(referee, Property.SVG, reader, fault)
        self._pictures_purse.spend(len(document))

    # --- optional parts

    def _judges(self, referee: Referee) -> None:
        to_act = referee.state.to_act()
        if self._evaluator is not None and to_act:
            values = self._evaluator.values(referee.state)
            if len(values) != self._setup.seats or not all(map(finite, values)):
                raise broken(referee, Property.EVALUATOR, f"gave {values!r} for {self._setup.seats} seats")
            if len(to_act) == 1 and to_act[0] != CHANCE:
                fault = glance_fault(self._setup, self._evaluator, referee.state)
                if fault:
                    raise broken(referee, Property.EVALUATOR, fault)
        policy = self._setup.policy
        for seat in to_act:
            if policy is None or seat == CHANCE:
                continue
            legal = referee.state.legal_actions(seat)
            weights = policy.weights(referee.state, seat, list(legal))
            usable = len(weights) == len(legal) and all(finite(each) and each >= 0 for each in weights)
            if not usable or sum(weights) <= 0:
                raise self._seat_fault(referee, Property.POLICY, seat, f"gave {weights!r} for {legal}")

    def _seat_fault(self, referee: Referee, what: Property, reader: Seat, why: str) -> CheckFailed:
        return broken(referee, what, why, reader=reader)


def _integers(numbers: Any, count: int) -> bool:
    return isinstance(numbers, tuple) and len(numbers) == count and all(type(each) is int for each in numbers)


def finite(number: Any) -> bool:
    """Whether it is a number, and neither infinite nor undefined."""
    return isinstance(number, int | float) and abs(number) < float("inf")
