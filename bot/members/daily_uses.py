"""What is left of a member's uses today, and what matches are told of a member's character (SPOT-R3)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from bot.clock import DAY
from bot.members.profile_keys import SHEET, USES
from games.gembones.spotlight.skill_checks import D20, Sheet

LUCKY_A_DAY, PORTENTS_A_DAY = 3, 2


class Uses(BaseModel):
    """Uses left on one day (UTC): Lucky's rerolls, and the d20 results foretold."""

    model_config = ConfigDict(frozen=True)

    day: int
    lucky: int
    portents: tuple[int, ...]

    def model_dump(self, **how: Any) -> dict[str, Any]:
        """As JSON holds it."""
        return {"day": self.day, "lucky": self.lucky, "portents": list(self.portents)}


def sheet_of(about: Mapping[str, Any]) -> Sheet:
    """A member's sheet; whoever has none yet has all 0 and no talent."""
    return Sheet.model_validate(about.get(SHEET, {}).get("sheet", {}))


def uses_of(about: Mapping[str, Any], now: float) -> Uses:
    """What is left today; a new day draws new portents."""
    today = int(now // DAY)
    kept = about.get(USES)
    if kept is not None and kept["day"] == today:
        return Uses.model_validate(kept)
    drawn = tuple(secrets.randbelow(D20) + 1 for _ in range(PORTENTS_A_DAY))
    return Uses(day=today, lucky=LUCKY_A_DAY, portents=drawn)
