"""Finds the plugins, names whoever is at fault in a broken one, and hands out games and bots.

Plugins are modules named by entry points of the group `undercroft`, or lying in a folder given for a first try. A
plugin that can't be imported or used is listed in `Registry.problems` with its distribution; all others are served.
Nothing else in the project touches pluggy's manager.
"""

from undercroft.registry.bots import BotChoice
from undercroft.registry.core import Registry, load_registry
from undercroft.registry.errors import BrokenPlugin, PluginProblem, UnknownBot, UnknownGame
from undercroft.registry.settings import PluginSettings, WrongSettings

__all__ = [
    "BotChoice",
    "BrokenPlugin",
    "PluginProblem",
    "PluginSettings",
    "Registry",
    "UnknownBot",
    "UnknownGame",
    "WrongSettings",
    "load_registry",
]
