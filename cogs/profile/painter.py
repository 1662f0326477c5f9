"""A member's profile in lines and as a drawn card."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from bot.clock import day_words
from bot.face.art.letters import drawn_name
from bot.face.text.signs import signed
from bot.face.text.templates import safe_name
from cogs.profile.card import Figure, ProfileCard, draw_card
from cogs.profile.service import Profile, Rival
from cogs.ui.components import MOST_ALT, AttachmentFile, Json, container, message, picture, rows, text
from games.registry import game_title

NAME = "profile.png"
ACCENT = 0xCA8A04


def profile_card(profile: Profile) -> ProfileCard:
    """Return the content of a profile's card."""
    figures = (
        Figure(f"{profile.matches:,}", "match" if profile.matches == 1 else "matches"),
        Figure(f"{profile.won:,}", f"won of {profile.ranked:,} that count"),
        Figure(signed(profile.net), "in copper, all in all"),
    )
    return ProfileCard(drawn_name(profile.name, "A member"), figures, tuple(_lines(profile, drawn=True)))


def _lines(profile: Profile, *, drawn: bool) -> list[tuple[str, str]]:
    """Return the lines below the figures, each with its heading."""
    favourites = [f"{game_title(game)} ({count})" for game, count in profile.favourites]
    lines = [("Plays most" if not at else "", game) for at, game in enumerate(favourites)]
    if profile.best_day is not None:
        at, net = profile.best_day
        lines.append(("Best day", f"{signed(net)} on {day_words(at)}"))
    if abs(profile.streak) > 1:
        kind = "won" if profile.streak > 0 else "lost"
        lines.append(("Right now", f"{abs(profile.streak)} {kind} in a row"))
    more = defaultdict[str, list[str]](list)
    if profile.crowns:
        more["Crowns"].append("1 night won" if profile.crowns == 1 else f"{profile.crowns} nights won")
    if profile.points:
        more["Points"].append(f"{profile.points:,}")
    for section in profile.sections:
        if section.words:
            more[section.heading].append(section.words)
    lines += [(heading, ", ".join(words)) for heading, words in more.items()]
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


async def profile_message(
    profile: Profile, *, private: bool, drawn: bool
) -> tuple[Json, AttachmentFile | None]:
    """Return a profile with its card, or in words where there are no pictures."""
    card = profile_card(profile)
    buttons = [section.button for section in profile.sections if section.button is not None]
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
    # the card says everything, and so does its alternative text
    parts = [picture(NAME, words[:MOST_ALT])]
    if hidden:
        parts.append(text(hidden.strip()))
    parts += rows(buttons)
    body = message(container(parts, ACCENT), ephemeral=private)
    body["attachments"] = [{"id": "0", "filename": NAME, "description": words[:MOST_ALT]}]
    return body, AttachmentFile(NAME, content)
