"""Character sheets and skill checks, as the spotlight knows them (SPOT-04 to SPOT-12, SPOT-R2, SPOT-R7)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Skill = Literal["persuasion", "intimidation", "history", "arcana", "deception", "sleight"]
SKILLS: Mapping[Skill, str] = {
    "persuasion": "Persuasion",
    "intimidation": "Intimidation",
    "history": "History",
    "arcana": "Arcana",
    "deception": "Deception",
    "sleight": "Sleight of Hand",
}
Talent = Literal["none", "lucky", "kit", "portent"]
TALENTS: Mapping[Talent, str] = {
    "none": "None",
    "lucky": "Lucky",
    "kit": "Gaming kit",
    "portent": "Portent",
}
BEST, TOGETHER = 10, 20
"""The most that one skill, and that all together may be (SPOT-R2)."""
D20 = 20

DCS: Mapping[str, int] = {"copper": 10, "silver": 15, "gold": 20, "platinum": 25, "gems": 30}
"""How hard a check is, by what the gembones are made of (SPOT-11)."""
WARDED = ("gold", "platinum", "gems")
"""Bases whose gembones glow when a roll has been altered (CODE-09, SPOT-R5, SPOT-R6)."""


class Sheet(BaseModel):
    """A tiny character sheet: six skills, one talent, and a Strength for show (SPOT-R2, CODE-15)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    persuasion: int = Field(0, ge=0, le=BEST)
    intimidation: int = Field(0, ge=0, le=BEST)
    history: int = Field(0, ge=0, le=BEST)
    arcana: int = Field(0, ge=0, le=BEST)
    deception: int = Field(0, ge=0, le=BEST)
    sleight: int = Field(0, ge=0, le=BEST)
    talent: Talent = "none"
    strength: int | None = Field(None, ge=1, le=30)

    @model_validator(mode="after")
    def _together(self) -> Self:
        total = sum(self.skill(skill) for skill in SKILLS)
        if total > TOGETHER:
            raise ValueError(f"Your skills add up to {total}; together they may be {TOGETHER} at most.")
        return self

    def skill(self, name: Skill) -> int:
        """What is added to a d20."""
        value: int = getattr(self, name)
        return value


def passes(face: int, skill: int, dc: int) -> bool:
    """A check: the d20 and the skill reach the DC; a 20 or a 1 is nothing special (SPOT-R2)."""
    return face + skill >= dc


def chance(skill: int, dc: int) -> Fraction:
    """The chance to pass a check."""
    return Fraction(sum(passes(face, skill, dc) for face in range(1, D20 + 1)), D20)
