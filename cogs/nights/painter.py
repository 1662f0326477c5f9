"""The message of a planned night, repainted with each answer, and the words that go with it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.face.text.templates import safe_name
from bot.members.names import join_with_and
from cogs.nights.service import NightView
from cogs.ui.components import (
    GREEN,
    RED,
    Json,
    button,
    container,
    jump_link,
    link,
    message,
    note,
    rows,
    text,
)
from cogs.ui.theme import accent_of
from games.engine.game import Game
from games.registry import find_game

PREFIX = "night"
"""Custom ids: `night:<yes, maybe, no or off>:<night>`, and `night:sure:<night>` to call it off for good."""
MOST_NAMES = 30
"""The most names listed for an answer; the rest are counted."""

STATES = {
    "begun": "It has begun: the table is open here.",
    "missed": "Nothing came of it this time.",
    "off": "It was called off.",
}
"""The line about a night that is over or was called off."""


def title_of(night: NightView) -> str:
    """Return the name of a night: its game's, or that of an evening of many games."""
    game = find_game(night.night.game)
    return f"A night of {game.title}" if game.crowned else game.title


def seats_of(game: Game) -> int:
    """Return the most seats of a game in its usual form."""
    return game.limits(game.parse_options({}))[1]


def night_message(view: NightView) -> Json:
    """Return the message of a night: its time, its game, and the answers."""
    night, game = view.night, find_game(view.night.game)
    planner = f"planned by **{safe_name(night.name)}**" if night.name else "its planner has left"
    weekly = " · every week" if night.weekly else ""
    when = f"<t:{int(night.starts)}:F> (<t:{int(night.starts)}:R>)"
    head = f"## {title_of(view)}\n{when}{weekly}\n{game.pitch} {planner[:1].upper()}{planner[1:]}."
    lines = [
        _names("Coming", [each.name for each in view.coming()]),
        _names("Maybe", view.names("maybe")),
        _names("Not coming", view.names("no")),
    ]
    seats, coming = seats_of(game), len(view.names("yes"))
    parts = [text(head), text("\n".join(line for line in lines if line) or "Nobody has answered yet.")]
    if night.state != "planned":
        return message(container([*parts, text(f"**{STATES[night.state]}**")], accent_of(game)))
    small = "At that time the table opens here, and everyone who said yes has a seat."
    if coming > seats:
        small = f"{small} It has {seats} seats: the first {seats} to say yes get them."
    buttons = [
        button("I'm coming", f"{PREFIX}:yes:{night.id}", GREEN),
        button("Maybe", f"{PREFIX}:maybe:{night.id}"),
        button("I can't", f"{PREFIX}:no:{night.id}"),
        button("Call it off", f"{PREFIX}:off:{night.id}", RED),
    ]
    return message(container([*parts, text(f"-# {small}"), *rows(buttons)], accent_of(game)))


def sure_note(view: NightView) -> Json:
    """Return the second question before a night is called off."""
    night = view.night
    all_of_it = " It won't come back every week either." if night.weekly else ""
    words = f"Call off **{title_of(view)}** on <t:{int(night.starts)}:F>?{all_of_it}"
    return note(words, button("Call it off", f"{PREFIX}:sure:{night.id}", RED))


def _names(label: str, names: Sequence[str]) -> str:
    if not names:
        return ""
    shown = ", ".join(f"**{safe_name(name)}**" for name in names[:MOST_NAMES])
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"{label} ({len(names)}): {shown}{more}"


# ---- notices


def _link_to(view: NightView) -> list[Json]:
    night = view.night
    address = jump_link(night.guild_id, night.channel_id, night.message_id)
    return rows([link("To the channel", address)])


def notice(view: NightView, words: str, mentions: Sequence[int]) -> Json:
    """Return a notice about a night for its channel."""
    line = " ".join(f"<@{user}>" for user in mentions)
    parts = [text(f"{line}\n{words}".strip())]
    return message(container(parts, accent_of(find_game(view.night.game))), mentions=mentions)


def closed_dm_notice(view: NightView, users: Sequence[int]) -> Json:
    """Return the channel's notice for members whose direct messages are closed."""
    return notice(view, "I can't send you direct messages, so I tell you in the channel.", users)


def direct_notice(view: NightView, words: str) -> Json:
    """Return the notice for a member's direct messages."""
    return message(container([text(words), *_link_to(view)], accent_of(find_game(view.night.game))))


def reminder_words(view: NightView) -> str:
    """Return the reminder of a night that is near."""
    coming = ", ".join(f"**{safe_name(each.name)}**" for each in view.coming()) or "nobody yet"
    return (
        f"**{title_of(view)}** begins <t:{int(view.night.starts)}:R>, at <t:{int(view.night.starts)}:t>. "
        f"Coming: {coming}."
    )


def off_words(view: NightView, by: str) -> str:
    """Return the notice of a night that was called off, for members who meant to come."""
    return (
        f"**{title_of(view)}** on <t:{int(view.night.starts)}:F> is off: **{safe_name(by)}** called it off."
    )


def begun_words(
    view: NightView, host: str | None, seated: Sequence[str], turned_away: Sequence[tuple[str, str]]
) -> str:
    """Return the announcement of a night's beginning: its host, the seated members, and the reasons of the others."""
    hosted = "" if host is None else f", and **{safe_name(host)}** hosts"
    lines = [f"**{title_of(view)}**: the table is open{hosted}."]
    if seated:
        names = [f"**{safe_name(name)}**" for name in seated]
        lines.append(f"{join_with_and(names)} {'have' if len(names) > 1 else 'has'} a seat already.")
    lines += [f"**{safe_name(name)}** has no seat: {reason}" for name, reason in turned_away]
    return "\n".join(lines)


def missed_words(view: NightView, reason: str) -> str:
    """Return the announcement of a night that couldn't begin."""
    return f"**{title_of(view)}** can't begin: {reason}"
