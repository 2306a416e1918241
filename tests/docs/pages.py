"""The Markdown pages of this project, and the blocks of code on them."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_INLINE = re.compile(r"`([^`\n]+)`")
_COMMENT = re.compile(r"\s{2,}# .*$")


@dataclass(frozen=True)
class Block:
    """A fenced block. `info` is what stands behind the fence, `heading` the section it is in."""

    page: str
    line: int
    heading: str
    info: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def language(self) -> str:
        return self.info.partition(" ")[0]

    @property
    def commands(self) -> list[str]:
        """The commands of a console block: lines after `$ `, with a backslash's next line, without their comments."""
        lines = self.text.replace("\\\n", " ").splitlines()
        return [re.sub(r"\s+", " ", _COMMENT.sub("", line[2:])).strip() for line in lines if line.startswith("$ ")]


def tracked(*patterns: str) -> list[str]:
    """The files of the project that match, as paths from its root."""
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "--", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for path in listed.splitlines() if (ROOT / path).is_file()]


def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def blocks(page: str) -> list[Block]:
    text = text_of(page)
    headings = [(match.start(), match[1]) for match in _HEADING.finditer(_FENCE.sub(_blank, text))]
    return [
        Block(
            page,
            text.count("\n", 0, match.start()) + 1,
            next((title for start, title in reversed(headings) if start < match.start()), ""),
            match["info"],
            match["text"],
        )
        for match in _FENCE.finditer(text)
    ]


def prose(page: str) -> str:
    """A page without its blocks, as long as it was."""
    return _FENCE.sub(_blank, text_of(page))


def inline_code(page: str) -> set[str]:
    return set(_INLINE.findall(prose(page)))


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


PAGES = tracked("*.md")
GUIDES = [
    page
    for page in PAGES
    if not page.startswith(("rules/", "server/undercroft/scaffold/")) and not Path(page).name.startswith("rules.")
]
"""The pages that say how to do something; rules of games are the others, and what `undercroft new` writes.

`tests/packaging/test_new_packages.py` runs the commands of the latter.
"""

READMES = [page for page in GUIDES if page.endswith("README.md") and not page.startswith("tests/")]
BLOCKS = [block for page in GUIDES for block in blocks(page)]

TOLD = "\n".join(text_of(page) for page in READMES)
SOURCES = tracked("server/*.py", "clients/*.py", "plugins/*.py", "bots/*.py")
