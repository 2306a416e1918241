"""Ids, join codes and what is kept of secrets."""

from __future__ import annotations

import hashlib
import secrets

from undercroft.match import Reason, Refusal

__all__ = [
    "TOKEN_BYTES",
    "code_hash",
    "looks_like_match_id",
    "new_code",
    "new_match_id",
    "rematch_key",
    "request_key",
    "token_hash",
]

TOKEN_BYTES = 32
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: nothing that is read for something else
_MISREAD = str.maketrans("OIL", "011", " -\t")
_CODE_LENGTH = 8
_ID_LENGTH = 12


def new_match_id() -> str:
    """A match id: 60 random bits, small letters and digits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH)).lower()


def looks_like_match_id(text: str) -> bool:
    """Whether a match could have this id; tokens, join codes and names look different."""
    return len(text) == _ID_LENGTH and text == text.lower() and set(text.upper()) <= set(_ALPHABET)


def new_code() -> str:
    """A join code for people: 40 random bits, `7KQ2-MX9D`."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def code_hash(code: str) -> bytes:
    """What the store finds a join code by; case, spaces, hyphens and look-alike letters don't matter."""
    return hashlib.sha256(b"undercroft code " + code.upper().translate(_MISREAD).encode()).digest()


def token_hash(token: bytes) -> str:
    """What is kept of a seat token, hex.

    Raises:
        Refusal: it isn't 32 bytes long.
    """
    if len(token) != TOKEN_BYTES:
        raise Refusal(Reason.BAD_REQUEST, f"a seat token has {TOKEN_BYTES} bytes", field="seat_token")
    return hashlib.sha256(token).hexdigest()


def request_key(request_id: str) -> bytes:
    """What the store finds a creation request by."""
    return hashlib.sha256(b"undercroft request " + request_id.encode()).digest()


def rematch_key(match_id: str) -> bytes:
    """What the store finds the rematch of a match by, in the place of a request: no client's request has such a key."""
    return hashlib.sha256(b"undercroft rematch " + match_id.encode()).digest()
