"""The message of a planned night, repainted with each answer, and the words that go with it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.face.text.templates import safe_name
from bot.language import N_, _, listed, ngettext
from bot.user_errors import UserError
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
    "begun": N_("It has begun: the table is open here."),
    "missed": N_("Nothing came of it this time."),
    "off": N_("It was called off."),
}
"""The line about a night that is over or was called off."""


def title_of(night: NightView) -> str:
    """Return the name of a night: its game's, or that of an evening of many games."""
    game = find_game(night.night.game)
    return _("A night of {game}").format(game=_(game.title)) if game.crowned else _(game.title)


def seats_of(game: Game) -> int:
    """Return the most seats of a game in its usual form."""
    return game.limits(game.parse_options({}))[1]


def night_message(view: NightView) -> Json:
    """Return the message of a night: its time, its game, and the answers."""
    night, game = view.night, find_game(view.night.game)
    planner = (
        _("Planned by **{name}**.").format(name=safe_name(night.name))
        if night.name
        else _("Its planner has left.")
    )
    weekly = f" · {_('every week')}" if night.weekly else ""
    when = f"<t:{int(night.starts)}:F> (<t:{int(night.starts)}:R>)"
    head = f"## {title_of(view)}\n{when}{weekly}\n{_(game.pitch)} {planner}"
    lines = [
        _names(_("Coming"), [each.name for each in view.coming()]),
        _names(_("Maybe"), view.names("maybe")),
        _names(_("Not coming"), view.names("no")),
    ]
    seats, coming = seats_of(game), len(view.names("yes"))
    parts = [text(head), text("\n".join(line for line in lines if line) or _("Nobody has answered yet."))]
    if night.state != "planned":
        return message(container([*parts, text(f"**{_(STATES[night.state])}**")], accent_of(game)))
    small = _("At that time the table opens here, and everyone who said yes has a seat.")
    if coming > seats:
        few = _("It has {seats} seats: the first {seats} to say yes get them.").format(seats=seats)
        small = f"{small} {few}"
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
    words = _("Call off **{night}** on <t:{starts}:F>?").format(
        night=title_of(view), starts=int(night.starts)
    )
    if night.weekly:
        words += " " + _("It won't come back every week either.")
    return note(words, button("Call it off", f"{PREFIX}:sure:{night.id}", RED))


def _names(label: str, names: Sequence[str]) -> str:
    if not names:
        return ""
    shown = ", ".join(f"**{safe_name(name)}**" for name in names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        shown = _("{names} and {n} more").format(names=shown, n=len(names) - MOST_NAMES)
    return f"{label} ({len(names)}): {shown}"


# ---- notices


def _link_to(view: NightView) -> list[Json]:
    night = view.night
    address = jump_link(night.guild_id, night.channel_id, night.message_id)
    return rows([link(_("To the channel"), address)])


def notice(view: NightView, words: str, mentions: Sequence[int]) -> Json:
    """Return a notice about a night for its channel."""
    line = " ".join(f"<@{user}>" for user in mentions)
    parts = [text(f"{line}\n{words}".strip())]
    return message(container(parts, accent_of(find_game(view.night.game))), mentions=mentions)


def closed_dm_notice(view: NightView, users: Sequence[int]) -> Json:
    """Return the channel's notice for members whose direct messages are closed."""
    return notice(view, _("I can't send you direct messages, so I tell you in the channel."), users)


def direct_notice(view: NightView, words: str) -> Json:
    """Return the notice for a member's direct messages."""
    return message(container([text(words), *_link_to(view)], accent_of(find_game(view.night.game))))


def reminder_words(view: NightView) -> str:
    """Return the reminder of a night that is near."""
    coming = ", ".join(f"**{safe_name(each.name)}**" for each in view.coming()) or _("nobody yet")
    return _("**{night}** begins <t:{starts}:R>, at <t:{starts}:t>. Coming: {names}.").format(
        night=title_of(view), starts=int(view.night.starts), names=coming
    )


def off_words(view: NightView, by: str) -> str:
    """Return the notice of a night that was called off, for members who meant to come."""
    return _("**{night}** on <t:{starts}:F> is off: **{name}** called it off.").format(
        night=title_of(view), starts=int(view.night.starts), name=safe_name(by)
    )


def begun_words(
    view: NightView, host: str | None, seated: Sequence[str], turned_away: Sequence[tuple[str, str]]
) -> str:
    """Return the announcement of a night's beginning: its host, the seated members, and the reasons of the others."""
    begun = _("**{night}**: the table is open.")
    if host is not None:
        begun = _("**{night}**: the table is open, and **{host}** hosts.")
    lines = [begun.format(night=title_of(view), host=safe_name(host or ""))]
    if seated:
        names = [f"**{safe_name(name)}**" for name in seated]
        seats = ngettext("{names} has a seat already.", "{names} have a seat already.", len(names))
        lines.append(seats.format(names=listed(names)))
    return "\n".join([*lines, *_turned_away_lines(turned_away)])


def _turned_away_lines(turned_away: Sequence[tuple[str, str]]) -> list[str]:
    return [
        _("**{name}** has no seat: {reason}").format(name=safe_name(name), reason=_(reason))
        for name, reason in turned_away
    ]


def lacking_words(view: NightView, names: str) -> str:
    """Return the notice of a night that couldn't begin because of these missing permissions."""
    reason = _("I lack permissions in its channel: {names}.").format(names=names)
    return missed_words(view, reason)


def missed_words(
    view: NightView, reason: str | UserError, turned_away: Sequence[tuple[str, str]] = ()
) -> str:
    """Return the announcement of a night that couldn't begin, with those who would have had no seat."""
    # a refusal is said here, where its reader is known, and not where it was raised
    words = reason.sentence if isinstance(reason, UserError) else _(reason)
    first = _("**{night}** can't begin: {reason}").format(night=title_of(view), reason=words)
    return "\n".join([first, *_turned_away_lines(turned_away)])
