"""A chart of the rolls and cards that were drawn, with the band of honest luck, and the same in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.face.art.chart import Bar, Bars
from cogs.luck.statistics import LuckReport
from cogs.luck.tally import Face
from cogs.ui.charts import Chart
from cogs.ui.components import MOST_ALT, Json, option, select
from games.registry import GAMES, game_title

MOST_BARS = 20
"""Faces that a chart shows. If there are more, it shows those furthest from the expected count."""
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
    kind, _, game = pool.partition(":")
    return f"{kind.capitalize()} of {game_title(game)}" if game else pool


def pool_menu(report: LuckReport, custom_id: str, chosen: str) -> Json:
    """Return the select for the pool to show."""
    lines = [
        option(pool_title(pool), pool, f"{_size(report, pool):,} drawn", default=pool == chosen)
        for pool in pools(report)
    ]
    return select("Which dice or cards?", custom_id, lines)


def luck_chart(report: LuckReport, pool: str, owner: str) -> Chart:
    """Return how often each face of a pool came."""
    faces = report.tally[pool]
    names = {key: _face_name(pool, key) for key in faces}
    if len(faces) > MOST_BARS:
        shown = sorted(faces, key=lambda key: -faces[key].distance)[:MOST_BARS]
    else:
        shown = sorted(faces, key=lambda key: (int(key), "") if key.isdecimal() else (0, names[key]))
    size, title = _size(report, pool), f"{owner}: {pool_title(pool)}, {_size(report, pool):,} drawn"
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
            [f"-# Shown are the {MOST_BARS} of {len(faces)} that are furthest off."]
            if len(shown) < len(faces)
            else []
        ),
        f"-# From {_matches(report.matches)}. The mark on each bar, and the numbers in brackets, show what's normal: "
        "19 of 20 fair counts are in that range. Every die rolled and every card drawn counts; seats, tokens and "
        "colours shuffled before a game don't.",
    ]
    if report.sealed:
        lines.append(
            f"-# {_matches(report.sealed)} can't be counted before the table closes: cards were hidden."
        )
    words = f"{title}. {counts}. {_judgement(faces)}" if size else title
    return Chart(drawing, words[:MOST_ALT], "\n".join(lines))


def _face_label(face: Face) -> str:
    low, high = face.band
    return f"{face.came} ({low} to {high})"


def _judgement(faces: Mapping[str, Face]) -> str:
    outside = sum(not face.is_inside for face in faces.values())
    usual = round(len(faces) / 20)
    if not outside:
        return f"All {len(faces)} are within their bands."
    verb = "is" if outside == 1 else "are"
    luck = f"about {usual} would be normal" if usual else "now and then one is, by luck alone"
    return f"{outside} of {len(faces)} {verb} outside of the band; {luck}."


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count:,} matches"


def _face_name(pool: str, key: str) -> str:
    _, _, game = pool.partition(":")
    face = GAMES[game].cards.get(key) if game in GAMES else None
    return face.name if face is not None else key
