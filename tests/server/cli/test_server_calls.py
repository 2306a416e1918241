"""What `undercroft.cli.server_calls` says when two sides don't agree on TLS, against gRPC as it is installed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import grpc
import pytest
import trustme
from cryptography.hazmat.primitives.asymmetric import ed25519

from tests.server.rpc.self_signed import self_signed
from undercroft.cli import server_calls
from undercroft.cli.failure import Failure
from undercroft.cli.remote_server import RemoteServer
from undercroft.rpc.certificate import Certificate

Write = Callable[[Path, trustme.CA], None]


def _issued(authority: trustme.CA, folder: Path, name: str, not_after: datetime | None = None) -> None:
    leaf = authority.issue_cert(name, not_before=datetime.now(UTC) - timedelta(days=9), not_after=not_after)
    (folder / "server.pem").write_bytes(leaf.cert_chain_pems[0].bytes())
    (folder / "server.key").write_bytes(leaf.private_key_pem.bytes())


def _good(folder: Path, authority: trustme.CA) -> None:
    _issued(authority, folder, "127.0.0.1")


def _expired(folder: Path, authority: trustme.CA) -> None:
    _issued(authority, folder, "127.0.0.1", datetime.now(UTC) - timedelta(days=1))


def _of_another_name(folder: Path, authority: trustme.CA) -> None:
    _issued(authority, folder, "elsewhere.example")


def _of_another_authority(folder: Path, authority: trustme.CA) -> None:
    _issued(trustme.CA(), folder, "127.0.0.1")


def _of_an_unknown_kind(folder: Path, authority: trustme.CA) -> None:
    self_signed(ed25519.Ed25519PrivateKey.generate(), None, folder / "server.pem", folder / "server.key")
    (folder / "ca.pem").write_bytes((folder / "server.pem").read_bytes())


@asynccontextmanager
async def _listening(folder: Path, write: Write | None) -> AsyncIterator[str]:
    """The address of a gRPC server without services; in plain text if nothing writes it a certificate."""
    authority = trustme.CA()
    (folder / "ca.pem").write_bytes(authority.cert_pem.bytes())
    server = grpc.aio.server()
    if write is None:
        port = server.add_insecure_port("127.0.0.1:0")
    else:
        write(folder, authority)
        certificate = Certificate(folder / "server.pem", folder / "server.key")
        port = server.add_secure_port("127.0.0.1:0", certificate.credentials())
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(0.0)


@pytest.mark.parametrize(
    ("write", "tls", "said"),
    [
        (_good, True, "can't do that"),  # it is reached, and has no games
        (_good, False, "Perhaps it speaks TLS"),
        (None, True, "speaks plain text"),
        (_expired, True, "has expired"),
        (_of_another_name, True, "another name"),
        (_of_another_authority, True, "vouches for"),
        (_of_an_unknown_kind, True, "kind of key"),
    ],
)
async def test_who_does_not_agree_on_tls_is_told_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write | None, tls: bool, said: str
) -> None:
    monkeypatch.setattr(server_calls, "PATIENCE_S", 0.5)
    async with _listening(tmp_path, write) as address:
        server = RemoteServer(address, tls, str(tmp_path / "ca.pem") if tls else "")
        with pytest.raises(Failure) as raised:
            async with server_calls.speaking_to(server) as client:
                await client.games()
    assert said in raised.value.message
    assert address in raised.value.message


async def test_nobody_there_is_not_called_a_matter_of_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_calls, "PATIENCE_S", 0.2)
    async with _listening(tmp_path, None) as address:
        pass
    for tls in (False, True):
        with pytest.raises(Failure, match="no server can be reached"):
            async with server_calls.speaking_to(RemoteServer(address, tls)) as client:
                await client.games()
