"""Takes a position text apart, and refuses what describes no position (`rules/blind_attack.md` §12)."""

from __future__ import annotations

from typing import Final

from undercroft.game import PositionError
from undercroft_blind_attack.battlefield import (
    ARMY,
    BLOCKED,
    BOMB,
    CHARGES,
    EMPTY,
    EXPLODED,
    GENERAL,
    MAN,
    PRISONER,
    SIDE_BIT,
    SPITED,
    UNKNOWN,
    WOUNDED,
    Battlefield,
    empty_battlefield,
)
from undercroft_blind_attack.cells import CELL, LAST_ROW, NAME, OWN_ROW
from undercroft_blind_attack.codes import ATTACK, REASONS, RUNNING, SYMBOLS
from undercroft_blind_attack.state import Battle, new_battle
from undercroft_blind_attack.values import Options

__all__ = ["Reader"]

_SHOWN: Final = 40
"""So much of a text that can't be read is quoted."""
_DIGITS: Final = 6
_KEYS: Final = (
    "W:", "B:", "out W:", "out B:", "pool W:", "pool B:", "#", "turn", "quiet", "turns", "moved", "progress", "huffed",
    "could", "huff",
)  # fmt: skip
_FATES: Final = {"p": PRISONER, "w": WOUNDED, "s": SPITED, "x": EXPLODED}
_SIDES: Final = ("W", "B")
_FLAGS: Final = ("progress", "huffed")


class Reader:
    """One text on its way to a position."""

    def __init__(self, text: str, options: Options) -> None:
        self._options = options
        self._fields = _split(text)

    def battle(self) -> Battle:
        """The position.

        Raises:
            PositionError: the text describes none, or one in which the game is over.
        """
        field = self._battlefield()
        turn = self._one("turn")
        if turn not in _SIDES:
            raise PositionError(
                "the game is over, or nobody is on turn: a position to play from has `turn W` or `turn B`"
            )
        battle = new_battle(self._options, field, _SIDES.index(turn), self._number("turns"))
        battle.quiet = self._number("quiet")
        battle.progress = "progress" in self._fields
        battle.huffed = "huffed" in self._fields
        self._half_a_turn(battle)
        self._huffing(battle)
        if battle.phase != ATTACK:
            _refuse_if_over(battle)
        elif battle.quiet >= self._options.quiet_limit or battle.turns >= self._options.max_turns:
            raise PositionError("the game is over: it has reached a limit")
        return battle

    # --- the board

    def _battlefield(self) -> Battlefield:
        """Where everything is and went; what follows from it is known."""
        field = empty_battlefield()
        for side in (0, 1):
            for word in self._men(side):
                _place(field, side, word)
        for name in self._words("#"):
            cell = _cell(name)
            if field.at[cell] != EMPTY:
                what = "holds a piece" if field.at[cell] & MAN else "is there twice"
                raise PositionError(f"the blocked cell {name} {what}")
            field.at[cell] = BLOCKED
        for side in (0, 1):
            for word in self._words(f"out {_SIDES[side]}:"):
                if len(word) != 2 or word[0] not in SYMBOLS or word[1] not in _FATES:
                    raise PositionError(f"`out` has pieces like 3p, 2w, 1s or Bx, not {_quoted(word)}")
                field.add_gone(side, _FATES[word[1]], SYMBOLS.index(word[0]), 1)
            self._fill_pool(field, side)
            field.deduce(side)
        return field

    def _men(self, side: int) -> list[str]:
        """The words for a side's pieces; `-` stands for none."""
        words = self._words(f"{_SIDES[side]}:")
        return [] if words == ["-"] else words

    def _fill_pool(self, field: Battlefield, side: int) -> None:
        """Set the pool: as given, or what is left of the nine charges."""
        unknown = sum(1 for cell in field.men[side] if field.at[cell] & UNKNOWN)
        counts = _shown(field, side)
        key = f"pool {_SIDES[side]}:"
        if key in self._fields:
            given = self._one(key)
            if any(symbol not in SYMBOLS for symbol in given):
                raise PositionError(f"a pool has charges like B1123, not {_quoted(given)}")
            pool = [given.count(symbol) for symbol in SYMBOLS]
        else:
            pool = [max(0, most - seen) for most, seen in zip(ARMY, counts, strict=True)] if unknown else [0] * CHARGES
        if sum(pool) != unknown:
            raise PositionError(f"side {_SIDES[side]} has {unknown} unknown pieces and a pool of {sum(pool)} charges")
        for charge, most in enumerate(ARMY):
            if counts[charge] + pool[charge] > most:
                raise PositionError(f"side {_SIDES[side]} has more than {most} of charge {SYMBOLS[charge]}")
            field.pools[CHARGES * side + charge] = pool[charge]

    # --- the turn

    def _half_a_turn(self, battle: Battle) -> None:
        """The piece that has moved, if any, and what could have attacked before."""
        if "moved" in self._fields:
            cell = _cell(self._one("moved"))
            if not battle.field.at[cell] & SIDE_BIT[battle.side] or not battle.field.targets(cell):
                raise PositionError(
                    f"moved {NAME[cell]}: no piece with a target stands there that the side could have moved"
                )
            battle.phase = ATTACK
            battle.moved = cell
        battle.could = self._men_on("could", battle.field, battle.side)
        if battle.could and battle.phase != ATTACK:
            raise PositionError("`could` goes with `moved`")

    def _huffing(self, battle: Battle) -> None:
        """The pieces that may be huffed now."""
        battle.huffable = self._men_on("huff", battle.field, 1 - battle.side)
        if battle.huffable and (battle.phase == ATTACK or battle.huffed):
            raise PositionError(
                "`huff` goes neither with `moved` nor with `huffed`: a turn has one huff, before all else"
            )
        if not self._options.huff and (battle.huffable or battle.could or battle.huffed):
            raise PositionError("`could`, `huff` and `huffed` need the option huff")

    def _men_on(self, key: str, field: Battlefield, side: int) -> tuple[int, ...]:
        """The cells of a field that names pieces of one side."""
        cells = tuple([_cell(name) for name in self._words(key)])
        if len(set(cells)) < len(cells):
            raise PositionError(f"`{key}` names a cell twice")
        for cell in cells:
            if not field.at[cell] & SIDE_BIT[side]:
                raise PositionError(f"`{key}` names {NAME[cell]}, where side {_SIDES[side]} has no piece")
        return cells

    # --- fields

    def _words(self, key: str) -> list[str]:
        """The words of a field; none if it is absent."""
        return self._fields.get(key, [])

    def _one(self, key: str) -> str:
        """The only word of a field, `-` if it is absent."""
        words = self._fields.get(key, ["-"])
        if len(words) != 1:
            raise PositionError(f"`{key}` is followed by one word, not by {len(words)}")
        return words[0]

    def _number(self, key: str) -> int:
        """The number of a field, 0 if it is absent."""
        if key not in self._fields:
            return 0
        word = self._one(key)
        if not word.isascii() or not word.isdecimal() or len(word) > _DIGITS:
            raise PositionError(f"`{key}` is followed by a number, not by {_quoted(word)}")
        return int(word)


