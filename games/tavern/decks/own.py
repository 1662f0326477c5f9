"""A server's own decks in a match: their texts stand among its options, so that its header has all it depends on.

Whoever edits or removes a file later changes the matches that begin from then on, and no other: a match that is
taken up, looked back at or verified plays with the texts of its own header.
"""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from games.engine import Options
from games.tavern.cards import Decks
from games.tavern.decks.builtin import with_own


class WithOwnDecks(Options):
    """Options of a game that is played with the decks of the tavern."""

    own_decks: dict[str, str] = Field(
        {},
        title="Own decks",
        description="Characters that this server has added to the four; whoever runs the bot can do that.",
    )

    @model_validator(mode="after")
    def _decks_are_sound(self) -> Self:
        with_own(self.own_decks)
        return self

    @property
    def decks(self) -> Decks:
        """Every card that can come up in this match."""
        return with_own(self.own_decks)
