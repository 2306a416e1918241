"""What `--json` prints can be shown by any terminal and read by any program."""

from __future__ import annotations

import json

import pytest

from undercroft.cli.screen.json_line import print_json


@pytest.mark.parametrize("text", ["plain", "Подземелье", "\x9b31m", "\u202egnp", "a\nb\x1b[2J\u2028"])
def test_one_line_of_ascii_that_reads_back_as_it_was(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"said": text})
    printed = capsys.readouterr().out
    assert printed.isascii()
    assert printed.count("\n") == 1
    assert printed.endswith("\n")
    assert printed[:-1].isprintable()
    assert json.loads(printed) == {"said": text}