def _split(text: str) -> dict[str, list[str]]:
    """The words of each field, by its name."""
    fields: dict[str, list[str]] = {}
    for field in text.split("|"):
        words = field.split()
        key = next((key for key in _KEYS if words[: len(key.split())] == key.split()), None)
        if key is None:
            raise PositionError(f"unknown field {_quoted(' '.join(words))}")
        if key in fields:
            raise PositionError(f"the field `{key}` is there twice")
        fields[key] = words[len(key.split()) :]
        if key in _FLAGS and fields[key]:
            raise PositionError(f"nothing follows `{key}`")
    return fields


def _place(field: Battlefield, side: int, word: str) -> None:
    """Set a piece such as `e4=?`, `e4=2` or `d9=G3`."""
    name, _, worth = word.partition("=")
    cell = _cell(name)
    symbol = worth.removeprefix("G")
    general = worth != symbol
    if len(symbol) != 1 or symbol not in "?" + SYMBOLS or (general and symbol == "?"):
        raise PositionError(f"a piece is like e4=?, e4=2 or e4=G3, not {_quoted(word)}")
    charge = UNKNOWN if symbol == "?" else SYMBOLS.index(symbol)
    if general and charge == BOMB:
        raise PositionError(f"{name}: a bomb is no general")
    if not general and OWN_ROW[side][cell] == LAST_ROW:
        raise PositionError(f"{name}: a soldier doesn't stay one on his last row")
    if field.at[cell] != EMPTY:
        raise PositionError(f"{name} holds two pieces")
    field.put(cell, SIDE_BIT[side] | (GENERAL if general else 0) | charge)


def _shown(field: Battlefield, side: int) -> list[int]:
    """How many pieces of each charge a side has shown, on the board or off it."""
    fates = (PRISONER, WOUNDED, SPITED, EXPLODED)
    charges = range(CHARGES)
    counts = [sum(field.count_gone(side, fate, charge) for fate in fates) for charge in charges]
    for cell in field.men[side]:
        for charge in charges:
            counts[charge] += field.at[cell] & ~(GENERAL | MAN) == charge
    return counts


def _refuse_if_over(battle: Battle) -> None:
    """A position to play from isn't over.

    Raises:
        PositionError: it is.
    """
    reason = battle.reason_to_end()
    if reason != RUNNING:
        raise PositionError(f"the game is over: {REASONS[reason]}")


def _cell(name: str) -> int:
    """The number of a cell.

    Raises:
        PositionError: no cell is called so.
    """
    if name not in CELL:
        raise PositionError(f"there is no cell {_quoted(name)}")
    return CELL[name]


def _quoted(text: str) -> str:
    """A text, or its beginning, in quotes."""
    return repr(text[:_SHOWN])
