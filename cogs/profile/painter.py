"""A member's profile in lines and as a drawn card."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime

from bot.clock import day_words
from bot.face.art import pieces
from bot.face.art.drawing import Drawing, Part, draw
from bot.face.art.letters import drawn_name
from bot.face.art.palette import BRONZE, CREAM, DIM, GOLD, NIGHT, PLATE, SOFT
from bot.face.text.signs import signed
from bot.face.text.templates import safe_name
from bot.language import _, date_words, ngettext, number
from cogs.interactions.member_pages import Badge, Section
from cogs.profile.service import Profile, Rival
from cogs.ui.components import MOST_ALT, AttachmentFile, Json, container, message, picture, rows, text
from games.registry import game_title

NAME = "profile.png"
ACCENT = 0xCA8A04
MOST_BADGES, BADGES_HIGH = 6, 122
"""The badges for which a row has room, and the height of one with two lines of titles."""
MOST_LINES = 5
"""The lines of other features, and about rivals, for which a card has room."""


async def profile_message(
    profile: Profile, *, private: bool, drawn: bool
) -> tuple[Json, AttachmentFile | None]:
    """Return a profile with its card, or in words where there are no pictures."""
    buttons = [section.button for section in profile.sections if section.button is not None]
    hidden = _("-# Hidden: nobody else sees this. `/privacy profile` changes that.") if profile.hidden else ""
    if not drawn:
        lines = [f"## {safe_name(profile.name)}"]
        lines += [f"**{figure}** {words}" for figure, words in _figures(profile)]
        lines += [
            _line(heading, words) for heading, words in (*_best(profile), *_lines(profile, drawn=False))
        ]
        parts = [text("\n".join(filter(None, [*lines, hidden]))), *rows(buttons)]
        return message(container(parts, ACCENT), ephemeral=private), None
    words = f"{drawn_name(profile.name, _('A member'))}. " + "; ".join(
        [
            *(f"{figure} {words}" for figure, words in _figures(profile)),
            *(_line(heading, words) for heading, words in (*_best(profile), *_lines(profile, drawn=True))),
            *map(_badge_words, _with_badges(profile)),
        ]
    )
    content = await asyncio.to_thread(draw, drawing_of(profile))
    # the card says everything, and so does its alternative text
    parts = [picture(NAME, words[:MOST_ALT])]
    if hidden:
        parts.append(text(hidden))
    parts += rows(buttons)
    body = message(container(parts, ACCENT), ephemeral=private)
    body["attachments"] = [{"id": "0", "filename": NAME, "description": words[:MOST_ALT]}]
    return body, AttachmentFile(NAME, content)


# ---- words


def _figures(profile: Profile) -> tuple[tuple[str, str], ...]:
    """Return the four large numbers with their words; the last is the one to be proud of."""
    return (
        (number(profile.matches), ngettext("match", "matches", profile.matches)),
        (number(profile.won), _("won of {n}").format(n=number(profile.counted))),
        (signed(profile.net), _("in copper")),
        _proud(profile),
    )


def _proud(profile: Profile) -> tuple[str, str]:
    """Return the best that a member has done."""
    if profile.crowns:
        return number(profile.crowns), ngettext("night won", "nights won", profile.crowns)
    if profile.best_streak > 1:
        return f"{profile.best_streak}", _("in a row, best")
    if profile.best_day is not None:
        return signed(profile.best_day[1]), _("best day")
    tried = len(profile.favourites)
    return str(tried), ngettext("game tried", "games tried", tried)


def _subtitle(profile: Profile) -> str:
    since = datetime.fromtimestamp(profile.since, UTC)
    return _("Plays since {month}").format(month=date_words(since, "yMMMM", f"{since:%B %Y}"))


def _best(profile: Profile) -> list[tuple[str, str]]:
    record = _("{game} ({won} of {n})")
    records = [
        record.format(game=game_title(each.game), won=each.won, n=each.played) for each in profile.best_at
    ]
    favourites = [f"{game_title(game)} ({count})" for game, count in profile.favourites]
    best = [(_("Best at"), ", ".join(records))] if records else []
    return [(_("Plays most"), ", ".join(favourites)), *best]


def _lines(profile: Profile, *, drawn: bool) -> list[tuple[str, str]]:
    """Return the smaller lines, each with its heading."""
    lines = []
    if profile.best_day is not None:
        at, net = profile.best_day
        lines.append((_("Best day"), _("{n} on {day}").format(n=signed(net), day=day_words(at))))
    if profile.streak > 1:
        lines.append((_("Right now"), _("{n} won in a row").format(n=profile.streak)))
    more = defaultdict[str, list[str]](list)
    if profile.points:
        more[_("Points")].append(number(profile.points))
    for section in profile.sections:
        if section.words and not (drawn and section.badges):
            more[section.heading].append(section.words)
    lines += [(heading, ", ".join(words)) for heading, words in more.items()]
    if profile.friend is not None:
        lines.append((_("Wins most from"), _rival(profile.friend, drawn)))
    if profile.nemesis is not None:
        lines.append((_("Loses most to"), _rival(profile.nemesis, drawn)))
    return lines


def _with_badges(profile: Profile) -> list[Section]:
    return [section for section in profile.sections if section.badges]


def _badge_words(section: Section) -> str:
    """Return what a row of badges says, in words."""
    titles = ", ".join(badge.title for badge in section.badges if badge.earned)
    return f"{_line(section.heading, section.words)} ({titles})"


def _line(heading: str, words: str) -> str:
    return f"{heading}: {words}" if heading else words


def _rival(rival: Rival, drawn: bool) -> str:
    name = drawn_name(rival.name, _("another member")) if drawn else safe_name(rival.name)
    words = ngettext("{name}, {net} in {n} match", "{name}, {net} in {n} matches", rival.matches)
    return words.format(name=name, net=number(abs(rival.net)), n=rival.matches)


# ---- drawing


def drawing_of(profile: Profile) -> Drawing:
    """Return the drawn card: the member, four large numbers, their best games, and what else there is to tell."""
    name = drawn_name(profile.name, _("A member"))
    parts: list[Part] = [*pieces.rays("parlour", x=122, y=110)]
    parts += pieces.shape(0, 186, 780, 600, f'<rect width="780" height="600" fill="{NIGHT}"/>')
    parts += pieces.shape(0, 186, 780, 4, f'<rect width="780" height="4" fill="{BRONZE}"/>')
    parts += pieces.face_disc(122, 112, 74, name, pieces.person_hue(profile.member), GOLD)
    parts += pieces.text(222, 96, name, 40, CREAM, bold=True, widest=400, least=24)
    parts += pieces.text(222, 136, _subtitle(profile), 23, CREAM, widest=400)
    parts += pieces.die(676, 82, 56, "g20:20", base="gold", turn=-8)
    parts += pieces.die(724, 128, 52, "g12:12", base="gold", turn=10)
    for at, (figure, words) in enumerate(_figures(profile)):
        x, last = 24 + 185 * at, at == 3
        parts += pieces.panel(x, 210, 177, 104, fill=PLATE, edge=PLATE)
        parts += pieces.text(
            x + 88, 264, figure, 50, GOLD if last else CREAM, bold=True, anchor="middle", widest=164
        )
        parts += pieces.text(x + 88, 298, words, 21, SOFT, anchor="middle", widest=166)
    y = 346.0
    if profile.best_at:
        parts += pieces.text(24, y, _("Best at"), 22, SOFT, bold=True)
        y += 16
    for at, each in enumerate(profile.best_at):
        parts += pieces.text(24, y + 24, game_title(each.game), 22, CREAM, bold=True, widest=250)
        share = each.won / each.played
        parts += pieces.gauge(286, y + 9, 340, share, BRONZE if at else GOLD, 18)
        parts += pieces.text(
            756, y + 24, _("{won} of {n}").format(won=each.won, n=each.played), 21, SOFT, anchor="end"
        )
        y += 43
    y += 14
    for heading, words in _lines(profile, drawn=True)[:MOST_LINES]:
        parts += pieces.text(24, y + 20, heading, 21, DIM, widest=180)
        parts += pieces.text(216, y + 20, words, 22, CREAM, bold=True, widest=540)
        y += 36
    for section in _with_badges(profile):
        y += 8
        parts += pieces.text(24, y + 22, section.heading, 22, SOFT, bold=True)
        parts += pieces.text(756, y + 22, section.words, 21, SOFT, anchor="end")
        parts += _badges(section.badges, y + 36)
        y += 36 + BADGES_HIGH
    return Drawing(round(y) + 20, tuple(parts))


def _badges(badges: Sequence[Badge], y: float) -> list[Part]:
    """Return a row of badges with their titles below them."""
    step, parts = 732 / max(len(badges), MOST_BADGES), list[Part]()
    for at, badge in enumerate(badges):
        x = 24 + step * (at + 0.5)
        hue = CREAM if badge.earned else DIM
        parts += pieces.medal(x, y + 32, 29, badge.sign, earned=badge.earned)
        parts += pieces.wrapped(
            x, y + 88, badge.title, 20, hue, widest=step - 6, most=2, step=24, anchor="middle"
        )
    return parts
