"""A member's profile: the lines that people read, and the card that is drawn of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.clock import day_words
from bot.face.art.letters import drawn_name
from bot.face.text.money_text import signed
from bot.face.text.templates import safe_name
from cogs.deeds.rows import DeedRecord
from cogs.deeds.service import earned_and_open
from cogs.profile.card import Figure, ProfileCard, draw_card
from cogs.profile.service import Profile, Rival
from cogs.ui.components import (
    MOST_ALT,
    AttachmentFile,
    Json,
    button,
    container,
    message,
    note,
    picture,
    rows,
    text,
)
from games.deeds import DEEDS, Deed
from games.registry import GAMES

NAME = "profile.png"
ACCENT = 0xCA8A04
PLACES = {1: "first", 2: "second", 3: "third"}
MOST_MEDALS = 3
"""Medals that a card has room for, the newest."""
PREFIX = "deeds"
"""Custom ids of the pages of deeds: `deeds:<user>:<page>`."""
OPEN = "open"
"""In place of a page: the first one, as a message of its own."""
PAGE = 12
"""Deeds on a page."""


def profile_card(profile: Profile) -> ProfileCard:
    """Return the card of a profile, as it is drawn."""
    figures = (
        Figure(f"{profile.matches:,}", "match" if profile.matches == 1 else "matches"),
        Figure(f"{profile.won:,}", f"won of {profile.ranked:,} that count"),
        Figure(signed(profile.net), "in copper, all in all"),
    )
    return ProfileCard(drawn_name(profile.name, "A member"), figures, tuple(_lines(profile, drawn=True)))


def _lines(profile: Profile, *, drawn: bool) -> list[tuple[str, str]]:
    """Return the lines below the figures, each with its heading."""
    favourites = [f"{_title(game)} ({count})" for game, count in profile.favourites]
    lines = [("Plays most" if not at else "", game) for at, game in enumerate(favourites)]
    if profile.best_day is not None:
        at, net = profile.best_day
        lines.append(("Best day", f"{signed(net)} on {day_words(at)}"))
    if abs(profile.streak) > 1:
        kind = "won" if profile.streak > 0 else "lost"
        lines.append(("Right now", f"{abs(profile.streak)} {kind} in a row"))
    crowns = [
        f"{count} {word if count == 1 else f'{word}s'}"
        for count, word in ((profile.crowns, "night"), (profile.tournaments, "tournament"))
        if count
    ]
    if crowns:
        lines.append(("Crowns", f"{' and '.join(crowns)} won"))
    if profile.points:
        lines.append(("Points", f"{profile.points:,}"))
    if profile.medals:
        medals = [
            f"{_title(medal.game)} ({PLACES[medal.place]}, season {medal.season})" for medal in profile.medals
        ]
        lines.append(("Medals", ", ".join(medals[:MOST_MEDALS])))
    if profile.deeds:
        lines.append(("Deeds", f"{profile.deeds} of {len(DEEDS)}"))
    if profile.nemesis is not None:
        lines.append(("Loses most to", _rival(profile.nemesis, drawn)))
    if profile.friend is not None:
        lines.append(("Wins most from", _rival(profile.friend, drawn)))
    return lines


def _line(heading: str, words: str) -> str:
    return f"{heading}: {words}" if heading else words


def _rival(rival: Rival, drawn: bool) -> str:
    name = drawn_name(rival.name, "another member") if drawn else safe_name(rival.name)
    return f"{name}, {abs(rival.net):,} in {rival.matches} matches"


def _title(game: str) -> str:
    return GAMES[game].title if game in GAMES else game


async def profile_message(
    profile: Profile, user_id: int, *, private: bool, drawn: bool
) -> tuple[Json, AttachmentFile | None]:
    """Return a profile with its card; without pictures the same in words."""
    card = profile_card(profile)
    buttons = [] if profile.hidden and not private else [button("Deeds", f"{PREFIX}:{user_id}:{OPEN}")]
    hidden = "\n-# Hidden: nobody else sees this. `/privacy profile` changes that." if profile.hidden else ""
    lines = [f"## {safe_name(profile.name)}"]
    lines += [f"**{figure.number}** {figure.words}" for figure in card.figures]
    lines += [_line(heading, words) for heading, words in _lines(profile, drawn=False)]
    if not drawn:
        parts = [text("\n".join(lines) + hidden), *rows(buttons)]
        return message(container(parts, ACCENT), ephemeral=private), None
    words = f"{card.name}. " + "; ".join(
        [
            *(f"{figure.number} {figure.words}" for figure in card.figures),
            *(_line(heading, words) for heading, words in card.lines),
        ]
    )
    content = await asyncio.to_thread(draw_card, card)
    # the card says it all to those who see it, and its alternative text to those who do not
    parts = [picture(NAME, words[:MOST_ALT])]
    if hidden:
        parts.append(text(hidden.strip()))
    parts += rows(buttons)
    body = message(container(parts, ACCENT), ephemeral=private)
    body["attachments"] = [{"id": "0", "filename": NAME, "description": words[:MOST_ALT]}]
    return body, AttachmentFile(NAME, content)


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
    return _title(deed.games[0]) if len(deed.games) == 1 else "games with a pot"
