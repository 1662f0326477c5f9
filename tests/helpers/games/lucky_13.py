"""Lucky No. 13 as the rulebook tells it: who rolls what, in the order of play.

t = Thirteen("ABC").turn("A", "g10=6 g6=5 stop").turn("B", "g8=7 g6=6")
assert t.paid == {"A": "g10"}            # who paid which gembone to the winner
assert t.wins == "B"

Without `order` the seats play in their own order. What is rolled is told with what rolls it: `g8=7`; `swap:g4=3`,
`flip=1`, `call:up`, `stop`. Others give with `gift:A:g4=4` or keep with `keep:A`, wherever it happens in the turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine import POT
from games.gembones.lucky_13 import GAME
from tests.helpers.script import Script


class Thirteen(Script):
    """See the module's text."""

    def __init__(
        self, seats: str = "ABC", *, order: str = "", carry: Mapping[str, Any] | None = None, **options: Any
    ) -> None:
        rolls = order or " ".join(str(n) for n in range(1, len(seats) + 1))
        super().__init__(GAME, seats, rolls=rolls, carry=carry or {}, **options)
        self.put_up()

    def put_up(self) -> None:
        for name in self.names:
            options = self.offered(name)[0]
            self.does(**{name: options[0]})

    # ---- playing

    def turn(self, name: str, told: str) -> Thirteen:
        """What happens in one player's turn, step by step."""
        for step in told.split():
            what, _, face = step.partition("=")
            self.rigged.rolls += [int(face)] if face else []
            words = what.split(":")
            if words[0] == "gift":
                self.does(**{words[1]: words[2]})
            elif words[0] == "keep":
                self.does(**{words[1]: "keep"})
            elif words[0] in ("call", "swap"):
                assert self.ask(name).prompt.kind == {"call": "say", "swap": "swap"}[words[0]]
                self.does(**{name: words[1]})
            else:
                assert self.ask(name).prompt.kind == "roll", f"{name} is asked {self.ask(name)}"
                self.does(**{name: words[0]})
            assert self.rigged.rolls == [], f"after {step!r} nobody rolled {self.rigged.rolls}"
        return self

    def rerolled(self, *faces: int) -> Thirteen:
        """Rolls that come by themselves after the last turn."""
        self.rigged.rolls += faces
        return self

    # ---- looking

    @property
    def order(self) -> str:
        [told] = self.told("order")
        return "".join(self.name(seat) for seat in told.values["seats"])

    @property
    def wins(self) -> str:
        return "".join(self.name(row.seat) for row in self.result.rows if row.place == 1)

    @property
    def paid(self) -> dict[str, str]:
        """Who has paid which gembone to the winner."""
        [winner] = [self.names[name] for name in self.wins] or [POT]
        swindled = len(self.told("swindle"))
        pays = self.result.pays[swindled:]
        assert all(pay.taker == winner and pay.amount == 1 for pay in pays)
        return {self.name(pay.giver): pay.unit for pay in pays}

    @property
    def swindled(self) -> list[tuple[str, str, str]]:
        """Who served Mask, whom it hit, and what it took."""
        told = [event.values for event in self.told("swindle")]
        return [(self.name(e["seat"]), self.name(e["from_seat"]), e["size"]) for e in told]

    def total(self, name: str) -> int:
        """What a seat's note says that it has."""
        seats = self.match.table.seats
        return int(seats.notes[self.names[name]][1]["total"])

    def shows(self, name: str, viewer: str | None = None) -> list[str]:
        """A seat's dice as somebody sees them."""
        return self.sees(viewer, name, "dice") or []


VARIANT = {
    "garl": "garls_gratuitous_gift",
    "brandobaris": "brandobaris_little_luck",
    "leira": "leiras_dice_deception",
    "mask": "masks_shadow_swindle",
    "tymora": "tymoras_bold_blessing",
    "waukeen": "waukeens_winning_wealth",
}


def blessed(*names: str, seats: str = "ABC", **more: Any) -> Thirteen:
    """A game in which everybody has these blessings."""
    variants: dict[str, Any] = {VARIANT[name]: True for name in names}
    return Thirteen(seats, **variants, **more)


def champions(deities: str, seats: str = "ABC", **more: Any) -> Thirteen:
    """A game of champions: `garl - leira` for A, B, C, where - champions somebody who blesses nobody."""
    held = [[seat, name] for seat, name in enumerate(deities.split())]
    return Thirteen(seats, carry={"deities": held}, blessings_of_the_tricksters=True, **more)


def tricksters(seats: str = "ABC", **more: Any) -> Thirteen:
    return Thirteen(seats, blessings_of_the_tricksters=True, **more)
