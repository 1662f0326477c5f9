"""The options of Dragon Hordes."""

from __future__ import annotations

from pydantic import Field

from games.engine import Options


class HordeOptions(Options):
    """Options of Dragon Hordes."""

    double_double: bool = Field(
        False,
        title="Double Double",
        description="Take the three Dragons' money by doubles and you go again.",
    )
