"""Java: messages and gRPC stubs, by protoc and its plugin in the versions of clients/java/generator/pom.xml."""

from __future__ import annotations

import subprocess
from pathlib import Path

from generators import ROOT, Generator

__all__ = ["GENERATOR"]

_STUBS = "clients/java/protocol/src/generated/java"


def _write(target: Path) -> None:
    folders = [f"-Dprotos={ROOT / 'proto'}", f"-Dtarget={target}"]
    command = ["mvn", "--batch-mode", "--quiet", "--no-transfer-progress", "generate-sources", *folders]
    subprocess.run(command, cwd=ROOT / "clients/java/generator", check=True)  # noqa: S603


GENERATOR = Generator("java", _STUBS, ("**/*.java",), _write, ("java", "mvn"))
