"""The newest drawing is in the file, whole, and it is said once where."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from undercroft.cli.failure import Failure
from undercroft.cli.screen.console import Console
from undercroft.cli.screen.picture_file import PictureFile
from undercroft.cli.screen.words import Words
from undercroft_client import MatchStatus, Update


def test_the_newest_drawing_replaces_the_one_before(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, update_of: Callable[..., Update]
) -> None:
    path = tmp_path / "match.svg"
    picture = PictureFile(path, Console(), Words("en"))
    picture.show(update_of(status=MatchStatus.OPEN))
    assert not path.exists()
    assert capsys.readouterr().out == ""
    for drawn in ("<svg>1</svg>", "<svg>2</svg>", "<svg>2</svg>", ""):
        picture.show(update_of(svg=drawn))
    assert path.read_text(encoding="utf-8") == "<svg>2</svg>\n"
    assert list(tmp_path.iterdir()) == [path]
    assert capsys.readouterr().out.splitlines() == [f"The picture is in {path}, always the newest."]


def test_a_drawing_that_has_not_changed_is_not_written_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, update_of: Callable[..., Update]
) -> None:
    path = tmp_path / "match.svg"
    picture = PictureFile(path, Console(), Words("en"))
    picture.show(update_of(svg="<svg/>"))
    path.write_text("mine", encoding="utf-8")
    picture.show(update_of(svg="<svg/>"))
    assert path.read_text(encoding="utf-8") == "mine"


def test_a_game_without_drawings_is_said_to_have_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, update_of: Callable[..., Update]
) -> None:
    picture = PictureFile(tmp_path / "match.svg", Console(), Words("en"))
    for _ in range(2):
        picture.show(update_of())
    assert capsys.readouterr().out.splitlines() == ["There is no picture of this game."]
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_can_not_be_written_is_a_failure(tmp_path: Path, update_of: Callable[..., Update]) -> None:
    picture = PictureFile(tmp_path / "gone" / "match.svg", Console(), Words("en"))
    with pytest.raises(Failure, match=r"the picture .*match\.svg can't be written"):
        picture.show(update_of(svg="<svg/>"))
