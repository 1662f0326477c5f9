"""Things to read: pages that a control opens, in paragraphs."""

from __future__ import annotations

from activity.blocks import Json
from bot.face.text.runs import runs_of
from games.engine.game import Game
from games.primers import find_primer


def rules_page(game: Game) -> Json:
    """Return a game in three lines, and its rules."""
    primer = find_primer(game)
    parts = [{"head": "", "lines": [runs_of(line) for line in primer.lines]}] if primer is not None else []
    paragraphs = [each.replace("\n", " ") for each in game.rules.split("\n\n") if each.strip()]
    parts.append({"head": "The rules", "lines": [runs_of(each) for each in paragraphs]})
    return {"title": game.title, "parts": parts}
