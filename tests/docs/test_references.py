"""What the pages refer to is there: links, paths, modules, members of classes."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.docs.pages import GUIDES, PAGES, ROOT, SOURCES, inline_code, prose, text_of, tracked

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
TRACKED = set(tracked())
FOLDERS = {str(parent) for path in TRACKED for parent in Path(path).parents}
BASES = ("", "server/undercroft", "tests/third_party", "tests/third_party/undercroft_goofspiel")
"""Where a path in the text may begin, besides the page's own folder."""

OF_PYTHON = [page for page in GUIDES if not re.match("clients/(?!python/)[a-z]+/", page)]
"""The pages whose dotted names are Python's."""

OF_THE_READER = (".venv/", "openspiel/")
"""What `make` puts there, and ids of games."""

MEMBER = re.compile(r"[A-Z][a-z]\w+\.[a-z_]\w+")


def _links(page: str) -> list[str]:
    return [link for link in LINK.findall(prose(page)) if not re.match(r"[a-z]+:", link)]


def _slugs(page: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_relative_links_lead_somewhere(page: str) -> None:
    for link in _links(page):
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        name = str(target.resolve().relative_to(ROOT))
        assert name in TRACKED | FOLDERS, f"{page} links to {link}"
        assert not anchor or anchor in _slugs(name), f"{page} links to {link}"


def test_there_are_links() -> None:
    assert sum(len(_links(page)) for page in PAGES) > 10


@pytest.mark.parametrize("page", GUIDES)
def test_paths_that_a_page_names_are_there(page: str) -> None:
    named = {word for word in inline_code(page) if re.fullmatch(r"[\w.]+(/[\w.]+)+/?", word)}
    for path in named:
        if path.startswith(OF_THE_READER):
            continue
        places = {str(Path(base, path)) for base in (*BASES, str(Path(page).parent))}
        assert places & (TRACKED | FOLDERS), f"{page} names {path}"


def test_names_that_pages_give_can_be_imported() -> None:
    dotted = {word for page in OF_PYTHON for word in inline_code(page) if re.fullmatch(r"undercroft\w*(\.\w+)+", word)}
    assert dotted
    for name in sorted(dotted):
        _imported(name)


def _imported(name: str) -> object:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        module, _, attribute = name.rpartition(".")
        return getattr(import_module(module), attribute)


def test_members_that_pages_give_are_in_the_sources() -> None:
    code = "\n".join(text_of(path) for path in SOURCES)
    named = {(page, word) for page in OF_PYTHON for word in inline_code(page) if MEMBER.fullmatch(word)}
    assert named
    for page, word in named:
        owner, _, member = word.partition(".")
        assert re.search(rf"^(class {owner}\b|import {owner}\b)", code, re.MULTILINE), f"{page}: {word}"
        assert re.search(rf"^    ((async )?def {member}\(|{member}:)", code, re.MULTILINE), f"{page}: {word}"
