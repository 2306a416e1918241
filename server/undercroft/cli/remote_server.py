"""A server somewhere else, and how to speak to it."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from undercroft.cli.failure import Failure

if TYPE_CHECKING:
    import grpc

__all__ = ["RemoteServer"]


@dataclass(frozen=True)
class RemoteServer:
    """`address` is HOST:PORT; `tls` or plain text; `ca` is a PEM file of authorities, empty for those gRPC knows."""

    address: str
    tls: bool = False
    ca: str = ""

    @property
    def options(self) -> list[str]:
        """What to type after a command to have it speak to this server."""
        how = ["--ca", self.ca] if self.ca else ["--tls"] if self.tls else []
        return ["--server", self.address, *how]

    def credentials(self) -> grpc.ChannelCredentials | None:
        """What a client connects with; None for plain text.

        Raises:
            Failure: the authorities can't be read.
        """
        import grpc

        if not self.tls:
            return None
        return grpc.ssl_channel_credentials(_authorities(Path(self.ca)) if self.ca else None)


def _authorities(path: Path) -> bytes:
    try:
        content = path.read_bytes()
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=content.decode("ascii"))
    except (ssl.SSLError, ValueError) as error:
        raise Failure(f"{path} holds no certificates in PEM, which --ca is for.") from error
    except OSError as error:
        raise Failure(f"the authorities {path} can't be read: {error.strerror}.") from error
    return content
