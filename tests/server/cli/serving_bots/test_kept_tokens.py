"""A bot's token is made once for each name and server, and shown to nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from undercroft.cli.failure import Failure
from undercroft.cli.serving_bots.kept_tokens import bot_token


def test_a_name_on_a_server_has_one_token_and_others_have_others(state: Path) -> None:
    first = bot_token("127.0.0.1:1", "halver")
    assert bytes(bot_token("127.0.0.1:1", "halver")) == bytes(first)
    others = {bytes(bot_token(*other)) for other in (("127.0.0.1:1", "other"), ("127.0.0.1:2", "halver"))}
    assert len(others | {bytes(first)}) == 3
    assert len(first) == 32


def test_it_is_kept_for_its_owner_alone(state: Path) -> None:
    bot_token("127.0.0.1:1", "halver")
    (kept,) = (state / "bots").iterdir()
    assert kept.stat().st_mode & 0o077 == 0


def test_one_that_cannot_be_read_is_not_replaced(state: Path) -> None:
    bot_token("127.0.0.1:1", "halver")
    (kept,) = (state / "bots").iterdir()
    kept.write_text("torn")
    with pytest.raises(Failure, match="can't be kept"):
        bot_token("127.0.0.1:1", "halver")
    assert kept.read_text() == "torn"
