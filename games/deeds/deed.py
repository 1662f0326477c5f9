"""A deed, and the deeds that a seat has earned in a match."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field

from games.deeds.predicate import Condition
from games.engine.match import Match


class Deed(BaseModel):
    """A deed as the data has it. `hidden`: listed only for those who have earned it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str = Field(pattern=r"^[a-z0-9_]+$")
    games: tuple[str, ...] = Field(min_length=1)
    title: str
    sign: str
    """The name of the drawing on its badge."""
    how: str
    """The deed in a few words, as one reads it: `Win with five threes`."""
    hidden: bool = False
    when: tuple[Condition, ...] = Field(min_length=1)


def _read(toml: str) -> Mapping[str, Deed]:
    """Return the deeds by key. Raises `ValueError` if two have the same."""
    deeds = [Deed.model_validate(each) for each in tomllib.loads(toml)["deed"]]
    by_key = {deed.key: deed for deed in deeds}
    if len(by_key) < len(deeds):
        raise ValueError("two deeds have the same key")
    return by_key


DEEDS: Mapping[str, Deed] = _read((files("games.deeds") / "deeds.toml").read_text("utf-8"))
"""All deeds by key, in the order of the data."""

_BY_GAME: defaultdict[str, list[Deed]] = defaultdict(list)
for _deed in DEEDS.values():
    for _game in _deed.games:
        _BY_GAME[_game].append(_deed)


def earned_in(match: Match, seat: int) -> list[str]:
    """Return the keys of the deeds that a seat has earned in a match that is over."""
    if match.result is None:
        return []
    row = next((row for row in match.result.rows if row.seat == seat), None)
    if row is None:
        return []
    return [
        deed.key
        for deed in _BY_GAME[match.game.key]
        if all(condition.holds(match, row) for condition in deed.when)
    ]
