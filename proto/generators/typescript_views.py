"""TypeScript: the types of Dungeon of Fear's JSON by json-schema-to-typescript, and the schema to check it by."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from generators import Generator
from generators.npm import FOLDER, installed
from generators.schema import schema_file

__all__ = ["GENERATOR"]


def _write(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        schema = schema_file(Path(folder), "dungeon-of-fear")
        options = ["--unreachableDefinitions", "--no-additionalProperties"]
        command = [installed("json2ts"), "--input", schema, "--output", target / "views.ts", *options]
        subprocess.run(command, check=True)  # noqa: S603
        described = json.dumps(json.loads(schema.read_text()), indent=2, ensure_ascii=False)
    head = "// Printed by `undercroft games dungeon-of-fear --schema`. DO NOT MODIFY IT BY HAND.\n"
    (target / "schema.ts").write_text(f"{head}export const schema = {described} as const;\n")


GENERATOR = Generator(
    "typescript", f"{FOLDER}/examples/dungeon-of-fear", ("views.ts", "schema.ts"), _write, ("node", "npm")
)
