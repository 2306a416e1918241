"""Bot specs: `name[:key=value,…]`, a level, or one's own `file.py:Class`."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from undercroft.bot import Bot
from undercroft.nearest import nearest
from undercroft.options import assignments
from undercroft.registry.errors import BrokenPlugin, PluginProblem, UnknownBot, told
from undercroft.registry.sources import on_path, quietly
from undercroft.soundness import bot_faults

__all__ = ["BotChoice", "OwnCode", "canonical", "load_own_code", "own_code_of", "pairs_of"]

OWN: Final = re.compile(r"(?P<place>.+?):(?P<name>[A-Za-z_]\w*)(?::(?P<options>.*))?")
"""`file.py:Class` or `module:Class`, then perhaps options as behind any other name."""

NEXT_PAIR: Final = re.compile(r",(?=[\w.-]+=)")
"""A comma that begins the next option, and isn't part of a value written as JSON."""


@dataclass(frozen=True)
class BotChoice:
    """A bot with its options. `spec` is the shortest text that means the same, with levels resolved."""

    spec: str
    name: str
    bot_class: type[Bot]
    options: Any

    def make(self) -> Bot:
        """A new bot, for one seat of one match."""
        return self.bot_class(self.options)


class OwnCode(NamedTuple):
    """A bot that is named by where its code lies: a file or module, a class in it, and its options."""

    place: str
    name: str
    options: str


def pairs_of(text: str) -> list[str]:
    """What stands behind a bot's name, as `key=value` pairs."""
    return NEXT_PAIR.split(text) if text else []


def canonical(name: str, options: Any) -> str:
    """The shortest spec of a bot with these options."""
    pairs = assignments(options)
    return f"{name}:{','.join(pairs)}" if pairs else name


def own_code_of(text: str) -> OwnCode | None:
    """The parts of `file.py:Class`, or None if the text isn't of this form."""
    match = OWN.fullmatch(text)
    return OwnCode(match["place"], match["name"], match["options"] or "") if match is not None else None


def load_own_code(own: OwnCode) -> type[Bot]:
    """Import somebody's own bot. What it imports is found beside its file, or in the working directory.

    Raises:
        UnknownBot: there is no such file, module or class.
        BrokenPlugin: the code can't be imported, or the class is no bot.
    """
    module = _module(own)
    bot_class = getattr(module, own.name, None)
    if bot_class is None:
        classes = [name for name, value in vars(module).items() if isinstance(value, type) and issubclass(value, Bot)]
        raise UnknownBot(own.name, nearest(own.name, classes), f"there is no such class in {own.place}")
    faults = list(bot_faults(bot_class))
    if faults:
        raise BrokenPlugin(PluginProblem(own.place, own.name, "bot", "; ".join(faults)))
    return bot_class  # type: ignore[no-any-return]


def _module(own: OwnCode) -> ModuleType:
    try:
        with quietly():
            return _from_file(own) if own.place.endswith(".py") else _from_module(own)
    except (KeyboardInterrupt, UnknownBot):
        raise
    except BaseException as error:
        raise BrokenPlugin(PluginProblem(own.place, own.name, "import", told(error))) from error


def _from_module(own: OwnCode) -> ModuleType:
    on_path(Path.cwd())
    try:
        return importlib.import_module(own.place)
    except ModuleNotFoundError as error:
        if error.name is None or not own.place.startswith(error.name):
            raise
        raise UnknownBot(f"{own.place}:{own.name}", why=f"there is no module {own.place}") from None


def _from_file(own: OwnCode) -> ModuleType:
    path = Path(own.place).resolve()
    if not path.is_file():
        raise UnknownBot(f"{own.place}:{own.name}", why=f"there is no file {path}")
    # Named by its whole path, so that two files of one name are two modules.
    name = f"{path.stem}_{str(path).encode().hex()}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnknownBot(f"{own.place}:{own.name}", why=f"{path} can't be imported")
    on_path(path.parent)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
