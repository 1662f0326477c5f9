"""Levels: computer players on one scale, the tenth as good as the game's best, each a step below the next.

How readily each level of a game errs, and the rating that this gives it, is measured by `python -m benchmarks.company`,
which writes `levels.toml`. The players themselves are those of `erring`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from games.engine.game import Game
from games.phrases import spelled

LEVELS = 10
LEVEL_NAMES = tuple(str(1 + at) for at in range(LEVELS))
"""The names of the levels in the store, the weakest first."""


class Scale(Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of one game, as they were measured."""

    ease: tuple[float, ...]
    """How readily each level errs, the weakest first; see `games.computer.erring`."""
    ratings: tuple[int, ...]
    """The rating of each level, on the scale of the members; the regular has 1000, like everyone at first."""
    strengths: Mapping[str, int]
    """The ratings of the players that the game has by name, such as the regular."""
    matches: int
    """The number of matches from which the ratings come."""

    def level_near(self, rating: float) -> str:
        """Return the level with the rating that is nearest to this one."""
        return str(1 + min(range(len(self.ratings)), key=lambda at: abs(self.ratings[at] - rating)))

    def level_of(self, strength: str) -> str:
        """Return a level by its own name, or the level that plays about as well as a strength."""
        return strength if strength in LEVEL_NAMES else self.level_near(self.strengths.get(strength, 1000))


@cache
def scales() -> Mapping[str, Scale]:
    """Return the scales of all games that have one, by key."""
    text = files("games.computer").joinpath("levels.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Scale])


def offered(game: Game) -> tuple[str, ...]:
    """Return the computer players of a game from which people choose: its levels, or its strengths if it has none."""
    return tuple(name for name in LEVEL_NAMES if name in game.policies) or game.strengths()


def words_of(name: str) -> str:
    """Return a level or strength in words, such as `level 4` or `newcomer`."""
    return spelled("level {n}", n=name) if name in LEVEL_NAMES else name
