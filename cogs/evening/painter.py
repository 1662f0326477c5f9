"""The card of an evening: who takes it, what is told of them, how fortunes swung, and who won each game."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from bot.face.art import pieces
from bot.face.art.drawing import Drawing, Part, draw
from bot.face.art.letters import drawn_name
from bot.face.art.palette import CREAM, GOLD, PLATE, SOFT
from bot.face.text.signs import signed
from bot.face.text.templates import safe_name
from bot.language import _, date_words, listed, ngettext
from cogs.evening.service import Evening, Played
from cogs.ui.card_parts import crowned, foot, short_title
from cogs.ui.components import MOST_ALT, AttachmentFile, Json, container, message, picture, text

NAME = "evening.png"
ACCENT = 0xCA8A04
IN_A_ROW = 7
"""The most games in a row, so that each has room for its name."""
MOST_GAMES = 2 * IN_A_ROW
"""The last games that the card shows one by one."""
NOBODYS_HUE = pieces.person_hue(9)
"""The colour of those whose seat is not known."""
GAME_HIGH = 84
MOST_CURVES = 6
MINUTE, HOUR = 60, 3600


async def evening_message(
    evening: Evening, place: str, *, offset: float = 0.0, onward: str = "", record: str = "", drawn: bool
) -> tuple[Json, AttachmentFile | None]:
    """Return the message of an evening, and its picture; `drawn` false leaves the picture out.

    Args:
        place: the name of the channel.
        offset: the hours of the server's own time from UTC.
        onward: one line that leads on.
        record: one sentence with the record of the last match.
    """
    words = evening_words(evening, place, offset)
    small = f"-# {record}" if record else ""
    if not drawn:
        lines = [*filter(None, [f"**{words[0]}**", *words[1:], onward, small])]
        return message(container([text("\n".join(lines))], ACCENT)), None
    alt = " ".join(each if each.endswith((".", "!")) else f"{each}." for each in words)[:MOST_ALT]
    content = await asyncio.to_thread(draw, drawing_of(evening, place, offset))
    line = f"**{headline(evening)}**{f' · {onward}' if onward else ''}\n{small}".strip()
    body = message(container([picture(NAME, alt), text(line)], ACCENT))
    body["attachments"] = [{"id": "0", "filename": NAME, "description": alt}]
    return body, AttachmentFile(NAME, content)


# ---- words


def headline(evening: Evening) -> str:
    """Return who takes the evening: `Ann takes the night`."""
    crowned_ones = [safe_name(name) for name in evening.crowned]
    if not crowned_ones:
        return _("Nobody takes this night")
    takes = ngettext("{names} takes the night", "{names} share the night", len(crowned_ones))
    return takes.format(names=listed(crowned_ones))


def evening_words(evening: Evening, place: str, offset: float) -> list[str]:
    """Return the card in sentences, for those who hear it and where there are no pictures."""
    names: list[str] = [safe_name(name) for name in evening.members]
    if evening.computers:
        computers = ngettext("{n} computer player", "{n} computer players", evening.computers)
        names.append(computers.format(n=evening.computers))
    games = [f"{_(game.title)}: {_winners(game)}" for game in evening.games]
    ends = [
        f"{safe_name(name)} {end_words(evening, name)}{_money_words(evening, name)}"
        for name in evening.curves
    ]
    return [
        f"{headline(evening)}: {subtitle(evening, place, offset)}",
        _("{names} played").format(names=listed(names)),
        " · ".join(ends),
        *(f"{each.title}: {safe_name(each.name)}, {each.words}" for each in evening.superlatives),
        " · ".join(games),
    ]


def _winners(game: Played) -> str:
    return listed([safe_name(name) for name in game.winners]) if game.winners else _("nobody")


def subtitle(evening: Evening, place: str, offset: float) -> str:
    """Return day, number of games and length: `Friday 20 November · 9 games · 3 h 10 min`."""
    began = datetime.fromtimestamp(evening.began, UTC) + timedelta(hours=offset)
    count = len(evening.games)
    spent = int(evening.ended - evening.began)
    hours, minutes = spent // HOUR, spent % HOUR // MINUTE
    length = _("{n} min").format(n=max(1, minutes))
    if hours:
        length = _("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    games = ngettext("{n} game", "{n} games", count).format(n=count)
    day = date_words(began, "MMMMEEEEd", f"{began:%A} {began.day} {began:%B}")
    return f"{day} · {games} · {length}"


def end_words(evening: Evening, name: str) -> str:
    """Return where a member ended: copper won or lost, or games won."""
    course = evening.curves[name]
    return str(course[-1]) if evening.unit == "wins" else signed(course[-1] - course[0])


def _money_words(evening: Evening, name: str) -> str:
    """Return the copper won or lost beside the games that count: ` (+40)`; empty where there was none."""
    return f" ({signed(evening.money[name])})" if evening.money.get(name) else ""


# ---- drawing


def drawing_of(evening: Evening, place: str, offset: float) -> Drawing:
    """Return the drawn card."""
    hues = defaultdict(
        lambda: NOBODYS_HUE, {name: pieces.person_hue(seat) for name, seat in evening.seats.items()}
    )
    shown = {name: drawn_name(name, _("No. {n}").format(n=at + 1)) for at, name in enumerate(evening.members)}
    parts: list[Part] = [*pieces.emblem(48, 46, 56)]
    parts += pieces.text(
        88, 42, _("An evening in {place}").format(place=place), 31, CREAM, serif=True, widest=660
    )
    parts += pieces.text(88, 72, subtitle(evening, place, offset), 21, SOFT, widest=660)
    parts += _crown(evening, hues, shown)
    parts += _superlatives(evening, hues, shown)
    y = 370.0
    if len(evening.curves) > 1 and any(len(set(course)) > 1 for course in evening.curves.values()):
        parts += _chart(evening, shown, y)
        y += 212
    parts += _games(evening, hues, shown, y)
    y += GAME_HIGH * len(_game_rows(evening)) + 22
    closing = (
        _("each game's winner, from the first to the last")
        if len(evening.games) <= MOST_GAMES
        else _("each game's winner, from number {n} to the last")
    )
    parts += foot(y, closing.format(n=len(evening.games) - MOST_GAMES + 1))
    return Drawing(round(y) + 12, tuple(parts))


def _crown(evening: Evening, hues: Mapping[str, str], shown: dict[str, str]) -> list[Part]:
    """Return the panel of those who take the evening."""
    parts = [*pieces.panel(24, 92, 344, 262, fill=PLATE, edge=GOLD, thick=4, r=18)]
    best = evening.crowned[:3]
    step = {1: 0, 2: 130, 3: 104}.get(len(best), 0)
    for at, name in enumerate(best):
        x = 196 + step * (at - (len(best) - 1) / 2)
        r = {1: 52, 2: 46}.get(len(best), 36)
        parts += crowned(x, 198, r, shown[name], hues[name])
    if not best:
        parts += pieces.sign("moon", 196, 200, 90, GOLD)
    words = listed([shown[name] for name in evening.crowned]) or _("Nobody")
    several = max(1, len(evening.crowned))
    line = ngettext("{names} takes the night", "{names} share the night", several).format(names=words)
    if pieces.length(line, 26, bold=True) <= 320:
        parts += pieces.text(196, 294, line, 31, CREAM, bold=True, anchor="middle", widest=320)
    else:
        parts += pieces.text(196, 274, words, 27, CREAM, bold=True, anchor="middle", widest=320)
        parts += pieces.text(
            196, 301, ngettext("takes the night", "share the night", several), 22, CREAM, anchor="middle"
        )
    if evening.crowned:
        name, count = evening.crowned[0], len(evening.games)
        won = _("{n} of {all} games").format(n=evening.won(name), all=count)
        end = f"{end_words(evening, name)} · {won}"
        if evening.unit == "wins":
            end = won + _money_words(evening, name)
        parts += pieces.text(196, 335, end, 29, GOLD, bold=True, anchor="middle", widest=320)
    return parts


def _superlatives(evening: Evening, hues: Mapping[str, str], shown: dict[str, str]) -> list[Part]:
    """Return what is told of members; where there is less than that, who came."""
    parts: list[Part] = []
    superlatives = evening.superlatives[:3]
    h = 82
    for at, each in enumerate(superlatives):
        y = 92 + 90 * at
        hue = hues[each.name]
        parts += pieces.panel(384, y, 372, h, r=12)
        parts += pieces.shape(396, y + h / 2 - 24, 48, 48, f'<circle cx="24" cy="24" r="24" fill="{hue}"/>')
        parts += pieces.sign(each.sign, 420, y + h / 2, 28, CREAM, hue)
        name = shown.get(each.name, each.name)
        parts += pieces.text(456, y + 36, f"{each.title}: {name}", 24, CREAM, bold=True, widest=288)
        parts += pieces.text(456, y + 64, each.words, 21, SOFT, widest=288)
    if len(superlatives) < 3:
        y = 92 + 90 * len(superlatives)
        room = 354 - y
        parts += pieces.panel(384, y, 372, room, r=12)
        parts += pieces.text(404, y + 34, _("Who came"), 22, SOFT, bold=True)
        lines = int((room - 44) // 50)
        for at, name in enumerate(evening.members[: 2 * lines or 4]):
            if not lines:
                parts += pieces.face_disc(418 + 44 * at, y + 60, 19, shown[name], hues[name])
                continue
            x, middle = 426 + 180 * (at % 2), y + 70 + 50 * (at // 2)
            parts += pieces.face_disc(x, middle, 20, shown[name], hues[name])
            parts += pieces.text(x + 30, middle + 8, shown[name], 24, CREAM, widest=112)
    return parts


def _chart(evening: Evening, shown: dict[str, str], y: float) -> list[Part]:
    """Return the course of the money, or of the games won; the winner's line first."""
    parts = [*pieces.panel(24, y, 732, 200, r=16)]
    courses = []
    for name, course in list(evening.curves.items())[:MOST_CURVES]:
        values = [value - course[0] for value in course] if evening.unit == "night" else list(course)
        courses.append((shown.get(name, name), values, end_words(evening, name)))
    parts += pieces.chart(44, y + 12, 510, 176, courses, zero=evening.unit != "wins")
    return parts


