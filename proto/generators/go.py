"""Go: messages and gRPC stubs, by generators pinned in clients/go/tools/go.mod."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from generators import ROOT, Generator
from generators.protoc import protoc

__all__ = ["GENERATOR"]

_FOLDER = "clients/go"
_MODULE = "undercroft.dev/api"
_PLUGINS = {
    "protoc-gen-go": "google.golang.org/protobuf/cmd/protoc-gen-go",
    "protoc-gen-go-grpc": "google.golang.org/grpc/cmd/protoc-gen-go-grpc",
}


def _write(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = ["go", "build", "-o", f"{folder}/", *_PLUGINS.values()]
        subprocess.run(command, cwd=ROOT / _FOLDER / "tools", check=True)  # noqa: S603
        outputs = [
            f"--{kind}_{word}" for kind in ("go", "go-grpc") for word in (f"out={target}", f"opt=module={_MODULE}")
        ]
        protoc(outputs, {name: Path(folder, name) for name in _PLUGINS})


GENERATOR = Generator("go", _FOLDER, ("undercroft/v1/*.pb.go",), _write, ("go",))
