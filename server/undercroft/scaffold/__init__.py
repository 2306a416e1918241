"""Begins a package of a game or of a bot: a whole small one that works, to be replaced piece by piece.

The folders beside this module are such packages, real ones, called `my-game` and `my-bot`. To begin somebody's package
is to write one of them under another name, and nothing else.
"""

from __future__ import annotations

import ast
import keyword
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, Literal

from undercroft.game import UndercroftError
from undercroft.soundness import KEBAB, text_fault

__all__ = ["LONGEST", "BadName", "Names", "Template", "names_of", "project", "write_project"]

Template = Literal["open_game", "hidden_game", "bot"]
"""What can be begun; each is a folder beside this module."""

LONGEST: Final = 30
"""The most characters of a name: with them, every line of the templates still has at most 120."""

_LONGEST_TITLE: Final = 60

_IN_TEMPLATES: Final[Mapping[Template, str]] = {"open_game": "my-game", "hidden_game": "my-game", "bot": "my-bot"}
"""What each template is called."""

_RENAMED: Final = {"gitignore": ".gitignore"}
"""Files that would mean something where the templates lie."""


class BadName(UndercroftError, ValueError):
    """A name or title that can't be used; the message says why."""


@dataclass(frozen=True)
class Names:
    """How a game or bot is called: `id` on servers (`tiny-war`), `title` by people (`Tiny War`)."""

    id: str
    title: str

    @property
    def module(self) -> str:
        """As part of a module's name: `tiny_war`."""
        return self.id.replace("-", "_")

    @property
    def package(self) -> str:
        """What is imported: `undercroft_tiny_war`."""
        return f"undercroft_{self.module}"

    @property
    def class_name(self) -> str:
        """`TinyWar`."""
        return "".join(word.capitalize() for word in self.id.split("-"))


def names_of(name: str, title: str = "") -> Names:
    """The names of something that is to be called `name`, and `title` or else the words of its name.

    Raises:
        BadName: that can't be a name, or a title.
    """
    if not KEBAB.fullmatch(name):
        raise BadName(f"{name!r} can't be a name: small letters, digits and single hyphens, a letter first: tiny-war")
    if len(name) > LONGEST:
        raise BadName(f"{name!r} is too long: a name has at most {LONGEST} characters")
    names = Names(name, title.strip() or " ".join(word.capitalize() for word in name.split("-")))
    fault = text_fault(names.title)
    if fault is not None:
        raise BadName(f"the title is {fault}")
    if len(names.title) > _LONGEST_TITLE or set(names.title) & set('"\\'):
        raise BadName(f"a title has at most {_LONGEST_TITLE} characters, none of them a quotation mark or a backslash")
    return names


def project(template: Template, names: Names) -> Mapping[str, str]:
    """Every file of a new package, by its path in the package's folder.

    Raises:
        BadName: its class would be called as something that the package uses.
    """
    old = names_of(_IN_TEMPLATES[template])
    found = dict(_files(files(__name__) / template))
    used = {name for path, text in found.items() if path.endswith(".py") for name in _used(text)} - {old.class_name}
    if names.class_name in used or keyword.iskeyword(names.class_name):
        raise BadName(f"a class can't be called {names.class_name} there: choose another name")
    return {_renamed(path, old, names): _renamed(text, old, names) for path, text in found.items()}


def write_project(folder: Path, project: Mapping[str, str]) -> None:
    """Write the files of a package to a new folder; all of them or, where that fails, none.

    Raises:
        FileExistsError: something is there already.
        OSError: it can't be written.
    """
    folder.mkdir(parents=True)
    try:
        for path, text in project.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8", newline="\n")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _files(folder: Traversable, inside: str = "") -> Iterator[tuple[str, str]]:
    """Path and text of every file; not what Python and tools leave behind."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.startswith((".", "__pycache__")):
            continue
        if entry.is_dir():
            yield from _files(entry, f"{inside}{entry.name}/")
        else:
            yield inside + _RENAMED.get(entry.name, entry.name), entry.read_text(encoding="utf-8")


def _renamed(text: str, old: Names, new: Names) -> str:
    for before, after in (
        (old.id, new.id),
        (old.module, new.module),
        (old.class_name, new.class_name),
        (old.title, new.title),
    ):
        text = text.replace(before, after)
    return text


def _used(source: str) -> Iterator[str]:
    """The names that a Python source makes, imports and reads; some more than once."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(name) | ast.ClassDef(name) | ast.alias(name):
                yield name
