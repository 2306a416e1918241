"""The referee's notation: a position as one line of text (`rules/psychos_of_the_underground.md` §11)."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from undercroft.game import Journal, PositionError, Positions
from undercroft_psychos.network import NOWHERE, Network
from undercroft_psychos.state import ACT, OVER, START_DICE, TURN_DICE, Psychos, new_game
from undercroft_psychos.values import Options

__all__ = ["SETUP", "PsychosPositions"]

SETUP: Final = "setup"
"""What is written while dice are thrown for the goal and the starts."""

_NUMBER: Final = re.compile("-?(0|[1-9][0-9]{0,14})")
_DICE: Final = re.compile("([1-6]),([1-6])")
_PIECE: Final = re.compile(r"(?P<station>[^>@=\s]+)>(?P<heading>[^>@=\s]+)@(?P<start>[^>@=\s]+)=(?P<chips>[^>@=\s]+)")
_KEYS: Final = ("turn", "seat", "dice", "bank")


class PsychosPositions(Positions[Options, Psychos]):
    """Reads and writes lines such as `long mitino turn=1 seat=0 dice=3,5 bank=9; tyoply_stan>yasenevo@…=-3; …`."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def read(self, text: str, options: Options, seats: int, journal: Journal[Any] | None = None) -> Psychos:
        """The position described; its variant goes before that of the options.

        Raises:
            PositionError: the text describes no position of a running game.
        """
        head, *pieces = [part.strip() for part in text.split(";")]
        state = self._read_head(head, options, seats)
        if len(pieces) != seats:
            raise PositionError(f"a position for {seats} seats has {seats} pieces, not {len(pieces)}")
        for seat, piece in enumerate(pieces):
            self._read_piece(state, seat, piece)
        if state.bank + sum(state.chips) != 0:
            raise PositionError(f"bank and balances add up to {state.bank + sum(state.chips)}, not to 0")
        if journal is not None:
            state.tell_start(journal, self.write(state))
        return state

    def write(self, state: Psychos) -> str:
        """The text of any position; during the set-up, which can't be read back, the word `setup`."""
        if state.phase <= START_DICE:
            return SETUP
        net = state.network
        over = state.phase == OVER
        dice = f"{state.small},{state.large}" if state.phase == ACT else "-"
        seat = "-" if over else str(state.seat)
        head = f"{state.options.variant} {net.station_ids[state.goal]} turn={state.turn} seat={seat} dice={dice}"
        head += f" bank={state.bank}"
        if over:
            head += " over=turn_limit winner=-" if state.winner < 0 else f" over=arrived winner={state.winner}"
        return "; ".join([head, *[_write_piece(state, seat) for seat in range(len(state.chips))]])

    # --- reading

    def _read_head(self, text: str, options: Options, seats: int) -> Psychos:
        """The part before the first `;`."""
        words = text.split()
        if words == [SETUP]:
            raise PositionError("the set-up can't be loaded")
        if len(words) < 2 + len(_KEYS):
            raise PositionError("a position begins with a variant, a goal, turn=, seat=, dice= and bank=")
        variant, goal, *fields = words
        if variant == "long":
            options = msgspec.structs.replace(options, variant="long")
        elif variant == "quick":
            options = msgspec.structs.replace(options, variant="quick")
        else:
            raise PositionError(f"the variant is long or quick, not {variant[:20]!r}")
        values = _values(fields)
        state = new_game(self._network, options, seats)
        state.goal = self._station(goal)
        if not self._network.is_terminus[state.goal]:
            raise PositionError(f"the goal {goal} is no outer terminus")
        state.turn = _number("turn", values["turn"], 1, options.max_turns)
        state.seat = _number("seat", values["seat"], 0, seats - 1)
        state.bank = _number("bank", values["bank"], 0, None)
        state.phase = TURN_DICE
        if values["dice"] != "-":
            dice = _DICE.fullmatch(values["dice"])
            if dice is None:
                raise PositionError(f"dice= is - or two dice such as 3,5, not {values['dice'][:20]!r}")
            state.small, state.large = sorted(int(die) for die in dice.groups())
            state.phase = ACT
        return state

    def _read_piece(self, state: Psychos, seat: int, text: str) -> None:
        """`STATION>HEADING@START=BALANCE`."""
        found = _PIECE.fullmatch(text)
        if found is None:
            raise PositionError(f"piece {seat} isn't STATION>HEADING@START=BALANCE: {text[:60]!r}")
        net = self._network
        station, start = self._station(found["station"]), self._station(found["start"])
        heading = NOWHERE if found["heading"] == "-" else self._station(found["heading"])
        place = net.place(station, heading)
        if place < 0:
            raise PositionError(f"a piece on {found['station']} can't head for {found['heading']}")
        if not net.is_terminus[start]:
            raise PositionError(f"the start {found['start']} is no outer terminus")
        if state.goal in (station, start):
            raise PositionError(f"piece {seat} stands or starts on the goal")
        state.places[seat] = place
        state.starts[seat] = net.home(start)
        state.chips[seat] = _number("a balance", found["chips"], None, None)

    def _station(self, id_: str) -> int:
        if id_ not in self._network.index:
            raise PositionError(f"unknown station: {id_[:40]!r}")
        return self._network.index[id_]


def _values(fields: list[str]) -> dict[str, str]:
    """The values of `turn=`, `seat=`, `dice=` and `bank=`, in this order and no others."""
    values = {}
    for number, field in enumerate(fields):
        key, equals, value = field.partition("=")
        if number >= len(_KEYS) or key != _KEYS[number] or not equals:
            raise PositionError(f"after the goal come turn=, seat=, dice= and bank=, in this order, not {field[:20]!r}")
        values[key] = value
    return values


def _number(what: str, text: str, low: int | None, high: int | None) -> int:
    """A whole number in a range."""
    if _NUMBER.fullmatch(text) is None:
        raise PositionError(f"{what} is a whole number, not {text[:20]!r}")
    value = int(text)
    if (low is not None and value < low) or (high is not None and value > high):
        above = f"{low} or more" if high is None else f"{low} to {high}"
        raise PositionError(f"{what} is {above}, not {value}")
    return value


def _write_piece(state: Psychos, seat: int) -> str:
    net, place = state.network, state.places[seat]
    heading = net.heading(place)
    station, start = net.station_ids[place >> 1], net.station_ids[state.starts[seat] >> 1]
    return f"{station}>{net.station_ids[heading] if heading >= 0 else '-'}@{start}={state.chips[seat]}"
