"""Matches for points."""

from __future__ import annotations

from typing import Any

from games.engine import SceneHeader
from games.gembones import barovian_boneyard as boneyard
from games.gembones.shared.options import GemboneOptions
from games.registry import GAMES
from tests.helpers.script import Script

GEMBONES = [key for key, game in GAMES.items() if issubclass(game.options, GemboneOptions)]


def points(script: Script) -> dict[str, int]:
    """Return the final points of each seat."""
    return {script.name(row.seat): row.points for row in script.result.rows}


def winners(script: Script) -> str:
    """Return the letters of the winners."""
    return "".join(sorted(script.name(row.seat) for row in script.result.rows if row.place == 1))


def boneyard_race(seats: str, rolls: str, size: str = "g8", length: str = "quick", **options: Any) -> Script:
    """Return a match for points at the Boneyard, at its first wagers."""
    chosen = {"size": size, "played_for": f"points_{length}", **options}
    return Script(boneyard.GAME, seats, rolls=rolls, carry={}, settings=chosen)


def race_scores(s: Script) -> dict[str, int]:
    """Return the scores shown beside the title, or after the match those in the rows."""
    if s.match.over:
        return points(s)
    [line] = s.scene_block(SceneHeader).facts
    scores = line.values["scores"]
    points_text = dict(pair.rsplit(" ", 1) for pair in scores.text.split(", "))
    return {
        s.name(scores.values[mark.strip("{}").partition(":")[0]]): int(n) for mark, n in points_text.items()
    }
