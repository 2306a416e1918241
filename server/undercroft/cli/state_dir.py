"""Where the command line keeps things between two calls: the store of embedded matches, the seats a person holds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from undercroft.cli.failure import Failure

__all__ = ["state_dir"]


def state_dir(environ: Mapping[str, str]) -> Path:
    """The directory, made if need be, closed to others.

    `UNDERCROFT_STATE`, else `$XDG_STATE_HOME/undercroft`, else `~/.local/state/undercroft` (XDG Base Directory
    Specification 0.8; a relative `XDG_STATE_HOME` doesn't count).

    Raises:
        Failure: it can't be made.
    """
    path = _place(environ)
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(
            f"the state directory {path} can't be used: {error.strerror}. UNDERCROFT_STATE names another."
        ) from error
    return path


def _place(environ: Mapping[str, str]) -> Path:
    if environ.get("UNDERCROFT_STATE"):
        return Path(environ["UNDERCROFT_STATE"]).expanduser()
    base = Path(environ.get("XDG_STATE_HOME", ""))
    return (base if base.is_absolute() else Path.home() / ".local" / "state") / "undercroft"
