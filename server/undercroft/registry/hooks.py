"""The plugin manager, kept so that every call says whose it was."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pluggy

from undercroft import hookspecs
from undercroft.hookspecs import GROUP
from undercroft.nearest import nearest
from undercroft.registry.errors import perhaps
from undercroft.registry.sources import Source

__all__ = ["HookFault", "Hooks"]

PREFIX = f"{GROUP}_"
MARK = f"{GROUP}_impl"


class HookFault(Exception):
    """A plugin whose hooks aren't those of `undercroft.hookspecs`; the message says which and why."""


class Hooks:
    """The hooks of all plugins that passed."""

    def __init__(self) -> None:
        self._manager = _manager()
        self._sources: dict[str, Source] = {}

    def register(self, source: Source, plugin: Any) -> None:
        """Take in an imported plugin, whole or not at all: half of one could leave out its access checks.

        Raises:
            HookFault: a hook is misspelt, unmarked or wants what it isn't given, or there is none.
        """
        known = self._manager.get_name(plugin)
        if known is not None:
            if source.declared:
                raise HookFault(f"is the same module as {known}")
            return
        names = list(_hooks_of(plugin))
        if not names and not source.declared:
            return
        _check(plugin, names)
        key = f"{source.distribution}, {source.plugin}"
        self._manager.register(plugin, key)
        self._sources[key] = source

    def each(self, hook: str) -> Iterator[tuple[Source, Callable[..., Any]]]:
        """Every plugin with this hook, in the order of registration, with a call that reaches no other plugin."""
        plugins = dict(self._manager.list_name_plugin())
        callers = getattr(self._manager.hook, hook)
        having = {implementation.plugin_name for implementation in callers.get_hookimpls()}
        for key, source in self._sources.items():
            if key in having:
                others = [plugin for name, plugin in plugins.items() if name != key]
                yield source, self._manager.subset_hook_caller(hook, others)

    def first(self, hook: str, **arguments: Any) -> Any:
        """The first answer of any plugin that isn't None."""
        return getattr(self._manager.hook, hook)(**arguments)


def _manager() -> pluggy.PluginManager:
    manager = pluggy.PluginManager(GROUP)
    manager.add_hookspecs(hookspecs)
    return manager


def _hooks_of(plugin: Any) -> Iterator[str]:
    """Names of the functions that are, or look like, hooks."""
    for name in dir(plugin):
        function = getattr(plugin, name, None)
        if inspect.isroutine(function) and (name.startswith(PREFIX) or getattr(function, MARK, None) is not None):
            yield name


def _check(plugin: Any, names: list[str]) -> None:
    """Refuse a plugin with wrong hooks, by a manager of its own, which a wrong one may leave in any state."""
    if not names:
        raise HookFault("has no hook; a game's is undercroft_games, marked with @hookimpl")
    known = [name for name in vars(hookspecs) if name.startswith(PREFIX)]
    for name in names:
        function = getattr(plugin, name)
        marks = getattr(function, MARK, None) or {}
        hook = marks.get("specname") or name
        if hook not in known and not marks.get("optionalhook"):
            raise HookFault(f"{hook} is no hook{perhaps(nearest(hook, known))}")
        if not marks:
            raise HookFault(f"{name} is not marked with @hookimpl")
        if inspect.iscoroutinefunction(function):
            raise HookFault(f"{name} is asynchronous; hooks are plain functions")
    manager = _manager()
    try:
        manager.register(plugin)
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise HookFault(" ".join(str(error.args[-1]).split())) from error
