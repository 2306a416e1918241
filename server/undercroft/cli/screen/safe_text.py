"""Takes out of foreign text what could take hold of a terminal or fool the eye.

Everything a server sends may come from a stranger: names, sentences, boards, error texts. Escape and other control
characters (C0, DEL, C1), bidirectional overrides (Unicode TR 36 §2.10), line and paragraph separators, lone surrogates
and invisible tag characters go; all that is seen stays.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["safe_block", "safe_line"]

_FORBIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
_SPACES: Final = re.compile("[\t\n]+")


def safe_line(text: str) -> str:
    """`text` as one line: tabs and line ends become a space, whatever else isn't seen goes."""
    return _FORBIDDEN.sub("", _SPACES.sub(" ", text))


def safe_block(text: str) -> str:
    """`text` with its line ends; tabs become four spaces, whatever else isn't seen goes."""
    return _FORBIDDEN.sub("", text.replace("\t", "    "))
