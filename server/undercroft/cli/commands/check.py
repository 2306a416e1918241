"""`undercroft check`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from undercroft.cli.screen.json_line import print_json
from undercroft.cli.shared_options import complete_game, json_option, plugins_option

if TYPE_CHECKING:
    from undercroft.game import GameSpec
    from undercroft.registry import Registry
    from undercroft.testing import CheckFailed, CheckReport

__all__ = ["command"]


@click.command("check")
@click.argument("what", metavar="GAME|PACKAGE|DIR", shell_complete=complete_game)
@click.option("--matches", type=click.IntRange(min=1), default=100, show_default=True, help="Random matches to play.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed checks other matches.")
@plugins_option()
@json_option("what was checked and what failed")
def command(what: str, matches: int, seed: int, plugins_dir: Path | None, as_json: bool) -> None:
    """Check that a game keeps the contract of undercroft.game; a PACKAGE's or DIR's games, each of them.

    Exit status 1 if a promise isn't kept; a short match that shows it is printed.
    """
    from undercroft.cli.failure import Failure

    registry, games = _games(what, plugins_dir)
    if not games:
        problems = "".join(f" {problem}." for problem in registry.problems)
        raise Failure(f"{what} brings no game that can be checked.{problems}")
    results = [_check(registry, game, matches, seed, as_json) for game in games]
    if as_json:
        print_json({"games": results})
    if any(result["failed"] for result in results):
        raise click.exceptions.Exit(1)


def _games(what: str, plugins_dir: Path | None) -> tuple[Registry, list[str]]:
    """The registry, and the ids of the games meant.

    Raises:
        Failure: nothing is called that.
    """
    from undercroft.cli.failure import Failure, perhaps
    from undercroft.cli.local_plugins import local_registry
    from undercroft.nearest import nearest

    path = Path(what)
    if path.is_dir():
        path = path.resolve()
        is_package = (path / "__init__.py").exists()
        registry = local_registry(path.parent if is_package else path)
        return registry, [spec.id for spec in registry.specs() if _lies_in(path, spec)]
    registry = local_registry(plugins_dir)
    ids = [spec.id for spec in registry.specs()]
    if what in ids:
        return registry, [what]
    packages = {game: registry.distribution(game).partition(" ")[0] for game in ids}
    found = [game for game, package in packages.items() if _normal(package) == _normal(what)]
    if not found:
        raise Failure(f"there is no game, package or directory {what!r}.{perhaps(nearest(what, ids))}")
    return registry, found


def _normal(package: str) -> str:
    """A distribution's name as PyPI compares it: `my_game`, as its module may be called, is `my-game`."""
    return re.sub(r"[-_.]+", "-", package).casefold()


def _lies_in(folder: Path, spec: GameSpec) -> bool:
    """Whether a game's code is in a folder, be it installed from there or only tried."""
    module = sys.modules.get(getattr(spec.load, "__module__", ""))
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).resolve().is_relative_to(folder)


def _check(registry: Registry, game_id: str, matches: int, seed: int, as_json: bool) -> dict[str, Any]:
    """Check one game and, unless that is for JSON, say what came of it."""
    from undercroft.cli.failure import Failure
    from undercroft.cli.screen.progress_line import ProgressLine
    from undercroft.game import UndercroftError
    from undercroft.testing import CheckFailed, check_game

    try:
        game = registry.game(game_id)
    except UndercroftError as error:
        raise Failure(f"{error}.") from error
    failed: CheckFailed | None = None
    report: CheckReport | None = None
    with ProgressLine(game_id) as progress:
        try:
            report = check_game(game, matches=matches, seed=seed, progress=progress)
        except CheckFailed as failure:
            failed = failure
    if not as_json:
        _tell(game_id, report, failed)
    return {"game": game_id, "report": report, "failed": failed and _plain(failed)}


def _tell(game_id: str, report: CheckReport | None, failed: CheckFailed | None) -> None:
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.safe_text import safe_block

    console = Console()
    if failed is not None:
        console.say(console.style(f"FAILED {game_id}", fg="red"), safe_block(str(failed)))
    elif report is not None:
        console.say(console.style(f"{game_id} {report.version} keeps the contract.", fg="green"))
        counts = msgspec.to_builtins(report)
        shown = [f"{name.replace('_', ' ')} {_short(value)}" for name, value in counts.items() if name not in _IN_HEAD]
        console.tell(f"  {line}" for line in shown)
        console.tell(console.style(f"  warning: {safe_block(warning)}", fg="yellow") for warning in report.warnings)


_IN_HEAD = {"game", "version", "warnings"}


def _short(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _plain(failed: CheckFailed) -> dict[str, Any]:
    return {
        "property": failed.property.value,
        "promise": failed.property.promise,
        "why": failed.why,
        "look_at": failed.property.look_at,
        "seed": failed.seed,
        "reproduction": msgspec.to_builtins(failed.reproduction) if failed.reproduction is not None else None,
    }
