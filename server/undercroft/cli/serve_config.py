"""What an operator chooses for `undercroft serve`: in a TOML file, overridden on the command line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from undercroft.cli.failure import Failure
from undercroft.game import OptionError
from undercroft.host.remote import RemoteSettings
from undercroft.options import decode_options
from undercroft.registry import PluginSettings
from undercroft.rpc.limits import Limits

__all__ = ["ServeConfig", "read_config"]


_FOLDER: Final = "dir"


class ServeConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of the file. Paths are relative to the working directory.

    `plugins` is a folder, or a table: in it `dir` is the folder, and every table is what a plugin of that name is
    given. Paths in those are relative to the file itself.
    """

    listen: str = "127.0.0.1:7070"
    tls_cert: str | None = None
    tls_key: str | None = None
    insecure: bool = False
    store: str = "undercroft.sqlite3"
    metrics: str | None = None
    plugins: str | dict[str, str | dict[str, Any]] | None = None
    bot_workers: Annotated[int, msgspec.Meta(ge=1, le=256)] = 1
    limits: Limits = Limits()
    remote_bots: RemoteSettings = RemoteSettings()

    @property
    def plugins_dir(self) -> str | None:
        """The folder of plugins that aren't installed."""
        if isinstance(self.plugins, dict):
            folder = self.plugins.get(_FOLDER)
            return folder if isinstance(folder, str) else None
        return self.plugins

    def plugin_settings(self, path: Path | None) -> PluginSettings | None:
        """What the file at `path` says for single plugins.

        Raises:
            Failure: something in the table of plugins is neither a table nor the folder.
        """
        if path is None or not isinstance(self.plugins, dict):
            return None
        tables = {name: table for name, table in self.plugins.items() if isinstance(table, dict)}
        for name in self.plugins.keys() - tables.keys() - {_FOLDER}:
            raise Failure(
                f"the config {path}: plugins.{name} must be a table; the folder of plugins is plugins.{_FOLDER}."
            )
        return PluginSettings(str(path.resolve().parent), tables) if tables else None


def read_config(path: Path | None) -> ServeConfig:
    """The configuration in a file; the defaults without one.

    Raises:
        Failure: the file can't be read, isn't TOML, or has a key or value that doesn't exist.
    """
    if path is None:
        return ServeConfig()
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return decode_options(ServeConfig, msgspec.json.encode(table).decode())
    except OSError as error:
        raise Failure(f"the config {path} can't be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Failure(f"the config {path} isn't TOML: {error}.") from error
    except OptionError as error:
        raise Failure(f"the config {path}: {error}.") from error
