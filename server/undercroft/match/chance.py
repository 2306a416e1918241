"""Chance that nobody can steer and everybody can check afterwards.

A match draws from a secret whose SHA-256, the *commitment*, is published before anybody joins. Draw number *k* (0, 1, …
in order of play) picks among integer weights w₁ … wₙ with sum W: the digests HMAC-SHA256(key, k ‖ t), t = 0, 1, …, are
read as 256-bit integers until one is below the largest multiple of W; its remainder r modulo W picks the first
outcome whose weights up to and including it exceed r. The key is the secret followed by the seats' entropies in
seat order; k and t are 8 and 4 bytes, big-endian. Rejection makes the weights exact.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

__all__ = ["SECRET_BYTES", "commitment", "derive_seed", "draw", "new_secret", "secret_of_rematch", "secret_of_seed"]

SECRET_BYTES = 32


def new_secret() -> bytes:
    """A fresh match secret, 32 random bytes."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_of_seed(seed: int) -> bytes:
    """The secret of a match whose chance is fixed by a seed (0 to 2⁶⁴ - 1): never one that is rated."""
    return hashlib.sha256(b"undercroft seed" + seed.to_bytes(8, "big")).digest()


def secret_of_rematch(secret: bytes) -> bytes:
    """The secret of the rematch of a match whose chance was fixed by a seed, so that the seed fixes that one's too.

    Whoever knows the seed, or has read the first match's record, can work it out: a seed promises no better.
    """
    return hmac.digest(secret, b"undercroft rematch", "sha256")


def commitment(secret: bytes) -> bytes:
    """What is published of the secret: its SHA-256, 32 bytes."""
    return hashlib.sha256(secret).digest()


def draw(secret: bytes, entropies: Sequence[bytes], number: int, outcomes: Sequence[tuple[int, int]]) -> int:
    """The action drawn at draw `number` among `outcomes`, each an (action, positive weight)."""
    total = sum(weight for _, weight in outcomes)
    rest = _below(secret + b"".join(entropies), number, total)
    for action, weight in outcomes:
        if rest < weight:
            return action
        rest -= weight
    raise AssertionError("the remainder is below the sum of the weights")


def derive_seed(secret: bytes, purpose: str, *numbers: int) -> int:
    """A 64-bit seed for `purpose` ("bot", …) and numbers; tells nothing of the secret, the draws or other seeds."""
    label = f"undercroft {purpose} {' '.join(map(str, numbers))}"
    return int.from_bytes(hmac.digest(secret, label.encode(), "sha256")[:8], "big")


def _below(key: bytes, number: int, total: int) -> int:
    """An exactly uniform integer from 0 to total - 1."""
    bound = 2**256 - 2**256 % total
    attempt = 0
    while True:
        digest = hmac.digest(key, number.to_bytes(8, "big") + attempt.to_bytes(4, "big"), "sha256")
        value = int.from_bytes(digest, "big")
        if value < bound:
            return value % total
        attempt += 1
