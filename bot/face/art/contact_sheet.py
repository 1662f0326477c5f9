"""The contact sheet: every emoji at the sizes that Discord uses, on its dark and its light background."""

from __future__ import annotations

from PIL import Image

from bot.face.art.emoji import DRAWN, SETS, picture

SIZES = (48, 22)
GROUNDS = ("#313338", "#ffffff")
GAP = 6
WIDE = 1300
HUNDREDS = ("g100", "g100:00", "g100:1", "g100:42", "g100:100")
"""A few of the hundred faces of a g100, which are enough."""


def contact_sheet() -> Image.Image:
    """Draw all emoji in rows."""
    keys = [key for key in DRAWN if key not in SETS["hundreds"]] + list(HUNDREDS)
    drawn = [picture(key) for key in keys]
    parts = [_part(drawn, size, ground) for size in SIZES for ground in GROUNDS]
    wide = max(part.width for part in parts)
    whole = Image.new("RGB", (wide, sum(part.height for part in parts)), GROUNDS[0])
    y = 0
    for at, part in enumerate(parts):
        whole.paste(GROUNDS[at % len(GROUNDS)], (0, y, wide, y + part.height))
        whole.paste(part, (0, y))
        y += part.height
    return whole


def _part(drawn: list[Image.Image], size: int, ground: str) -> Image.Image:
    step = size + GAP
    across = WIDE // step
    down = -(-len(drawn) // across)
    part = Image.new("RGB", (across * step + GAP, down * step + GAP), ground)
    for at, each in enumerate(drawn):
        small = each.resize((size, size), Image.Resampling.LANCZOS)
        part.paste(small, (GAP + at % across * step, GAP + at // across * step), small)
    return part
