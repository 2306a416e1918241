"""`undercroft bench server`."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from undercroft.cli.screen.json_line import print_json
from undercroft.cli.shared_options import complete_game, json_option, plugins_option

if TYPE_CHECKING:
    from undercroft.bench.server import Measured, Plan, Shape

__all__ = ["command"]


@click.command("server")
@click.option("--matches", type=click.IntRange(min=1), default=200, show_default=True, help="Matches at a time.")
@click.option(
    "--game", default="dungeon-of-fear", show_default=True, shell_complete=complete_game, help="A game of two seats."
)
@click.option("--clients", type=click.IntRange(min=1), default=2, show_default=True, help="Processes that play.")
@click.option("--slices", type=click.IntRange(min=1), default=5, show_default=True, help="Slices of each kind.")
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), default=3.0, show_default=True, help="How long a slice takes."
)
@click.option(
    "--shape",
    type=click.Choice(("stream_a_seat", "multiplexed")),
    help="How seats are connected: each by a stream of its own, or all those of a client by one.  [default: both]",
)
@click.option(
    "--folder",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Where the server's store is kept meanwhile: on a disk.  [default: in the state directory]",
)
@click.option(
    "--gate",
    metavar="RATIO",
    type=click.FloatRange(min=0.0),
    help="Exit status 1 if `ratio` of `stream_a_seat` is lower.",
)
@plugins_option()
@json_option("the figures")
def command(
    matches: int,
    game: str,
    clients: int,
    slices: int,
    seconds: float,
    shape: Shape | None,
    folder: Path | None,
    gate: float | None,
    plugins_dir: Path | None,
    as_json: bool,
) -> None:
    """Play matches on a server, and pass as many bytes without one, in turn.

    The server is `undercroft serve` in a process of its own, with its store on a disk; clients play random actions
    in both seats of every match, as fast as they are told of them. First every seat has a stream of its own, then all
    matches of a client share one.
    """
    from undercroft.bench.server import SHAPES, Plan

    if gate is not None and shape == "multiplexed":
        raise click.UsageError("--gate is held against stream_a_seat, and --shape leaves that out.")
    plan = Plan(game=game, matches=matches, clients=clients, slices=slices, seconds=seconds, plugins_dir=plugins_dir)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does: with nothing left behind
    measured = _measure(plan, (shape,) if shape else SHAPES, folder)
    if as_json:
        print_json({shape: each.figures for shape, each in measured.items()})
    else:
        _tell(measured)
    if gate is not None:
        _hold(measured["stream_a_seat"].figures.ratio, gate)


def _measure(plan: Plan, shapes: Sequence[Shape], folder: Path | None) -> dict[Shape, Measured]:
    from undercroft.bench.server import measure
    from undercroft.cli.failure import Failure
    from undercroft.cli.screen.progress_line import ProgressLine
    from undercroft.cli.state_dir import state_dir
    from undercroft.game import UndercroftError

    if not sys.platform.startswith("linux"):
        raise Failure("the bench reads what Linux says of processes in /proc: it runs there only.")
    place = folder or state_dir(os.environ)
    _see_that_it_is_a_disk(place)
    try:
        with ProgressLine("bench") as progress, tempfile.TemporaryDirectory(prefix="bench-", dir=place) as made:
            return {shape: measure(plan, shape, Path(made) / shape, progress) for shape in shapes}
    except UndercroftError as error:
        raise Failure(f"{error}.") from error


def _see_that_it_is_a_disk(folder: Path) -> None:
    from undercroft.bench.server.disk import MEMORY, file_system_of
    from undercroft.cli.failure import Failure

    kind = file_system_of(folder)
    if kind in MEMORY:
        raise Failure(f"{folder} is kept in memory ({kind}), where a commit costs nothing; name a --folder on a disk.")


_ROWS = (
    ("moves_per_s", "durable moves/s"),
    ("p50_ms", "a move, p50, ms"),
    ("p99_ms", "a move, p99, ms"),
    ("raw_echo_per_s", "raw: 1 read, 1 write, /s"),
    ("raw_fan_per_s", "raw: 1 read, 2 writes, /s"),
    ("ratio", "ratio of moves to raw 1+2"),
    ("server_cpu_us_per_move", "server CPU, µs a move"),
    ("commit_p99_ms", "commit, p99, ms"),
    ("rss_per_seat_kb", "memory, KB a seat"),
)


def _tell(measured: dict[Shape, Measured]) -> None:
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.listing import print_table

    rows = [(title, *(f"{getattr(each.figures, key):g}" for each in measured.values())) for key, title in _ROWS]
    rows += [
        ("raw 1+2: server CPU, µs a move", *(f"{each.raw_fan_cpu_us:.1f}" for each in measured.values())),
        ("server busy, CPU seconds/s", *(f"{each.server_busy:.2f}" for each in measured.values())),
        ("bytes: act, to mover, to other", *(_bytes(each) for each in measured.values())),
        ("moves in a client's frame", *(f"{each.sizes.moves_a_frame:.1f}" for each in measured.values())),
    ]
    print_table(Console(), ("", *(shape.upper() for shape in measured)), rows)


def _bytes(measured: Measured) -> str:
    sizes = measured.sizes
    return f"{sizes.act:.0f}, {sizes.to_mover:.0f}, {sizes.to_other:.0f}"


def _hold(ratio: float, gate: float) -> None:
    from undercroft.cli.failure import Failure

    if ratio < gate:
        raise Failure(f"the ratio of stream_a_seat is {ratio:g}, below {gate:g}.")
