"""The result of a match, a line a seat: place, gain and the reason, card by card."""

from __future__ import annotations

from collections import Counter, defaultdict

from bot.face.table.facts import grid_of
from bot.face.table.outcome import change_in_full, headline_text, items_in, short_reason, split_by_card
from bot.face.text.templates import Renderer, word
from bot.language import _, ngettext, with_label
from cogs.ui.blocks.grids import grid_lines
from cogs.ui.blocks.zones import in_short, is_drawn, zone_text
from games.engine.scene import BACK, Grid, Line, ResultRow, Scene, SceneOutcome, Zone

MANY = 5
"""From this many cards in a row, their emoji alone are shown, without names."""


def outcome_lines(scene: Scene, renderer: Renderer, *, money: bool, pictured: bool = False) -> list[str]:
    """Return the headline and the rows of the result. `money` is false where only points are played for.

    `pictured`: a picture shows the open cards and all reasons, so lines are short.
    """
    outcome = scene.every(SceneOutcome)[0]
    lines = [f"### {headline_text(outcome, renderer)}"]
    placed = [row.place for row in outcome.rows if row.place is not None]
    # "1." makes a list, which Discord numbers by itself: a shared place would be lost
    dot = "." if placed == list(range(1, len(placed) + 1)) else " ·"
    for row in outcome.rows:
        place = f"{row.place}{dot}" if row.place is not None else "◦"
        parts = [
            f"{place} **{renderer.name(row.seat)}**" + (f" {change_in_full(row.change)}" if money else "")
        ]
        if row.shares:
            parts.append(ngettext("{n} share", "{n} shares", row.shares).format(n=row.shares))
        if pictured and _lies_open(scene, row.seat):
            lines.append(
                " · ".join(
                    [*parts, *([short_reason(row.reason, renderer)] if row.reason is not None else [])]
                )
            )
            continue
        if row.reason is not None:
            parts.append(_reason(row.reason, renderer))
        lines.append(" · ".join(parts + _turned_up(scene, row)))
        grid = grid_of(scene, row.seat)
        lines += grid_lines(grid.piles) if grid is not None else []
    return lines


def _turned_up(scene: Scene, row: ResultRow) -> list[str]:
    """Return a seat's open cards, each pile with its name; empty if the reason lists them card by card."""
    named = Counter(() if row.reason is None else items_in(row.reason))
    piles = [
        block
        for block in scene.every(Zone)
        if block.owner == row.seat and block.items and BACK not in block.items
        # the reason has counted the cards of such a heap
        if block.layout != "heap" or block.name == "hand" or named.keys().isdisjoint(block.items)
    ]
    face_up = Counter(item for pile in piles for item in pile.items)
    return [_pile(pile) for pile in piles] if face_up - named else []


def _reason(line: Line, renderer: Renderer) -> str:
    """Return the reason; cards with equal scores are grouped: `7 points: 2 each … ; 1 … ; 0 each …`."""
    scores = split_by_card(line)
    if scores is None:
        return renderer.say(line)
    alike = defaultdict[str, list[str]](list)
    for item, words in sorted(scores.items, key=lambda each: -int(each[1]) if each[1].isdigit() else 0):
        alike[words].append(item)
    groups = (
        (_("{points} each: {cards}") if len(items) > 1 else "{points}: {cards}").format(
            points=words, cards=in_short(items)
        )
        for words, items in alike.items()
    )
    return with_label(renderer.say(scores.head), "; ".join(groups))


def _lies_open(scene: Scene, seat: int) -> bool:
    """Return whether a picture shows a seat's open cards."""
    return any(
        (isinstance(block, Zone) and block.owner == seat and is_drawn(block))
        or (isinstance(block, Grid) and block.owner == seat and bool(block.piles))
        for block in scene.blocks
    )


def _pile(zone: Zone) -> str:
    """Return a pile with its name; many cards by emoji alone, and in a heap each kind once."""
    if zone.layout not in ("row", "heap") or (zone.layout == "row" and len(zone.items) < MANY):
        return zone_text(zone)
    listed = in_short(zone.items)
    return listed if zone.name == "hand" else with_label(word(zone.name), listed)
