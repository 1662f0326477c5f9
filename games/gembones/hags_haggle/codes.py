"""The dealer of Hag's Haggle: her codes of conduct, and her memory from game to game (HH-R3 to HH-R8).

A `Hag` is made from the carry of the last game and returns the carry for the next one; all of it is JSON.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.chance import Chance
from games.phrases import N_

CODES: Mapping[int, str] = {
    1: N_("Roll with your left hand only."),
    2: N_("Call each other only by the names I give you."),
    3: N_("Keep your gembones in the invisible chest, and take them out before each game."),
    4: N_("Something green for me, or you don't play."),
    5: N_("One finger on your nose, always."),
    6: N_("Swear, and your forehead stays on the table until someone else swears."),
    7: N_("Every gembone that shows a 7 is mine."),
    8: N_("Roll with tiny arms."),
}
"""The codes of conduct by the d8 that draws them (HH-19 to HH-27)."""
LEFT_HAND, NICKNAMES, CHEST, GREEN, NOSE, SWEARING, SEVENS, TINY_ARMS = CODES
BY_HAND = (LEFT_HAND, NOSE, TINY_ARMS)
"""Codes that a player obeys or breaks by the manner of rolling (HH-R4)."""

NAMES = ("Wart", "Pumpkin", "Newt", "Mudlark", "Turnip", "Soggy", "Crumb", "Bogling")
MOST_CODES, GAMES_A_CODE = 3, 10
LUCKY_GAMES = 3


class Hag:
    """The memory of one dealer, from game to game at her table.

    `green`: seats that have given her something green. `warned`: seats that have been warned once. `lost`: the games in
    a row that each seat has lost. `luck`: the games of beginner's luck that each seat has left.
    """

    __slots__ = ("codes", "forehead", "games", "green", "lost", "luck", "nicknames", "warned")

    def __init__(self, carry: Mapping[str, Any]) -> None:
        self.codes: list[int] = [*carry.get("codes", ())]
        self.games: int = carry.get("games", 0)
        self.green: list[int] = [*carry.get("green", ())]
        self.warned: list[int] = [*carry.get("warned", ())]
        self.forehead: int | None = carry.get("forehead")
        self.nicknames: dict[int, str] = dict(carry.get("nicknames", ()))
        self.lost: Counter[int] = Counter(dict(carry.get("lost", ())))
        self.luck: dict[int, int] = dict(carry.get("luck", ()))

    def new_code(self, chance: Chance) -> int | None:
        """Draw a new code if one is due: one when the table opens, another every ten games, at most three (HH-R3)."""
        if len(self.codes) >= min(MOST_CODES, 1 + self.games // GAMES_A_CODE):
            return None
        code = chance.die(len(CODES))
        while code in self.codes:
            code = chance.die(len(CODES))
        self.codes.append(code)
        return code

    def nickname(self, seat: int) -> str:
        """Return a seat's nickname. She picks it at first sight, a different one for each seat (HH-20)."""
        if seat not in self.nicknames:
            self.nicknames[seat] = next(name for name in NAMES if name not in self.nicknames.values())
        return self.nicknames[seat]

    def counts_breach(self, seat: int) -> bool:
        """Note that a seat broke a code. Return False for the first time, which gets a warning, else True (HH-R4)."""
        if seat in self.warned:
            return True
        self.warned.append(seat)
        return False

    def forget(self, seat: int) -> None:
        """Forget a seat that leaves; its luck is lost (HH-R8)."""
        self.green = [other for other in self.green if other != seat]
        self.warned = [other for other in self.warned if other != seat]
        self.forehead = None if self.forehead == seat else self.forehead
        for by_seat in (self.nicknames, self.lost, self.luck):
            by_seat.pop(seat, None)

    def carry(self) -> dict[str, Any]:
        """Return the carry for the table's next game, with pairs instead of numbered keys, since it is JSON."""
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


def code_texts(codes: Sequence[int]) -> list[str]:
    """Return the codes in words."""
    return [CODES[code] for code in codes]
