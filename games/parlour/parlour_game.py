"""The common part of the data sheets of the parlour games with a pot."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from games.engine.chance import Chance
from games.engine.endings.finish import Finish
from games.engine.game import Game
from games.engine.scene import Highlights, Line, Scene
from games.parlour.players.bets import chance_to_win
from games.parlour.players.hearing import Dealer
from games.parlour.shared.card_faces import CARD_FACES
from games.parlour.shared.endings import pot_highlights, pot_reasons
from games.parlour.shared.game_frame import due


class ParlourGame(Game):
    """A game of cards or dice for a pot, with Betting Rounds or Played for Shares."""

    rulebook = "Gambling? I'm In!"
    money = "pieces"
    cards = CARD_FACES

    @abstractmethod
    def dealer(self, scene: Scene) -> Dealer | None:
        """Return a dealer of the hidden cards that fit this scene; None if there is nothing to judge."""

    def due(self, carry: Mapping[str, Any], seated: list[int]) -> dict[int, dict[str, int]]:
        """Return the shares of a carried pot for the seats that tied for it, or for everyone (BET-R20)."""
        return due(carry, seated)

    def reasons(self, finish: Finish) -> Iterable[Line]:
        """Return lines about the winner of each pot, the second place, and broken ties."""
        return pot_reasons(finish)

    def highlights(self, finish: Finish) -> Highlights:
        """Return the pot, and the bet that decided it."""
        return pot_highlights(finish)

    def chance_to_win(self, scene: Scene, luck: Chance) -> float | None:
        """Return the chance to win at a bet, from many deals that fit what the rivals have bet."""
        return chance_to_win(scene, self.dealer, luck)
