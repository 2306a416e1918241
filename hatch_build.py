"""Builds the wheel. With `UNDERCROFT_COMPILE=1` what is hot in it is compiled by mypyc, if there is a C compiler.

Nothing is written into the tree: C files and objects are made in a temporary folder and go into the wheel from there,
each module's shared object beside its `.py`. An editable installation is never compiled, nor is the sdist.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WANTED = "UNDERCROFT_COMPILE"
GROUP = "undercroft"
"""All compiled modules are one group: they call each other as C functions, through the library `undercroft__mypyc`."""


class CompileHook(BuildHookInterface[Any]):
    """Compiles the modules that the configuration's `modules` names, as globs from the root of the project."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What compiling needs, all that is imported for its types included; nothing for a pure wheel."""
        if not self._compiles():
            return []
        return [*self.config["compile-requires"], *self.metadata.core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and put what came of it into the wheel."""
        if version == "editable" or not self._compiles():
            return
        self._folder = Path(tempfile.mkdtemp(prefix="undercroft-compile-"))
        try:
            for built in self._compile(self._folder):
                build_data["force_include"][str(built)] = str(built.relative_to(self._folder / "lib"))
        except BaseException:
            self.finalize(version, build_data, "")
            raise
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take the temporary folder away."""
        folder = getattr(self, "_folder", None)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def _compiles(self) -> bool:
        if self.target_name != "wheel" or os.environ.get(WANTED, "") in {"", "0"}:
            return False
        if not _has_compiler():
            self.app.display_warning(f"{WANTED} is set and there is no C compiler: this is a pure wheel")
            return False
        return True

    def _compile(self, folder: Path) -> list[Path]:
        # Only here, as a pure build doesn't fetch them.
        from mypyc.build import mypycify
        from setuptools import Distribution
        from setuptools.command.build_ext import build_ext

        os.chdir(self.root)  # mypy finds its configuration, and the modules of four folders, from here
        # What isn't compiled may import what isn't there (Prometheus, say), and is checked elsewhere.
        options = [f"--cache-dir={folder / 'cache'}", "--follow-imports=silent"]
        sources = list(self._modules())
        extensions = mypycify([*options, *sources], opt_level="3", target_dir=str(folder / "c"), group_name=GROUP)
        command = build_ext(Distribution({"name": GROUP, "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "tmp")
        command.ensure_finalized()
        command.run()
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        return sorted((folder / "lib").rglob(f"*{suffix}"))

    def _modules(self) -> Iterable[str]:
        for pattern in self.config["modules"]:
            found = sorted(Path(self.root).glob(pattern))
            if not found:
                raise ValueError(f"there is no module {pattern}, which is to be compiled")
            yield from (str(path.relative_to(self.root)) for path in found)


def _has_compiler() -> bool:
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or ""
    return sys.platform == "win32" or bool(command and shutil.which(command.split()[0]))


def get_build_hook() -> type[CompileHook]:
    """What hatchling looks for."""
    return CompileHook
