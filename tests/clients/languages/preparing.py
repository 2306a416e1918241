"""Fetching and building what a language's tests need, once, whoever asks."""

from __future__ import annotations

import fcntl
import subprocess
from functools import cache

from tests.clients.languages.table import ROOT, Language

__all__ = ["prepared"]


@cache
def prepared(language: Language) -> Language:
    """The language, ready: built in this process or another one. One builds at a time.

    Raises:
        RuntimeError: it can't be built; what was printed is in the message.
    """
    locks = ROOT / ".stamps"
    locks.mkdir(exist_ok=True)
    with (locks / f"{language.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ran = subprocess.run(["bash", "-c", language.prepare], cwd=language.folder, capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError(f"{language.prepare} ends with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return language
