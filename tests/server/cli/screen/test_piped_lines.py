"""What `undercroft.cli.screen.piped_lines` promises."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest

from undercroft.cli.screen.console import Console
from undercroft.cli.screen.piped_lines import PipedLines

from .piping import let_go


@pytest.fixture
def pipe() -> Iterator[list[int]]:
    """Both ends: to read from, to write to. A test that closes the one to write to takes it out."""
    ends = list(os.pipe())
    yield ends
    for end in ends[1:]:
        os.close(end)
    let_go(ends[0])


async def _all(lines: PipedLines) -> list[str]:
    found = []
    while (line := await lines.read()) is not None:
        found.append(line)
    return found


async def test_lines_come_stripped_whatever_the_pieces(pipe: list[int]) -> None:
    lines = PipedLines(pipe[0], Console())
    for piece in (b"one\r\n  tw", b"o  \n\nthr\xd0", b"\xb9\nlast without end"):
        os.write(pipe[1], piece)
    os.close(pipe.pop())
    assert await _all(lines) == ["one", "two", "", "thrй", "last without end"]


async def test_what_was_read_is_shown_without_control_characters(
    pipe: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = PipedLines(pipe[0], Console())
    os.write(pipe[1], b"a1\x1b[2Jxa2\n")
    assert await lines.read() == "a1\x1b[2Jxa2"
    assert capsys.readouterr().out == "> a1[2Jxa2\n"


async def test_bytes_that_are_no_text_and_endless_lines_do_no_harm(pipe: list[int]) -> None:
    lines = PipedLines(pipe[0], Console())
    reading = asyncio.create_task(lines.read())
    for _ in range(40):
        await asyncio.to_thread(os.write, pipe[1], b"\xff" * 4096)
    os.write(pipe[1], b"\n")
    line = await reading
    assert line is not None
    assert len(line) <= 65536 + 4096


async def test_an_endless_pipe_is_read_no_faster_than_it_is_played(pipe: list[int]) -> None:
    lines = PipedLines(pipe[0], Console())
    os.write(pipe[1], b"first\n")
    assert await lines.read() == "first"
    os.set_blocking(pipe[1], False)
    for _ in range(200):
        try:
            os.write(pipe[1], b"more\n" * 200)
        except BlockingIOError:
            break
        await asyncio.sleep(0)
    else:
        pytest.fail("everything was swallowed")
    lines.stop()


async def test_lines_that_nobody_has_asked_for_yet_are_there_for_the_next_match(pipe: list[int]) -> None:
    lines = PipedLines(pipe[0], Console())
    os.write(pipe[1], b"rematch\nfirst\nsecond\n")
    os.close(pipe.pop())
    assert await lines.read() == "rematch"
    lines.stop()
    assert await _all(lines) == ["first", "second"]


async def test_stop_ends_a_read_under_way(pipe: list[int]) -> None:
    lines = PipedLines(pipe[0], Console())
    reading = asyncio.create_task(lines.read())
    await asyncio.sleep(0)
    lines.stop()
    assert await reading is None
    os.close(pipe.pop())
    await asyncio.sleep(0.01)
