"""What `undercroft.rpc.certificate`, `undercroft.rpc.address` and `Server` promise of who can read along."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest
import trustme
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from structlog.testing import capture_logs

from undercroft.game import UndercroftError
from undercroft.registry import load_registry
from undercroft.rpc.address import is_loopback, split_address
from undercroft.rpc.certificate import Certificate, CertificateError
from undercroft.rpc.server import ListenError, Server, ServerConfig
from undercroft_client import Client, ConnectionLost, Mine

from .self_signed import self_signed
from .serving import PATIENCE, Served, serving


class _Files:
    """A certificate and a key on disk, which a test replaces."""

    def __init__(self, folder: Path) -> None:
        self.certificate, self.key = folder / "server.pem", folder / "server.key"

    def write(self, authority: trustme.CA, name: str = "127.0.0.1") -> None:
        leaf = authority.issue_cert(name)
        self.write_certificate(leaf)
        self.key.write_bytes(leaf.private_key_pem.bytes())

    def write_certificate(self, leaf: trustme.LeafCert) -> None:
        self.certificate.write_bytes(b"".join(pem.bytes() for pem in leaf.cert_chain_pems))

    @property
    def config(self) -> dict[str, Path]:
        return {"tls_cert": self.certificate, "tls_key": self.key}


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def files(tmp_path: Path, authority: trustme.CA) -> _Files:
    written = _Files(tmp_path)
    written.write(authority)
    return written


def _client(served: Served, authority: trustme.CA | None, patience: float = PATIENCE) -> Client:
    """A client with a connection of its own: gRPC shares them between channels with the same arguments."""
    credentials = authority and grpc.ssl_channel_credentials(authority.cert_pem.bytes())
    options = [("grpc.use_local_subchannel_pool", 1)]
    return Client(served.server.address, credentials=credentials, patience=patience, options=options)


async def _is_served(served: Served, authority: trustme.CA | None, patience: float = PATIENCE) -> bool:
    async with _client(served, authority, patience) as client:
        try:
            return bool(await client.games())
        except ConnectionLost:
            return False


async def test_those_who_know_the_authority_are_served_and_nobody_else(
    tmp_path: Path, files: _Files, authority: trustme.CA
) -> None:
    async with serving(tmp_path, **files.config) as served:
        assert await _is_served(served, authority)
        assert not await _is_served(served, trustme.CA(), patience=0.3)
        assert not await _is_served(served, None, patience=0.3)


async def test_a_renewed_certificate_is_shown_to_newcomers_and_open_streams_go_on(
    tmp_path: Path, files: _Files, authority: trustme.CA
) -> None:
    other = trustme.CA()
    async with serving(tmp_path, **files.config) as served, _client(served, authority) as early:
        created = await early.create_match("touchy", seats=[Mine("a"), Mine("b")])
        async with early.seat(created.match.match_id, created.tokens[0]) as seat:
            before = await seat.wait_turn()
            files.write(other)
            assert await _is_served(served, other)
            assert not await _is_served(served, authority, patience=0.3)
            await seat.act(before.legal[0].text)
            assert seat.seq > before.seq


@pytest.mark.parametrize(
    "half_written",
    [
        lambda files, leaf: files.write_certificate(leaf),
        lambda files, leaf: files.key.write_bytes(leaf.private_key_pem.bytes()),
        lambda files, leaf: files.certificate.write_bytes(files.certificate.read_bytes()[:100]),
        lambda files, leaf: files.key.write_bytes(b""),
        lambda files, leaf: files.key.unlink(),
        lambda files, leaf: files.certificate.unlink(),
    ],
)
async def test_a_half_written_pair_leaves_the_old_one_shown_until_it_is_whole(
    tmp_path: Path,
    files: _Files,
    authority: trustme.CA,
    half_written: Callable[[_Files, trustme.LeafCert], None],
) -> None:
    other = trustme.CA()
    async with serving(tmp_path, **files.config) as served:
        with capture_logs() as said:
            half_written(files, other.issue_cert("127.0.0.1"))
            assert await _is_served(served, authority)
            assert await _is_served(served, authority)
        assert [(line["log_level"], line["event"]) for line in said] == [("warning", "certificate kept")]
        files.write(other)
        assert await _is_served(served, other)


def _locked(files: _Files, authority: trustme.CA) -> None:
    key = serialization.load_pem_private_key(authority.issue_cert("x").private_key_pem.bytes(), None)
    encryption = serialization.BestAvailableEncryption(b"open sesame")
    form = serialization.PrivateFormat.PKCS8
    files.key.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, encryption))


def _short(files: _Files, authority: trustme.CA) -> None:
    self_signed(rsa.generate_private_key(65537, 1024), hashes.SHA256(), files.certificate, files.key)


@pytest.mark.parametrize(
    ("spoilt", "named", "said"),
    [
        (lambda files, authority: files.key.unlink(), "server.key", "No such file"),
        (lambda files, authority: files.certificate.unlink(), "server.pem", "No such file"),
        (lambda files, authority: files.key.write_bytes(b"\0\xff"), "server.key", "isn't a private key"),
        (lambda files, authority: files.certificate.write_bytes(b"\0\xff"), "server.pem", "isn't a certificate"),
        (lambda files, authority: files.certificate.write_bytes(b""), "server.pem", "isn't a certificate"),
        (
            lambda files, authority: files.certificate.write_bytes(files.key.read_bytes()),
            "server.pem",
            "isn't a certificate",
        ),
        (
            lambda files, authority: files.write_certificate(authority.issue_cert("x")),
            "server.key",
            "isn't the key of the certificate",
        ),
        (_locked, "server.key", "password"),
        (_short, "server.pem", "key too small"),
    ],
)
async def test_files_that_cannot_be_used_are_named_in_one_sentence(
    tmp_path: Path,
    files: _Files,
    authority: trustme.CA,
    spoilt: Callable[[_Files, trustme.CA], None],
    named: str,
    said: str,
) -> None:
    spoilt(files, authority)
    with pytest.raises(CertificateError) as raised:
        Certificate(files.certificate, files.key)
    assert str(tmp_path / named) in str(raised.value)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)
    with pytest.raises(CertificateError):
        async with serving(tmp_path, **files.config):
            pass


async def _listens(tmp_path: Path, listen: str, **config: object) -> str:
    """Starts and stops a server, and gives its address."""
    server = Server(
        ServerConfig(**{"store": str(tmp_path / "s.sqlite3"), "listen": listen} | config),  # type: ignore[arg-type]
        load_registry(entry_points=False),
    )
    await server.start()
    await server.stop(0.0)
    return server.address


@pytest.mark.parametrize("listen", ["0.0.0.0:0", "[::]:0", "0:0"])
async def test_plain_text_leaves_the_machine_only_if_that_is_said(
    tmp_path: Path, listen: str, files: _Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    for name in ("add_insecure_port", "add_secure_port"):  # nothing is opened to the network by a test
        monkeypatch.setattr(
            type(grpc.aio.server()), name, lambda self, address, *more, name=name: asked.append(name) or 1
        )
    with pytest.raises(ListenError, match="--tls-cert and --tls-key, or say --insecure") as raised:
        await _listens(tmp_path, listen)
    assert listen in str(raised.value)
    assert asked == []
    await _listens(tmp_path, listen, insecure=True)
    await _listens(tmp_path, listen, **files.config)
    await _listens(tmp_path, listen, insecure=True, **files.config)
    assert asked == ["add_insecure_port", "add_secure_port", "add_secure_port"]


async def test_a_key_that_grpc_cannot_serve_with_is_told_from_a_port_in_use(tmp_path: Path, files: _Files) -> None:
    self_signed(ec.generate_private_key(ec.SECP256K1()), hashes.SHA256(), files.certificate, files.key)
    with pytest.raises(ListenError, match="can't use this kind of TLS key"):
        await _listens(tmp_path, "127.0.0.1:0", **files.config)


async def test_a_certificate_without_its_key_is_refused(tmp_path: Path, files: _Files) -> None:
    for half in ({"tls_cert": files.certificate}, {"tls_key": files.key}):
        with pytest.raises(UndercroftError, match="--tls-cert and --tls-key"):
            await _listens(tmp_path, "127.0.0.1:0", **half)


@pytest.mark.parametrize(
    ("host", "inside"),
    [
        ("127.0.0.1", True),
        ("127.8.9.10", True),
        ("127.1", True),
        ("localhost", True),
        ("[::1]", True),
        ("[::ffff:127.0.0.1]", True),
        ("0.0.0.0", False),
        ("0", False),
        ("[::]", False),
        ("192.0.2.1", False),
        ("[::ffff:192.0.2.1]", False),
        ("[2001:db8::1]", False),
    ],
)
async def test_loopback_is_told_from_everything_else(host: str, inside: bool) -> None:
    assert await is_loopback(host) is inside


async def test_a_name_is_loopback_only_if_all_it_stands_for_is(monkeypatch: pytest.MonkeyPatch) -> None:
    async def both(*arguments: object, **more: object) -> list[tuple[object, ...]]:
        return [(2, 1, 6, "", ("127.0.0.1", 0)), (2, 1, 6, "", ("192.0.2.1", 0))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", both)
    assert not await is_loopback("both.example")


async def test_a_host_that_nothing_is_called_cannot_be_listened_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*arguments: object, **more: object) -> object:
        raise OSError(os.EX_NOHOST, "not known")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", nothing)
    with pytest.raises(ListenError, match=r"can't listen on nothing\.example:7070"):
        await _listens(tmp_path, "nothing.example:7070")


@pytest.mark.parametrize(
    ("address", "host", "port"), [("127.0.0.1:7070", "127.0.0.1", 7070), ("[::1]:0", "[::1]", 0), ("here:1", "here", 1)]
)
def test_an_address_is_a_host_and_a_port(address: str, host: str, port: int) -> None:
    assert split_address(address) == (host, port)


@pytest.mark.parametrize(
    "address",
    ["::1:7070", "ipv4:0.0.0.0:7070", "dns:///here:1", "unix:/run/u", "here", "here:", ":1", "[]:1", "a:65536", "a:²"],
)
def test_what_grpc_would_read_otherwise_is_no_address(address: str) -> None:
    with pytest.raises(ListenError, match="is no address"):
        split_address(address)
