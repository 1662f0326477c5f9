"""Cards and dice in a row: as large as their place allows, each still to be told from the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from bot.face.art import pieces
from bot.face.art.drawing import Part
from bot.face.art.palette import CREAM
from bot.face.table.facts import is_die
from bot.face.text.card_names import drawn_as
from games.engine.scene import BACK, Zone

TALL = 1.4
"""The height of a card, in widths."""
STAKE = re.compile(r"(\d+)(g\d+)")
SMALL, COUNT = 50, 42
"""A smaller item of a heap has its number beside it, which takes so much room."""
LEAN = (-3, 2, -2, 3)
"""The angles of dice and small cards that were thrown down, in turn."""


def item(
    x: float,
    y: float,
    w: float,
    key: str,
    *,
    turn: float = 0,
    gold: bool = False,
    dim: bool = False,
    seen: float = 0,
) -> tuple[Part, ...]:
    """Return a card or die in a place of this width, with its upper left corner at x, y.

    `seen`: the part of a card's width that the next one leaves free.
    """
    if key == BACK:
        return pieces.card_back(x, y, w, turn=turn)
    if is_die(key):
        stake = STAKE.fullmatch(key)
        size = w * 0.86
        shown = pieces.die(
            x + w / 2, y + w / 2, size, stake[2] if stake else key, turn=turn * 3, gold=gold, dim=dim
        )
        if stake and stake[1] != "1":
            # at its corner, clear of the number
            return (*shown, *pieces.plaque(x + w * 1.05, y + w * 0.82, f"×{stake[1]}", 20, bold=True))
        return shown
    return pieces.card(x, y, w, drawn_as(key), turn=turn, gold=gold, dim=dim, seen=seen)


def height(items: Sequence[str], w: float) -> float:
    """Return how high a row of items of this width is."""
    return w if all(map(is_die, items)) else w * TALL


def row(
    cx: float,
    y: float,
    items: Sequence[str],
    w: float,
    widest: float,
    *,
    gold: frozenset[int] = frozenset(),
    dim: frozenset[int] = frozenset(),
) -> tuple[Part, ...]:
    """Return items side by side around `cx`; they overlap where there is no room for all of them."""
    if not items:
        return ()
    # the number of dice at a stake's corner needs room, too
    many = any((stake := STAKE.fullmatch(key)) and stake[1] != "1" for key in items)
    step = min(w + (COUNT if many else 4), (widest - w) / max(1, len(items) - 1))
    start = cx - (w + step * (len(items) - 1)) / 2
    parts: list[Part] = []
    for at, key in enumerate(items):
        turn = LEAN[at % 4] if len(items) < 7 else 0
        seen = step if step < w and at < len(items) - 1 else 0
        parts += item(start + step * at, y, w, key, turn=turn, gold=at in gold, dim=at in dim, seen=seen)
    return tuple(parts)


def heap(cx: float, y: float, items: Sequence[str], w: float, widest: float) -> tuple[Part, ...]:
    """Return many cards of few kinds: each kind once, with its number; beside a small one, which it would cover."""
    counts = Counter(items)
    beside = w < SMALL
    room = w + COUNT if beside else w
    step = min(room + (0 if beside else 10), (widest - room) / max(1, len(counts) - 1))
    start = cx - (room + step * (len(counts) - 1)) / 2
    parts: list[Part] = []
    for at, (key, n) in enumerate(counts.items()):
        parts += item(start + step * at, y, w, key)
        if n > 1 and beside:
            parts += pieces.text(
                start + step * at + w + 3, y + height([key], w) / 2 + 7, f"×{n}", 20, CREAM, bold=True
            )
        elif n > 1:
            parts += pieces.plaque(start + step * at + w - 6, y + 4, str(n), 20, bold=True)
    return tuple(parts)


def pile(
    cx: float,
    y: float,
    zone: Zone,
    w: float,
    widest: float,
    *,
    gold: frozenset[int] = frozenset(),
    dim: frozenset[int] = frozenset(),
) -> tuple[Part, ...]:
    """Return a pile in its layout."""
    if zone.layout == "heap":
        return heap(cx, y, zone.items, w, widest)
    if zone.layout == "pile" and len(zone.items) > 1 and is_die(zone.items[-1]):
        # a plaque at its corner would cover a die's number
        return heap(cx, y, [zone.items[-1]] * len(zone.items), w, widest)
    if zone.layout == "pile":
        parts = list(item(cx - w / 2, y, w, zone.items[-1]))
        if len(zone.items) > 1:
            parts += pieces.plaque(cx + w / 2, y + 4, str(len(zone.items)), 20, bold=True)
        return tuple(parts)
    return row(cx, y, zone.items, w, widest, gold=gold, dim=dim)


def emblem(keys: Sequence[str], cx: float, cy: float) -> tuple[Part, ...]:
    """Return the cards or dice that stand for a game, with their middle at cx, cy; for none the house's own mark."""
    if not keys:
        return pieces.emblem(cx, cy, 150)
    w = 92 if all(map(is_die, keys)) else 114 if len(keys) < 3 else 88
    step = w + 20 if len(keys) < 3 else w + 8
    turns = (-7, 7) if len(keys) == 2 else (-8, 0, 8)
    start = cx - (step * (len(keys) - 1) + w) / 2
    parts: list[Part] = []
    for at, key in enumerate(keys):
        high = w if is_die(key) else w * TALL
        up = 10 if at % 2 and len(keys) > 2 else 0
        parts += item(start + step * at, cy - high / 2 - up, w, key, turn=turns[at % len(turns)])
    return tuple(parts)
