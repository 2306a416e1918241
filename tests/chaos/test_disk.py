"""The disk of a run can be filled up and locked, or says plainly that it can't."""

from __future__ import annotations

import asyncio
import errno
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chaos.disk import Disk

WRITE = """
import errno, sys
path, kilobytes = sys.argv[1:]
try:
    with open(path, "ab") as file:
        for _ in range(int(kilobytes)):
            file.write(bytes(1024))
except OSError as error:
    print(errno.errorcode[error.errno])
else:
    print("written")
"""


@pytest.fixture
async def disk(tmp_path: Path) -> AsyncIterator[Disk]:
    made = Disk(tmp_path)
    await made.open()
    yield made
    await made.close()


async def written(disk: Disk, path: Path, kilobytes: int = 1) -> str:
    """What a server's process is told when it writes to a file there."""
    command = (*disk.command, sys.executable, "-c", WRITE, str(path), str(kilobytes))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    out, _ = await process.communicate()
    return out.decode().strip()


async def test_a_full_disk_takes_nothing_and_an_emptied_one_takes_it_again(disk: Disk) -> None:
    if not disk.mounted:
        pytest.skip("nothing can be mounted here")
    disk.fill()
    assert await written(disk, disk.store, 512) == errno.errorcode[errno.ENOSPC]
    disk.free()
    assert await written(disk, disk.store, 512) == "written"


async def test_locked_files_are_opened_by_nobody_for_writing(disk: Disk) -> None:
    if any("NOT READ-ONLY" in line for line in disk.describe()):
        pytest.skip("permissions mean nothing here")
    assert await written(disk, disk.store) == "written"
    disk.lock()
    assert await written(disk, disk.store) == errno.errorcode[errno.EACCES]
    assert await written(disk, disk.store.with_name("another")) == errno.errorcode[errno.EACCES]
    disk.unlock()
    assert await written(disk, disk.store) == "written"


async def test_where_nothing_can_be_mounted_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    disk = Disk(tmp_path)
    await disk.open()
    assert not disk.mounted
    assert disk.command == ()
    assert disk.describe()[0].startswith("NO FULL DISK")
    await disk.close()


async def test_nothing_is_left_behind(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    await disk.open()
    await written(disk, disk.store)
    await disk.close()
    if disk.mounted:
        assert not disk.store.exists()
    assert not disk.store.parent.is_mount()
