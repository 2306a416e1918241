"""`undercroft dev-certs`."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import click

__all__ = ["command"]

_NAMES: Final = ("localhost", "127.0.0.1", "::1")
_VALID: Final = timedelta(days=365)


@click.command("dev-certs")
@click.argument("folder", metavar="[DIR]", default="dev-certs", type=click.Path(path_type=Path))
def command(folder: Path) -> None:
    """Make certificates to try TLS with on this machine, in DIR (dev-certs): they are good for a year.

    An authority of your own (ca.pem) and a certificate for localhost (server.pem, server.key). The authority's key is
    kept nowhere, so that it vouches for nothing else.
    """
    from undercroft.cli.failure import Failure

    made = _certificates()
    there = next((folder / name for name in made if (folder / name).exists()), None)
    if there is not None:
        raise Failure(f"{there} is there already: name another folder, or remove it first.")
    try:
        _write(folder, made)
    except OSError as error:
        raise Failure(f"certificates can't be written to {folder}: {error.strerror}.") from error
    certificate, key, authority = (str(folder / name) for name in ("server.pem", "server.key", "ca.pem"))
    for what, typed in (
        ("A server that speaks TLS:", ["serve", "--tls-cert", certificate, "--tls-key", key]),
        ("A player on it:", ["games", "--server", "127.0.0.1:7070", "--ca", authority]),
    ):
        click.echo(f"{what}\n  {shlex.join(['undercroft', *typed])}")


def _certificates() -> Mapping[str, bytes]:
    """Name and contents of every file.

    Raises:
        Failure: what makes them isn't installed.
    """
    try:
        import trustme
    except ImportError as error:
        from undercroft.cli.failure import Failure

        raise Failure("making certificates needs trustme: pip install 'undercroft[tls]'.") from error
    authority = trustme.CA(organization_name="Undercroft", organization_unit_name="to try TLS with")
    leaf = authority.issue_cert(*_NAMES, not_after=datetime.now(UTC) + _VALID)
    chain = b"".join(pem.bytes() for pem in leaf.cert_chain_pems)
    return {"ca.pem": authority.cert_pem.bytes(), "server.key": leaf.private_key_pem.bytes(), "server.pem": chain}


def _write(folder: Path, made: Mapping[str, bytes]) -> None:
    """Write the files, keys for their owner only from the first byte; nothing is overwritten."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in made.items():
        mode = 0o600 if name.endswith(".key") else 0o644
        with open(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:  # noqa: PTH123
            file.write(content)
