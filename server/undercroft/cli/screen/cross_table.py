"""The cross-table of an arena as a picture: who made how many points against whom, and the ratings beside it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from undercroft.cli.failure import Failure

if TYPE_CHECKING:
    from undercroft.arena.running import Arena
    from undercroft.arena.standings import Standings

__all__ = ["check_drawable", "draw"]

_INCHES_A_BOT: Final = 0.95
_LIGHT: Final = 0.3
"""Shares farther than this from a half stand on colours so dark that they are written in white."""


def check_drawable() -> None:
    """Do nothing if pictures can be drawn here.

    Raises:
        Failure: what draws them isn't installed.
    """
    try:
        import matplotlib.figure  # noqa: F401
    except ModuleNotFoundError as error:
        raise Failure("--picture needs a package: pip install 'undercroft[arena]'.") from error


def draw(arena: Arena, path: Path) -> None:
    """Write the picture in the format that the file's name ends in.

    Raises:
        Failure: the file can't be written.
    """
    from undercroft.arena.standings import standings

    drawn = picture(standings(arena), path.suffix.lower().removeprefix("."))
    try:
        path.write_bytes(drawn)
    except OSError as error:
        raise Failure(f"the picture {path} can't be written: {error.strerror}.") from error


def picture(result: Standings, kind: str) -> bytes:
    """The picture, `png` or `svg`; the same result gives the same bytes."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    size = len(result.bots)
    # Names stay text in an SVG; ids are made from a fixed salt.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "undercroft", "font.size": 9}):
        figure = Figure(figsize=(5.0 + size * _INCHES_A_BOT, 1.9 + size * _INCHES_A_BOT * 0.7), layout="constrained")
        axes: Any = figure.subplots(1, 2, width_ratios=(2.2, max(2.0, size * _INCHES_A_BOT)))
        _draw_ratings(axes[0], result)
        _draw_table(axes[1], result)
        figure.suptitle(f"{result.game} {result.version} · {result.matches} matches · seed {result.seed}")
        buffer = io.BytesIO()
        figure.savefig(buffer, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
    return buffer.getvalue()


def _draw_ratings(axes: Any, result: Standings) -> None:
    """A row for each bot: its rating, and the interval as a bar."""
    rows = range(len(result.bots))
    ratings = [bot.rating for bot in result.bots]
    below = [bot.rating - bot.low for bot in result.bots]
    above = [bot.high - bot.rating for bot in result.bots]
    axes.errorbar(ratings, rows, xerr=(below, above), fmt="o", color="black", capsize=4)
    axes.set_yticks(rows, [_short(bot.bot) for bot in result.bots])
    axes.set_ylim(len(result.bots) - 0.5, -0.5)
    axes.axvline(0, color="0.8", zorder=0)
    axes.margins(x=0.15)
    axes.set_xlabel("rating, 95 %")


def _draw_table(axes: Any, result: Standings) -> None:
    """Shares of points, the bot of the row against that of the column."""
    names = [bot.bot for bot in result.bots]
    shares = {(pair.bot, pair.rival): (pair.share, (pair.won, pair.drawn, pair.lost)) for pair in result.pairs}
    shares |= {
        (rival, bot): (None if share is None else 1 - share, counts[::-1])
        for (bot, rival), (share, counts) in shares.items()
    }
    cells = [[shares.get((bot, rival), (None, ()))[0] for rival in names] for bot in names]
    axes.imshow(
        [[float("nan") if share is None else share for share in row] for row in cells],
        cmap="RdBu", vmin=0, vmax=1, aspect="auto",
    )  # fmt: skip
    for row, bot in enumerate(names):
        for column, rival in enumerate(names):
            share, counts = shares.get((bot, rival), (None, ()))
            if share is not None:
                text = f"{100 * share:.1f} %\n{'-'.join(map(str, counts))}"
                color = "white" if abs(share - 0.5) > _LIGHT else "black"
                axes.text(column, row, text, ha="center", va="center", color=color)
    axes.set_xticks(range(len(names)), [_short(name).replace(":", "\n") for name in names])
    axes.set_yticks([])
    axes.set_xlabel("share of the points against; won-drawn-lost")


def _short(name: str) -> str:
    """A name that leaves room for the rest: of one's own bot, the class. A dollar would begin a formula."""
    tail = name.rpartition("/")[2]
    return (tail if len(tail) <= 28 else f"…{tail[-27:]}").replace("$", r"\$")
