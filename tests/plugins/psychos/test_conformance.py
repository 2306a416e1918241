"""The kit that is offered to strangers, over this game."""

from __future__ import annotations

from typing import Any

from undercroft.game import Journal, Positions
from undercroft.testing import check_game
from undercroft_psychos import SPEC
from undercroft_psychos.game import PsychosOfTheUnderground
from undercroft_psychos.map_file import shipped_map
from undercroft_psychos.positions import SETUP, PsychosPositions
from undercroft_psychos.state import Psychos
from undercroft_psychos.values import Options


class Readable(Positions[Options, Psychos]):
    """Only the texts that can be read back: the rules file (§11) has a word for the set-up that can't."""

    def __init__(self, positions: PsychosPositions) -> None:
        self.positions = positions

    def read(self, text: str, options: Options, seats: int, journal: Journal[Any] | None = None) -> Psychos:
        return self.positions.read(text, options, seats, journal)

    def write(self, state: Psychos) -> str | None:
        text = self.positions.write(state)
        return None if text == SETUP else text


class Plain(PsychosOfTheUnderground):
    """Without pictures, which have tests of their own and would be drawn thousands of times."""

    def svg(self) -> None:  # type: ignore[override]
        return None

    def positions(self) -> Positions[Options, Psychos]:  # type: ignore[override]
        return Readable(PsychosPositions(self.atlas.network))


def test_the_contract_is_kept_without_a_warning() -> None:
    report = check_game(Plain(SPEC, shipped_map()), matches=1)
    assert report.warnings == []
    assert report.decisions > 0
