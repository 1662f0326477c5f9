"""The texts that the parlour games share."""

from __future__ import annotations

from games.texts import read_shared

POT_TEXTS = read_shared("games.parlour.shared", "pot")
"""The words of a game with a pot: its frame, Betting Rounds, Split Rules, shares."""
DRAW_TEXTS = read_shared("games.parlour.shared", "draw")
"""The words of a game with exchanges."""
