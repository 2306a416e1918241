"""Rules as a terminal shows them: the part of Markdown that rules use, wrapped to the width there is."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final

import click

from undercroft.cli.screen.boards import width as columns
from undercroft.cli.screen.safe_text import safe_block

__all__ = ["render"]

_HEADING: Final = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
_ITEM: Final = re.compile(r"(\s*)([-*+]|\d+[.)])\s+(.*)")
_FENCE: Final = re.compile(r"\s*(```|~~~)")
_RULE: Final = re.compile(r"\s*\|?[\s:|-]+\|?\s*$")
_INLINE: Final = re.compile(r"`([^`]+)`|\*\*(.+?)\*\*|(?<![\w*])\*([^*\s][^*]*?)\*(?!\w)|\[([^\]]+)\]\([^)]*\)")


def render(markdown: str, width: int, fancy: bool) -> str:
    """The text with headings, lists, tables and code set for `width` columns; `fancy` marks them by escape codes."""
    return "\n\n".join("\n".join(_block(lines, width, fancy)) for lines in _blocks(safe_block(markdown)))


def _blocks(markdown: str) -> Iterator[list[str]]:
    """The runs of lines between empty ones; a fenced block is one, whatever is in it, and a heading stands alone."""
    block: list[str] = []
    fenced = False
    for line in markdown.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        ends = not fenced and (not line.strip() or _HEADING.match(line))
        if ends and block:
            yield block
            block = []
        if not fenced and _HEADING.match(line):
            yield [line]
        elif fenced or line.strip():
            block.append(line)
    if block:
        yield block


def _block(lines: Sequence[str], width: int, fancy: bool) -> Iterator[str]:
    heading = _HEADING.match(lines[0])
    if heading:
        yield _styled(_inline(heading[2], False), fancy, bold=True, underline=len(heading[1]) <= 2)
    elif _FENCE.match(lines[0]):
        yield from (f"    {_styled(line, fancy, fg='cyan')}" for line in lines[1:] if not _FENCE.match(line))
    elif lines[0].lstrip().startswith("|"):
        yield from _table(lines, width, fancy)
    else:
        yield from _paragraphs(lines, width, fancy)


def _paragraphs(lines: Sequence[str], width: int, fancy: bool) -> Iterator[str]:
    """A paragraph, or the items of a list, each wrapped under its own mark."""
    items: list[tuple[str, list[str]]] = []
    for line in lines:
        item = _ITEM.match(line)
        if item:
            items.append((f"{item[1]}{'•' if item[2] in '-*+' else item[2]} ", [item[3]]))
        elif items:
            items[-1][1].append(line.strip().removeprefix("> "))
        else:
            items.append(("", [line.strip().removeprefix("> ")]))
    for mark, words in items:
        wrapped = _wrapped(" ".join(words), width - len(mark), fancy)
        for first, line in zip_longest([mark], wrapped, fillvalue=" " * len(mark)):
            yield f"{first}{line}"


def _wrapped(text: str, width: int, fancy: bool) -> list[str]:
    """The text in lines. Marked spans are put in after wrapping, so that escape codes count for nothing."""
    spans: list[str] = []

    def hide(span: re.Match[str]) -> str:
        shown = next(group for group in span.groups() if group is not None)
        spans.append(_inline(span[0], fancy))
        return f"\ue000{len(spans) - 1}\ue001" + "\ue002" * max(0, len(shown) - len(str(len(spans) - 1)) - 2)

    def put(mark: re.Match[str]) -> str:
        return spans[int(mark[1])]

    hidden = _INLINE.sub(hide, re.sub("[\ue000-\ue002]", "", text))
    lines = textwrap.wrap(hidden, max(20, width), break_long_words=False, break_on_hyphens=False) or [""]
    return [re.sub("\ue000(\\d+)\ue001\ue002*", put, line) for line in lines]


def _inline(text: str, fancy: bool) -> str:
    """Code, strong and stressed words and links, marked or bare."""
    look: tuple[Callable[[str], str], ...] = (
        lambda code: _styled(code, fancy, fg="cyan"),
        lambda strong: _styled(strong, fancy, bold=True),
        lambda stressed: _styled(stressed, fancy, italic=True),
        lambda link: link,
    )

    def shown(span: re.Match[str]) -> str:
        return next(mark(group) for mark, group in zip(look, span.groups(), strict=True) if group is not None)

    return _INLINE.sub(shown, text)


def _table(lines: Sequence[str], width: int, fancy: bool) -> Iterator[str]:
    """A table with aligned columns; the last one is wrapped if the whole is too wide."""
    rows = [[_inline(cell.strip(), False) for cell in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row, line in zip(rows, lines, strict=True) if not _RULE.match(line)]
    count = max(len(row) for row in rows)
    rows = [row + [""] * (count - len(row)) for row in rows]
    widths = [max(columns(row[column]) for row in rows) for column in range(count)]
    taken = sum(widths[:-1]) + 2 * (count - 1)
    widths[-1] = max(20, min(widths[-1], width - taken))
    for number, row in enumerate(rows):
        start = "".join(cell + " " * (wide - columns(cell) + 2) for cell, wide in zip(row[:-1], widths, strict=False))
        for left, last in zip_longest([start], textwrap.wrap(row[-1], widths[-1]) or [""], fillvalue=" " * taken):
            yield _styled(f"{left}{last}".rstrip(), fancy and number == 0, bold=True)


def _styled(text: str, fancy: bool, **look: Any) -> str:
    return click.style(text, **look) if fancy else text
