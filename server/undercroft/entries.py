"""Journal entries as readers are sent them: JSON objects with `n`, the framework's number, put first.

A reader's entries are numbered 0, 1, … by itself. No entry type declares `n`; the conformance kit sees to it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

__all__ = ["EntryDecoder", "numbered"]


def numbered(entry: bytes, n: int) -> bytes:
    """The JSON object `entry` with the number `n` put first."""
    return b'{"n":%d%s%s' % (n, b"" if entry == b"{}" else b",", entry[1:])


class EntryDecoder:
    """Decodes entries as readers are sent them, of a game's `Game.entry_type`."""

    def __init__(self, entry_type: Any) -> None:
        self._decode = msgspec.json.Decoder(entry_type).decode
        self._strict = _forbids_unknown_fields(entry_type)
        self._fields = msgspec.json.Decoder(dict[str, msgspec.Raw])

    def decode(self, raw: bytes | str) -> Any:
        """The entry, its number taken off.

        Raises:
            msgspec.DecodeError: it isn't JSON, or (`msgspec.ValidationError`) not of the entry type.
        """
        if not self._strict:
            return self._decode(raw)
        fields = self._fields.decode(raw)
        fields.pop("n", None)
        return self._decode(msgspec.json.encode(fields))


@lru_cache(maxsize=64)
def _forbids_unknown_fields(entry_type: Any) -> bool:
    """Looked up once for each type: it takes a millisecond."""
    info = msgspec.inspect.type_info(entry_type)
    members = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return any(isinstance(member, msgspec.inspect.StructType) and member.forbid_unknown_fields for member in members)
