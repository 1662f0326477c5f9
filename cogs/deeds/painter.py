"""The pages of a member's deeds."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clock import day_words
from bot.face.text.templates import safe_name
from cogs.deeds.rows import DeedRecord
from cogs.deeds.service import earned_and_open
from cogs.ui.components import Json, button, note
from games.deeds import DEEDS, Deed
from games.registry import game_title

ACCENT = 0xCA8A04
PREFIX = "deeds"
"""Custom ids: `deeds:<user>:<page>`."""
OPEN = "open"
"""Used in place of a page number: the first page, as a new message."""
PAGE = 12
"""The number of deeds on a page."""


def open_button(user_id: int) -> Json:
    """Return the button that shows a member's deeds."""
    return button("Deeds", f"{PREFIX}:{user_id}:{OPEN}")


def deeds_note(name: str, user_id: int, records: Sequence[DeedRecord], page: int) -> Json:
    """Return a page of a member's deeds: those earned, then those that are still to be earned."""
    have, open_ones = earned_and_open(records)
    lines = [
        f"**{deed.title}** · {deed.how}\n-# match {record.match}, {day_words(record.at)}"
        for deed, record in have
    ]
    lines += [f"◦ {deed.title} · {deed.how} ({_games(deed)})" for deed in open_ones]
    last = (len(lines) - 1) // PAGE
    page = min(page, last)
    secret = sum(deed.hidden for deed in DEEDS.values()) - sum(deed.hidden for deed, _ in have)
    head = f"## Deeds of {safe_name(name)}\n{len(have)} of {len(DEEDS)}; {secret} more are a secret."
    buttons = []
    if page > 0:
        buttons.append(button("Back", f"{PREFIX}:{user_id}:{page - 1}"))
    if page < last:
        buttons.append(button("More", f"{PREFIX}:{user_id}:{page + 1}"))
    return note("\n".join([head, *lines[page * PAGE : (page + 1) * PAGE]]), *buttons, accent=ACCENT)


def _games(deed: Deed) -> str:
    """Return where a deed can be earned."""
    return game_title(deed.games[0]) if len(deed.games) == 1 else "games with a pot"
