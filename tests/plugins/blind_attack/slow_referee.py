"""A second referee, written from `rules/blind_attack.md` alone: slow, plain, and nothing like the engine.

A game is one generator that follows the rules from top to bottom. It asks for a text wherever somebody has to decide:
`yield Question(...)`, and goes on with the answer.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

FULL = {0: 1, 1: 3, 2: 3, 3: 2}
LETTERS = {0: "B", 1: "1", 2: "2", 3: "3"}
WORDS = {"p": "prisoner", "w": "wounded", "s": "wounded", "x": "exploded"}
DEFAULTS = {
    "weak": "humane", "equal": "aggressive", "spite": "one", "huff": False, "first": "W", "team_size": 1,
    "quiet_limit": 40, "max_turns": 300,
}  # fmt: skip

Cell = tuple[int, int]
"""File and rank, 1 to 9."""


def name(cell: Cell) -> str:
    return f"{chr(96 + cell[0])}{cell[1]}"


@dataclass(eq=False)
class Man:
    side: int
    cell: Cell
    charge: int | None = None
    general: bool = False
    fate: str = ""


@dataclass
class Question:
    """What may be answered: legal texts of a seat, or texts of chance with their weights."""

    seat: int | None
    legal: list[str] = field(default_factory=list)
    outcomes: dict[str, int] = field(default_factory=dict)


Asking = Generator[Question, str, None]


class SlowReferee:
    def __init__(self, **options: Any) -> None:
        self.options = {**DEFAULTS, **options}
        self.men = [Man(side, (file, (1, 9)[side])) for side in (0, 1) for file in range(1, 10)]
        self.pools = [dict(FULL), dict(FULL)]
        self.blocked: set[Cell] = set()
        self.journal: list[dict[str, Any]] = []
        self.turns = 0
        self.quiet = 0
        self.progress = False
        self.huffed = False
        self.huffable: list[Man] = []
        self.could: list[Man] = []
        self.moved: Man | None = None
        self.pending: dict[str, Any] | None = None
        self.turn: int | None = {"W": 0, "B": 1, "random": None}[self.options["first"]]
        self.reason: str | None = None

    # --- the course of a game

    def game(self) -> Asking:
        self.tell("start", position=self.position() if self.turn is not None else None)
        if self.turn is None:
            self.pending = {"kind": "first"}
            answer = yield Question(None, outcomes={"first=W": 1, "first=B": 1})
            self.pending = None
            self.turn = "WB".index(answer[-1])
            self.tell("first", side=self.turn)
        while self.reason is None:
            yield from self.one_turn()

    def one_turn(self) -> Asking:
        me = self.turn
        assert me is not None
        while True:
            legal = self.moves_and_attacks(me) or ["pass"]
            text = yield Question(self.seat(), legal + [f"!{name(man.cell)}" for man in self.huffable])
            self.tell_action(text)
            if not text.startswith("!"):
                break
            victim = self.at(text[1:])
            self.huffable = []
            self.huffed = True
            yield from self.turn_up("huff", [victim], [victim])
            self.leave(victim, "p")
            self.end_if_due()
            if self.reason is not None:
                return
        self.huffable = []
        offenders: list[Man] = []
        if "x" in text:
            yield from self.attack(self.at(text[:2]), self.at(text[3:]))
        elif text != "pass":
            could = [man for man in self.alive(me) if self.targets(man)]
            mover = self.at(text[:2])
            mover.cell = (ord(text[2]) - 96, int(text[3]))
            self.could = could if self.options["huff"] else []
            if not mover.general:
                self.progress = True
                if self.row(mover) == 9:
                    yield from self.turn_up("promotion", [mover], [mover])
                    self.crown_or_block(mover)
            attacked = False
            if not mover.fate and self.targets(mover):
                self.moved = mover
                attack_texts = [f"{name(mover.cell)}x{name(target.cell)}" for target in self.targets(mover)]
                text = yield Question(self.seat(), [*attack_texts, "stay"])
                self.tell_action(text)
                self.moved = None
                self.could = []
                attacked = text != "stay"
                if attacked:
                    yield from self.attack(mover, self.at(text[3:]))
                elif mover not in could:
                    could.append(mover)
            self.could = []
            offenders = [] if attacked else [man for man in could if not man.fate]
        self.turns += 1
        self.quiet = 0 if self.progress else self.quiet + 1
        self.progress = self.huffed = False
        self.turn = 1 - me
        self.huffable = offenders if self.options["huff"] else []
        self.end_if_due()

    def end_if_due(self) -> None:
        white, black = self.alive(0), self.alive(1)
        if not white or not black:
            self.reason = "eliminated"
        elif (
            len(white) == len(black) == 1
            and white[0].general
            and black[0].general
            and white[0].charge == black[0].charge
        ):
            self.reason = "equal_generals"
        elif not self.moves_and_attacks(0) and not self.moves_and_attacks(1):
            self.reason = "immobile"
        elif self.quiet >= self.options["quiet_limit"]:
            self.reason = "quiet_limit"
        elif self.turns >= self.options["max_turns"]:
            self.reason = "max_turns"
        if self.reason is not None:
            self.turn = None
            self.huffable = []
            self.tell("end", **self.result())

    # --- fights

    def attack(self, attacker: Man, defender: Man) -> Asking:
        start, end = attacker.cell, defender.cell
        yield from self.turn_up("attack", [attacker, defender], [attacker, defender])
        assert attacker.charge is not None
        assert defender.charge is not None
        bomb = 0 in (attacker.charge, defender.charge)
        difference = attacker.charge - defender.charge
        outcome = "explosion" if bomb else "win" if difference > 0 else "lose" if difference < 0 else "equal"
        self.tell(
            "fight", **{"from": name(start), "to": name(end)}, attacker=attacker.charge, defender=defender.charge,
            outcome=outcome,
        )  # fmt: skip
        if bomb:
            cells, victims = [start, end], [attacker, defender]
            if start[0] != end[0] and start[1] != end[1]:
                others = [(start[0], end[1]), (end[0], start[1])]
                cells += others
                bystanders = [man for cell in others for man in self.everybody() if man.cell == cell]
                victims += bystanders
                yield from self.turn_up("explosion", bystanders, victims)
            for victim in victims:
                self.leave(victim, "x")
            self.block(cells)
        elif outcome == "win":
            self.leave(defender, "p")
            attacker.cell = end
            self.crown(attacker)
        elif outcome == "lose":
            self.leave(attacker, "w" if self.options["weak"] == "humane" else "p")
        elif self.options["equal"] == "swap":
            attacker.cell, defender.cell = end, start
            self.crown(attacker)
            self.crown(defender)
        elif self.options["equal"] == "aggressive":
            self.leave(attacker, "p")
            self.leave(defender, "p")
        elif self.options["equal"] == "spiteful":
            self.leave(attacker, "w" if self.options["spite"] == "one" else "s")

    def turn_up(self, kind: str, men: list[Man], shown: list[Man]) -> Asking:
        self.pending = {"kind": kind, "cells": [name(man.cell) for man in shown]}
        for man in men:
            if man.charge is None:
                pool = self.pools[man.side]
                cell = name(man.cell)
                answer = yield Question(None, outcomes={f"{cell}={LETTERS[c]}": n for c, n in pool.items() if n})
                man.charge = "B123".index(answer[-1])
                pool[man.charge] -= 1
                self.progress = True
                self.tell("reveal", cell=cell, side=man.side, charge=man.charge, drawn=True)
                self.deduce()
        self.pending = None

    def deduce(self) -> None:
        for side in (0, 1):
            kinds = [charge for charge, count in self.pools[side].items() if count]
            if len(kinds) == 1:
                for man in sorted(self.alive(side), key=lambda man: name(man.cell)):
                    if man.charge is None:
                        man.charge = kinds[0]
                        self.tell("reveal", cell=name(man.cell), side=side, charge=kinds[0], drawn=False)
                self.pools[side][kinds[0]] = 0

    def crown(self, man: Man) -> None:
        if self.row(man) == 9 and not man.general:
            man.general = True
            self.tell("promoted", cell=name(man.cell), side=man.side, charge=man.charge)

    def crown_or_block(self, man: Man) -> None:
        if man.charge == 0:
            self.leave(man, "x")
            self.block([man.cell])
        else:
            self.crown(man)

    def leave(self, man: Man, fate: str) -> None:
        man.fate = fate
        self.progress = True
        self.tell("removed", cell=name(man.cell), side=man.side, charge=man.charge, fate=WORDS[fate])

    def block(self, cells: list[Cell]) -> None:
        self.blocked |= set(cells)
        self.tell("blocked", cells=sorted(map(name, cells)))

    # --- what is possible

    def everybody(self) -> list[Man]:
        return [man for man in self.men if not man.fate]

    def alive(self, side: int) -> list[Man]:
        return [man for man in self.everybody() if man.side == side]

    def at(self, text: str) -> Man:
        (man,) = [man for man in self.everybody() if name(man.cell) == text]
        return man

    def row(self, man: Man) -> int:
        return man.cell[1] if man.side == 0 else 10 - man.cell[1]

    def destinations(self, man: Man) -> Iterator[Cell]:
        forward = 1 if man.side == 0 else -1
        taken = self.blocked | {other.cell for other in self.everybody()}
        ways = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)] if man.general else [(0, forward)]
        for x, y in ways:
            for far in range(1, 4 if man.general else 2):
                cell = (man.cell[0] + far * x, man.cell[1] + far * y)
                if cell in taken or not (1 <= cell[0] <= 9 and 1 <= cell[1] <= 9):
                    break
                yield cell

    def targets(self, man: Man) -> list[Man]:
        return [foe for foe in self.alive(1 - man.side) if self.reaches(man, foe.cell)]

    def reaches(self, man: Man, cell: Cell) -> bool:
        aside = abs(cell[0] - man.cell[0])
        ahead = (cell[1] - man.cell[1]) * (1 if man.side == 0 else -1)
        if man.general:
            return max(aside, abs(ahead)) == 1
        if ahead == 1:
            return aside == 0 or (aside == 1 and self.row(man) >= 4)
        return ahead == 0 and aside == 1 and self.row(man) >= 7

    def moves_and_attacks(self, side: int) -> list[str]:
        moves = [name(man.cell) + name(cell) for man in self.alive(side) for cell in self.destinations(man)]
        attacks = [f"{name(man.cell)}x{name(foe.cell)}" for man in self.alive(side) for foe in self.targets(man)]
        return moves + attacks

    def seat(self) -> int:
        assert self.turn is not None
        return int(self.turn + 2 * ((self.turns // 2) % self.options["team_size"]))

    # --- what it comes to

    def points(self, side: int) -> int:
        total = 0
        for man in self.men:
            if man.fate == "p" and man.side != side:
                total += man.charge or 0
            if man.side == side and man.fate == "w":
                total -= 1
            if man.side == side and man.fate == "s":
                total -= man.charge or 0
        return total

    def fighters(self, side: int) -> int:
        unknown_bombs = self.pools[side][0]
        return sum(1 for man in self.alive(side) if man.charge != 0) - unknown_bombs

    def result(self) -> dict[str, Any]:
        points, fighters = (self.points(0), self.points(1)), (self.fighters(0), self.fighters(1))
        best = (points[0], fighters[0]), (points[1], fighters[1])
        seats = range(2 * self.options["team_size"])
        winner = None if best[0] == best[1] else best.index(max(best))
        return {
            "reason": self.reason,
            "winners": [seat for seat in seats if seat % 2 == winner],
            "returns": [0 if winner is None else 1 if seat % 2 == winner else -1 for seat in seats],
            "score": [points[seat % 2] for seat in seats],
        }

    # --- what is told and shown

    def tell(self, kind: str, **facts: Any) -> None:
        self.journal.append({"type": kind, **facts})

    def tell_action(self, text: str) -> None:
        self.tell("action", turn=self.turns, seat=self.seat(), side=self.turn, text=text)

    def position(self) -> str:
        sides = "WB"
        parts = []
        for side in (0, 1):
            men = sorted(
                f"{name(man.cell)}={'G' if man.general else ''}{'?' if man.charge is None else LETTERS[man.charge]}"
                for man in self.alive(side)
            )
            parts.append(f"{sides[side]}: {' '.join(men) or '-'}")
        for side in (0, 1):
            out = [man for man in self.men if man.side == side and man.fate]
            out.sort(key=lambda man: ("pwsx".index(man.fate), -(man.charge or 0)))
            if out:
                parts.append(f"out {sides[side]}: {' '.join(LETTERS[man.charge or 0] + man.fate for man in out)}")
        parts += [
            f"pool {sides[side]}: {''.join(LETTERS[c] * self.pools[side][c] for c in range(4))}"
            for side in (0, 1)
            if any(man.charge is None for man in self.alive(side))
        ]
        if self.blocked:
            parts.append("# " + " ".join(sorted(map(name, self.blocked))))
        parts.append("turn " + ("-" if self.turn is None else sides[self.turn]))
        parts += [f"quiet {self.quiet}"] * bool(self.quiet) + [f"turns {self.turns}"] * bool(self.turns)
        parts += [f"moved {name(self.moved.cell)}"] if self.moved else []
        parts += ["progress"] * self.progress + ["huffed"] * self.huffed
        for word, men_named in (("could", self.could), ("huff", self.huffable)):
            if men_named:
                parts.append(f"{word} {' '.join(self.names(men_named))}")
        return " | ".join(parts)

    def names(self, men: list[Man]) -> list[str]:
        return sorted(name(man.cell) for man in men)

    def charges(self, side: int, fates: str) -> list[int]:
        gone = (man.charge for man in self.men if man.side == side and man.fate and man.fate in fates)
        return sorted((charge for charge in gone if charge is not None), reverse=True)

    def view(self) -> dict[str, Any]:
        """The view of a spectator."""
        over, drawing = self.reason is not None, self.pending is not None
        return {
            "you": None,
            "side": None,
            "to_act": [] if over or drawing else [self.seat()],
            "over": over,
            "phase": "over" if over else "chance" if drawing else "attack" if self.moved else "move",
            "turn": self.turn,
            "turns": self.turns,
            "quiet": self.quiet,
            "progress": self.progress,
            "pieces": [
                {
                    "cell": name(man.cell),
                    "side": man.side,
                    "rank": "general" if man.general else "soldier",
                    "charge": man.charge,
                }
                for man in sorted(self.everybody(), key=lambda man: name(man.cell))
            ],
            "blocked": sorted(map(name, self.blocked)),
            "unknown": [[self.pools[side][charge] for charge in range(4)] for side in (0, 1)],
            "prisoners": [self.charges(1, "p"), self.charges(0, "p")],
            "wounded": [self.charges(0, "ws"), self.charges(1, "ws")],
            "exploded": [self.charges(0, "x"), self.charges(1, "x")],
            "score": [self.points(0), self.points(1)],
            "fighters": [self.fighters(0), self.fighters(1)],
            "moved": name(self.moved.cell) if self.moved else None,
            "pending": self.pending,
            "could": self.names(self.could),
            "huffable": self.names(self.huffable),
            "huffed": self.huffed,
            "options": self.options,
            "result": self.result() if over else None,
        }
