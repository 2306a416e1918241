"""The seats a person holds: tokens of this client's making, kept so that a match can be gone on with after anything.

One file a seat, closed to others, written whole and renamed into place, so that any number of terminals can keep and
read seats at once without a lock.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

import msgspec

from undercroft.cli.failure import Failure
from undercroft.cli.remote_server import RemoteServer
from undercroft.cli.state_dir import state_dir
from undercroft_client import RematchedFact

__all__ = ["KeptSeat", "KeptSeats", "kept_seats", "plain_code"]

_FORGET_AFTER_S: Final = 30 * 24 * 3600
"""Seats of finished matches stay for a month, for the record's sake."""


class KeptSeat(msgspec.Struct, frozen=True):
    """A seat and how to come back to it.

    `server` is an address, empty for the embedded server; `tls` and `ca` as in `RemoteServer`. A seat that was asked
    for with a join code and not yet answered has a `code` and no `match_id`. `bot` plays the seat in its owner's place:
    one of the server's, and then there is no `token` to hold, or the owner's own.
    """

    server: str
    game: str = ""
    match_id: str = ""
    seat: int = 0
    token: bytes = b""
    code: str = ""
    bot: str = ""
    plugins: str = ""
    finished: bool = False
    tls: bool = False
    ca: str = ""

    @property
    def remote(self) -> RemoteServer | None:
        """The server it is on; None for the embedded one."""
        return RemoteServer(self.server, self.tls, self.ca) if self.server else None

    def safest(self, server: RemoteServer | None) -> RemoteServer | None:
        """How to reach the seat: as asked for now, if at all, but never in plain text if it was TLS before."""
        if server is None or self.remote is None or (self.tls and not server.tls):
            return self.remote
        return server

    def reached_by(self, server: RemoteServer | None) -> KeptSeat:
        """The seat with the way in which it is now reached, for the next time."""
        return self if server is None else msgspec.structs.replace(self, tls=server.tls, ca=server.ca)

    def in_rematch(self, rematch: RematchedFact) -> KeptSeat:
        """The seat that this one's holder has in a rematch. No code opens it: the token is the same."""
        seat = dict(enumerate(rematch.seats)).get(self.seat, self.seat)
        return msgspec.structs.replace(self, match_id=rematch.match_id, seat=seat, code="", finished=False)


def plain_code(code: str) -> str:
    """A join code without what doesn't matter in it: case, spaces, hyphens."""
    return "".join(character for character in code.upper() if character.isalnum())


class KeptSeats:
    """The seats kept in one directory (made if need be)."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def keep(self, seat: KeptSeat) -> None:
        """Write a seat down, replacing what was kept for the same one.

        Raises:
            Failure: the directory can't be written.
        """
        try:
            self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=self._directory, suffix=".tmp", delete=False) as file:
                file.write(msgspec.json.encode(seat))
                file.flush()
                os.fsync(file.fileno())
            Path(file.name).replace(self._path(seat))
        except OSError as error:
            raise Failure(f"the seat can't be kept in {self._directory}: {error.strerror}") from error

    def forget(self, seat: KeptSeat) -> None:
        """Remove a seat, if it is kept."""
        self._path(seat).unlink(missing_ok=True)

    def of_match(self, match_id: str, server: str | None = None) -> list[KeptSeat]:
        """The seats kept of a match, by seat; on any server if none is named."""
        found = [seat for seat in self if seat.match_id == match_id and server in {None, seat.server}]
        return sorted(found, key=lambda seat: (seat.server, seat.seat))

    def of_code(self, code: str, server: str) -> KeptSeat | None:
        """The seat that was asked for, or taken, with a join code."""
        plain = plain_code(code)
        return next((seat for seat in self if seat.server == server and seat.code == plain), None)

    def finish(self, seat: KeptSeat) -> None:
        """Note that a seat's match is over, and forget what ended long ago."""
        self.keep(msgspec.structs.replace(seat, finished=True))
        horizon = time.time() - _FORGET_AFTER_S
        for path, kept in self._all():
            with contextlib.suppress(OSError):
                if kept.finished and path.stat().st_mtime < horizon:
                    path.unlink()

    def __iter__(self) -> Iterator[KeptSeat]:
        return (seat for _, seat in self._all())

    def _all(self) -> Iterator[tuple[Path, KeptSeat]]:
        """Every seat that can be read; a torn or foreign file is nobody's loss."""
        for path in sorted(self._directory.glob("*.json")):
            with contextlib.suppress(OSError, msgspec.DecodeError):
                yield path, msgspec.json.decode(path.read_bytes(), type=KeptSeat)

    def _path(self, seat: KeptSeat) -> Path:
        # A code names its seat before the match is known, and must go on finding it afterwards.
        name = ("code", seat.server, seat.code) if seat.code else ("seat", seat.server, seat.match_id, str(seat.seat))
        return self._directory / f"{sha256(chr(0).join(name).encode()).hexdigest()[:32]}.json"


def kept_seats() -> KeptSeats:
    """The seats this user holds."""
    return KeptSeats(state_dir(os.environ) / "seats")
