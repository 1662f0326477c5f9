"""Daily uses of the talents: Lucky's rerolls and the Portents, which are drawn once a day (SPOT-R3)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from pydantic import BaseModel, ConfigDict

from bot.clock import DAY
from bot.members.profile_keys import SHEET, USES
from db import members
from db.backend.unit_of_work import Unit
from db.members import SaveAbout
from games.gembones.spotlight.skill_checks import D20, Sheet

LUCKY_A_DAY, PORTENTS_A_DAY = 3, 2


class Uses(BaseModel):
    """The uses left on one day (UTC): rerolls of Lucky, and d20 results foretold by Portent."""

    model_config = ConfigDict(frozen=True)

    day: int
    lucky: int
    portents: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the uses in the form that the store keeps."""
        return {"day": self.day, "lucky": self.lucky, "portents": list(self.portents)}


def sheet_of(about: Mapping[str, Any]) -> Sheet:
    """Return the character sheet of a profile; without one it has 0 everywhere and no talent."""
    return Sheet.model_validate(about.get(SHEET, {}).get("sheet", {}))


def get_or_draw_uses(about: Mapping[str, Any], now: float) -> Uses:
    """Return the uses left today, or on a new day a full set with portents drawn now.

    The caller must save them, or the next call draws other portents.
    """
    today = int(now // DAY)
    saved = about.get(USES)
    if saved is not None and saved["day"] == today:
        return Uses.model_validate(saved)
    portents = tuple(secrets.randbelow(D20) + 1 for _ in range(PORTENTS_A_DAY))
    return Uses(day=today, lucky=LUCKY_A_DAY, portents=portents)


class ReturnUses(Struct, frozen=True):
    """Uses that come home from a table. Added to what is stored, which another table may change at the same moment."""

    member: int
    day: int
    lucky: int
    portents: tuple[int, ...]

    def save(self, unit: Unit) -> None:
        """Add the uses, unless a new day has brought others."""
        saved = members.about(unit.db, self.member).get(USES)
        if saved is not None and saved["day"] == self.day:
            uses = Uses.model_validate(saved)
            back = Uses(
                day=self.day, lucky=uses.lucky + self.lucky, portents=(*uses.portents, *self.portents)
            )
            SaveAbout(self.member, USES, back.to_json()).save(unit)
