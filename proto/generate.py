"""Makes the stubs of every language from the protos here, and the types of a game's JSON that some examples use.

`--check` only says whether they are fresh.

`python proto/generate.py [--check] [LANGUAGE…]`, by default all. A language whose toolchain isn't on this machine is
skipped, and named; one that stands in UNDERCROFT_REQUIRE, as in `go,java,rust,typescript`, is a failure then.
"""

from __future__ import annotations

import filecmp
import os
import shutil
import sys
import tempfile
from pathlib import Path

from generators import ROOT, Generator, go, go_views, java, python, rust, typescript, typescript_views

GENERATORS = tuple(module.GENERATOR for module in (python, go, go_views, java, rust, typescript, typescript_views))
LANGUAGES = tuple(dict.fromkeys(generator.language for generator in GENERATORS))
REQUIRED = frozenset(os.environ.get("UNDERCROFT_REQUIRE", "").split(",")) | {"python"}


def stubs(generator: Generator, folder: Path) -> set[Path]:
    """The stubs of a language below a folder, as paths from there."""
    return {path.relative_to(folder) for pattern in generator.patterns for path in folder.glob(pattern)}


def stale(generator: Generator, fresh: Path) -> list[Path]:
    """What differs from the stubs in `fresh`, is missing, or has no proto any more."""
    committed = ROOT / generator.folder
    wanted, present = stubs(generator, fresh), stubs(generator, committed)
    same, _, _ = filecmp.cmpfiles(fresh, committed, [str(path) for path in wanted & present], shallow=False)
    return sorted((wanted | present) - {Path(path) for path in same})


def replace(generator: Generator, fresh: Path, names: list[Path]) -> None:
    """Put the stubs in `fresh` where they are committed; `names` are those that differ."""
    for name in names:
        committed = ROOT / generator.folder / name
        committed.unlink(missing_ok=True)
        if (fresh / name).exists():
            committed.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(fresh / name, committed)


def see_to(generator: Generator, *, check: bool) -> bool:
    """Bring the stubs of a language up to date, or tell of what isn't; whether all is well."""
    missing = [program for program in generator.needs if shutil.which(program) is None]
    if missing:
        what = "looked at" if check else "made"
        print(f"no stubs of {generator.language} were {what}: no {', '.join(missing)} on this machine", file=sys.stderr)
        return generator.language not in REQUIRED
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        generator.write(fresh)
        names = stale(generator, fresh)
        if not check:
            replace(generator, fresh, names)
    for name in names if check else ():
        print(f"{generator.folder}/{name} is not what the protos give; run: make stubs", file=sys.stderr)
    return not (names and check)


def main(arguments: list[str]) -> int:
    """The command; 1 if stubs are stale under `--check` or can't be made."""
    languages = [argument for argument in arguments if argument != "--check"] or LANGUAGES
    unknown = [language for language in languages if language not in LANGUAGES]
    if unknown:
        print(f"no stubs are made for {', '.join(unknown)}; there are {', '.join(LANGUAGES)}", file=sys.stderr)
        return 2
    chosen = [generator for generator in GENERATORS if generator.language in languages]
    done = [see_to(generator, check="--check" in arguments) for generator in chosen]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
