"""The file system of a folder is that of the innermost mount it lies in, and of two on one point the later."""

from __future__ import annotations

from pathlib import Path

import pytest

from undercroft.bench.server.disk import MEMORY, file_system_of

MOUNTS = """\
/dev/vda / ext4 rw,relatime 0 0
tmpfs /mem tmpfs rw 0 0
/dev/vdb /mem/real\\040disk xfs rw 0 0
/dev/vdc /data btrfs rw 0 0
tmpfs /data tmpfs rw 0 0
/dev/vdd /temporary ext4 rw 0 0
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/", "ext4"),
        ("/srv/undercroft", "ext4"),
        ("/mem", "tmpfs"),
        ("/mem/deep/below", "tmpfs"),
        ("/mem/real disk/matches", "xfs"),
        ("/data/matches", "tmpfs"),
        ("/temporary", "ext4"),
    ],
)
def test_the_innermost_mount_tells(folder: str, kind: str) -> None:
    assert file_system_of(Path(folder), MOUNTS) == kind


def test_where_mounts_tell_nothing_nothing_is_told() -> None:
    assert file_system_of(Path("/srv"), "") == ""


def test_a_place_for_stores_is_told_from_memory(disk: Path) -> None:
    assert file_system_of(disk) not in MEMORY
