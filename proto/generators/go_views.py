"""Go: the types of Dungeon of Fear's JSON, by go-jsonschema, pinned in clients/go/tools/go.mod."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from generators import ROOT, Generator
from generators.schema import schema_file

__all__ = ["GENERATOR"]


def _write(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        schema = schema_file(Path(folder), "dungeon-of-fear")
        command = ["go", "tool", "go-jsonschema", "--package", "dungeonoffear", "--tags", "json", str(schema)]
        printed = subprocess.run(command, cwd=ROOT / "clients/go/tools", check=True, capture_output=True).stdout  # noqa: S603
    (target / "views.go").write_bytes(printed)


GENERATOR = Generator("go", "clients/go/examples/dungeonoffear", ("views.go",), _write, ("go",))
