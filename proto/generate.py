"""Makes the Python stubs in server/undercroft/v1 from the protos here; `--check` only says whether they are fresh.

Every generator is pinned in pyproject.toml (extra `dev`): the stubs are committed, and another version would write
others.
"""

from __future__ import annotations

import filecmp
import subprocess
import sys
import tempfile
from pathlib import Path

PROTO = Path(__file__).resolve().parent
PACKAGE = Path("undercroft", "v1")
STUBS = PROTO.parent / "server" / PACKAGE


def generate(target: Path) -> None:
    """Write the stubs of all protos below `target`."""
    tools = Path(sys.executable).parent
    plugins = [f"--plugin={name}={tools / name}" for name in ("protoc-gen-mypy", "protoc-gen-mypy_grpc")]
    outputs = [f"--{kind}_out={target}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")]
    protos = sorted(str(path.relative_to(PROTO)) for path in (PROTO / PACKAGE).glob("*.proto"))
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", *plugins, *outputs, *protos]
    subprocess.run(command, check=True, cwd=PROTO, stderr=subprocess.DEVNULL)  # noqa: S603


def stale(fresh: Path) -> list[str]:
    """Names of stubs that differ from those in `fresh`, are missing, or have no proto any more."""
    wanted = {path.name for path in fresh.glob("*_pb2*")}
    present = {path.name for path in STUBS.glob("*_pb2*")}
    same, _, _ = filecmp.cmpfiles(fresh, STUBS, wanted & present, shallow=False)
    return sorted((wanted | present) - set(same))


def main() -> int:
    """The command; 1 if stubs are stale under `--check`."""
    if sys.argv[1:] == ["--check"]:
        with tempfile.TemporaryDirectory() as folder:
            generate(Path(folder))
            names = stale(Path(folder) / PACKAGE)
        for name in names:
            print(f"{name} is not what the protos give; run: make stubs", file=sys.stderr)
        return 1 if names else 0
    generate(STUBS.parents[1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
