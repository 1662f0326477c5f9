"""The message that tells an evening: who came, what was played, a chart, and three moments to look at again."""

from __future__ import annotations

import asyncio

from bot.face.art.chart import Curve, Lines, draw
from bot.face.art.letters import drawn_name
from bot.face.text.signs import signed
from bot.face.text.templates import Renderer, safe_name
from bot.members.names import join_with_and
from cogs.evening.service import Evening, Moment, headline_of
from cogs.ui.components import MOST_ALT, AttachmentFile, Json, container, message, picture, section, text
from cogs.ui.offers import beside_moment
from games.registry import game_title

NAME = "evening.png"
ACCENT = 0xCA8A04
CURVES = 8
"""The most lines in the chart; members whose fortunes moved most come first."""

SENTENCES = {
    "feat": "{headline:line}.",
    "comeback": "{name} was down {n} in copper, and went home {m} ahead.",
    "called": "{who:seat} raised by {n}, was called, and lost.",
    "folded": "{who:seat} raised by {n}, and everyone folded.",
    "pot": "{who:seat} won {n}, the most of the evening.",
    "deed": "{name}: {words}",
}
"""The sentence for each kind of moment."""
TITLES = {
    "copper": "Copper won and lost",
    "wins": "Matches won",
    "night": "Money, game by game",
}


async def evening_message(evening: Evening, *, drawn: bool) -> tuple[Json, AttachmentFile | None]:
    """Return the message that tells an evening, and its picture; `drawn` false leaves the picture out."""
    parts = [
        text("\n".join(["## The evening is told", _company(evening), _games(evening), *_standings(evening)]))
    ]
    parts += [_moment(evening, moment) for moment in evening.moments]
    chart = _chart(evening)
    if not drawn or chart is None:
        return message(container(parts, ACCENT)), None
    drawing, words = chart
    content = await asyncio.to_thread(draw, drawing)
    body = message(container([parts[0], picture(NAME, words), *parts[1:]], ACCENT))
    body["attachments"] = [{"id": "0", "filename": NAME, "description": words}]
    return body, AttachmentFile(NAME, content)


def _company(evening: Evening) -> str:
    names = [f"**{safe_name(name)}**" for name in evening.members]
    if evening.computers:
        names.append(f"{evening.computers} computer player{'s' if evening.computers > 1 else ''}")
    return f"{join_with_and(names)} played."


def _games(evening: Evening) -> str:
    return " · ".join(f"{game_title(key)}{f' ×{count}' if count > 1 else ''}" for key, count in evening.games)


def _standings(evening: Evening) -> list[str]:
    """Return each member's final standing, best first."""
    if evening.unit == "night":
        return []
    ends = sorted(evening.curves.items(), key=lambda curve: -curve[1][-1])
    unit = "in copper" if evening.unit == "copper" else "won"
    ends_in_words = [
        f"{safe_name(name)} {signed(course[-1]) if evening.unit == 'copper' else course[-1]}"
        for name, course in ends
    ]
    return [f"-# {' · '.join(ends_in_words)} ({unit})"]


def _moment(evening: Evening, moment: Moment) -> Json:
    values = dict(moment.values)
    renderer = Renderer(dict(evening.names.get(moment.match, {})))
    if "who" in values:
        values["name"] = safe_name(values.pop("who"))
    if "seat" in values:
        values["who"] = values["seat"]
    if (headline := headline_of(moment)) is not None:
        values["headline"] = headline
    sentence = renderer.render(SENTENCES[moment.kind], values)
    game = "" if moment.kind in ("deed", "comeback") else f"-# Match {moment.match}\n"
    # Discord's section has one control beside it, and none without
    for button in beside_moment.buttons(moment.match, moment.step, moment.kind)[:1]:
        return section(f"{game}{sentence}", button)
    return text(f"{game}{sentence}")


def _chart(evening: Evening) -> tuple[Lines, str] | None:
    """Return the chart of fortunes and its words; None for an evening on which nothing moved."""
    moved = sorted(evening.curves.items(), key=lambda curve: min(curve[1]) - max(curve[1]))[:CURVES]
    if not any(len(set(course)) > 1 for _, course in moved):
        return None
    title = TITLES[evening.unit]
    curves = tuple(
        Curve(drawn_name(name, f"No. {at + 1}"), course) for at, (name, course) in enumerate(moved)
    )
    last = len(moved[0][1]) - 1
    chart = Lines(title, curves, ("start", f"game {last}" if evening.unit == "night" else f"match {last}"))
    words = f"{title}. " + "; ".join(
        f"{curve.name}: {', '.join(str(value) for value in curve.values)}" for curve in curves
    )
    return chart, words[:MOST_ALT]
