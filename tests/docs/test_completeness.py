"""Hooks, the wire and its reasons, and what is new: all of it is written down, and nothing else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import yaml
from msgspec.structs import asdict

from tests.docs.pages import GUIDES, READMES, ROOT, TOLD, inline_code, text_of, tracked
from undercroft import hookspecs
from undercroft.match import Reason
from undercroft.v1 import refusal_pb2
from undercroft_bots.options import AlphaBetaOptions, IsmctsOptions, MctsOptions

OPTIONS = {"mcts": MctsOptions, "ismcts": IsmctsOptions, "alphabeta": AlphaBetaOptions}


def test_every_hook_is_in_a_readme() -> None:
    hooks = [name for name, made in vars(hookspecs).items() if hasattr(made, f"{hookspecs.GROUP}_spec")]
    assert len(hooks) >= 4
    assert [hook for hook in hooks if f"`{hook}`" not in TOLD and f"def {hook}(" not in TOLD] == []


def test_every_option_of_the_bots_is_in_their_table_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| `([^`]+)` \|", text_of("bots/README.md"), re.MULTILINE)
    table = {
        (bot, name): default
        for name, bots, default in rows
        for bot in OPTIONS
        if f"`{bot}`" in bots or bots.strip() == "all"
    }
    options = {
        (bot, name): json.dumps(default).strip('"').replace("null", "none")
        for bot, kind in OPTIONS.items()
        for name, default in asdict(kind()).items()
    }
    assert table == options


def test_every_part_of_the_wire_has_a_comment() -> None:
    rules = yaml.safe_load(text_of("proto/buf.yaml"))["lint"]
    assert rules == {"use": ["STANDARD", "COMMENTS"]}  # nothing is excepted
    buf = Path(sys.executable).parent / "buf"
    ran = subprocess.run([buf, "lint", "proto"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr


def test_every_reason_is_on_the_wire_where_it_is_explained() -> None:
    explained = {name.removeprefix("REASON_") for name in refusal_pb2.Reason.DESCRIPTOR.values_by_name} - {
        "UNSPECIFIED"
    }
    assert {reason.name for reason in Reason} == explained


def test_every_reason_that_a_page_names_is_one() -> None:
    known = {reason.name for reason in Reason}
    named = {word for page in GUIDES for word in inline_code(page) if re.fullmatch(r"[A-Z]+(_[A-Z]+)+", word)}
    others = {
        "NOT_SERVING",
        "RAY_ADDRESS",
        "RESOURCE_EXHAUSTED",
        "WHY_LATE",
        "WHY_REFUSED",
        "WHY_TAKEN_OVER",
        "UNDERCROFT_STATE",
        "UNDERCROFT_REQUIRE",
        "UNDERCROFT_SERVER",
    }
    assert named - known <= others


def test_the_changelog_says_what_is_unreleased() -> None:
    sections = re.split(r"^## ", text_of("CHANGELOG.md"), flags=re.MULTILINE)[1:]
    assert sections[0].startswith("Unreleased\n")
    assert "\n- " in sections[0]


def test_nothing_here_depends_on_a_machine() -> None:
    """No file names a folder of somebody's machine; temporary ones come from the tools that make them."""
    somebodys = re.compile(r"(?<![\w.$}~-])/(?:root|home|Users|work|tmp)/\w")
    for path in tracked():
        text = (ROOT / path).read_bytes().decode("utf-8", errors="replace")
        found = [f"{path}:{number}" for number, line in enumerate(text.splitlines(), 1) if somebodys.search(line)]
        assert not found, found


def test_the_pages_are_found() -> None:
    assert {"README.md", "server/README.md", "bots/README.md", "plugins/README.md", "proto/README.md"} <= set(READMES)
