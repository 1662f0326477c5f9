"""The texts that the gembone games share."""

from __future__ import annotations

from games.texts import read_shared

STAKE_TEXTS = read_shared("games.gembones.shared", "stakes")
"""The words of a game whose players put up the same stake."""
WAGER_TEXTS = read_shared("games.gembones.shared", "wagers")
"""The words of a game in which all wager as many gembones as they like."""
POINT_TEXTS = read_shared("games.gembones.shared", "points")
"""The words of a match for points."""
ROLL_TEXTS = read_shared("games.gembones.shared", "rolls")
"""The words for rolls that the house remarks on."""
