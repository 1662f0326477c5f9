"""The options of Dragon Hordes."""

from __future__ import annotations

from games.engine import Options, variant


class HordeOptions(Options):
    """Options of Dragon Hordes."""

    double_double: bool = variant(
        "Double Double", "Take the three Dragons' money by doubles and you go again."
    )
