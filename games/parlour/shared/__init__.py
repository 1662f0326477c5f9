"""Shared parts of the gambling games: deck, betting, pots, shares, and computer players."""
