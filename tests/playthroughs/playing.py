"""Plays a match with a fixed choice of actions and writes down what everybody was shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from undercroft.game import CHANCE, Game
from undercroft.registry import Registry
from undercroft.testing.referee import Referee, Setup, named

FOLDER = Path(__file__).parent
SEED = 7
MOST_ACTIONS = 60
"""Long games are cut: the file is for people to read."""


def playthroughs(registry: Registry) -> dict[Path, str]:
    """Every file that should be there, and what should be in it."""
    return {
        FOLDER / f"{spec.id.replace('/', '.')}.txt": playthrough(registry.game(spec.id)) for spec in registry.specs()
    }


def playthrough(game: Game[Any, Any, Any, Any]) -> str:
    options = game.options_type()
    referee = Setup(game, options, game.seat_counts(options)[0]).start()
    random = Random(SEED)
    lines = [f"{game.spec.id} {game.spec.version}", *_shown(referee)]
    while (to_act := referee.state.to_act()) and referee.plies < MOST_ACTIONS:
        seat = to_act[0]
        if seat == CHANCE:
            outcomes = referee.state.chance_outcomes()
            action = random.choices([code for code, _ in outcomes], [weight for _, weight in outcomes])[0]
        else:
            action = random.choice(referee.state.legal_actions(seat))
        lines += ["", f"=== {referee.plies + 1}. {named(seat)}: {referee.state.action_text(seat, action)}"]
        referee.apply(seat, action)
        lines += _shown(referee)
    lines += ["", f"=== {referee.state.outcome()}"]
    return "\n".join(lines) + "\n"


def _shown(referee: Referee) -> Iterator[str]:
    """What the newest action told each reader, and all that this reader sees afterwards."""
    for reader in referee.setup.readers:
        told = referee.newly_told(reader)
        if not told:
            continue
        yield f"--- {named(reader)}"
        yield from (f"told  {entry.decode()}" for entry in told)
        yield f"view  {referee.view(reader).decode()}"
        if legal := referee.legal(reader):
            yield f"legal {' '.join(f'{text}={code}' for text, code in legal.items())}"
