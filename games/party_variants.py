"""Party play: the variants that suit a party, and those with a seat for a guest of the host's (PTY)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from games.engine.game import Game, Options
from games.registry import GAMES


class PartyVariant(NamedTuple):
    """A variant in which a party plays together."""

    game: Game
    option: str
    against: Literal["dealer", "guest"]

    @property
    def variant(self) -> str:
        """The title of the variant."""
        return self.game.options.model_fields[self.option].title or self.option


def party_variants() -> list[PartyVariant]:
    """Return every variant of every game that suits a party."""
    return [
        PartyVariant(game, option, against)
        for game in GAMES.values()
        for option, against in game.party.items()
    ]


def takes_guest(game: Game, options: Options) -> bool:
    """Return True if a variant that is in force has a seat for a guest of the host's (PTY-R1)."""
    return any(against == "guest" and getattr(options, option) for option, against in game.party.items())
