"""Games of Hag's Haggle with a dealer of their own."""

from __future__ import annotations

from typing import Any

from tests.helpers.games.hags_haggle import Haggle, table


def dealt(rolls: str, *, wagers: int = 1, **options: Any) -> Haggle:
    """A game with g20: A wagers, B sits out, and D at the rail deals. The house's two come first."""
    options = {"gembones": "g20", "bargains": True, "dealer": True, **options}
    game = table("AB", rolls, **options)
    game.at_rail("D")
    return game.does(A=wagers, B="pass")


def offer(game: Haggle, faces: list[int], odds: int | tuple[int, int], dealer: str = "D") -> Haggle:
    """The dealer names faces and odds, to whoever is asked about first; the player is asked then."""
    game.does(**{dealer: "who0"})
    game.does(**{dealer: [face - 1 for face in faces]})
    if isinstance(odds, int):
        return game.does(**{dealer: odds})
    to, per = odds
    prompt = game.ask(dealer).prompt
    if prompt.kind == "deal_odds":
        game.does(**{dealer: "per"})
    return game.does(**{dealer: per}).does(**{dealer: to})
