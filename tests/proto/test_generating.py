"""`make stubs` and its `--check`: what is stale is named, what can't be made here is skipped or a failure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROTO = Path(__file__).parents[2] / "proto"

FAKE = """
import sys
from pathlib import Path
sys.path.insert(0, {proto!r})
import generate
from generators import Generator

def write(target):
    (target / "a.txt").write_text("fresh")
    (target / "deeper").mkdir()
    (target / "deeper" / "b.txt").write_text("fresh")

generate.ROOT = Path.cwd()
generate.GENERATORS = (Generator("klingon", "stubs", ("*.txt", "deeper/*.txt"), write, {needs!r}),)
generate.LANGUAGES = ("klingon",)
sys.exit(generate.main(sys.argv[1:]))
"""


def generate(
    folder: Path, *arguments: str, needs: tuple[str, ...] = (), required: str = ""
) -> subprocess.CompletedProcess[str]:
    """The command with one language, whose stubs are two files in `folder`/stubs."""
    script = FAKE.format(proto=str(PROTO), needs=needs)
    environment = {**os.environ, "UNDERCROFT_REQUIRE": required, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_stubs_are_made_and_what_has_no_proto_any_more_goes(tmp_path: Path) -> None:
    (tmp_path / "stubs").mkdir()
    (tmp_path / "stubs" / "old.txt").write_text("stale")
    (tmp_path / "stubs" / "own.py").write_text("ours")
    assert generate(tmp_path).returncode == 0
    assert {path.name for path in (tmp_path / "stubs").rglob("*.*")} == {"a.txt", "b.txt", "own.py"}
    assert generate(tmp_path, "--check").returncode == 0


@pytest.mark.parametrize("what", ["changed", "missing", "too many"])
def test_what_is_stale_is_named_and_not_touched(tmp_path: Path, what: str) -> None:
    generate(tmp_path)
    file = tmp_path / "stubs" / "deeper" / ("c.txt" if what == "too many" else "b.txt")
    if what == "missing":
        file.unlink()
    else:
        file.write_text("stale")
    checked = generate(tmp_path, "--check")
    assert checked.returncode == 1
    assert f"stubs/deeper/{file.name} " in checked.stderr
    assert "a.txt" not in checked.stderr
    assert not file.exists() if what == "missing" else file.read_text() == "stale"


def test_a_language_without_its_toolchain_is_skipped_and_named_unless_it_is_required(tmp_path: Path) -> None:
    skipped = generate(tmp_path, "--check", needs=("no-such-program",))
    assert skipped.returncode == 0
    assert "klingon" in skipped.stderr
    assert "no-such-program" in skipped.stderr
    assert generate(tmp_path, "--check", needs=("no-such-program",), required="go,klingon").returncode == 1


def test_a_language_that_nobody_makes_stubs_for_is_a_mistake(tmp_path: Path) -> None:
    assert generate(tmp_path, "elvish").returncode == 2


def test_ci_requires_every_language() -> None:
    sys.path.insert(0, str(PROTO))
    try:
        from generate import LANGUAGES  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(PROTO))
    from tests.clients.languages.table import LANGUAGES as CLIENTS

    ci = (PROTO.parent / ".ci" / "run").read_text()
    assert {language for language in LANGUAGES if language != "python"} == {client.name for client in CLIENTS}
    assert f"UNDERCROFT_REQUIRE={','.join(sorted(client.name for client in CLIENTS))} " in ci
