"""The tokens that prove the names of this user's bots, kept so that a bot comes back as itself."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from undercroft.cli.failure import Failure
from undercroft.cli.state_dir import state_dir
from undercroft_client import SeatToken, new_token

__all__ = ["bot_token"]


class _KeptToken(msgspec.Struct, frozen=True):
    server: str
    name: str
    token: bytes


def bot_token(server: str, name: str) -> SeatToken:
    """The token of a bot's name on a server: the one that was kept, or a new one that is kept from now on.

    Raises:
        Failure: it can't be kept, or what is kept can't be read.
    """
    folder = state_dir(os.environ) / "bots"
    path = folder / f"{sha256(f'{server}{chr(0)}{name}'.encode()).hexdigest()[:32]}.json"
    try:
        if path.exists():
            return SeatToken(msgspec.json.decode(path.read_bytes(), type=_KeptToken).token)
        return _keep(folder, path, _KeptToken(server, name, bytes(new_token())))
    except (OSError, msgspec.DecodeError) as error:
        raise Failure(f"the bot's token can't be kept in {path}: {error}.") from error


def _keep(folder: Path, path: Path, kept: _KeptToken) -> SeatToken:
    """Written whole under a name of its own, then linked: of two that begin at once, both have the first one's."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=folder, suffix=".tmp") as file:
        file.write(msgspec.json.encode(kept))
        file.flush()
        os.fsync(file.fileno())
        try:
            os.link(file.name, path)
        except FileExistsError:
            return SeatToken(msgspec.json.decode(path.read_bytes(), type=_KeptToken).token)
    return SeatToken(kept.token)
