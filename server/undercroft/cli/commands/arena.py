"""`undercroft arena`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from undercroft.cli.shared_options import complete_bot, complete_game, json_option, plugins_option

if TYPE_CHECKING:
    from undercroft.arena.contest import Contest
    from undercroft.arena.results_file import ResultsFile
    from undercroft.arena.runner import Runner
    from undercroft.arena.running import Arena

__all__ = ["command"]

_PICTURES = (".png", ".svg")
_REDRAWN = 500
"""The bar is drawn so many times at most."""


@click.command("arena")
@click.argument("game", shell_complete=complete_game)
@click.argument("bots", metavar="BOT BOT...", nargs=-1, required=True, shell_complete=complete_bot)
@click.option("--matches", type=click.IntRange(min=1), default=200, show_default=True,
              help="How many matches, rounded up to whole deals.")  # fmt: skip
@click.option("--until-sure", is_flag=True, help="Stop before that, once it is sure of every two bots which is better.")
@click.option("--wanted", metavar="SHARE", type=click.FloatRange(0, 1, min_open=True, max_open=True),
              help="Of two bots, stop once the first one's share of points is surely above or below this.")  # fmt: skip
@click.option("--seats", type=click.IntRange(min=1), help="How many seats.  [default: the game's fewest]")
@click.option("-o", "pairs", metavar="KEY=VALUE", multiple=True, help="An option of the game.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True,
              help="Another seed deals other chances.")  # fmt: skip
@click.option("--think", metavar="SECONDS", type=click.FloatRange(min=0.001), default=10.0, show_default=True,
              help="The most that a decision may take; a bot that takes longer is at fault.")  # fmt: skip
@click.option("--workers", type=click.IntRange(min=1), help="How many processes play.  [default: one for each CPU]")
@click.option("--runner", "runner_name", type=click.Choice(("local", "ray")), default="local", show_default=True,
              help="Play on this machine, or on a Ray cluster.")  # fmt: skip
@click.option("--results", "results_file", metavar="FILE", type=click.Path(path_type=Path),
              help="Keep what was played in this file; the same command again goes on from there.")  # fmt: skip
@click.option("--picture", "picture_file", metavar="FILE", type=click.Path(path_type=Path),
              help="Draw the cross-table into this file, FILE.png or FILE.svg.")  # fmt: skip
@click.option("--csv", "as_csv", is_flag=True, help="Print the table as CSV.")
@plugins_option()
@json_option("the result")
def command(
    game: str,
    bots: tuple[str, ...],
    matches: int,
    until_sure: bool,
    wanted: float | None,
    seats: int | None,
    pairs: tuple[str, ...],
    seed: int,
    think: float,
    workers: int | None,
    runner_name: str,
    results_file: Path | None,
    picture_file: Path | None,
    as_csv: bool,
    plugins_dir: Path | None,
    as_json: bool,
) -> None:
    """Let bots play GAME against each other, in all seat orders with the same chance, and rate them.

    A BOT is as for `undercroft play --vs`, also your own: file.py:Class. Exit status 1 if it was stopped.
    """
    if as_csv and as_json:
        raise click.UsageError("--csv and --json both print to stdout: give one of them.")
    if wanted is not None and len(bots) != 2:
        raise click.UsageError("--wanted is about two bots.")
    if picture_file is not None and picture_file.suffix.lower() not in _PICTURES:
        raise click.UsageError(f"--picture {picture_file}: the file's name ends in {' or '.join(_PICTURES)}.")
    from undercroft.arena.running import Arena
    from undercroft.cli.screen.cross_table import check_drawable, draw
    from undercroft.cli.whole_file import check_writable

    check_writable(picture_file, "the picture")
    if picture_file is not None:
        check_drawable()
    with _failures_in_words():
        contest = _contest(game, bots, pairs, seats, seed, think, plugins_dir)
        arena = Arena(contest, matches, wanted if wanted is not None else 0.5 if until_sure else None)
        runner = _runner(runner_name, workers, plugins_dir)
        stopped = _play(arena, runner, results_file)
    _tell(arena, as_csv, as_json)
    if picture_file is not None:
        draw(arena, picture_file)
    if stopped:
        raise click.exceptions.Exit(1)


@contextmanager
def _failures_in_words() -> Iterator[None]:
    from undercroft.cli.failure import Failure
    from undercroft.game import UndercroftError

    try:
        yield
    except UndercroftError as error:
        raise Failure(f"{error}.") from error


def _contest(
    game_id: str,
    specs: Sequence[str],
    pairs: Sequence[str],
    seats: int | None,
    seed: int,
    think: float,
    plugins_dir: Path | None,
) -> Contest:
    from undercroft.arena.contest import contest_of
    from undercroft.cli.local_plugins import local_registry
    from undercroft.options import parse_assignments

    registry = local_registry(plugins_dir)
    game = registry.game(game_id)
    options = parse_assignments(game.options_type, pairs)
    choices = [registry.bot(spec, game, own_code=True) for spec in specs]
    return contest_of(game, options, seats, choices, seed, think)


def _runner(name: str, workers: int | None, plugins_dir: Path | None) -> Runner:
    if name == "ray":
        from undercroft.arena.ray_runner import RayRunner

        return RayRunner(workers, plugins_dir)
    from undercroft.arena.runner import LocalRunner

    return LocalRunner(workers or _cpus(), plugins_dir)


def _play(arena: Arena, runner: Runner, results_file: Path | None) -> bool:
    """Play, and say how far it has come; whether somebody has stopped it."""
    from undercroft.arena.results_file import ResultsFile

    kept = None if results_file is None else ResultsFile(results_file, arena.contest)
    try:
        with _progress_bar(arena.matches) as progress:
            arena.run(runner, kept, progress)
    except KeyboardInterrupt:
        _say_how_to_go_on(arena, kept, results_file)
        return True
    finally:
        if kept is not None:
            kept.close()
    return False


@contextmanager
def _progress_bar(matches: int) -> Iterator[Callable[[int], None]]:
    """On a terminal a bar, in a pipe one line; on stderr, as stdout is for the result."""
    import sys

    steps = max(1, matches // _REDRAWN)
    with click.progressbar(
        length=matches, label="arena", show_pos=True, update_min_steps=steps, file=sys.stderr
    ) as bar:
        told = 0

        def tell(done: int) -> None:
            nonlocal told
            bar.update(done - told)
            told = done

        yield tell


def _say_how_to_go_on(arena: Arena, kept: ResultsFile | None, results_file: Path | None) -> None:
    from undercroft.cli.failure import warn

    counted = f"stopped: {arena.tally.matches} of {arena.matches} matches are counted."
    if kept is None:
        warn(f"{counted} With --results FILE the same command goes on where it was stopped.")
    else:
        warn(f"{counted} The same command goes on from {results_file}.")


def _tell(arena: Arena, as_csv: bool, as_json: bool) -> None:
    from undercroft.arena.standings import standings
    from undercroft.cli.screen.arena_table import print_arena, print_arena_csv
    from undercroft.cli.screen.json_line import print_json

    result = standings(arena)
    if as_json:
        print_json(result)
    elif as_csv:
        print_arena_csv(result)
    else:
        print_arena(result)


def _cpus() -> int:
    """As many as this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
