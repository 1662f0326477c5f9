"""The texts of the tavern."""

from __future__ import annotations

from games.texts import read_texts

TEXTS = read_texts("games.tavern")
