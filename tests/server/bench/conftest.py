"""A place on a disk: where temporary files are kept in memory, a folder of the project."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from undercroft.bench.server.disk import MEMORY, file_system_of

ROOT = Path(__file__).parents[3]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    if file_system_of(tmp_path) not in MEMORY:
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=ROOT) as folder:
        yield Path(folder)
