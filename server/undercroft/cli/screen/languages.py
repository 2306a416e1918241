"""The languages the command line speaks, and which one a person wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["LANGUAGES", "wanted_language"]

LANGUAGES: Final = ("en", "ru")


def wanted_language(environ: Mapping[str, str]) -> str:
    """The language of the first of LC_ALL, LC_MESSAGES and LANG that is set (POSIX §8.2); English if it isn't ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            language = environ[name].replace("-", "_").partition("_")[0].partition(".")[0].lower()
            return language if language in LANGUAGES else "en"
    return "en"
