"""What the game says in Russian."""

from __future__ import annotations

from typing import Final

from undercroft_dungeon_of_fear.values import Rays, Result, View
from undercroft_dungeon_of_fear.words import Words, in_line, rays_in_order

__all__ = ["Russian"]

_WAYS: Final = ("север", "восток", "юг", "запад")
_MARKS: Final[dict[str, str]] = {
    "#": "стена, которую вы видите",
    "w": "стена, которую вы видели; возможно, её уже нет",
    "o": "было открыто; врага на этой клетке не видно",
    "?": "этого вы ещё не видели",
}


class Russian(Words):
    """Russian."""

    seats = ("Белые", "Чёрные")

    def you_are(self, seat: int, cell: str | None) -> str:
        """Which side one plays and where one's rook stands."""
        side = ("белыми", "чёрными")[seat]
        return f"Вы играете {side} ({'Rr'[seat]})" + (f", ваша ладья на {cell}." if cell else ".")

    def enemy_is(self, view: View) -> str:
        """Where the enemy is, as far as this seat sees."""
        if view.enemy is None:
            return "Враг где-то в темноте."
        if in_line(view.rays):
            return f"Вражеская ладья на {view.enemy}, на вашей линии."
        return f"Вражеская ладья на {view.enemy}, но не на вашей линии."

    def turn(self, view: View) -> str:
        """How many plies were played and whose turn it is."""
        seat = view.to_act[0]
        whose = "ваш ход." if seat == view.you else f"ход {('белых', 'чёрных')[seat]}."
        return f"Полуход {view.ply + 1}: {whose}"

    def clock(self, quiet: int, limit: int) -> str:
        """How many quiet plies there were in a row, and how many make a draw."""
        return f"Полуходов подряд без взятий: {quiet}; ничья при {limit}."

    def mark(self, mark: str, view: View) -> str:
        """What a mark on a board in the dark means."""
        if mark in "Rr":
            return "ваша ладья" if "Rr".index(mark) == view.you else "вражеская ладья"
        if mark == ".":
            return "открыто; врага на этой клетке вы увидите"
        if mark == "#" and view.options.reveal == "walls":
            return "стена; вы увидите, если её пробьют"
        return _MARKS[mark]

    def true_mark(self, mark: str) -> str:
        """What a mark on the open board after the end means."""
        return {"R": "белые", "r": "чёрные", "#": "стена", ".": "открыто"}[mark]

    def start(self, cell: str) -> str:
        """The game begins and one's rook stands on `cell`."""
        return f"Ваша ладья стоит на {cell}, вокруг темно."

    def own_move(self, move: str) -> str:
        """One's own ply."""
        return f"Вы пробили стену на {move[3:]}." if "x" in move else f"Вы перешли на {move[2:]}."

    def enemy_move(self, seat: int) -> str:
        """The enemy, in this seat, has made a ply."""
        return f"{self.seats[seat]} сделали ход."

    def sight(self, rays: Rays) -> str:
        """The walls at the ends of the rays."""
        walls = [
            f"{ray.cell} ({way})" for way, ray in zip(_WAYS, rays_in_order(rays), strict=True) if ray.kind == "wall"
        ]
        if not walls:
            return "Стен на ваших линиях нет."
        return f"{'Видны стены' if len(walls) > 1 else 'Видна стена'}: {', '.join(walls)}."

    def enemy_seen(self, cell: str | None, rays: Rays) -> str:
        """The enemy is shown on a cell, in line or not; empty if he isn't shown."""
        if cell is None:
            return ""
        return f"Вражеская ладья на {cell}" + (", на вашей линии!" if in_line(rays) else ", но не на вашей линии.")

    def watched_start(self) -> str:
        """The start, for a spectator."""
        return "Две ладьи в подземелье. Что они делают, останется во тьме до конца партии."

    def watched_move(self, seat: int) -> str:
        """A ply, for a spectator."""
        return f"{self.seats[seat]} сделали ход."

    def last_move(self, seat: int, move: str) -> str:
        """The ply that ended the game."""
        return f"{self.seats[seat]} сыграли {move}."

    def ended(self, result: Result, you: int | None) -> str:
        """How the game ended, for the seat `you` or for everybody."""
        if not result.winners:
            return "Слишком долго без взятий: подземелье поглотило обоих. Ничья."
        winner = result.winners[0]
        if you is None:
            return f"{self.seats[winner]} взяли {('белую', 'чёрную')[1 - winner]} ладью и победили."
        return "Вы взяли вражескую ладью и победили." if winner == you else "Вашу ладью взяли: вы проиграли."

    def take_wall(self, cell: str) -> str:
        """Break the wall on a cell."""
        return f"пробить стену на {cell}"

    def take_rook(self, cell: str) -> str:
        """Take the enemy's rook on a cell, and win."""
        return f"взять вражескую ладью на {cell} и победить"

    def move_to(self, cell: str) -> str:
        """Go to an open cell."""
        return f"перейти на {cell}"
