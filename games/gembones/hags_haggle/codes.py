"""The dealer of Hag's Haggle: what she demands, what she remembers, and what she may offer (HH-R3 to HH-R8).

`Hag` is opened from the carry of the last game and gives the carry for the next one; all of it is JSON.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.engine import Chance
from games.engine.money import SIZES

CODES: Mapping[int, str] = {
    1: "Gembones only with the left hand.",
    2: "Call each other only by the names that I give you.",
    3: "Keep your gembones in the invisible chest, and take them out before each game.",
    4: "Something green for me, or you do not play.",
    5: "One finger on your nose, always.",
    6: "Who swears puts their forehead on the table, until somebody else does.",
    7: "Every gembone that shows a 7 is mine.",
    8: "Roll with tiny arms.",
}
"""Drawn on a d8 (HH-19 to HH-27)."""
LEFT_HAND, NICKNAMES, CHEST, GREEN, NOSE, SWEARING, SEVENS, TINY_ARMS = CODES
BY_HAND = (LEFT_HAND, NOSE, TINY_ARMS)
"""Codes that are obeyed, or not, by how one rolls (HH-R4)."""

NAMES = ("Wart", "Pumpkin", "Newt", "Mudlark", "Turnip", "Soggy", "Crumb", "Bogling")
MOST_CODES, GAMES_A_CODE = 3, 10
LUCKY_GAMES = 3
MOST_TO_ONE = 10
"""The best odds that any bargain has (HH-R6)."""


class Hag:
    """What one dealer remembers from game to game at her table."""

    __slots__ = ("codes", "forehead", "games", "green", "lost", "luck", "nicknames", "warned")

    def __init__(self, carry: Mapping[str, Any]) -> None:
        self.codes: list[int] = [*carry.get("codes", ())]
        self.games: int = carry.get("games", 0)
        self.green: list[int] = [*carry.get("green", ())]
        """Who has given her something green."""
        self.warned: list[int] = [*carry.get("warned", ())]
        """Who has been warned once."""
        self.forehead: int | None = carry.get("forehead")
        self.nicknames: dict[int, str] = dict(carry.get("nicknames", ()))
        self.lost: Counter[int] = Counter(dict(carry.get("lost", ())))
        """How many games in a row each has lost."""
        self.luck: dict[int, int] = dict(carry.get("luck", ()))
        """How many games of beginner's luck each has left."""

    def new_code(self, chance: Chance) -> int | None:
        """One code when the table opens, another one each ten games, three at most (HH-16, HH-27, HH-R3)."""
        if len(self.codes) >= min(MOST_CODES, 1 + self.games // GAMES_A_CODE):
            return None
        code = chance.die(len(CODES))
        while code in self.codes:
            code = chance.die(len(CODES))
        self.codes.append(code)
        return code

    def name(self, seat: int) -> str:
        """A nickname that nobody else has (HH-20)."""
        if seat not in self.nicknames:
            self.nicknames[seat] = next(name for name in NAMES if name not in self.nicknames.values())
        return self.nicknames[seat]

    def breach(self, seat: int) -> bool:
        """A code is broken: True if it counts, False if it was the first time and gets a warning (HH-R4)."""
        if seat in self.warned:
            return True
        self.warned.append(seat)
        return False

    def leave(self, seat: int) -> None:
        """A seat leaves: she forgets all about it; its luck is lost (HH-R8)."""
        self.green = [other for other in self.green if other != seat]
        self.warned = [other for other in self.warned if other != seat]
        self.forehead = None if self.forehead == seat else self.forehead
        for known in (self.nicknames, self.lost, self.luck):
            known.pop(seat, None)

    def carry(self) -> dict[str, Any]:
        """What the table keeps; pairs instead of numbered keys, since it is JSON."""
        return {
            "codes": self.codes,
            "games": self.games,
            "green": self.green,
            "warned": self.warned,
            "forehead": self.forehead,
            "nicknames": [list(pair) for pair in sorted(self.nicknames.items())],
            "lost": [list(pair) for pair in sorted(self.lost.items()) if pair[1]],
            "luck": [list(pair) for pair in sorted(self.luck.items()) if pair[1]],
        }


def may_offer(die: str, faces: Collection[int], to: int, per: int = 1) -> bool:
    """Whether a dealer may offer `to` to `per` on these faces of one die: never in the player's favour (HH-R6)."""
    if not faces or to > MOST_TO_ONE * per:
        return False
    chance = Fraction(len(set(faces)), SIZES[die])
    return chance * Fraction(to, per) <= 1 - chance


def told(codes: Sequence[int]) -> list[str]:
    """The codes in words."""
    return [CODES[code] for code in codes]
