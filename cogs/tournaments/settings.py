"""The settings of a tournament, chosen by its host when it opens, and the data that all tournaments share."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from bot.places.stakes import Base
from cogs.tournaments.formats import FORMATS

FEWEST, MOST = 3, 5
"""Players at a table."""
LEAST_ENTRANTS = 3
MOST_ENTRANTS = 48
"""The most players that a board names in a way that people can read."""

Absent = Literal["computer", "bye"]
Scoring = Literal["places", "paid"]


class TournamentSettings(BaseModel):
    """The host's choices; they stay what they are from the first entry on."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    seats: int = Field(4, ge=FEWEST, le=MOST)
    """Players at a table, as near as the number of entrants lets it be; the final has no more."""
    format: str = "rounds"
    """The key of its format in `FORMATS`."""
    rounds: int = Field(3, ge=1, le=8)
    """Rounds before the final, in a format that lets the host choose them."""
    matches: int = Field(1, ge=1, le=10)
    """Matches that a table plays in a round."""
    absent: Absent = "computer"
    """A computer player sits in for members who aren't there when a round begins, or they have a bye."""
    scoring: Scoring = "places"
    """Points for places at a table, or what the matches paid in chips."""
    base: Base = "copper"
    buy_in: int = Field(0, ge=0, le=100_000)
    """Pieces of the base that each entrant puts up; 0 plays for the crown alone."""
    wait: int = Field(3, ge=1, le=1_440)
    """Minutes in which players may say that they're there, before each round."""

    @model_validator(mode="before")
    @classmethod
    def _read_cut(cls, saved: dict[str, Any]) -> dict[str, Any]:
        """Read the rows of tournaments that were opened when a cut was the only other format."""
        return {"format": "cut", **saved} if saved.get("cut") else saved

    @field_validator("format")
    @classmethod
    def _is_known(cls, key: str) -> str:
        if key not in FORMATS:
            raise ValueError(f"there is no format {key!r}")
        return key


class PrizeRow(BaseModel):
    """The parts of the pot, in percent, with this number of players or more."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    players: int
    parts: tuple[int, ...]

    @model_validator(mode="after")
    def _whole(self) -> PrizeRow:
        if sum(self.parts) != 100 or list(self.parts) != sorted(self.parts, reverse=True):
            raise ValueError(f"the prizes for {self.players} players don't add up to 100, or don't fall")
        return self


class Byes(BaseModel):
    """The score of a bye."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    points: int


class TournamentData(BaseModel):
    """The content of `points_and_prizes.toml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    points: dict[int, tuple[int, ...]]
    byes: Byes
    prizes: tuple[PrizeRow, ...]


DATA = TournamentData.model_validate(
    tomllib.loads((files("cogs.tournaments") / "points_and_prizes.toml").read_text(encoding="utf-8"))
)
"""Points by place, points of a bye, and prizes."""
