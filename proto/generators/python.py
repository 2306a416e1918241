"""Python: messages, gRPC stubs and the types of both, by generators pinned in pyproject.toml (extra `dev`)."""

from __future__ import annotations

import sys
from pathlib import Path

from generators import Generator
from generators.protoc import protoc

__all__ = ["GENERATOR"]


def _write(target: Path) -> None:
    tools = Path(sys.executable).parent
    plugins = {name: tools / name for name in ("protoc-gen-mypy", "protoc-gen-mypy_grpc")}
    protoc([f"--{kind}_out={target}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")], plugins)


GENERATOR = Generator("python", "server", ("undercroft/v1/*_pb2*.py", "undercroft/v1/*_pb2*.pyi"), _write)
