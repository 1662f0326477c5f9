"""Primers: what a newcomer gets of each game, as data beside it.

A game's `primer.toml` (`<game>.primer.toml` where the game is a single file) has the game in three lines and an
example. `primer` reads them. Nothing here names a game.
"""

from games.primers.primer import Primer, find_primer

__all__ = ["Primer", "find_primer"]
