"""The news of a table whose message could not be repainted for a while, for the member who wakes it."""

from __future__ import annotations

from bot.face.text.emoji_text import without_emoji
from bot.tables.view import TableView
from cogs.ui.components import PLAIN, Json, container, message, note, text
from cogs.ui.theme import renderer_for
from games.engine import Line, Log, by_turn

MOST = 12
"""Lines that are told; the log has more."""


def log_lines(view: TableView) -> tuple[Line, ...]:
    """Return the last lines of the log, the oldest first."""
    blocks = view.scene.blocks if view.scene is not None else ()
    return next((block.lines for block in blocks if isinstance(block, Log)), ())


def since(known: tuple[Line, ...], lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines that have come after those that are known. Both are the end of the same log, or of two."""
    for shared in range(min(len(known), len(lines)), 0, -1):
        if known[-shared:] == lines[:shared]:
            return lines[shared:]
    return lines


def closed_later() -> Json:
    """Return what takes the place of a table message that could not be repainted when its table closed."""
    words = "This table has closed, and everyone has their stake back. `/table open` begins another."
    return {**message(container([text(words)], PLAIN)), "attachments": []}


def meanwhile_note(view: TableView, lines: tuple[Line, ...]) -> Json:
    """Tell what has happened meanwhile."""
    renderer = renderer_for(view)
    with without_emoji():
        news = [f"- {renderer.say(line)}" for line in by_turn(lines)[-MOST:]]
    return note("\n".join(["While nobody was looking:", *news]))
