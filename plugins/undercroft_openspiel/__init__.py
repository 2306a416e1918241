"""OpenSpiel's sequential games, each as a game of Undercroft: `openspiel/leduc_poker` and so on.

This module is imported for every listing. What there is stands in `catalogue`, a table; OpenSpiel itself is imported
when a game is loaded. Where OpenSpiel isn't installed, there is nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata
from importlib.util import find_spec

from undercroft.game import GameSpec
from undercroft.hookspecs import hookimpl

__all__ = ["PREFIX", "undercroft_games"]

PREFIX = "openspiel/"
"""What the ids begin with; OpenSpiel's own name of the game follows."""


@hookimpl
def undercroft_games() -> Sequence[GameSpec]:
    """The games of the installed OpenSpiel that keep the contract; none if it isn't installed."""
    if find_spec("pyspiel") is None:
        return ()
    try:
        release = metadata.version("open_spiel")
    except metadata.PackageNotFoundError:  # built by hand, and not installed as a distribution
        release = "unreleased"
    from undercroft_openspiel.listing import specs

    return specs(release)
