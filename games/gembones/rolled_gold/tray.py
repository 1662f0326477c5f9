"""What lies in the trays of Rolled Gold, and what it comes to in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.engine import HOUSE, Open, Pay
from games.engine.money import SIZES, amount_text
from games.gembones.rolled_gold.odds import Outcome


class Tray:
    """One player's dice of one game: wager dice in their order, each with its bonus or none."""

    __slots__ = ("added", "bonuses", "buy_in", "dice", "taken_back", "zone")

    def __init__(self, seat: int) -> None:
        self.dice: list[str] = []
        self.bonuses: list[str] = []
        self.buy_in = ""
        """The smallest die of Step 1, which alone may be taken back (RG-R6)."""
        self.added: list[str] = []
        self.taken_back = False
        self.zone = Open("tray", [], seat)

    def put(self, size: str) -> None:
        """A wager die goes in."""
        self.dice.append(size)
        self.bonuses.append("")
        self.lay()

    def add_bonus(self, bonus: str) -> None:
        """A bonus goes beside the first g20 that has none (RG-21 to RG-24, RG-R8)."""
        at = next(at for at, die in enumerate(self.dice) if die == "g20" and not self.bonuses[at])
        self.bonuses[at] = bonus
        self.lay()

    def take_back(self) -> None:
        """The buy in comes out (RG-13, RG-R6)."""
        at = self.dice.index(self.buy_in)
        del self.dice[at], self.bonuses[at]
        self.taken_back = True
        self.lay()

    def may_take_back(self) -> bool:
        """Once, and when a larger die was added after the house's roll (RG-R6)."""
        larger = any(SIZES[die] > SIZES[self.buy_in] for die in self.added)
        return larger and not self.taken_back and not (self.bonuses[self.dice.index(self.buy_in)])

    def lay(self) -> None:
        """What everybody sees: sizes before the roll, each bonus beside its die."""
        pairs = zip(self.dice, self.bonuses, strict=True)
        self.zone.items = [item for pair in pairs for item in pair if item]


def totals(done: Sequence[Outcome]) -> dict[str, str]:
    """What is `won` and what is `lost`, in words."""
    won, lost = Counter[str](), Counter[str]()
    for each in done:
        won.update(each.won)
        lost.update(each.lost)
    return {"won": amount_text(won), "lost": amount_text(lost)}


def payouts(done: Mapping[int, Sequence[Outcome]]) -> list[Pay]:
    """Who pays what; profits and losses stand apart, since only what was won scores (PTS-03, PTS-05)."""
    pays = []
    for seat, each in done.items():
        won, lost = Counter[str](), Counter[str]()
        for one in each:
            won.update(one.won)
            lost.update(one.lost)
        pays += [Pay(HOUSE, seat, unit, n) for unit, n in sorted(won.items())]
        pays += [Pay(seat, HOUSE, unit, n) for unit, n in sorted(lost.items())]
    return pays
