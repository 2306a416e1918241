"""`python -m tests.clients.languages`: formatters and linters, for `make check`."""

from __future__ import annotations

import subprocess
import sys

from tests.clients.languages.preparing import prepared
from tests.clients.languages.table import LANGUAGES, Language


def main() -> int:
    clean = [_is_clean(language) for language in LANGUAGES]
    return 0 if all(clean) else 1


def _is_clean(language: Language) -> bool:
    if language.missing:
        print(language.missing, file=sys.stderr)
        return not language.required
    prepared(language)
    print(f"clients/{language.name}: {language.clean}", flush=True)
    return subprocess.run(["bash", "-c", language.clean], cwd=language.folder).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
