"""A chart of the rolls and cards that were drawn, with the band of honest luck, and the same in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.face.art.chart import Bar, Bars
from bot.language import N_, _, ngettext, number
from cogs.luck.statistics import LuckReport
from cogs.luck.tally import Face
from cogs.ui.charts import Chart
from cogs.ui.components import MOST_ALT, Json, option, select
from games.registry import GAMES, game_title

MOST_BARS = 20
"""Faces that a chart shows. If there are more, it shows those furthest from the expected count."""
POOLS = {"cards": N_("Cards of {game}"), "ranks": N_("Ranks of {game}")}
MOST_POOLS = 25
"""The most lines in the select."""


def pools(report: LuckReport) -> list[str]:
    """Return the pools of a report, those with the most draws first; ranks come before their cards."""
    by_size = sorted(
        report.tally, key=lambda pool: (-_size(report, pool), not pool.startswith("ranks:"), pool)
    )
    return by_size[:MOST_POOLS]


def _size(report: LuckReport, pool: str) -> int:
    return sum(face.came for face in report.tally[pool].values())


def pool_title(pool: str) -> str:
    """Return a pool in words: `d6`, `Cards of Tiamat`, `Ranks of Threes`."""
    kind, _colon, game = pool.partition(":")
    if not game:
        return pool
    return _(POOLS[kind]).format(game=game_title(game))


def pool_menu(report: LuckReport, custom_id: str, chosen: str) -> Json:
    """Return the select for the pool to show."""
    lines = [
        option(pool_title(pool), pool, _drawn(report, pool), default=pool == chosen) for pool in pools(report)
    ]
    return select(_("Which dice or cards?"), custom_id, lines)


def luck_chart(report: LuckReport, pool: str, owner: str) -> Chart:
    """Return how often each face of a pool came."""
    faces = report.tally[pool]
    names = {key: _face_name(pool, key) for key in faces}
    if len(faces) > MOST_BARS:
        shown = sorted(faces, key=lambda key: -faces[key].distance)[:MOST_BARS]
    else:
        shown = sorted(faces, key=lambda key: (int(key), "") if key.isdecimal() else (0, names[key]))
    size, title = _size(report, pool), f"{owner}: {pool_title(pool)}, {_drawn(report, pool)}"
    drawing = Bars(
        title,
        tuple(Bar(names[key], faces[key].came, str(faces[key].came), faces[key].band) for key in shown),
    )
    counts = "; ".join(f"{names[key]}: {_face_label(faces[key])}" for key in shown)
    lines = [
        f"## {title}",
        *(f"**{names[key]}** {_face_label(faces[key])}" for key in shown),
        _judgement(faces),
        *(
            [_("-# Shown are the {n} of {all} that are furthest off.").format(n=MOST_BARS, all=len(faces))]
            if len(shown) < len(faces)
            else []
        ),
        ngettext("-# From 1 match.", "-# From {n} matches.", report.matches).format(n=number(report.matches))
        + " "
        + _(
            "The mark on each bar, and the numbers in brackets, show what's normal: 19 of 20 fair counts are in "
            "that range. Every die rolled and every card drawn counts; seats, tokens and colours shuffled before "
            "a game don't."
        ),
    ]
    if report.sealed:
        lines.append(
            ngettext(
                "-# 1 match can't be counted before the table closes: cards were hidden.",
                "-# {n} matches can't be counted before the table closes: cards were hidden.",
                report.sealed,
            ).format(n=number(report.sealed))
        )
    words = f"{title}. {counts}. {_judgement(faces)}" if size else title
    return Chart(drawing, words[:MOST_ALT], "\n".join(lines))


def _face_label(face: Face) -> str:
    low, high = face.band
    return _("{n} ({low} to {high})").format(n=face.came, low=low, high=high)


def _judgement(faces: Mapping[str, Face]) -> str:
    outside = sum(not face.is_inside for face in faces.values())
    usual = round(len(faces) / 20)
    if not outside:
        return _("All {n} are within their bands.").format(n=len(faces))
    words = (
        ngettext(
            "{n} of {all} is outside of the band; about {usual} would be normal.",
            "{n} of {all} are outside of the band; about {usual} would be normal.",
            outside,
        )
        if usual
        else ngettext(
            "{n} of {all} is outside of the band; now and then one is, by luck alone.",
            "{n} of {all} are outside of the band; now and then one is, by luck alone.",
            outside,
        )
    )
    return words.format(n=outside, all=len(faces), usual=usual)


def _drawn(report: LuckReport, pool: str) -> str:
    return _("{n} drawn").format(n=number(_size(report, pool)))


def _face_name(pool: str, key: str) -> str:
    kind, _colon, game = pool.partition(":")
    if kind == "ranks":
        return _(key)
    face = GAMES[game].cards.get(key) if game in GAMES else None
    return _(face.name) if face is not None else key
