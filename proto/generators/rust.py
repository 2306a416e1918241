"""Rust: messages and gRPC stubs, by the program in clients/rust/generator, where all it needs is pinned."""

from __future__ import annotations

import subprocess
from pathlib import Path

from generators import ROOT, Generator

__all__ = ["GENERATOR"]

_FOLDER = "clients/rust"
_STUBS = Path("src", "generated")


def _write(target: Path) -> None:
    (target / _STUBS).mkdir(parents=True)
    command = ["cargo", "run", "--quiet", "--locked", "--package", "undercroft-generator", "--"]
    subprocess.run([*command, ROOT / "proto", target / _STUBS], cwd=ROOT / _FOLDER, check=True)  # noqa: S603


GENERATOR = Generator("rust", _FOLDER, (f"{_STUBS}/*.rs",), _write, ("cargo",))
