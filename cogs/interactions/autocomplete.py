"""Choices that are offered while a command is being typed."""

from __future__ import annotations

from collections.abc import Collection

from discord import app_commands

from bot.face.text.game_lines import in_a_line
from cogs.ui.game_list import MOST_LINES
from games.registry import GAMES


def game_choices(typed: str, only: Collection[str] = ()) -> list[app_commands.Choice[str]]:
    """The games whose title or key holds what was typed, each in a line; of `only` these, if any are named."""
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=f"{game.title} · {in_a_line(game)}"[:100], value=key)
        for key, game in GAMES.items()
        if (wanted in game.title.casefold() or wanted in key) and (not only or key in only)
    ][:MOST_LINES]
