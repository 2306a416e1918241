"""`undercroft bench`."""

from __future__ import annotations

import click

from undercroft.cli.commands.bench_bots import command as bots
from undercroft.cli.commands.bench_rules import command as rules
from undercroft.cli.commands.bench_server import command as server

__all__ = ["command"]


@click.group("bench")
def command() -> None:
    """Measure how fast it is here, in figures of which the ratios carry over."""


command.add_command(rules)
command.add_command(bots)
command.add_command(server)
