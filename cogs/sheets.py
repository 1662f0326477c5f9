"""Score sheets: a column a seat, as plain columns that line up on every screen."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.speak import Speaker
from games.engine import Scene, Sheet

NAME = 9
"""So many letters of a name head a column: six columns still fit a message of a desktop client."""


def sheet_texts(scene: Scene, said: Speaker) -> list[str]:
    """Every score sheet that the viewer sees."""
    return [sheet_text(block, said) for block in scene.blocks if isinstance(block, Sheet)]


def sheet_text(sheet: Sheet, said: Speaker) -> str:
    """The sheet as a block of plain letters."""
    table = [["", *(_plain(said.name(seat))[:NAME] for seat in sheet.seats)]]
    table += [[_plain(said.say(line)) for line in (row.head, *row.cells)] for row in sheet.rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "```\n" + "\n".join(_aligned(line, widths) for line in table) + "\n```"


def _aligned(line: Sequence[str], widths: Sequence[int]) -> str:
    cells = [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
    return "  ".join([line[0].ljust(widths[0]), *cells]).rstrip()


def _plain(words: str) -> str:
    """Words as they stand in a block of plain letters, where nothing is escaped and a backtick would end it."""
    return words.replace("\\", "").replace("`", "'")
