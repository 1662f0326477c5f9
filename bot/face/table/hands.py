"""The cards or dice that stand beside a seat in a result, for its picture and for the page."""

from __future__ import annotations

from bot.face.table.facts import grid_of, is_die
from games.engine.scene import BACK, Scene, Seats, Zone

MOST_SHOWN = 15
"""The most cards or dice of a seat that are shown."""
FEW_DICE = 7
"""Open dice in several piles are one hand up to this number; of more only the last pile is shown."""


def shown_items(scene: Scene, seat: int) -> tuple[str, ...]:
    """Return the cards or dice of a seat that everyone sees; none of a hand with a hidden card."""
    # a seat that folded sees its own cards, and nobody else does
    rows = (row for block in scene.every(Seats) for row in block.rows)
    folded = scene.viewer == seat and any(row.seat == seat and row.out for row in rows)
    piles = [
        block.items
        for block in scene.every(Zone)
        if block.owner == seat
        and block.items
        and block.layout == "row"
        and BACK not in block.items
        and all(block.shown)
        and not (folded and block.shown)
    ]
    grid = grid_of(scene, seat)
    if not piles and grid is not None:
        return tuple(stacked[-1] for *_, stacked in grid.piles if stacked)[:MOST_SHOWN]
    if not piles:
        return ()
    together = tuple(item for pile in piles for item in pile)
    one_kind = all(map(is_die, together)) and len({item.partition(":")[0] for item in together}) == 1
    return (together if one_kind and len(together) <= FEW_DICE else piles[-1])[:MOST_SHOWN]
