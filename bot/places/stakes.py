"""The stakes of a table, which its place limits: base and buy-in."""

from __future__ import annotations

from typing import Literal, Protocol

Base = Literal["copper", "silver", "gold", "platinum", "gems"]
USUAL_BUY_IN = 50
"""The default buy-in of a table in pieces."""


class Stakes(Protocol):
    """The settings of a table that its place limits."""

    @property
    def base(self) -> Base:
        """The material of the gembones."""

    @property
    def buy_in(self) -> int:
        """Pieces that each player brings to a game with a pot."""

    @property
    def free(self) -> bool:
        """True if nothing is won or lost."""
