"""Every sample on a page is a tested file or a part of one, or is run here as it stands."""

from __future__ import annotations

import pytest

from tests.docs.desk import Desk
from tests.docs.pages import BLOCKS, ROOT, Block

PRINTED = {
    ("README.md", "For authors"): "Outcome(returns=",
    ("plugins/README.md", "12. Train agents: PettingZoo"): "seat_1 1 over",
    ("clients/python/README.md", "What can be played"): "bots: ['heuristic', 'ismcts', 'random']",
    ("clients/python/README.md", "Play a match against a bot"): "Outcome(returns=",
    ("clients/python/README.md", "Play with a friend"): "seat 1 ends with Outcome(returns=",
    ("clients/python/README.md", "Play again"): "seat 1 ends with Outcome(returns=",
    ("clients/python/README.md", "A bot that dials in"): "['@last-one', 'random'] Outcome(returns=",
    ("clients/python/README.md", "When something is refused"): "legal: ['a1x",
    ("clients/python/README.md", "When the connection is lost"): "None",
    ("clients/python/README.md", "Without asyncio"): " actions, chance included",
}
"""What is among the output of a program, by its page and section. A program in a new section is to be added."""

ELSEWHERE = {("server/README.md", "Hooks")}
"""Run by `test_commands.py`, inside a server."""

COMPILED = {"go", "ts", "java", "rust"}

PYTHON = [block for block in BLOCKS if block.language == "python"]
PROGRAMS = [block for block in PYTHON if block.info == "python" and (block.page, block.heading) not in ELSEWHERE]


@pytest.mark.parametrize("block", PROGRAMS, ids=str)
async def test_a_sample_runs(block: Block, desk: Desk) -> None:
    key = (block.page, block.heading)
    assert key in PRINTED, f"no test here knows the sample at {block}"
    (desk.folder / "sample.py").write_text(desk.fill_in(block.text))
    ran = await desk.run("python sample.py")
    assert PRINTED[key] in ran.out
    assert ran.log == ""


def test_every_sample_known_here_is_on_a_page() -> None:
    assert set(PRINTED) | ELSEWHERE == {(block.page, block.heading) for block in PYTHON if block.info == "python"}


def test_blocks_that_name_a_file_are_on_pages_that_are_compared() -> None:
    """`tests/third_party/test_pages.py` compares them, and the next test those of the clients in other languages."""
    pages = {block.page for block in BLOCKS if " " in block.info and block.language not in COMPILED}
    assert pages == {"plugins/README.md", "bots/README.md"}


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language in COMPILED], ids=str)
def test_a_sample_in_another_language_is_a_part_of_a_tested_file(block: Block) -> None:
    path = block.info.partition(" ")[2]
    assert path, f"{block} names no file"
    assert block.text in (ROOT / path).read_text("utf-8"), f"{block} isn't in {path}"


def test_every_other_file_shown_is_used_by_a_command() -> None:
    """`test_commands.py` does: the configuration of a server, and of buf."""
    shown = {block.text.partition("\n")[0] for block in BLOCKS if block.info in {"toml", "yaml"}}
    assert shown == {"# undercroft.toml", "# buf.gen.yaml"}
