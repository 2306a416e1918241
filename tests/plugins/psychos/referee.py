"""Another referee, written from the rules file alone: slow, with station ids and step by step, sharing no code.

It speaks in texts and plain JSON values, so that the plugin can be compared with it word for word.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

MAP_FILE = Path(__file__).parents[3] / "plugins" / "undercroft_psychos" / "moscow_1997.yaml"


class Walk(NamedTuple):
    counted: list[str]
    direction: int


class Plan(NamedTuple):
    code: int
    path: list[str]
    counted: list[str]
    direction: int
    wins: bool


class Metro:
    """Lines and interchanges as the map file has them."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.id = raw["id"]
        self.lines = {line["id"]: line for line in raw["lines"]}
        self.line = {station: line["id"] for line in raw["lines"] for station in line["stations"]}
        self.termini: list[str] = raw["outer_termini"]
        self.dead_ends: list[str] = raw["dead_ends"]
        self.interchanges = [interchange["stations"] for interchange in raw["interchanges"]]

    def node(self, station: str) -> list[str]:
        for stations in self.interchanges:
            if station in stations:
                return list(stations)
        return [station]

    def next(self, station: str, direction: int) -> str | None:
        """The next station, None beyond an end; the ring has no other way than +1."""
        line = self.lines[self.line[station]]
        at = line["stations"].index(station) + direction
        if line["loop"]:
            return str(line["stations"][at % len(line["stations"])]) if direction == 1 else None
        return str(line["stations"][at]) if 0 <= at < len(line["stations"]) else None

    def walk(self, station: str, direction: int, count: int) -> Walk | None:
        counted = []
        for _ in range(count):
            following = self.next(station, direction)
            if following is None:
                return None
            station = following
            counted.append(station)
            if station in self.termini:
                direction = -direction
        return Walk(counted, direction)

    def changes(self, station: str) -> Iterator[tuple[str, int, str, int]]:
        """(line, direction, station there, number of the change) for every change at a station."""
        for other in self.node(station):
            for direction in (1, -1):
                if other != station and self.next(other, direction) is not None:
                    line = self.lines[self.line[other]]
                    number = 1 + 2 * (line["number"] - 1) + (0 if direction == 1 else 1)
                    yield line["id"], direction, other, number


def moscow() -> Metro:
    return Metro(yaml.safe_load(MAP_FILE.read_text(encoding="utf-8")))


