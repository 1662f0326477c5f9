"""Party play: which variants are for it, in words (PTY)."""

from __future__ import annotations

from games.catalogue import GAMES
from games.engine import Game
from games.gembones.shared.guide import PARTY, Party


def named(party: Party) -> str:
    """Game and variant: `Tripledip with Machae's Golden Pot`."""
    game = GAMES[party.game]
    return f"{game.title} with {game.options.model_fields[party.option].title}"


def takes_guest(game: Game, options: object) -> bool:
    """Whether a variant that is in force has a seat for a guest of the host's (PTY-R1)."""
    return any(
        party.game == game.key and party.against == "guest" and getattr(options, party.option)
        for party in PARTY
    )
