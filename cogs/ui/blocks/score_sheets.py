"""Score sheets: a column a seat, as plain columns that line up on every screen.

A phone breaks lines that are wider than it is, and with them the columns: a sheet of many seats gets a row for each, if
that fits, else it is parted into several.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.face.text.templates import Renderer
from games.engine.scene import Scene, Sheet

NAME = 7
"""The least letters of a name that an upright sheet shows."""
WHOLE = 16
"""The most letters of a name at the head of a column; only a very long name is cut."""
GAP = 2
"""Spaces between columns; an upright sheet has one, since its column heads are words."""
LITTLE_WORDS = frozenset({"the", "of", "and", "de", "la", "von", "van"})
"""Words that no short name ends with."""
WIDE = 34
"""The most monospaced letters in a line on a phone held upright."""


def sheet_texts(scene: Scene, renderer: Renderer, *, latest: int | None = None) -> list[str]:
    """Return every score sheet that the viewer sees; `latest` limits the rows of one that grows downwards."""
    sheets = scene.every(Sheet)
    if latest is not None:
        sheets = [each if each.upright else each._replace(rows=each.rows[-latest:]) for each in sheets]
    return [sheet_text(sheet, renderer) + _legend(sheet, renderer) for sheet in sheets]


def _legend(sheet: Sheet, renderer: Renderer) -> str:
    """Return the sheet's legend, a line below it."""
    return f"\n-# {renderer.say(sheet.legend)}" if sheet.legend is not None else ""


def sheet_text(sheet: Sheet, renderer: Renderer) -> str:
    """Return the sheet as monospaced blocks, each no wider than a phone as long as no single column is."""
    heads = ["", *(_plain(renderer.say(row.head)) for row in sheet.rows)]
    names = [_plain(renderer.name(seat)) for seat in sheet.seats]
    cells = [[_plain(renderer.say(row.cells[at])) for row in sheet.rows] for at in range(len(names))]
    values = list(zip(heads[1:], *cells, strict=True))
    if sheet.upright:
        room = max(NAME, WIDE - _width(values, 1) - 1)
        return _block([["", *(short_name(name, room) for name in names)], *values], 1)
    blocks: list[list[list[str]]] = []
    for name, column in zip(names, cells, strict=True):
        headed = [short_name(name, WHOLE), *column]
        if not blocks or _width([heads, *blocks[-1], headed], GAP) > WIDE:
            blocks.append([])
        blocks[-1].append(headed)
    room = WIDE - _width(values, GAP) - GAP
    if len(blocks) > 1 and room >= NAME:
        # a few rows fit on a phone as columns
        return _block([["", *(short_name(name, room) for name in names)], *values], GAP)
    return "\n".join(_block([heads, *block], GAP) for block in blocks)


def short_name(name: str, room: int) -> str:
    """Return a name that fits: whole, else its first words (`Tam`), else the beginning of the first."""
    if len(name) <= room:
        return name
    words = name[: room + 1].split(" ")[:-1]
    while words and words[-1].casefold() in LITTLE_WORDS:
        words.pop()
    return " ".join(words) or f"{name[: room - 1]}…"


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
    """Return words for a code block, in which nothing is escaped and a backtick would end it."""
    return words.replace("\\", "").replace("`", "'")