def _games(evening: Evening, hues: Mapping[str, str], shown: dict[str, str], y: float) -> list[Part]:
    """Return each game with the face of its winner; of many games the last."""
    best = set(evening.crowned)
    parts: list[Part] = []
    for line, games in enumerate(_game_rows(evening)):
        wide = min(120, 732 / max(1, len(games)))
        for at, game in enumerate(games):
            x = 390 - wide * len(games) / 2 + wide * at
            parts += _game(game, x, y + GAME_HIGH * line, wide, best, hues, shown)
    return parts


def _game_rows(evening: Evening) -> list[tuple[Played, ...]]:
    """Return the games that are shown, in one row or in two about equally long ones."""
    games = evening.games[-MOST_GAMES:]
    if len(games) <= IN_A_ROW:
        return [games]
    half = -(-len(games) // 2)
    return [games[:half], games[half:]]


def _game(
    game: Played,
    x: float,
    y: float,
    wide: float,
    best: set[str],
    hues: Mapping[str, str],
    shown: dict[str, str],
) -> list[Part]:
    """Return a game: the faces of its winners, with a golden ring those who take the evening, and its name."""
    parts = [*pieces.panel(x + 2, y, wide - 4, 76, fill=PLATE, edge=PLATE, r=10)]
    faces = game.winners[:3]
    for place, name in enumerate(faces):
        across = x + wide / 2 + 16 * (place - (len(faces) - 1) / 2)
        ring = GOLD if name in best else None
        parts += pieces.face_disc(across, y + 26, 20, shown.get(name, name), hues[name], ring)
    if not faces:
        parts += pieces.sign("house", x + wide / 2, y + 26, 30, SOFT)
    words = short_title(_(game.title))
    parts += pieces.text(x + wide / 2, y + 68, words, 20, SOFT, anchor="middle", widest=wide - 6)
    return parts
