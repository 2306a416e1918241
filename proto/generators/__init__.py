"""How the generated code of each language is made: modules with a `GENERATOR`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["PROTOS", "ROOT", "Generator"]

ROOT = Path(__file__).resolve().parents[2]

PROTOS = sorted(str(path.relative_to(ROOT / "proto")) for path in (ROOT / "proto").glob("undercroft/v1/*.proto"))
"""Every proto of ours, by the name under which protos import each other."""


@dataclass(frozen=True)
class Generator:
    """Generated code of one language, most of it stubs.

    They are committed below `folder`, a path from the project's root, where `patterns` are theirs alone: whatever else
    matches there is stale. `write` makes them all in an empty folder, laid out as in `folder`. `needs` are the programs
    of the machine without which it can't; everything else it fetches itself, in versions pinned in the language's own
    manifest, as another version would write other stubs.
    """

    language: str
    folder: str
    patterns: tuple[str, ...]
    write: Callable[[Path], None]
    needs: tuple[str, ...] = ()
