"""Piles of cards and dice as lines of text: before a seat, on the table, in the viewer's hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.face.text.card_names import counted, drawn_as, item_sign, item_text, items_text
from bot.face.text.emoji_text import emoji_for
from bot.face.text.templates import capital, word
from bot.face.text.turns import Turn
from bot.language import N_, _, with_label
from cogs.ui.blocks.circles import circle_lines
from cogs.ui.blocks.grids import track_line
from games.engine.scene import BACK, RAIL, Circle, Scene, Track, Zone

MANY = 10
"""From this many on, card backs are counted instead of shown one by one."""
FEW_DRAWN = 4
"""The same for drawn backs, each of which costs a message some thirty letters."""


HAND = N_("hand")
"""The name of the zone of a seat's own cards, which is left out where it is clear."""
TOLD_ONLY = frozenset({"stock", "stack"})
"""Layouts of zones that are shown as text only: cards put aside, and cards on the stack with their words."""


def is_drawn(zone: Zone) -> bool:
    """Return whether a picture of the table shows a pile."""
    if zone.layout in TOLD_ONLY or not zone.items:
        return False
    return zone.owner is None or any(item != BACK for item in zone.items)


def lies_open(turn: Turn, scene: Scene) -> bool:
    """Return whether a turn only repeats the dice or cards now open before its seat, as after a roll."""
    seat = turn.seat
    items = [value for key, value in turn.lines[0].values.items() if key != "seat"]
    if len(items) != 1 or not isinstance(items[0], tuple) or len(turn.lines) != 1 or not turn.is_deed:
        return False
    return any(
        isinstance(block, Zone) and block.owner == seat and block.items == items[0] for block in scene.blocks
    )


def zone_text(zone: Zone) -> str:
    """Return a pile as everyone sees it, with its name unless it is the hand; nothing if it is empty."""
    if not zone.items:
        return ""
    if zone.layout == "stock":
        return f"{word(zone.name)} {len(zone.items)}"
    if _is_counter(zone):
        return word(zone.name)
    up = [item for item in zone.items if item != BACK]
    hidden = len(zone.items) - len(up)
    named = _listed(up, zone.layout) if up else ""
    back, few = item_sign(BACK), FEW_DRAWN if emoji_for(BACK) else MANY
    backs = back * hidden if hidden < few else f"{back}×{hidden}"
    if hidden and up:
        return f"{named} + {backs}"
    listed = backs if hidden else named
    return listed if zone.name == HAND else with_label(word(zone.name), listed)


def _is_counter(zone: Zone) -> bool:
    """Return whether a pile is a die that only shows the number in its name, such as the life that is left."""
    return len(zone.items) == 1 and ":" in zone.items[0] and zone.name.rpartition(" ")[2].isdecimal()


def _listed(items: Sequence[str], layout: str) -> str:
    if layout == "stock":
        return str(len(items))
    return heap_text(items) if layout == "heap" else items_text(items)


def shared_zones(scene: Scene, *, pictured: bool = False) -> list[str]:
    """Return the piles that belong to no seat, a line each; `pictured`: only those that a picture leaves out.

    Things in a circle are told by signs, and in a hand panel by name.
    """
    lines = []
    for block in scene.blocks:
        if pictured and (not isinstance(block, Zone) or is_drawn(block) or not block.items):
            continue
        if isinstance(block, Track):
            lines.append(track_line(block))
        elif isinstance(block, Circle):
            lines += circle_lines(block, named=scene.viewer != RAIL)
        elif isinstance(block, Zone) and block.owner is None and _to_tell(block, scene):
            short = scene.over and block.layout == "heap"
            listed = in_short(block.items) if short else _listed(block.items, block.layout)
            if block.layout == "pile":
                listed = _("{n}, the last one {item}").format(
                    n=len(block.items), item=item_text(block.items[-1])
                )
            lines.append(with_label(capital(word(block.name)), listed))
    return lines


def _to_tell(zone: Zone, scene: Scene) -> bool:
    """Return whether a pile gets a line; an empty stall gets one only while something may be added."""
    return bool(zone.items) or (zone.layout == "heap" and not scene.over)


def in_short(items: Sequence[str]) -> str:
    """Return cards in brief: each kind once, by its emoji alone if all have one."""
    counts = Counter(items)
    if all(emoji_for(drawn_as(item)) for item in counts):
        return " ".join(item_sign(item) + (f"×{n}" if n > 1 else "") for item, n in counts.items())
    return heap_text(items)


def own_zone(zone: Zone, *, named: bool = False) -> str:
    """Return a pile as its owner sees it, with public cards marked. `named` adds the name of a hand."""
    if zone.layout == "stock":
        return zone_text(zone)
    if _is_counter(zone):
        return capital(word(zone.name))
    if zone.layout == "heap":
        return with_label(capital(word(zone.name)), _listed(zone.items, zone.layout))
    if any(zone.shown):
        faces = zip(zone.items, zone.shown, strict=True)
        listed = ", ".join(
            _("{card} (shown)").format(card=item_text(item)) if up else item_text(item) for item, up in faces
        )
    else:
        listed = items_text(zone.items)
    return with_label(capital(word(zone.name)), listed) if named or zone.name != HAND else listed


def heap_text(items: Iterable[str]) -> str:
    """Return many cards with each kind once: `🪓 Axe ×3, 🃏 Wild`."""
    return ", ".join(counted(item_text(item), n) for item, n in Counter(items).items()) or _("nothing")
