"""Games of Hag's Haggle with a dealer of their own."""

from __future__ import annotations

from typing import Any

from tests.helpers.games.hags_haggle import HaggleScript, start_game


def start_dealt_game(rolls: str, *, wagers: int = 1, **options: Any) -> HaggleScript:
    """Return a game with g20: A wagers, B sits out, and D at the rail deals. The house's two dice come first."""
    options = {"gembones": "g20", "bargains": True, "dealer": True, **options}
    game = start_game("AB", rolls, **options)
    game.at_rail("D")
    return game.does(A=wagers, B="pass")


def offer_bargain(
    game: HaggleScript, faces: list[int], odds: int | tuple[int, int], dealer: str = "D"
) -> HaggleScript:
    """Let the dealer offer faces and odds to the first player; that player is asked next."""
    game.does(**{dealer: "who0"})
    game.does(**{dealer: [face - 1 for face in faces]})
    if isinstance(odds, int):
        return game.does(**{dealer: odds})
    to, per = odds
    prompt = game.ask(dealer).prompt
    if prompt.kind == "deal_odds":
        game.does(**{dealer: "per"})
    return game.does(**{dealer: per}).does(**{dealer: to})
