"""A TLS certificate and its key in two PEM files, read again when they change."""

from __future__ import annotations

import ssl
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import grpc
import structlog

from undercroft.game import UndercroftError

__all__ = ["Certificate", "CertificateError"]

_log = structlog.get_logger(__name__)

_Stamp = tuple[tuple[int, ...], ...]


class CertificateError(UndercroftError):
    """A certificate or key can't be used; the message names the file."""


class _Pair(NamedTuple):
    key: bytes
    chain: bytes


class Certificate:
    """The certificate chain and the key that a server shows, as they are in two files.

    The files are looked at for every new connection, so a renewed pair is shown without a restart and connections that
    are open go on. While they can't be used, half-written perhaps, the last pair that could be is shown.

    Raises:
        CertificateError: the files can't be used now.
    """

    def __init__(self, certificate: Path, key: Path) -> None:
        self._files = certificate, key
        self._stamp = self._newest_stamp()
        self._pair = _read_pair(certificate, key)
        self._reading = Lock()

    def credentials(self) -> grpc.ServerCredentials:
        """What a gRPC server listens with."""
        fetch: Any = self._changed  # the stubs don't know that None is no change
        return grpc.dynamic_ssl_server_credentials(_configuration(self._pair), fetch)

    def _changed(self) -> grpc.ServerCertificateConfiguration | None:
        """The new pair if there is one. gRPC asks at every handshake, in threads of its own."""
        with self._reading:
            stamp = self._newest_stamp()
            if stamp == self._stamp:
                return None
            self._stamp = stamp
            try:
                pair = _read_pair(*self._files)
            except CertificateError as error:
                _log.warning("certificate kept", certificate=str(self._files[0]), problem=str(error))
                return None
            if pair == self._pair:
                return None
            self._pair = pair
        _log.info("certificate renewed", certificate=str(self._files[0]))
        return _configuration(pair)

    def _newest_stamp(self) -> _Stamp:
        """What changes when the files do: also their rights, and what a symbolic link stands for."""
        return tuple(map(_stamp, self._files))


def _stamp(path: Path) -> tuple[int, ...]:
    try:
        stat = path.stat()
    except OSError:
        return ()
    return stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino, stat.st_dev


def _configuration(pair: _Pair) -> grpc.ServerCertificateConfiguration:
    return grpc.ssl_server_certificate_configuration([pair])


def _read_pair(certificate: Path, key: Path) -> _Pair:
    """The contents of both files, which belong together.

    Raises:
        CertificateError: they can't be read, aren't PEM, need a password, don't match, or are being written.
    """
    pair = _Pair(_content("key", key), _content("certificate", certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_verify_locations(cadata=pair.chain.decode("ascii"))
    except (ssl.SSLError, ValueError) as error:
        raise CertificateError(f"the TLS certificate {certificate} isn't a certificate in PEM") from error
    _check_key(context, certificate, key)
    if pair != (_content("key", key), _content("certificate", certificate)):
        raise CertificateError(f"the TLS certificate {certificate} or its key is being written")
    return pair


def _check_key(context: ssl.SSLContext, certificate: Path, key: Path) -> None:
    """Make sure that a key is one, and that of the certificate."""
    asked: list[bool] = []

    def password() -> str:  # without it OpenSSL would ask at the terminal
        asked.append(True)
        return ""

    try:
        context.load_cert_chain(certificate, key, password)
    except ssl.SSLError as error:
        if asked:
            raise CertificateError(f"the TLS key {key} needs a password: give one that needs none") from error
        if error.reason == "KEY_VALUES_MISMATCH":
            raise CertificateError(f"the TLS key {key} isn't the key of the certificate {certificate}") from error
        if error.reason:  # too short for OpenSSL's level of security, most likely
            why = error.reason.replace("_", " ").lower()
            raise CertificateError(f"the TLS certificate {certificate} can't be used: {why}") from error
        raise CertificateError(f"the TLS key {key} isn't a private key in PEM") from error
    except OSError as error:
        raise CertificateError(f"the TLS key {key} can't be read: {error.strerror}") from error


def _content(what: str, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CertificateError(f"the TLS {what} {path} can't be read: {error.strerror}") from error
