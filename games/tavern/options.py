"""Options of the tavern."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from games.engine.game import Options as BaseOptions
from games.engine.game import option
from games.tavern.cards import Decks
from games.tavern.decks.builtin import with_own

MAX_PLAYERS = 8


class Options(BaseOptions):
    """Variants that a host may choose, and the texts of a server's own decks.

    The texts are options so that the header of a match holds everything that the match depends on. An edited or removed
    file changes later matches only: a match that is resumed, replayed or verified uses the texts of its own header.
    """

    own_decks: dict[str, str] = option(
        {},
        "Own decks",
        "Characters this server has added to the four. The person who runs the bot can add some.",
    )

    characters: Literal["drawn", "chosen"] = option(
        "drawn", "Characters", "Drawn by lot, or chosen in turn before the game."
    )
    same_character: bool = option(
        True,
        "The same character twice",
        "Several players may be the same character, each with a full deck. You need this with more "
        "players than characters.",
    )
    shuffle_seats: bool = option(
        True, "Seats drawn by lot", "Draws the order of play; otherwise you play in the order you sit."
    )
    first: int = option(
        0,
        "First player",
        "The first to play, counted in the order of play; 0 draws one.",
        ge=0,
        le=MAX_PLAYERS,
    )
    stake: int = option(
        10,
        "Stake",
        "Pieces everyone puts in; the last one standing takes them all. 0 is no stake. "
        "It's separate from the Gold you play with.",
        ge=0,
        le=50,
    )

    @model_validator(mode="after")
    def _decks_are_sound(self) -> Self:
        with_own(self.own_decks)
        return self

    @property
    def decks(self) -> Decks:
        """Every card that can come up in this match."""
        return with_own(self.own_decks)


def seats_for(options: Options) -> tuple[int, int]:
    """Return the fewest and the most players: no more than there are characters, unless they may repeat."""
    return (2, MAX_PLAYERS if options.same_character else min(MAX_PLAYERS, len(options.decks.characters)))
