"""Checks what a game says of itself before anybody plays: what the registry asks too, each fault under its promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from undercroft.game import Game
from undercroft.soundness import (
    class_faults,
    default_faults,
    game_spec_faults,
    rules_faults,
    schema_faults,
    start_faults,
)
from undercroft.testing.failure import CheckFailed, Property

__all__ = ["check_metadata"]


def check_metadata(game: Game[Any, Any, Any, Any]) -> None:
    """Check spec, class, schemas, default options, rules, and what is made for a match.

    Raises:
        CheckFailed: something is wrong with them.
    """
    spec = game.spec
    layers: Sequence[tuple[Property, Callable[[], Iterator[str]]]] = (
        (Property.METADATA, lambda: game_spec_faults(spec)),
        (Property.METADATA, lambda: class_faults(game, spec)),
        (Property.SCHEMA, lambda: schema_faults(game)),
        (Property.OPTIONS, lambda: default_faults(game)),
        (Property.RULES_TEXT, lambda: rules_faults(game)),
        (Property.RAISES, lambda: start_faults(game)),
    )
    for promise, faults in layers:
        try:
            fault = "; ".join(faults())
        except Exception as error:
            raise CheckFailed(spec.id, promise, f"{type(error).__name__}: {error}") from error
        if fault:
            raise CheckFailed(spec.id, promise, fault)
