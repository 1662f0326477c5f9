"""The button that begins a lesson, and the custom ids of lessons."""

from __future__ import annotations

from cogs.ui.components import Json, button
from games.engine import Game
from games.primers import find_primer

PREFIX = "teach"
"""Custom ids: `teach:<game>:<step>:<the control of the table>`, or one of the words below in its place."""
SHOW, AGAIN, DO, STOP = "show", "again", "do", "stop"


def has_lesson(game: Game) -> bool:
    """Return whether a game can be taught."""
    primer = find_primer(game)
    return primer is not None and primer.lesson is not None


def teach_button(game: Game) -> Json:
    """Return the button that begins a game's lesson."""
    return button("Teach me", f"{PREFIX}:{game.key}:0:{SHOW}")
