"""Character sheets, skill checks, and the facts of a character for a match (SPOT-04 to SPOT-12, SPOT-R2, SPOT-R7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from games.engine.errors import BadChoice
from games.phrases import N_

Skill = Literal["persuasion", "intimidation", "history", "arcana", "deception", "sleight"]
SKILLS: Mapping[Skill, str] = {
    "persuasion": N_("Persuasion"),
    "intimidation": N_("Intimidation"),
    "history": N_("History"),
    "arcana": N_("Arcana"),
    "deception": N_("Deception"),
    "sleight": N_("Sleight of Hand"),
}
Talent = Literal["none", "lucky", "kit", "portent"]
TALENTS: Mapping[Talent, str] = {
    "none": "None",
    "lucky": "Lucky",
    "kit": "Gaming kit",
    "portent": "Portent",
}
BEST, TOGETHER = 10, 20
"""The highest bonus of one skill, and of all skills together (SPOT-R2)."""
D20 = 20

DCS: Mapping[str, int] = {"copper": 10, "silver": 15, "gold": 20, "platinum": 25, "gems": 30}
"""The DC of a check, by the material of the gembones (SPOT-11)."""
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
            raise BadChoice(
                "Your skills add up to {total}; together they may be {most} at most.",
                total=total,
                most=TOGETHER,
            )
        return self

    def skill(self, name: Skill) -> int:
        """Return the bonus of a skill, which is added to a d20."""
        value: int = getattr(self, name)
        return value


class Character(NamedTuple):
    """The parts of a seat's character that a match needs: its talent, skills, and remaining uses.

    `day`: the day for which the uses were counted, for the driver of the match. `portents`: the d20 rolls that the
    character has foreseen. `base`: the material of the gembones, which sets the DC. `stone`: the character carries the
    Stone of Fool's Luck. `lesser`: the pieces that its owner has of the next lower base, 0 at copper (SPOT-R5).
    """

    talent: str = "none"
    day: int = 0
    lucky: int = 0
    portents: tuple[int, ...] = ()
    skills: Mapping[str, int] = {}
    base: str = "copper"
    inspired: bool = False
    stone: bool = False
    lesser: int = 0

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Character | None:
        """Return the character in a seat's facts, or None for a seat without one."""
        values = facts.get("character")
        return None if values is None else cls(**{**values, "portents": tuple(values.get("portents", ()))})


def passes(face: int, skill: int, dc: int) -> bool:
    """Return True if the d20 and the skill reach the DC. A 20 or a 1 is nothing special (SPOT-R2)."""
    return face + skill >= dc
