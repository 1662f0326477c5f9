"""Lucky No. 13 as the rulebook tells it: who rolls what, in the order of play.

t = LuckyScript("ABC").turn("A", "g10=6 g6=5 stop").turn("B", "g8=7 g6=6")
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


class LuckyScript(Script):
    """A game of Lucky No. 13, driven by seat letters."""

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

    def turn(self, name: str, steps: str) -> LuckyScript:
        """Play one player's turn, step by step."""
        for step in steps.split():
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

    def rerolled(self, *faces: int) -> LuckyScript:
        """Set the rolls that follow the last turn without a question."""
        self.rigged.rolls += faces
        return self

    # ---- looking

    @property
    def order(self) -> str:
        [steps] = self.told("order")
        return "".join(self.name(seat) for seat in steps.values["seats"])

    @property
    def wins(self) -> str:
        return "".join(self.name(row.seat) for row in self.result.rows if row.place == 1)

    @property
    def paid(self) -> dict[str, str]:
        """The gembone that each seat has paid to the winner."""
        [winner] = [self.names[name] for name in self.wins] or [POT]
        swindled = len(self.told("swindle"))
        pays = self.result.pays[swindled:]
        assert all(pay.taker == winner and pay.amount == 1 for pay in pays)
        return {self.name(pay.giver): pay.unit for pay in pays}

    @property
    def swindled(self) -> list[tuple[str, str, str]]:
        """Each payment to Mask as taker, giver and size."""
        steps = [event.values for event in self.told("swindle")]
        return [(self.name(e["seat"]), self.name(e["from_seat"]), e["size"]) for e in steps]

    def total(self, name: str) -> int:
        """Return the total in the note beside a seat."""
        seats = self.match.table.seats
        return int(seats.notes[self.names[name]][1]["total"])

    def shows(self, name: str, viewer: str | None = None) -> list[str]:
        """Return a seat's dice as a viewer sees them."""
        return self.sees(viewer, name, "dice") or []


VARIANT = {
    "garl": "garls_gratuitous_gift",
    "brandobaris": "brandobaris_little_luck",
    "leira": "leiras_dice_deception",
    "mask": "masks_shadow_swindle",
    "tymora": "tymoras_bold_blessing",
    "waukeen": "waukeens_winning_wealth",
}


def game_with_blessings(*names: str, seats: str = "ABC", **more: Any) -> LuckyScript:
    """Return a game in which all players have these blessings."""
    variants: dict[str, Any] = {VARIANT[name]: True for name in names}
    return LuckyScript(seats, **variants, **more)


def game_of_champions(deities: str, seats: str = "ABC", **more: Any) -> LuckyScript:
    """Return a game with drafted deities: `garl - leira` for A, B, C, where - has no effect."""
    held = [[seat, name] for seat, name in enumerate(deities.split())]
    return LuckyScript(seats, carry={"deities": held}, blessings_of_the_tricksters=True, **more)


def game_with_draft(seats: str = "ABC", **more: Any) -> LuckyScript:
    return LuckyScript(seats, blessings_of_the_tricksters=True, **more)
