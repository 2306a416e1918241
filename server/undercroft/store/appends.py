"""What makes an append well formed, whatever the backend."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.store.contract import Append, Due, Header, JoinCode

__all__ = ["check_appends"]

_HASH_BYTES = 32  # SHA-256
_LARGEST = 2**63 - 1  # what a column of a database holds


def check_appends(batch: Sequence[Append]) -> None:
    """See that a batch can be written, before it is queued together with others' appends.

    Raises:
        ValueError: an append that no store could ever write; the message says which and why.
    """
    for append in batch:
        fault = _fault(append)
        if fault:
            raise ValueError(f"append to match {append.match_id!r}: {fault}")


def _fault(append: Append) -> str:
    if append.expected < 0:
        return f"expected version {append.expected} is below 0"
    if append.expected == 0 or append.header is not None or append.codes or append.request_hash is not None:
        fault = _creation_fault(append)
        if fault:
            return fault
    if append.rated is not None and not _storable(append.rated.game):
        return f"its result is rated in {append.rated.game!r}, which is empty or no storable text"
    return _due_fault(append.match_id, append.due) if append.due is not None else ""


def _creation_fault(append: Append) -> str:
    if append.expected == 0 and append.header is None:
        return "a new match needs a header"
    if append.expected == 0 and not append.rows:
        return "a new match needs at least one row"
    if append.expected and append.request_hash is not None:
        return "only a new match has a request hash"
    if append.request_hash is not None and len(append.request_hash) != _HASH_BYTES:
        return f"the request hash has {len(append.request_hash)} bytes, not {_HASH_BYTES}"
    fault = _header_fault(append.match_id, append.header) if append.header is not None else ""
    return fault or _codes_fault(append.codes)


def _header_fault(match_id: str, header: Header) -> str:
    if header.match_id != match_id:
        return f"its header is of match {header.match_id!r}"
    if not 0 <= header.created_at <= _LARGEST:
        return f"creation time {header.created_at} is out of range"
    for text in (match_id, header.game, header.status):
        if not _storable(text):
            return f"{text!r} is empty or no storable text"
    return ""


def _codes_fault(codes: Sequence[JoinCode]) -> str:
    for code in codes:
        if len(code.code_hash) != _HASH_BYTES:
            return f"the hash of a join code has {len(code.code_hash)} bytes, not {_HASH_BYTES}"
        if not 0 <= code.seat <= _LARGEST:
            return f"a join code opens seat {code.seat}"
    return ""


def _due_fault(match_id: str, due: Due) -> str:
    if due.match_id != match_id:
        return f"its due row is of match {due.match_id!r}"
    if not 0 <= due.at_ms <= _LARGEST:
        return f"due time {due.at_ms} is out of range"
    return "" if _storable(due.kind) else f"due kind {due.kind!r} is empty or no storable text"


def _storable(text: str) -> bool:
    """Whether every backend takes the text: lone surrogates have no UTF-8, and PostgreSQL refuses NUL."""
    return bool(text) and "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
