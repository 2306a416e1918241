"""The plugins of this machine, for commands that need no server."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from undercroft.cli.failure import Failure, warn
from undercroft.game import UndercroftError
from undercroft.registry import PluginProblem, Registry, load_registry

__all__ = ["local_registry", "report_problems"]


def local_registry(plugins_dir: Path | None) -> Registry:
    """The registry; a broken plugin is reported on stderr, the others are there.

    Raises:
        Failure: there is no such folder.
    """
    try:
        registry = load_registry(plugins_dir)
    except UndercroftError as error:
        raise Failure(f"{error}.") from error
    report_problems(registry.problems)
    return registry


def report_problems(problems: Iterable[PluginProblem]) -> None:
    """Say of each broken plugin whose it is and what is wrong."""
    for problem in problems:
        warn(f"a plugin is left out: {problem}")
