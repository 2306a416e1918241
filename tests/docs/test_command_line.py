"""The command line: all of it is in a README and has help, and what pages say of it is there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import click
import msgspec
import pytest

from tests.docs.pages import GUIDES, SOURCES, TOLD, blocks, inline_code, text_of
from undercroft.cli import cli
from undercroft.cli.serve_config import ServeConfig


def _commands(group: click.Group = cli, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command and what it is called, groups too."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*above, name), command
        if isinstance(command, click.Group):
            yield from _commands(command, (*above, name))


COMMANDS = dict(_commands())


@pytest.mark.parametrize("name", COMMANDS, ids=" ".join)
def test_every_command_is_in_a_readme_and_has_help(name: tuple[str, ...]) -> None:
    command = COMMANDS[name]
    assert re.search(rf"\bundercroft {' '.join(name)}\b", TOLD), "no README mentions it"
    assert command.help
    assert command.help.strip().endswith(".")
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, f"{option.opts} has no help"
            assert re.search(r"[.\]]$", option.help), f"{option.opts}: its help is no sentence"


def _shown_options() -> Iterator[tuple[str, list[str]]]:
    for page in GUIDES:
        shown = [*inline_code(page), *(line for block in blocks(page) for line in block.commands)]
        yield from ((page, words[1:]) for line in shown if (words := line.split())[:1] == ["undercroft"] and words[1:])


def test_what_pages_say_of_the_command_line_in_passing_is_there() -> None:
    for page, words in _shown_options():
        name = next((tuple(words[:n]) for n in (2, 1) if tuple(words[:n]) in COMMANDS), None)
        assert name is not None, f"{page}: there is no `undercroft {' '.join(words)}`"
        known = {option for parameter in COMMANDS[name].params for option in parameter.opts}
        flags = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        assert flags <= known, f"{page}: `undercroft {' '.join(words)}`"


def test_what_pages_say_of_make_in_passing_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):.* ## ", text_of("Makefile"), re.MULTILINE))
    named = {word.split()[1] for page in GUIDES for word in inline_code(page) if word.startswith("make ")}
    assert {"play", "test", "check"} <= targets
    assert named <= targets


def test_every_makefile_target_says_what_it_is_for() -> None:
    text = text_of("Makefile")
    (phony,) = re.findall(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    assert set(phony.split()) == set(re.findall(r"^([a-z-]+):.* ## \S", text, re.MULTILINE))


def test_every_key_of_the_configuration_is_shown_with_a_value_that_is_taken() -> None:
    (shown,) = (block.text for block in blocks("server/README.md") if block.language == "toml")
    config = msgspec.convert(tomllib.loads(shown), ServeConfig)
    assert set(msgspec.to_builtins(config)) == set(tomllib.loads(shown))
    assert (config.listen, config.bot_workers) == (ServeConfig().listen, ServeConfig().bot_workers)
    assert set(tomllib.loads(shown)["limits"]) == set(msgspec.to_builtins(config.limits))
    assert config.limits == ServeConfig().limits


def test_every_variable_of_the_environment_is_in_a_readme() -> None:
    used = {name for path in SOURCES for name in re.findall(r"\"(UNDERCROFT_[A-Z_]+)\"", text_of(path))}
    used |= {str(option.envvar) for command in COMMANDS.values() for option in command.params if option.envvar}
    assert len(used) > 1
    assert {name for name in used if f"`{name}" not in TOLD} == set()
