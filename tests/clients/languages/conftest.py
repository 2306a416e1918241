"""Each language in turn, ready to run; and a server for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.clients.languages.preparing import prepared
from tests.clients.languages.stage import Stage
from tests.clients.languages.table import LANGUAGES, Language


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.name)
def language(request: pytest.FixtureRequest) -> Language:
    """A language whose toolchain is here."""
    chosen: Language = request.param
    if chosen.missing and not chosen.required:
        pytest.skip(chosen.missing)
    assert not chosen.missing
    return prepared(chosen)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A server in a process of its own."""
    async with Stage(tmp_path) as running:
        yield running
