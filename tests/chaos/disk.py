"""A small disk of the run's own for the store, that can be filled up and made read-only while a server writes to it.

It is mounted in a mount namespace that ends with this process, so nothing is left behind however a run ends; the
server is started inside that. Root gets an ext4 file system on an image; without its tools, or as anybody else, a
tmpfs of fixed size, in a user namespace where the kernel lets everybody have one. On such a disk "full" is ENOSPC, and
SQLite says SQLITE_FULL.

Where nothing can be mounted, as in most containers, the server's RLIMIT_FSIZE is set to 0 instead: the kernel refuses
every write with EFBIG, and SQLite says SQLITE_IOERR. That is no full disk, and the run's report says so.

Read-only is a matter of permissions: no right to write to the store's files and their directory. Root is subject to
them too, as the server is started without the capability to override them. Files that are open already stay writable
whatever their permissions become, so RLIMIT_FSIZE is 0 here as well: the writer's next commit fails (SQLITE_IOERR), it
opens the file anew, and from then on SQLite says SQLITE_READONLY.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SIZE_BYTES = 512 * 1024 * 1024
_BALLAST_STEPS = (64 << 20, 4 << 20, 256 << 10, 4 << 10)
_STORE = "store.sqlite3"
_READABLE, _WRITABLE = (0o500, 0o400), (0o700, 0o600)


@dataclass(frozen=True)
class _Way:
    """A way to get a disk: what it is, what `unshare` needs for it, and the shell's part."""

    what: str
    unshare: tuple[str, ...]
    script: str

    @property
    def enter(self) -> tuple[str, ...]:
        """What `nsenter` needs for it, besides the mount namespace."""
        return ("--preserve-credentials", "--user=/proc/{pid}/ns/user") if self.unshare else ()


_TMPFS = f'mount -t tmpfs -o size={SIZE_BYTES},mode=700 tmpfs "$1"'
_EXT4 = f'truncate -s {SIZE_BYTES} "$1.image" && mkfs.ext4 -q -m 0 "$1.image" && mount -o loop "$1.image" "$1"'
_WAYS = (
    _Way("ext4 on an image", (), _EXT4),
    _Way("tmpfs", (), _TMPFS),
    _Way("tmpfs in a user namespace", ("--user", "--map-root-user"), _TMPFS),
)


class Disk:
    """Where the store of a run is. `mounted` tells whether it is a file system of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "disk"
        self._holder: asyncio.subprocess.Process | None = None
        self._way: _Way | None = None
        self._powerless: tuple[str, ...] = ()

    async def open(self) -> None:
        """Make it, the best way there is."""
        self._folder.mkdir(mode=0o700)
        for way in _WAYS if shutil.which("unshare") and shutil.which("nsenter") else ():
            if await self._mount(way):
                break
        self._powerless = await self._without_override()

    async def close(self) -> None:
        """Let go of it; a mounted one goes with whoever holds it."""
        with contextlib.suppress(FileNotFoundError):  # whoever holds it is gone already
            self.unlock()
        if self._holder is not None and self._holder.stdin is not None:
            self._holder.stdin.close()
            await self._holder.wait()

    @property
    def mounted(self) -> bool:
        """Whether it can be filled up."""
        return self._holder is not None

    @property
    def store(self) -> Path:
        """The store's file, as the server names it."""
        return self._folder / _STORE

    @property
    def command(self) -> tuple[str, ...]:
        """What stands in front of the server's command."""
        return (*self._inside, *self._powerless)

    def describe(self) -> list[str]:
        """What the two faults are here, in words."""
        if self._way is not None:
            full = f"the store's disk is {self._way.what}, {SIZE_BYTES >> 20} MiB; full is ENOSPC"
        else:
            full = "NO FULL DISK: nothing can be mounted here; RLIMIT_FSIZE 0 instead, which is EFBIG"
        if os.geteuid() != 0 or self._powerless:
            read_only = "read-only is no right to write, and RLIMIT_FSIZE 0 for files that are open"
        else:
            read_only = "NOT READ-ONLY: root ignores permissions, and setpriv is missing; RLIMIT_FSIZE 0 alone"
        return [full, read_only]

    def fill(self) -> None:
        """Leave no room on it."""
        with contextlib.suppress(OSError), self._ballast.open("ab") as ballast:
            end = 0
            for step in _BALLAST_STEPS:
                with contextlib.suppress(OSError):
                    while True:
                        os.posix_fallocate(ballast.fileno(), end, step)
                        end += step

    def free(self) -> None:
        """Take away what filled it."""
        self._ballast.unlink(missing_ok=True)

    def lock(self) -> None:
        """Take away the right to write."""
        self._permit(*_READABLE)

    def unlock(self) -> None:
        """Give it back."""
        self._permit(*_WRITABLE)

    def _permit(self, directory: int, file: int) -> None:
        self._outside.chmod(directory)
        for path in self._store_files():
            path.chmod(file)

    def _store_files(self) -> Iterator[Path]:
        for suffix in ("", "-wal", "-shm"):
            path = self._outside / f"{_STORE}{suffix}"
            if path.exists():
                yield path

    @property
    def _outside(self) -> Path:
        """The disk as this process reaches it."""
        if self._holder is None:
            return self._folder
        return Path(f"/proc/{self._holder.pid}/root") / self._folder.relative_to("/")

    @property
    def _ballast(self) -> Path:
        return self._outside / "ballast"

    @property
    def _inside(self) -> tuple[str, ...]:
        """How to start something that sees it."""
        if self._holder is None or self._way is None:
            return ()
        pid = self._holder.pid
        return ("nsenter", f"--mount=/proc/{pid}/ns/mnt", *(option.format(pid=pid) for option in self._way.enter), "--")

    async def _mount(self, way: _Way) -> bool:
        """Mount it in a namespace held by a process that ends when its input does, as it will with us."""
        if not way.unshare and os.geteuid() != 0:
            return False
        holder = await asyncio.create_subprocess_exec(
            "unshare", "--mount", "--propagation", "private", *way.unshare, "--",
            "sh", "-c", f"{way.script} && echo ready && exec cat", "sh", str(self._folder),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        assert holder.stdout is not None
        if await holder.stdout.readline() != b"ready\n":
            await holder.wait()
            return False
        self._holder, self._way = holder, way
        return True

    async def _without_override(self) -> tuple[str, ...]:
        """How to start something that permissions hold for; nothing where they do anyway, or where it can't be done."""
        if os.geteuid() != 0 and self._way is None:
            return ()
        command = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--pdeathsig=KILL", "--")
        if shutil.which(command[0]) is None:
            return ()
        trial = await asyncio.create_subprocess_exec(*self._inside, *command, "true", stderr=asyncio.subprocess.DEVNULL)
        return command if await trial.wait() == 0 else ()
