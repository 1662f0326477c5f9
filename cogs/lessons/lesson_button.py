"""The button that begins a lesson, and the custom ids of lessons."""

from __future__ import annotations

from collections.abc import Iterable

from cogs.ui.components import Json, button
from cogs.ui.offers import about_game
from games.engine.game import Game
from games.primers import find_primer

PREFIX = "teach"
"""Custom ids: `teach:<game>:<step>:<the control of the table>`, or one of the words below in its place."""
SHOW, AGAIN, DO, STOP, PLAY = "show", "again", "do", "stop", "play"


@about_game
def teach_button(game: Game) -> Iterable[Json]:
    """Yield the button that begins a game's lesson, if it has one."""
    primer = find_primer(game)
    if primer is not None and primer.lesson is not None:
        yield button("Teach me", f"{PREFIX}:{game.key}:0:{SHOW}")
