"""Wheels built from this checkout, and a clean environment with them, made once for all tests here."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOOFSPIEL = ROOT / "tests" / "third_party" / "undercroft_goofspiel"


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """What a command prints on stdout; its stderr is in the failure if there is one."""
    ran = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{command} failed:\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def build(project: Path, folder: Path) -> Path:
    """The wheel of a project, built by its backend in this environment: no network is needed."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=project)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of Undercroft."""
    return build(ROOT, tmp_path_factory.mktemp("undercroft"))


@pytest.fixture(scope="session")
def outside_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a stranger's plugin."""
    return build(GOOFSPIEL, tmp_path_factory.mktemp("goofspiel"))


def pip(bin_folder: Path) -> tuple[str | Path, ...]:
    """The command of a pip that works on the environment of a `bin` folder, which has none of its own."""
    return (sys.executable, "-m", "pip", "--python", bin_folder / "python", "--disable-pip-version-check")


def new_environment(folder: Path, *wheels: Path) -> Path:
    """The `bin` folder of a new environment with these wheels; third-party packages are those of this one."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    bin_folder = folder / "bin"
    run(*pip(bin_folder), "install", "--quiet", "--no-deps", "--no-index", "--no-compile", *wheels)
    packages = Path(run(bin_folder / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    # A folder that a .pth file adds has its own .pth files ignored, so this checkout, if it is installed there in
    # editable form, stays out of sight.
    (packages / "third_party.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return bin_folder


@pytest.fixture(scope="session")
def environment(wheel: Path, outside_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of a new environment with both wheels."""
    return new_environment(tmp_path_factory.mktemp("environment"), wheel, outside_wheel)
