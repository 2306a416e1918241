"""What an operator chooses for `undercroft serve`: in a TOML file, overridden on the command line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import msgspec

from undercroft.cli.failure import Failure
from undercroft.game import OptionError
from undercroft.options import decode_options

__all__ = ["ServeConfig", "read_config"]


class ServeConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of the file. Paths are relative to the working directory; `plugins` is a folder."""

    listen: str = "127.0.0.1:7070"
    tls_cert: str | None = None
    tls_key: str | None = None
    insecure: bool = False
    store: str = "undercroft.sqlite3"
    metrics: str | None = None
    plugins: str | None = None
    bot_workers: Annotated[int, msgspec.Meta(ge=1, le=256)] = 1


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
