"""`undercroft scenario`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from undercroft.cli.screen.json_line import print_json
from undercroft.cli.shared_options import json_option, plugins_option

if TYPE_CHECKING:
    from undercroft.testing import ScenarioReport

__all__ = ["command"]


@click.command("scenario")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@plugins_option()
@json_option("what passed and what failed")
def command(files: tuple[Path, ...], plugins_dir: Path | None, as_json: bool) -> None:
    """Run scenario files on the rules themselves.

    Exit status 1 if a case fails, 2 if a file can't be read or isn't as it should be. See rules/SCENARIOS.md.
    """
    from undercroft.cli.failure import Failure
    from undercroft.cli.local_plugins import local_registry
    from undercroft.testing import ScenarioError, run_scenarios

    registry = local_registry(plugins_dir)
    try:
        report = run_scenarios(files, registry.game)
    except ScenarioError as error:
        raise Failure(str(error), exit_status=2) from error
    if as_json:
        print_json(report)
    else:
        _tell(report)
    if report.failed:
        raise click.exceptions.Exit(1)


def _tell(report: ScenarioReport) -> None:
    from undercroft.cli.screen.console import Console
    from undercroft.cli.screen.safe_text import safe_block, safe_line

    console = Console()
    for failed in report.failed:
        console.say(console.style(f"FAILED {safe_line(failed.file)}: {safe_line(failed.case)}", fg="red"))
        console.tell(f"    {line}" for line in safe_block(failed.why).splitlines())
    passed = f"{report.passed} of {report.cases} cases passed in {report.files} file{'s' * (report.files != 1)}."
    console.say(console.style(passed, fg="red" if report.failed else "green"))
