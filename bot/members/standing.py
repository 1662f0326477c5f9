"""The standing of a member in the house: their form, and the prank item that they carry or are offered (CODE).

All of it is cosmetic: it never changes a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.language import N_
from bot.members.profile_keys import FORM, OFFER, PRANK
from games.gembones.shared import prank_items

TITLES = (
    (10, N_("a credit to the house")),
    (4, N_("of the finest form")),
    (1, N_("well-mannered")),
    (0, N_("a guest like any other")),
    (-3, N_("of doubtful form")),
)
"""Titles, each with the lowest form that earns it (CODE-R1)."""
WORST = N_("watched by the staff")


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's form and prank items. `prank` and `offer` are as the store keeps them (`profile_keys`)."""

    form: int
    prank: Mapping[str, Any] | None
    offer: Mapping[str, Any] | None

    @classmethod
    def of(cls, about: Mapping[str, Any]) -> Standing:
        """Return the standing in a member's profile."""
        return cls(int(about.get(FORM, 0)), about.get(PRANK), about.get(OFFER))

    @property
    def title(self) -> str:
        """The title that the form earns."""
        return next((title for least, title in TITLES if self.form >= least), WORST)

    @property
    def worn(self) -> str:
        """The name of the prank item that others may see on the member; empty if there is none."""
        if self.prank is None or self.prank.get("hidden"):
            return ""
        return prank_items.NAMES[self.prank["item"]]

    @property
    def owed(self) -> int:
        """The pieces that must still be donated to end the curse."""
        if self.prank is None:
            return 0
        return prank_items.penance(self.prank["accused"]) - int(self.prank["donated"])
