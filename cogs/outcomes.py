"""How a match has ended, a line a seat: place, gain, and why, card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from string import Formatter
from typing import Any

from cogs.grids import grid_lines, grid_of
from cogs.speak import Speaker
from cogs.zones import zone_text
from games.engine import BACK, Line, ResultRow, Scene, SceneOutcome, Zone


def outcome_lines(scene: Scene, said: Speaker, *, money: bool) -> list[str]:
    """The headline and the rows of the result; `money` is false where only points are played for."""
    outcome = next(block for block in scene.blocks if isinstance(block, SceneOutcome))
    lines = [f"### {said.say(outcome.headline)}"]
    for row in outcome.rows:
        place = f"{row.place}." if row.place is not None else "–"
        told = [f"{place} **{said.name(row.seat)}**" + (f" {_change(row.change)}" if money else "")]
        if row.shares:
            told.append("1 share" if row.shares == 1 else f"{row.shares} shares")
        if row.why is not None:
            told.append(said.say(row.why))
        lines.append(" · ".join(told + _turned_up(scene, row)))
        grid = grid_of(scene, row.seat)
        lines += grid_lines(grid.piles) if grid is not None else []
    return lines


def _turned_up(scene: Scene, row: ResultRow) -> list[str]:
    """All that lies face up before a seat, each pile with its name; nothing if the reason tells it card by card."""
    piles = [
        block
        for block in scene.blocks
        if isinstance(block, Zone) and block.owner == row.seat and block.items and BACK not in block.items
    ]
    told = Counter(() if row.why is None else _items_in(row.why))
    lying = Counter(item for pile in piles for item in pile.items)
    return [zone_text(pile) for pile in piles] if lying - told else []


def _items_in(line: Line) -> Iterable[str]:
    """The cards and dice that a line names."""
    for _, name, mark, _ in Formatter().parse(line.text):
        value: Any = line.values.get(name or "")
        if mark == "item":
            yield value
        elif mark == "items":
            yield from value
        elif mark == "line":
            yield from _items_in(value)


def _change(change: Mapping[str, int]) -> str:
    told = []
    for unit, n in change.items():
        kind = "" if unit == "piece" else f" {unit}" if unit.startswith("g") else f" {unit}s"
        told.append(f"{'+' if n > 0 else '−' if n < 0 else '±'}{abs(n)}{kind}")
    return ", ".join(told) or "±0"
