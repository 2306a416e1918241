"""What the author's bot is called, its version, and which games it is offered for."""

from __future__ import annotations

from pathlib import Path

import pytest

from undercroft.cli.failure import Failure
from undercroft.cli.serving_bots.own_bot import authors_bot, playable
from undercroft.cli.serving_bots.thinking import decision_seed
from undercroft.registry import load_registry
from undercroft_client import GameInfo

REGISTRY = load_registry()
BOT = '''
from undercroft.bot import Bot, BotRefused


class Mine(Bot):
    """{0}"""

    @classmethod
    def check_game(cls, game, options):
        if game.spec.id != "connect-four":
            raise BotRefused("only connect-four")

    def choose(self, turn):
        return turn.legal[0]
'''


def info(game: str, version: str = "") -> GameInfo:
    spec = REGISTRY.game(game).spec
    return GameInfo(game, version or spec.version, {}, {}, tuple(spec.seats), {}, "")


def test_a_bot_is_called_as_its_class_and_its_version_changes_with_its_file(tmp_path: Path) -> None:
    bots = []
    for number, text in enumerate(("one", "two")):
        file = tmp_path / f"mine{number}.py"
        file.write_text(BOT.format(text))
        bots.append(authors_bot(REGISTRY, f"{file}:Mine", "", ""))
    assert {bot.name for bot in bots} == {"Mine"}
    assert len({bot.version for bot in bots}) == 2
    named = authors_bot(REGISTRY, "random", "any-name_1", "7")
    assert (named.name, named.version) == ("any-name_1", "7")
    assert authors_bot(REGISTRY, "random", "", "").version


def test_a_name_that_no_server_takes_is_refused_here(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="can't be a bot's name"):
        authors_bot(REGISTRY, "random", "a b", "")


def test_a_bot_is_offered_for_games_that_it_plays_by_the_same_rules(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(BOT.format(""))
    spec = f"{file}:Mine"
    theirs = [info("connect-four"), info("dungeon-of-fear")]
    assert playable(REGISTRY, spec, theirs, ()) == ["connect-four"]
    with pytest.raises(Failure, match="only connect-four"):
        playable(REGISTRY, spec, theirs, ("dungeon-of-fear",))
    with pytest.raises(Failure, match=r"version 0\.0 is played there"):
        playable(REGISTRY, spec, [info("connect-four", "0.0")], ())
    with pytest.raises(Failure, match="no such game"):
        playable(REGISTRY, spec, theirs, ("chess",))


def test_a_decisions_chance_is_the_same_whenever_it_is_asked_for_and_anothers_for_others() -> None:
    seed = decision_seed(b"t" * 32, "m", 0, 3)
    assert seed == decision_seed(b"t" * 32, "m", 0, 3)
    others = [(b"u" * 32, "m", 0, 3), (b"t" * 32, "n", 0, 3), (b"t" * 32, "m", 1, 3), (b"t" * 32, "m", 0, 4)]
    assert seed not in {decision_seed(*other) for other in others}
    assert 0 <= seed < 2**64
