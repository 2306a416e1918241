"""The protoc that comes with grpcio-tools, pinned in pyproject.toml, with any language's plugins."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from generators import PROTOS, ROOT

__all__ = ["protoc"]


def protoc(arguments: Sequence[str], plugins: Mapping[str, Path]) -> None:
    """Generate all protos; `arguments` are its outputs and their options, `plugins` programs by the names it calls.

    Raises:
        subprocess.CalledProcessError: it has said on stderr what is wrong.
    """
    named = [f"--plugin={name}={path}" for name, path in plugins.items()]
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{ROOT / 'proto'}", *named, *arguments, *PROTOS]
    ran = subprocess.run(command, capture_output=True, text=True)  # noqa: S603
    if ran.returncode:
        sys.stderr.write(ran.stderr)  # else only what mypy-protobuf tells of itself
        raise subprocess.CalledProcessError(ran.returncode, command)
