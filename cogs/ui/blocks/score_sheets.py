"""Score sheets: a column a seat, as plain columns that line up on every screen.

A phone breaks lines that are wider than it is, and with them the columns: a sheet of many seats gets a row for each, if
that fits, else it is parted into several.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.face.text.templates import Renderer
from games.engine import Scene, Sheet

NAME = 7
"""So many letters of a name stand in an upright sheet at least."""
WHOLE = 16
"""So many letters of a name head a column: a name is whole, and only a very long one is cut."""
GAP = 2
"""So many blanks part columns; in an upright sheet one, since there the heads of the columns are words."""
WIDE = 34
"""So many plain letters stand in a line of a phone held upright."""


def sheet_texts(scene: Scene, renderer: Renderer, *, latest: int | None = None) -> list[str]:
    """Every score sheet that the viewer sees; of one that grows downwards only the `latest` rows, if that is given."""
    sheets = [block for block in scene.blocks if isinstance(block, Sheet)]
    if latest is not None:
        sheets = [each if each.upright else each._replace(rows=each.rows[-latest:]) for each in sheets]
    return [sheet_text(sheet, renderer) + _legend(sheet, renderer) for sheet in sheets]


def _legend(sheet: Sheet, renderer: Renderer) -> str:
    """Return what the cells of a sheet mean, in a line below it."""
    return f"\n-# {renderer.say(sheet.legend)}" if sheet.legend is not None else ""


def sheet_text(sheet: Sheet, renderer: Renderer) -> str:
    """The sheet as blocks of plain letters, each no wider than a phone if its columns are not."""
    heads = ["", *(_plain(renderer.say(row.head)) for row in sheet.rows)]
    names = [_plain(renderer.name(seat)) for seat in sheet.seats]
    cells = [[_plain(renderer.say(row.cells[at])) for row in sheet.rows] for at in range(len(names))]
    values = list(zip(heads[1:], *cells, strict=True))
    if sheet.upright:
        room = max(NAME, WIDE - _width(values, 1) - 1)
        return _block([["", *(name[:room] for name in names)], *values], 1)
    blocks: list[list[list[str]]] = []
    for name, column in zip(names, cells, strict=True):
        headed = [name[:WHOLE], *column]
        if not blocks or _width([heads, *blocks[-1], headed], GAP) > WIDE:
            blocks.append([])
        blocks[-1].append(headed)
    room = WIDE - _width(values, GAP) - GAP
    if len(blocks) > 1 and room >= NAME:
        # a few rows fit on a phone as columns
        return _block([["", *(name[:room] for name in names)], *values], GAP)
    return "\n".join(_block([heads, *block], GAP) for block in blocks)


def _width(columns: Sequence[Sequence[str]], gap: int) -> int:
    return sum(max(map(len, column)) for column in columns) + gap * (len(columns) - 1)


def _block(columns: Sequence[Sequence[str]], gap: int) -> str:
    widths = [max(map(len, column)) for column in columns]
    lines = (_aligned(line, widths, " " * gap) for line in zip(*columns, strict=True))
    return "\n".join(["```", *lines, "```"])


def _aligned(line: Sequence[str], widths: Sequence[int], gap: str) -> str:
    cells = [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
    return gap.join([line[0].ljust(widths[0]), *cells]).rstrip()


def _plain(words: str) -> str:
    """Words as they stand in a block of plain letters, where nothing is escaped and a backtick would end it."""
    return words.replace("\\", "").replace("`", "'")
