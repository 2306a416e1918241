"""TypeScript: messages and services by protoc-gen-es, pinned in clients/typescript/package.json.

Among them is google.rpc.ErrorInfo, which no package for protobuf-es has; its proto is of googleapis-common-protos,
pinned in pyproject.toml (extra `dev`).
"""

from __future__ import annotations

from importlib.metadata import files
from pathlib import Path

from generators import Generator
from generators.npm import FOLDER, installed
from generators.protoc import protoc

__all__ = ["GENERATOR"]

_ERROR_DETAILS = "google/rpc/error_details.proto"


def _write(target: Path) -> None:
    (found,) = (file for file in files("googleapis-common-protos") or () if str(file) == _ERROR_DETAILS)
    include = Path(str(found.locate())).parents[2]
    stubs = target / "src" / "gen"
    stubs.mkdir(parents=True)
    plugins = {"protoc-gen-es": installed("protoc-gen-es")}
    arguments = [f"-I{include}", f"--es_out={stubs}", "--es_opt=target=ts,import_extension=js", _ERROR_DETAILS]
    protoc(arguments, plugins)


GENERATOR = Generator("typescript", FOLDER, ("src/gen/**/*_pb.ts",), _write, ("node", "npm"))
