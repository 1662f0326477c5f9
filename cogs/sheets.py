"""Score sheets: a column a seat, as plain columns that line up on every screen.

A phone breaks lines that are wider than it is, and with them the columns: a wide sheet is parted into several.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.speak import Speaker
from games.engine import Scene, Sheet

NAME = 7
"""So many letters of a name head a column."""
GAP = "  "
WIDE = 34
"""So many plain letters stand in a line of a phone held upright."""


def sheet_texts(scene: Scene, said: Speaker) -> list[str]:
    """Every score sheet that the viewer sees."""
    return [sheet_text(block, said) for block in scene.blocks if isinstance(block, Sheet)]


def sheet_text(sheet: Sheet, said: Speaker) -> str:
    """The sheet as blocks of plain letters, each no wider than a phone if its columns are not."""
    heads = ["", *(_plain(said.say(row.head)) for row in sheet.rows)]
    columns = [
        [_plain(said.name(seat))[:NAME], *(_plain(said.say(row.cells[at])) for row in sheet.rows)]
        for at, seat in enumerate(sheet.seats)
    ]
    if sheet.upright:
        return _block(list(zip(heads, *columns, strict=True)))
    blocks: list[list[list[str]]] = []
    for column in columns:
        if not blocks or _width([heads, *blocks[-1], column]) > WIDE:
            blocks.append([])
        blocks[-1].append(column)
    return "\n".join(_block([heads, *block]) for block in blocks)


def _width(columns: Sequence[Sequence[str]]) -> int:
    return sum(max(map(len, column)) for column in columns) + len(GAP) * (len(columns) - 1)


def _block(columns: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in columns]
    return "\n".join(["```", *(_aligned(line, widths) for line in zip(*columns, strict=True)), "```"])


def _aligned(line: Sequence[str], widths: Sequence[int]) -> str:
    cells = [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
    return GAP.join([line[0].ljust(widths[0]), *cells]).rstrip()


def _plain(words: str) -> str:
    """Words as they stand in a block of plain letters, where nothing is escaped and a backtick would end it."""
    return words.replace("\\", "").replace("`", "'")
