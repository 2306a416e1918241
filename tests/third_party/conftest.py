"""The plugins of this folder are imported from their sources, as their authors' own tests would."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent

for source in (HERE / "undercroft_goofspiel" / "src", HERE / "first_try"):
    if str(source) not in sys.path:
        sys.path.append(str(source))
