"""`undercroft completion`."""

from __future__ import annotations

from typing import Final

import click

__all__ = ["command"]

_TO_SWITCH_ON: Final = {
    "bash": 'eval "$(undercroft completion bash)"   # in ~/.bashrc',
    "zsh": 'eval "$(undercroft completion zsh)"   # in ~/.zshrc',
    "fish": "undercroft completion fish | source   # in ~/.config/fish/config.fish",
}


@click.command("completion", epilog="\b\n" + "\n".join(_TO_SWITCH_ON.values()))
@click.argument("shell", type=click.Choice(list(_TO_SWITCH_ON)))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the script with which a shell completes undercroft's commands and options."""
    from click.shell_completion import get_completion_class

    completion = get_completion_class(shell)
    if completion is None:
        raise click.UsageError(f"there is no completion for {shell}.")
    click.echo(completion(context.find_root().command, {}, "undercroft", "_UNDERCROFT_COMPLETE").source())
