"""The servers, in processes of their own: the real one as operators run it, and the raw one."""

from __future__ import annotations

from pathlib import Path

import msgspec

from undercroft.bench.server.children import Child
from undercroft.bench.server.plan import BenchFailed

__all__ = ["RawServerProcess", "ServerProcess"]


class ServerProcess(Child):
    """A server that keeps its matches in `folder`, listens on loopback, and counts for Prometheus.

    Raises:
        BenchFailed: it doesn't start.
    """

    def __init__(self, folder: Path, plugins_dir: Path | None) -> None:
        command = [
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--metrics",
            "127.0.0.1:0",
            "--store",
            str(folder / "store.sqlite3"),
        ]
        if plugins_dir is not None:
            command += ["--plugins", str(plugins_dir)]
        super().__init__(
            "the server", ["-c", "from undercroft.cli import main; main()", *command], folder / "server.log"
        )

    def __enter__(self) -> ServerProcess:
        """Wait until it is ready."""
        try:
            self.hear()
        except BenchFailed:
            self.__exit__(None, None, None)
            raise
        serving = next(line for line in map(_fields, self.log.splitlines()) if line.get("event") == "serving")
        self.address = serving["address"]
        self.metrics_address = serving["metrics"]
        return self


class RawServerProcess(Child):
    """The server that passes bytes (`raw_server`).

    Raises:
        BenchFailed: it doesn't start.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__("the raw server", ["-m", "undercroft.bench.server.raw_server"], folder / "raw_server.log")

    def __enter__(self) -> RawServerProcess:
        """Wait until it is ready."""
        try:
            self.address = self.hear().decode().strip()
        except BenchFailed:
            self.__exit__(None, None, None)
            raise
        return self


def _fields(line: str) -> dict[str, str]:
    """A line of the server's log; nothing if somebody else has written it."""
    try:
        return msgspec.json.decode(line, type=dict[str, str])
    except msgspec.DecodeError:
        return {}