class SlowReferee:
    """One game. `options` has every option with its value."""

    def __init__(self, metro: Metro, options: dict[str, Any], seats: int) -> None:
        self.metro, self.options, self.seats = metro, options, seats
        self.phase = "goal_die"
        self.seat: int | None = 0
        self.turn = 0
        self.goal: str | None = None
        self.dice: list[int] | None = None
        self.goal_dice: list[int | None] = [None] * seats
        self.start_dice: list[list[int] | None] = [None] * seats
        self.chips = [-options["ante"]] * seats
        self.bank = seats * options["ante"]
        self.stations: list[str | None] = [None] * seats
        self.directions = [0] * seats
        self.starts: list[str | None] = [None] * seats
        self.last_move: dict[str, Any] | None = None
        self.result: dict[str, Any] | None = None
        self.journal: list[dict[str, Any]] = [{"type": "ante", "each": options["ante"], "bank": self.bank}]

    # --- what is possible

    def outcomes(self) -> dict[str, int]:
        if self.phase == "goal_die":
            return {str(side): 1 for side in range(1, 7)}
        if self.phase in ("start_dice", "turn_dice"):
            return {f"{a} {b}": 1 if a == b else 2 for a in range(1, 7) for b in range(a, 7)}
        return {}

    def plans(self) -> dict[str, Plan]:
        """Every plan by its text; empty if the turn must be missed."""
        assert self.seat is not None
        assert self.dice is not None
        station, direction = self.stations[self.seat], self.directions[self.seat]
        assert station is not None
        departures = [("", 0, station, direction)] if self.metro.next(station, direction) is not None else []
        departures += [
            (f"{line}{'+' if way == 1 else '-'}", number, there, way)
            for line, way, there, number in self.metro.changes(station)
        ]
        found: dict[str, Plan] = {}
        small, large = self.dice
        for text, number, there, way in departures:
            before = [there] if number else []
            whole = self.metro.walk(there, way, small + large)
            if whole is not None:
                self._add(found, f"{text}{small + large}", 1 + number * 23, before, whole.counted, [], whole)
            for first, second, kind in ((large, small, 0), (small, large, 1)):
                if kind == 1 and small == large:
                    continue
                leg = self.metro.walk(there, way, first)
                if leg is None:
                    continue
                if self.options["variant"] == "quick" and leg.counted[-1] == self.goal:
                    code = 1 + ((kind + 2) * 23 + number) * 23
                    found[f"{text}{first}!"] = Plan(code, before + leg.counted, leg.counted, leg.direction, True)
                for line, on, platform, change in self.metro.changes(leg.counted[-1]):
                    rest = self.metro.walk(platform, on, second)
                    if rest is not None:
                        full = f"{text}{first}/{line}{'+' if on == 1 else '-'}{second}"
                        code = 1 + (kind * 23 + number) * 23 + change
                        self._add(found, full, code, [*before, *leg.counted, platform], rest.counted, leg.counted, rest)
        return found

    def _add(
        self,
        found: dict[str, Plan],
        text: str,
        code: int,
        before: list[str],
        rest: list[str],
        first: list[str],
        end: Walk,
    ) -> None:
        found[text] = Plan(code, before + rest, first + rest, end.direction, rest[-1] == self.goal)

    def legal(self) -> list[tuple[int, str]]:
        if self.phase != "act":
            return []
        plans = self.plans()
        return sorted((plan.code, text) for text, plan in plans.items()) if plans else [(0, "skip")]

    # --- what happens

    def throw(self, text: str) -> None:
        dice = [int(die) for die in text.split()]
        assert self.seat is not None
        if self.phase == "goal_die":
            self.goal_dice[self.seat] = dice[0]
            self.journal.append({"type": "goal_die", "seat": self.seat, "dice": dice})
            if self._everybody("start_dice"):
                total = sum(die or 0 for die in self.goal_dice)
                self.goal = self.metro.termini[total % len(self.metro.termini)]
                self.journal.append({"type": "goal", "sum": total, "station": self.goal})
        elif self.phase == "start_dice":
            self.start_dice[self.seat] = dice
            assert self.goal is not None
            at = self.metro.termini.index(self.goal) + sum(dice)
            start = self.metro.termini[at % len(self.metro.termini)]
            self.starts[self.seat] = start
            self._send_home(self.seat)
            self.journal.append({"type": "start", "seat": self.seat, "dice": dice, "station": start})
            if self._everybody("turn_dice"):
                self.turn = 1
        else:
            self.dice = dice
            self.phase = "act"
            self.journal.append({"type": "roll", "turn": self.turn, "seat": self.seat, "dice": dice})
            if self.options["auto_forced"] and len(self.legal()) == 1:
                self.act(self.legal()[0][1])

    def _everybody(self, following: str) -> bool:
        assert self.seat is not None
        self.seat += 1
        if self.seat < self.seats:
            return False
        self.seat, self.phase = 0, following
        return True

    def _send_home(self, seat: int) -> None:
        start = self.starts[seat]
        assert start is not None
        self.stations[seat] = start
        self.directions[seat] = 1 if self.metro.next(start, 1) is not None else -1

    def _pay(self, seat: int, chips: int) -> None:
        self.chips[seat] -= chips
        self.bank += chips

    def act(self, text: str) -> None:
        assert self.seat is not None
        assert self.dice is not None
        forced = len(self.legal()) == 1
        origin = self.stations[self.seat]
        told: dict[str, Any] = {
            "turn": self.turn, "seat": self.seat, "dice": self.dice, "action": text, "code": 0, "forced": forced,
            "from": origin, "path": [], "to": origin, "heading": self.heading(self.seat), "fee": 0, "knocked": [],
        }  # fmt: skip
        wins = False
        if text == "skip":
            told["fee"] = self.options["fee_skip"]
            self._pay(self.seat, told["fee"])
        else:
            plan = self.plans()[text]
            wins = plan.wins
            self._carry_out(plan, told)
        self.last_move = told
        self.journal.append({"type": "skip" if text == "skip" else "move", **told, "bank": self.bank})
        self.dice = None
        if wins:
            self._end("arrived", self.seat)
        elif self.turn == self.options["max_turns"]:
            self._end("turn_limit", None)
        else:
            self.turn += 1
            self.seat = (self.seat + 1) % self.seats
            self.phase = "turn_dice"

    def _carry_out(self, plan: Plan, told: dict[str, Any]) -> None:
        assert self.seat is not None
        met = [station for station in plan.counted if station in self.metro.termini]
        if plan.wins:
            met.pop()
        told.update(code=plan.code, path=plan.path, to=plan.counted[-1], fee=len(met) * self.options["fee_terminus"])
        self._pay(self.seat, told["fee"])
        stood = list(self.stations)
        for station in plan.counted:
            node = self.metro.node(station)
            for seat in range(self.seats):
                hit = any(knocked["seat"] == seat for knocked in told["knocked"])
                if seat != self.seat and stood[seat] in node and not hit:
                    paid = self.options["fee_knock"]
                    told["knocked"].append({"seat": seat, "at": stood[seat], "paid": paid})
                    self._pay(seat, paid)
                    self._send_home(seat)
        self.stations[self.seat] = plan.counted[-1]
        self.directions[self.seat] = plan.direction
        told["heading"] = self.heading(self.seat)

    def _end(self, reason: str, winner: int | None) -> None:
        won = self.bank if winner is not None else 0
        if winner is None:
            self.chips = [0] * self.seats
        else:
            self.chips[winner] += won
        self.bank = 0
        self.seat, self.phase = None, "over"
        winners = [] if winner is None else [winner]
        self.result = {"reason": reason, "winners": winners, "won": won, "returns": list(self.chips)}
        self.journal.append(
            {
                "type": "end",
                "turn": self.turn,
                "reason": reason,
                "winners": winners,
                "won": won,
                "returns": list(self.chips),
            }
        )

    # --- how it looks

    def heading(self, seat: int) -> str | None:
        station = self.stations[seat]
        return None if station is None else self.metro.next(station, self.directions[seat])

    def view(self, you: int | None) -> dict[str, Any]:
        return {
            "map": self.metro.id, "options": self.options, "phase": self.phase, "variant": self.options["variant"],
            "goal": self.goal, "goal_dice": self.goal_dice, "start_dice": self.start_dice, "turn": self.turn,
            "seat": self.seat, "dice": self.dice, "bank": self.bank, "chips": self.chips, "stations": self.stations,
            "lines": [None if station is None else self.metro.line[station] for station in self.stations],
            "headings": [self.heading(seat) for seat in range(self.seats)], "starts": self.starts,
            "last_move": self.last_move, "result": self.result, "you": you,
        }  # fmt: skip

    def position(self) -> str:
        if self.phase in ("goal_die", "start_dice"):
            return "setup"
        seat = "-" if self.seat is None else self.seat
        dice = "-" if self.dice is None else ",".join(map(str, self.dice))
        head = f"{self.options['variant']} {self.goal} turn={self.turn} seat={seat} dice={dice} bank={self.bank}"
        if self.result is not None:
            winner = self.result["winners"][0] if self.result["winners"] else "-"
            head += f" over={self.result['reason']} winner={winner}"
        pieces = [
            f"{self.stations[seat]}>{self.heading(seat) or '-'}@{self.starts[seat]}={self.chips[seat]}"
            for seat in range(self.seats)
        ]
        return "; ".join([head, *pieces])
