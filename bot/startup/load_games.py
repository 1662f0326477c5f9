"""Registers the games that this process knows: before anything else, and again in the process that searches."""

from __future__ import annotations

from games.catalogue import register_catalogue


def load_games() -> None:
    """Register all games. To call it twice changes nothing."""
    register_catalogue()
