"""Games of other authors, from their sources; and PettingZoo's own opinions that don't hold here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo isn't installed: pip install 'undercroft[pettingzoo]'")

THIRD_PARTY = Path(__file__).parents[2] / "third_party"

for source in (THIRD_PARTY / "undercroft_goofspiel" / "src", THIRD_PARTY / "first_try"):
    if str(source) not in sys.path:
        sys.path.append(str(source))
