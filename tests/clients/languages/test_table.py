"""A language whose toolchain isn't here is left out and named, or missed where it is required."""

from __future__ import annotations

import pytest

from tests.clients.languages import __main__ as command
from tests.clients.languages.table import LANGUAGES, ROOT, Language

KLINGON = Language("klingon", needs=("sh", "no-such-program"), prepare="true", bot="true", test="true", clean="true")


@pytest.mark.parametrize(("required", "status"), [("", 0), ("go", 0), ("go,klingon", 1)])
def test_a_language_without_its_toolchain_is_named_and_missed_where_it_is_required(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], required: str, status: int
) -> None:
    monkeypatch.setenv("UNDERCROFT_REQUIRE", required)
    monkeypatch.setattr(command, "LANGUAGES", (KLINGON,))
    assert command.main() == status
    told = capsys.readouterr().err
    assert "klingon" in told
    assert "no no-such-program on this machine" in told


def test_every_client_but_pythons_is_in_the_table() -> None:
    folders = {path.name for path in (ROOT / "clients").iterdir() if (path / "README.md").exists()}
    assert {language.name for language in LANGUAGES} == folders - {"python"}
