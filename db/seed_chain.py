"""The seeds of a table's matches, and the fingerprint that covers all of them in order.

A table keeps one secret. Everything else follows from it, and is hashed as text: hexadecimal digits in UTF-8.

    seed i          HMAC-SHA256(secret, "match i")                  i = 1 ... N
    hash i          SHA-256(seed i)
    link i          SHA-256(hash i + link i+1)                      link N+1 is the empty text
    fingerprint     link 1, published before anyone adds a word

To open match i, its seed, the hashes before it and the link after it are shown. They fold back to the fingerprint, and
reveal nothing about any other match.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache
from typing import NamedTuple

LENGTH = 1_000
"""The number of matches that the fingerprint of a new table covers."""


class Opening(NamedTuple):
    """The proof that a seed belongs to match `number` of a fingerprint over `length` matches."""

    number: int
    length: int
    earlier: tuple[str, ...]
    """The hashes of the earlier matches."""
    rest: str
    """The link after this match."""


def match_seed(secret: str, index: int) -> str:
    """Return the seed of a table's match number `index`, which counts from 1."""
    return hmac.digest(secret.encode(), f"match {index}".encode(), "sha256").hex()


def sha256(text: str) -> str:
    """Return the SHA-256 of a text as hexadecimal text."""
    return hashlib.sha256(text.encode()).hexdigest()


@lru_cache(4096)
def fingerprint(secret: str, length: int) -> str:
    """Return the fingerprint of all matches of a table; `length` 0 means one seed for all of them."""
    return _link(secret, 1, length) if length else sha256(secret)


def open_match(secret: str, index: int, length: int) -> Opening:
    """Return the proof of one match's seed."""
    earlier = tuple(sha256(match_seed(secret, at)) for at in range(1, index))
    return Opening(index, length, earlier, _link(secret, index + 1, length))


def fold(seed: str, opening: Opening) -> str:
    """Return the fingerprint that a seed and its proof fold into."""
    link = sha256(sha256(seed) + opening.rest)
    for earlier in reversed(opening.earlier):
        link = sha256(earlier + link)
    return link


def _link(secret: str, first: int, length: int) -> str:
    link = ""
    for index in range(length, first - 1, -1):
        link = sha256(sha256(match_seed(secret, index)) + link)
    return link
