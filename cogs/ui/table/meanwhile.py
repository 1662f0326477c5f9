"""The news of a table whose message couldn't be repainted for a while, for the member who brings it back."""

from __future__ import annotations

from bot.face.table.names import renderer_for
from bot.face.text.emoji_text import without_emoji
from bot.face.text.turns import by_turn, say_turn
from bot.language import _
from bot.tables.view import TableView
from cogs.ui.components import PLAIN, Json, container, message, text
from games.engine.scene import Line, Log

MOST = 5
"""The most lines that are shown, above a hand that fits a phone; the log has more."""


def log_lines(view: TableView) -> tuple[Line, ...]:
    """Return the last lines of the log, the oldest first."""
    blocks = view.scene.blocks if view.scene is not None else ()
    return next((block.lines for block in blocks if isinstance(block, Log)), ())


def since(known: tuple[Line, ...], lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines after the known ones. Both are the end of the same log, or of two different ones."""
    for shared in range(min(len(known), len(lines)), 0, -1):
        if known[-shared:] == lines[:shared]:
            return lines[shared:]
    return lines


def closed_later() -> Json:
    """Return the replacement of a table message that couldn't be repainted when its table closed."""
    words = _("This table has closed, and everyone has their stake back. `/table open` begins another.")
    return {**message(container([text(words)], PLAIN)), "attachments": []}


def meanwhile_words(view: TableView, lines: tuple[Line, ...]) -> str:
    """Return the words about what has happened in the meantime."""
    renderer = renderer_for(view)
    with without_emoji():
        news = [f"- {say_turn(turn, renderer)}" for turn in by_turn(lines)[-MOST:]]
    return "\n".join([_("While nobody was looking:"), *news])
