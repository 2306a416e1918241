"""What an operator has configured for single plugins, and the games that they make of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from undercroft.game import GameSpec, UndercroftError
from undercroft.nearest import nearest
from undercroft.registry.errors import PluginProblem, perhaps, told
from undercroft.registry.hooks import Hooks
from undercroft.registry.offers import GAMES, Offer, answer_of
from undercroft.registry.sources import Source, quietly

__all__ = ["PluginSettings", "WrongSettings", "configured_games"]

HOOK: Final = "undercroft_configured_games"


class PluginSettings(msgspec.Struct, frozen=True):
    """Tables by plugin: plain JSON values. `folder` is what file names in them are relative to."""

    folder: str
    tables: dict[str, dict[str, Any]]


class WrongSettings(UndercroftError):
    """A plugin can't do what was configured for it; the message says which, and why."""


def configured_games(
    hooks: Hooks, settings: PluginSettings, known: Mapping[str, Offer[GameSpec]], problems: Iterable[PluginProblem]
) -> dict[str, Offer[GameSpec]]:
    """The games made of the settings, by id. All of them, or none: whoever configures a game counts on it.

    Raises:
        WrongSettings: there is no such plugin, it takes no settings, or it refuses these.
    """
    takers = {source.plugin: (source, call) for source, call in hooks.each(HOOK)}
    found: dict[str, Offer[GameSpec]] = {}
    for name, table in settings.tables.items():
        if name not in takers:
            raise WrongSettings(f"plugins.{name}: {_why_not(name, takers, problems)}")
        for offer in _offers(*takers[name], table, Path(settings.folder)):
            if offer.key in known or offer.key in found:
                raise WrongSettings(f"plugins.{name}: there is a game {offer.key} already")
            found[offer.key] = offer
    return found


def _why_not(name: str, takers: Iterable[str], problems: Iterable[PluginProblem]) -> str:
    broken = [str(problem) for problem in problems if problem.plugin == name]
    return "; ".join(broken) or f"no plugin of this name takes settings{perhaps(nearest(name, takers))}"


def _offers(source: Source, call: Any, table: Mapping[str, Any], folder: Path) -> Iterator[Offer[GameSpec]]:
    for spec in _specs(source, partial(call, settings=table, folder=folder)):
        if faults := "; ".join(GAMES.faults(spec)):
            raise WrongSettings(f"plugins.{source.plugin}: {spec.id}: {faults}")
        yield Offer(spec, spec.id, GAMES.stage, source)


def _specs(source: Source, call: Any) -> Sequence[GameSpec]:
    try:
        with quietly():
            return answer_of(call, GAMES.spec_type)
    except KeyboardInterrupt:
        raise
    except UndercroftError as error:
        # The plugin's own refusal, worded for whoever wrote the settings.
        raise WrongSettings(f"plugins.{source.plugin}: {' '.join(str(error).split())}") from error
    except BaseException as error:
        raise WrongSettings(f"plugins.{source.plugin}: {told(error)}") from error
