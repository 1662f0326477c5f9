"""The pages of a member's deeds."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clock import day_words
from bot.face.text.templates import safe_name
from bot.language import _
from cogs.deeds.rows import DeedRecord
from cogs.deeds.service import earned_and_open
from cogs.interactions.member_pages import Badge
from cogs.ui.components import Json, button, note
from games.deeds import DEEDS, Deed
from games.registry import game_title

ACCENT = 0xCA8A04
PREFIX = "deeds"
"""Custom ids: `deeds:<user>:<page>`."""
OPEN = "open"
"""Used in place of a page number: the first page, as a new message."""
PAGE = 8
"""The number of deeds on a page, after the first."""
LATEST, NEXT = 5, 3
"""The most deeds earned, and those to be earned next, on the first page."""


def open_button(user_id: int) -> Json:
    """Return the button that shows a member's deeds."""
    return button("Deeds", f"{PREFIX}:{user_id}:{OPEN}")


def badges(records: Sequence[DeedRecord]) -> tuple[Badge, ...]:
    """Return the badges of a member's latest deeds, and that of one to be earned next; none before the first deed."""
    have, open_ones = earned_and_open(records)
    if not have:
        return ()
    latest = sorted(have, key=lambda each: each[1].at, reverse=True)[:LATEST]
    earned = [Badge(deed.sign, _(deed.title)) for deed, _record in latest]
    return (*earned, *(Badge(deed.sign, _("not yet"), earned=False) for deed in open_ones[:1]))


def deeds_note(name: str, user_id: int, records: Sequence[DeedRecord], page: int) -> Json:
    """Return a page of a member's deeds: on the first the latest and the next few, then all, page by page."""
    have, open_ones = earned_and_open(records)
    if page == 0:
        return _first_page(name, user_id, have, open_ones)
    small = _("-# match {match}, {day}")
    lines = [
        f"**{_(deed.title)}** · {_(deed.how)}\n{small.format(match=record.match, day=day_words(record.at))}"
        for deed, record in have
    ]
    lines += [_open_line(deed) for deed in open_ones]
    last = (len(lines) - 1) // PAGE + 1
    page = min(page, last)
    buttons = [button("Back", f"{PREFIX}:{user_id}:{page - 1}")]
    if page < last:
        buttons.append(button("More", f"{PREFIX}:{user_id}:{page + 1}"))
    shown = lines[(page - 1) * PAGE : page * PAGE]
    return note("\n".join([_head(name, have), *shown]), *buttons, accent=ACCENT)


def _first_page(
    name: str, user_id: int, have: Sequence[tuple[Deed, DeedRecord]], open_ones: Sequence[Deed]
) -> Json:
    latest = sorted(have, key=lambda each: each[1].at, reverse=True)[:LATEST]
    lines = [_head(name, have), *(f"🏅 **{_(deed.title)}** · {_(deed.how)}" for deed, _record in latest)]
    if open_ones:
        lines += [f"**{_('Next')}**", *(_open_line(deed) for deed in open_ones[:NEXT])]
    every = button("All deeds", f"{PREFIX}:{user_id}:1")
    return note("\n".join(lines), every, accent=ACCENT)


def _head(name: str, have: Sequence[tuple[Deed, DeedRecord]]) -> str:
    secret = sum(deed.hidden for deed in DEEDS.values()) - sum(deed.hidden for deed, _record in have)
    head = _("## Deeds of {name}\n{have} of {all}; {secret} more are a secret.")
    return head.format(name=safe_name(name), have=len(have), all=len(DEEDS), secret=secret)


def _open_line(deed: Deed) -> str:
    """Return a deed that is not earned yet, and where it can be earned."""
    where = game_title(deed.games[0]) if len(deed.games) == 1 else _("games with a pot")
    return f"◦ {_(deed.title)} · {_(deed.how)} ({where})"
