"""The only source of luck.

A `Chance` is a stream of numbers that anyone can compute again, in any language, from the server's seed and
the words that members added:

- key = HMAC-SHA256(server seed, canonical JSON of `[match, word, word, ...]`), UTF-8, no spaces;
- block i = HMAC-SHA256(key, i as eight bytes, big-endian), i = 0, 1, 2 ...;
- each block gives eight numbers of four bytes, big-endian, in order;
- a number v below n is taken as v mod n if v < 2**32 - (2**32 mod n), else thrown away (rejection sampling);
- a shuffle is Fisher-Yates from the end; a card drawn is the card at a number below the cards left, whose
  place the last card takes. Cards are drawn when they are needed, not before.
"""

from __future__ import annotations

import json
from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from struct import Struct
from typing import Final, NamedTuple, TypeVar

from mypy_extensions import mypyc_attr

from games.engine.errors import RulesBug

T = TypeVar("T")

_SPAN: Final = 1 << 32
_NUMBERS: Final = 8
"""The numbers in one block of the stream: eight of four bytes in a SHA-256 digest."""
_FORMAT: Final = Struct(f">{_NUMBERS}I")
_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
"""Each byte of a key as the inner and the outer hash of HMAC begin with it."""


def _hmac(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA256 of a message (RFC 2104), in half the time of `hmac.digest` with OpenSSL 3."""
    whole = (sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    return sha256(whole.translate(_OUTER) + sha256(whole.translate(_INNER) + message).digest()).digest()


class Seed(NamedTuple):
    """The seed of a match's luck. `server` is the match's own, secret until it is opened.

    `match` is its number among the matches of its table. Older tables had one seed for all their matches, and `match`
    was the number of the journal.
    """

    server: str
    match: int = 0
    words: tuple[str, ...] = ()

    def key(self) -> bytes:
        """Return the key of the stream."""
        words = _JSON.encode([self.match, *self.words]) if self.words else f"[{self.match}]"
        return _hmac(self.server.encode(), words.encode())


# tests and tallies make kinds of their own, which are not compiled
@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """The stream of one match."""

    __slots__ = ("_block", "_key", "_numbers", "_used")

    def __init__(self, seed: Seed) -> None:
        self._key = seed.key()
        self._block = 0
        self._numbers: tuple[int, ...] = ()
        self._used = _NUMBERS

    def watch(self, events: Sequence[object], rows: Sequence[object]) -> None:
        """Keep the lists of a match's events and answers, if this luck records what it draws."""

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each with the same chance."""
        while True:
            used = self._used
            if used == _NUMBERS:
                block = _hmac(self._key, self._block.to_bytes(8, "big"))
                self._block += 1
                self._numbers = _FORMAT.unpack(block)
                used = 0
            value = self._numbers[used]
            self._used = used + 1
            rest = value % n
            # the last, incomplete run of n numbers is thrown away
            if value - rest <= _SPAN - n:
                return rest

    def happens(self, cases: int, among: int) -> bool:
        """Return True with a chance of `cases` in `among`."""
        return self.below(among) < cases

    def die(self, sides: int) -> int:
        """Return a face from 1 to `sides`."""
        return self.below(sides) + 1

    def roll(self, count: int, sides: int) -> list[int]:
        """Roll `count` dice of `sides` sides and return the faces in the order rolled."""
        return [self.die(sides) for _ in range(count)]

    def draw(self, pile: MutableSequence[T]) -> T:
        """Remove a random card from `pile` and return it. The pile's own order means nothing."""
        if not pile:
            raise RulesBug("drew from an empty pile", "no card", "one card or more")
        place = self.below(len(pile))
        card = pile[place]
        pile[place] = pile[-1]
        del pile[-1]
        return card

    def deal(self, pile: MutableSequence[T], count: int) -> list[T]:
        """Draw `count` cards from `pile`, one after the other."""
        return [self.draw(pile) for _ in range(count)]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put `items` in a random order, each with the same chance."""
        for end in range(len(items) - 1, 0, -1):
            place = self.below(end + 1)
            items[end], items[place] = items[place], items[end]

    def choice(self, items: Sequence[T]) -> T:
        """Return one of `items`, each with the same chance."""
        return items[self.below(len(items))]
