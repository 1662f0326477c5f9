"""A card in words and signs, for every place that shows one as text."""

from __future__ import annotations

from typing import NamedTuple


class CardFace(NamedTuple):
    """The names and signs of a card. Pure data: what draws or sends them stands elsewhere."""

    mark: str
    """A short sign, for rows of cards: `🟥W`."""
    name: str
    """The name in words: `Warrior of Wolves`."""
    text: str = ""
    """Sign and name together, where that is not simply the mark and the name."""
    beside: str = ""
    """The words beside a drawn card, where they are not the name."""
    drawing: str = ""
    """The key of the drawing, where several cards share one."""

    @property
    def full(self) -> str:
        """The sign and the name together: `🟥 ⚔️ Warrior¹ of Wolves`."""
        return self.text or f"{self.mark} {self.name}"
