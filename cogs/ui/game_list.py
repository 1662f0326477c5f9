"""Games in lists to choose from: how long each takes, for how many players, and for what kind."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.face.text.game_lines import game_choices
from cogs.ui.components import Json, option, select

MOST_LINES = 25
"""Lines that Discord takes in a select, and choices that it takes while a command is typed."""


def game_lines(chosen: Collection[str] = ()) -> list[Json]:
    """Return a line of a select for every game; the `chosen` ones are ticked."""
    return [option(each.words, each.value, each.about, default=each.chosen) for each in game_choices(chosen)]


def game_selects(placeholder: str, custom_id: str, more: Iterable[Json] = ()) -> list[Json]:
    """Return selects of one game, as many as all games take, with `more` lines after them."""
    lines = [*game_lines(), *more]
    return [
        select(placeholder, f"{custom_id}.{at}", lines[at : at + MOST_LINES])
        for at in range(0, len(lines), MOST_LINES)
    ]
