"""What was released stays as it was: a change that breaks clients is told of; the archive holds all that stubs need."""

from __future__ import annotations

import gzip
import importlib.util
import io
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from types import ModuleType

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

PROTO = Path(__file__).parents[2] / "proto"
BUF = Path(sys.executable).with_name("buf")


@pytest.fixture(scope="module")
def release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("proto_release", PROTO / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def breaks(proto: Path) -> str:
    """What `make check` would say of protos like ours in another folder."""
    command = re.search(r"\$\(BIN\)/(buf breaking proto .*)", (PROTO.parent / "Makefile").read_text())
    assert command is not None
    newest = max(PROTO.glob("released/*.binpb"), key=lambda path: [int(n) for n in re.findall(r"\d+", path.name)])
    words = command[1].replace("$(RELEASED)", str(newest)).split()
    ran = subprocess.run([BUF, *words[1:]], cwd=proto.parent, capture_output=True, text=True)
    assert ran.returncode in {0, 100}, ran.stderr
    return ran.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(PROTO / "undercroft", tmp_path / "proto" / "undercroft")
    shutil.copy(PROTO / "buf.yaml", tmp_path / "proto")
    return tmp_path / "proto"


def test_the_protos_are_as_they_were_released() -> None:
    assert breaks(PROTO) == ""


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("uint64 since = 4;", "uint64 since = 40;", "since"),
        ("bytes client = 6;", "string client = 6;", "client"),
        ("  // Offer or accept a draw.\n    OfferDraw offer_draw = 6;", "", "offer_draw"),
        ("rpc Act(", "rpc ActNow(", "Act"),
    ],
)
def test_a_change_that_breaks_clients_is_told_of(copy: Path, before: str, after: str, why: str) -> None:
    changed = copy / "undercroft" / "v1" / "match.proto"
    assert before in changed.read_text()
    changed.write_text(changed.read_text().replace(before, after, 1))
    assert why in breaks(copy)


def test_a_new_field_breaks_nobody(copy: Path) -> None:
    changed = copy / "undercroft" / "v1" / "match.proto"
    old = "  string request_id = 1;\n"
    changed.write_text(changed.read_text().replace(old, f"{old}  // New.\n  string locale = 99;\n", 1))
    assert breaks(copy) == ""


def test_the_archive_has_every_proto_and_its_descriptors_and_is_the_same_each_time(release: ModuleType) -> None:
    packed = release.archive("undercroft-protos-1")
    assert packed == release.archive("undercroft-protos-1")
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(packed))) as tar:
        files = {name: tar.extractfile(name) for name in tar.getnames()}
        protos = {
            f"undercroft-protos-1/proto/{path.relative_to(PROTO)}" for path in PROTO.glob("undercroft/v1/*.proto")
        }
        assert files.keys() == protos | {"undercroft-protos-1/descriptors.binpb", "undercroft-protos-1/LICENSE"}
        descriptors = files["undercroft-protos-1/descriptors.binpb"]
        assert descriptors is not None
        described = FileDescriptorSet.FromString(descriptors.read())
    assert {file.name for file in described.file} == {
        name.removeprefix("undercroft-protos-1/proto/") for name in protos
    }
    comments = [place.leading_comments for file in described.file for place in file.source_code_info.location]
    assert any("Plays an action" in text or "Play an action" in text for text in comments)


def test_what_was_released_is_kept_once(release: ModuleType, tmp_path: Path) -> None:
    assert release.keep(tmp_path, "1.0") == ""
    assert release.keep(tmp_path, "1.0") == ""
    (tmp_path / "undercroft-1.0.binpb").write_bytes(b"")
    assert "new version" in release.keep(tmp_path, "1.0")
    assert (tmp_path / "undercroft-1.0.binpb").read_bytes() == b""
