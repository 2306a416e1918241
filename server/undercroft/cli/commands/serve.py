"""`undercroft serve`."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from undercroft.cli.shared_options import plugins_option

if TYPE_CHECKING:
    from undercroft.rpc.server import ServerConfig

__all__ = ["command"]

F = TypeVar("F", bound=Callable[..., Any])


def _pem_option(name: str, what: str) -> Callable[[F], F]:
    return click.option(name, metavar="FILE", type=click.Path(path_type=Path), help=what)


@click.command("serve")
@click.option("--listen", metavar="HOST:PORT", help="The address to listen on.  [default: 127.0.0.1:7070]")
@_pem_option("--tls-cert", "The certificate, with those between it and its authority: speak TLS.")
@_pem_option("--tls-key", "Its key. Both files are PEM, and are read again when they change.")
@click.option("--insecure", is_flag=True, help="Speak plain text to other machines too: something else encrypts.")
@click.option(
    "--store", metavar="URL", help="Where matches are kept: a SQLite file.  [default: undercroft.sqlite3, here]"
)
@click.option("--metrics", metavar="HOST:PORT", help="A loopback address to be read at by Prometheus.")
@click.option(
    "--config",
    "config_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="TOML with the same keys (tls_cert for --tls-cert); options given here come before it.",
)
@plugins_option()
@click.option("--bot-workers", type=click.IntRange(1, 256), help="Processes in which bots think.  [default: 1]")
def command(
    listen: str | None,
    tls_cert: Path | None,
    tls_key: Path | None,
    insecure: bool,
    store: str | None,
    metrics: str | None,
    config_file: Path | None,
    plugins_dir: Path | None,
    bot_workers: int | None,
) -> None:
    """Run a server until SIGTERM or Ctrl-C, which let it finish what is under way.

    Prints one line with the address once it is ready. The log goes to stderr: for people on a terminal, else as JSON.
    """
    from undercroft.cli.logs import log_to_stderr
    from undercroft.cli.serve_config import read_config
    from undercroft.cli.server_calls import run
    from undercroft.rpc.server import ServerConfig

    given = read_config(config_file)
    log_to_stderr()
    config = ServerConfig(
        listen=listen or given.listen,
        tls_cert=tls_cert or _path(given.tls_cert),
        tls_key=tls_key or _path(given.tls_key),
        insecure=insecure or given.insecure,
        store=store or given.store,
        metrics=metrics or given.metrics,
        plugins_dir=plugins_dir or _path(given.plugins_dir),
        plugin_settings=given.plugin_settings(config_file),
        bot_workers=bot_workers or given.bot_workers,
        limits=given.limits,
        remote_bots=given.remote_bots,
    )
    run(_serve(config))


def _path(given: str | None) -> Path | None:
    return Path(given) if given else None


def _rest_the_collector() -> None:
    """Have the cyclic garbage collector pass over what was loaded, and look at the rest less often.

    A match in memory is hundreds of objects that live for long, and by default all are walked through again and again:
    12 % of the CPU of a server with 200 matches under way (30 of 230 µs a move). Matches that leave memory don't wait
    for the collector: nothing of theirs refers to itself in a circle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


async def _serve(config: ServerConfig) -> None:
    from undercroft.cli.failure import Failure
    from undercroft.game import UndercroftError
    from undercroft.registry import load_registry
    from undercroft.rpc.server import Server

    try:
        # Broken plugins are the server's to report: it finds more of them when it loads the games.
        server = Server(config, load_registry(config.plugins_dir, settings=config.plugin_settings))
        await server.start()
    except UndercroftError as error:
        raise Failure(f"{error}.") from error
    _rest_the_collector()
    try:
        click.echo(f"undercroft is ready on {server.address}")
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        pass  # SIGTERM or Ctrl-C
    finally:
        await server.stop()
