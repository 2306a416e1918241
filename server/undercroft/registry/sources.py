"""Where plugins come from: installed distributions, and a folder for a first try without packaging.

Entry points are walked here and not by pluggy, whose loader stops at the first plugin that fails, and not by
`importlib.metadata.entry_points`, which one unreadable `entry_points.txt` of a stranger brings down.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

from undercroft.game import UndercroftError
from undercroft.hookspecs import GROUP
from undercroft.registry.errors import PluginProblem, Stage, told

__all__ = ["Source", "in_folder", "installed", "on_path", "quietly"]


@dataclass(frozen=True)
class Source:
    """A plugin that was found and not yet imported; `load` imports it.

    Of a source that isn't `declared` (a module that lies in a folder) nobody has said that it is a plugin.
    """

    distribution: str
    plugin: str
    load: Callable[[], Any]
    declared: bool = True

    def problem(self, stage: Stage, message: str) -> PluginProblem:
        """A problem of this plugin."""
        return PluginProblem(self.distribution, self.plugin, stage, message)


def installed(problems: list[PluginProblem]) -> list[Source]:
    """The plugins of installed distributions, ordered by the distribution's name, then by the entry point's."""
    found: dict[tuple[str, str], Source] = {}
    seen: set[str] = set()
    for distribution in metadata.distributions():
        try:
            text = distribution.read_text("entry_points.txt") or ""
            if GROUP not in text:
                continue
            name = _normalized(distribution.name)
            if name in seen:  # hidden behind another one, earlier on the path
                continue
            seen.add(name)
            for point in distribution.entry_points.select(group=GROUP):
                found[name, point.name] = _source(distribution, point)
        except Exception as error:
            place = str(distribution.locate_file(""))
            problems.append(PluginProblem(place, "entry_points.txt", "import", f"unreadable metadata: {told(error)}"))
    return [source for _, source in sorted(found.items())]


def _normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _source(distribution: metadata.Distribution, point: metadata.EntryPoint) -> Source:
    return Source(f"{distribution.name} {distribution.version}", point.name, point.load)


def in_folder(folder: Path, problems: list[PluginProblem]) -> list[Source]:
    """Every package and module that lies directly in a folder, by name.

    The folder goes to the end of `sys.path`: there its modules find each other, and worker processes find them by
    name, while none of them can take the place of an installed one.

    Raises:
        UndercroftError: there is no such folder.
    """
    folder = folder.resolve()
    if not folder.is_dir():
        raise UndercroftError(f"there is no plugins folder {folder}")
    if (folder / "__init__.py").exists():
        message = f"the folder is a package itself; name the folder it lies in: {folder.parent}"
        problems.append(PluginProblem(str(folder), folder.name, "import", message))
        return []
    on_path(folder)
    return [
        Source(str(path), name, partial(_import_from, path, name), declared=False)
        for name, path in sorted(_modules(folder))
    ]


def on_path(folder: Path) -> None:
    """Let modules of a folder be imported, unless they are found elsewhere."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    importlib.invalidate_caches()


def _modules(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in folder.iterdir():
        name = path.stem if path.suffix == ".py" else path.name
        is_module = path.suffix == ".py" if path.is_file() else (path / "__init__.py").is_file()
        if is_module and name.isidentifier() and not name.startswith("_"):
            yield name, path


def _import_from(path: Path, name: str) -> Any:
    """Import a module by name and make sure that it's the one meant."""
    spec = importlib.util.find_spec(name)
    origin = Path(spec.origin).resolve() if spec is not None and spec.origin else None
    if origin not in {path, path / "__init__.py"}:
        raise UndercroftError(f"another module has the name {name} ({origin or 'built in'}); rename this one")
    return importlib.import_module(name)


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Send what a plugin prints while it is loaded to stderr: stdout may be somebody's JSON."""
    with contextlib.redirect_stdout(sys.stderr):
        yield
