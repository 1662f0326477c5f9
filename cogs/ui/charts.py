"""Charts and their descriptions: a purse over time, a leaderboard, a night's money game by game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.clock import day_words
from bot.face.art.chart import Bar, Bars, Curve, Lines, draw
from bot.face.art.letters import drawn_name
from bot.face.text.signs import signed
from bot.face.text.templates import safe_name
from bot.language import _, ngettext, number
from bot.members.names import visible_name
from bot.tables.view import TableView
from cogs.ui.components import MOST_ALT, AttachmentFile, Json, container, message, picture, text
from db.ledger import HistoryLine
from games.engine import money as gems
from games.engine.scene import Timeline

NAME = "chart.png"
ACCENT = 0xCA8A04


class Chart(NamedTuple):
    """A drawing and its description in words."""

    drawing: Lines | Bars
    words: str
    lines: str
    """The description as lines of Markdown."""


async def chart_message(
    chart: Chart, *, private: bool, drawn: bool = True
) -> tuple[Json, AttachmentFile | None]:
    """Return a message with a chart's words and its picture; `drawn` false leaves the picture out."""
    parts = [text(chart.lines)]
    if not drawn:
        return message(container(parts, ACCENT), ephemeral=private), None
    content = await asyncio.to_thread(draw, chart.drawing)
    body = message(container([picture(NAME, chart.words), *parts], ACCENT), ephemeral=private)
    body["attachments"] = [{"id": "0", "filename": NAME, "description": chart.words}]
    return body, AttachmentFile(NAME, content)


def purse_chart(
    history: Sequence[HistoryLine], now: int, worth: Callable[[HistoryLine], int]
) -> Chart | None:
    """Chart a member's worth over time, in copper. `history` is newest first, `now` is the present worth.

    `worth` returns the change of a line. None if nothing has changed yet.
    """
    points: list[tuple[float, int]] = []
    value = now
    for line in history:
        change = worth(line)
        if change:
            points.append((line.at, value))
        value -= change
    points.reverse()
    if len(points) < 2:
        return None
    values = [value for _, value in points]
    first, last = (day_words(at) for at in (points[0][0], points[-1][0]))
    chart = Lines(
        _("What you own, in copper"), (Curve("", tuple(values)),), (first, _("{day}, now").format(day=last))
    )
    ends = values[0], values[-1]
    fell, rose = min(values) < min(ends), max(values) > max(ends)
    if fell and rose:
        words = _(
            "What you own in copper, from {day} to now: started at {first}, fell to {least}, peaked at {most}, "
            "now {last} ({change})."
        )
    elif fell:
        words = _(
            "What you own in copper, from {day} to now: started at {first}, fell to {least}, now {last} ({change})."
        )
    elif rose:
        words = _(
            "What you own in copper, from {day} to now: started at {first}, peaked at {most}, now {last} ({change})."
        )
    else:
        words = _("What you own in copper, from {day} to now: started at {first}, now {last} ({change}).")
    words = words.format(
        day=first,
        first=number(values[0]),
        least=number(min(values)),
        most=number(max(values)),
        last=number(values[-1]),
        change=signed(values[-1] - values[0]),
    )
    small = ngettext(
        "-# The last {n} change, a game at a time. Money on tables is counted.",
        "-# The last {n} changes, a game at a time. Money on tables is counted.",
        len(points),
    ).format(n=len(points))
    return Chart(chart, words, f"{words}\n{small}")


def change_worth(line: HistoryLine) -> int:
    """Return the worth of a line of a history in copper."""
    return gems.worth_in_copper(
        {base: held for base in gems.BASES if (held := gems.of_base(base, line.change))}
    )


def board_chart(title: str, lines: Sequence[tuple[str, int, str]], board_text: str) -> Chart | None:
    """Chart a leaderboard as bars: name, value, and the value in words; `spoken` is the board as text."""
    if not lines:
        return None
    bars = Bars(
        title,
        tuple(Bar(_drawn_name(name, at), value, words) for at, (name, value, words) in enumerate(lines)),
    )
    words = f"{title}: " + ", ".join(f"{visible_name(name)} {words}" for name, _, words in lines) + "."
    return Chart(bars, words[:MOST_ALT], board_text)


def night_chart(view: TableView) -> Chart | None:
    """Return the money of a night game by game, from the public scene; None before the first game is over."""
    course = next(
        (block for block in (view.scene.blocks if view.scene else ()) if isinstance(block, Timeline)), None
    )
    if course is None:
        return None
    names = {seat.number: seat.name for seat in view.table.seats.values()}
    seats = sorted({seat for _, counts in course.steps for seat, _ in counts})
    held = [dict(counts) for _, counts in course.steps]
    curves = tuple(
        Curve(_drawn_name(names.get(seat, ""), seat), tuple(counts.get(seat) for counts in held))
        for seat in seats
    )
    title = _("{game}: {count} after each game").format(game=_(view.game.title), count=_(course.name))
    chart = Lines(title, curves, (course.steps[0][0], f"{len(course.steps) - 1}. {course.steps[-1][0]}"))
    rows = []
    for seat in sorted(seats, key=lambda seat: -held[-1].get(seat, 0)):
        course_text = " → ".join(str(counts.get(seat, "–")) for counts in held)
        rows.append(f"**{safe_name(names.get(seat) or _('Seat {n}').format(n=seat + 1))}** {course_text}")
    games = ", ".join(f"{at}. {step}" for at, (step, _) in enumerate(course.steps) if at)
    lines = f"## {title}\n" + "\n".join(rows) + f"\n-# {games}"
    spoken = {seat: ", ".join(str(counts.get(seat, _("none"))) for counts in held) for seat in seats}
    words = f"{title}. " + "; ".join(
        f"{visible_name(names.get(seat) or _('Seat {n}').format(n=seat + 1))} {spoken[seat]}"
        for seat in seats
    )
    return Chart(chart, words[:MOST_ALT], lines)


def _drawn_name(name: str, at: int) -> str:
    return drawn_name(name, f"No. {at + 1}")
