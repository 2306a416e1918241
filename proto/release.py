"""Makes the archive of protos for whoever generates stubs elsewhere, and keeps what was released to compare with.

`python proto/release.py` writes `dist/undercroft-protos-VERSION.tar.gz`: the protos, and `descriptors.binpb`, a
descriptor set of them with their comments. The version is pyproject.toml's. `released/undercroft-VERSION.binpb` beside
this file is what `make check` compares the protos with from then on; it is written once for a version, never changed.
"""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

PROTO = Path(__file__).resolve().parent
ROOT = PROTO.parent
RELEASED = PROTO / "released"


def version() -> str:
    """The version that is to be released."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])


def descriptors(*options: str) -> bytes:
    """A descriptor set of all protos."""
    buf = Path(sys.executable).with_name("buf")
    command = [buf, "build", PROTO, "--as-file-descriptor-set", "--output", "-#format=binpb", *options]
    return subprocess.run(command, check=True, capture_output=True).stdout  # noqa: S603


def archive(name: str) -> bytes:
    """The archive, all of whose files are in the folder `name`; the same protos give the same bytes."""
    files = {f"proto/{path.relative_to(PROTO)}": path.read_bytes() for path in PROTO.glob("undercroft/v1/*.proto")}
    files["descriptors.binpb"] = descriptors()
    files["LICENSE"] = (ROOT / "LICENSE").read_bytes()
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as zipped, tarfile.open(fileobj=zipped, mode="w") as tar:
        for path, content in sorted(files.items()):
            info = tarfile.TarInfo(f"{name}/{path}")
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return packed.getvalue()


def keep(folder: Path, wanted: str) -> str:
    """Keep what is released with a version; what is wrong with that, or nothing."""
    kept, now = folder / f"undercroft-{wanted}.binpb", descriptors("--exclude-source-info")
    if kept.exists() and kept.read_bytes() != now:
        return f"{wanted} was released with other protos: give pyproject.toml a new version"
    kept.write_bytes(now)
    return ""


def main() -> int:
    """The command; 1 if the version was released with other protos."""
    name = f"undercroft-protos-{version()}"
    wrong = keep(RELEASED, version())
    if wrong:
        print(wrong, file=sys.stderr)
        return 1
    target = ROOT / "dist" / f"{name}.tar.gz"
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(archive(name))
    print(target.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
