"""The picture of a match in README.md is what a player sees."""

from __future__ import annotations

import msgspec

from tests.docs.pages import blocks
from undercroft.cli.screen.boards import draw
from undercroft_dungeon_of_fear.game import DungeonOfFear
from undercroft_dungeon_of_fear.values import Options


def test_the_board_in_the_readme_is_the_one_a_terminal_shows() -> None:
    game = DungeonOfFear()
    state = game.start(Options(), 2)
    for seat, text in ((0, "a1xa2"), (1, "f6xf5")):
        texts = {state.action_text(seat, action): action for action in state.legal_actions(seat)}
        state.apply(seat, texts[text])
    board = msgspec.json.encode(game.board(state.view(0), "en")).decode()
    (shown,) = (block.text for block in blocks("README.md") if block.language == "text")
    plain = draw(board, fancy=False)
    framed = [line for line in shown.splitlines() if line.startswith("│")]
    assert [line.strip("│")[1:].rstrip() for line in framed] == plain
    assert len({len(line) for line in shown.splitlines() if line.startswith(("╭", "│", "╰"))}) == 1
