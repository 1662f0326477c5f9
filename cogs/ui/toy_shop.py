"""Blinsky's shelf in words and buttons, and the ways that lead to it (BB-R3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.economy.toy_shop import Shelf
from cogs.ui.components import GREEN, GREY, Json, button, container, message, section, text
from cogs.ui.text.card_names import counted
from games.engine import Scene, SceneOutcome
from games.gembones.barovian_boneyard.toys import LOOKS, PRIZES, TICKETS

PREFIX = "toys"
"""Custom ids: `toys:show`, and `toys:<number of the toy>:<tickets that were seen>`."""
ACCENT = 0x7C2D12
"""The colour of the shop's curtain."""
NAMES = tuple(PRIZES)
"""The toys as they stand on the shelf."""


def shelf_note(shelf: Shelf, lead: str = "") -> Json:
    """All toys with their prices; what cannot be paid is greyed."""
    tickets = f"You have **{shelf.tickets:,} {'ticket' if shelf.tickets == 1 else 'tickets'}**."
    if not shelf.tickets:
        tickets += (
            " Barovian Boneyard with the variant Blinsky gives one for each piece that you would have won: "
            "/table open, then Settings."
        )
    head = "\n".join(filter(None, ["## Blinsky's toys", lead, tickets]))
    parts = [text(head), *(_toy(shelf, at, toy) for at, toy in enumerate(NAMES))]
    parts.append(text("-# They are toys: no game takes notice of them, and Blinsky takes none back."))
    return message(container(parts, ACCENT), ephemeral=True)


def _toy(shelf: Shelf, at: int, toy: str) -> Json:
    price, owned = PRIZES[toy], shelf.toys.get(toy, 0)
    title = f"**{toy[:1].upper()}{toy[1:]}**" + (f" ×{owned}" if owned else "")
    enough = price <= shelf.tickets
    custom_id = f"{PREFIX}:{at}:{shelf.tickets}"
    return section(
        f"{title}\n-# {LOOKS[toy]}",
        button(f"{price} tickets", custom_id, GREEN if enough else GREY, disabled=not enough),
    )


def shelf_button() -> Json:
    """The way to the shelf."""
    return button("Blinsky's toys", f"{PREFIX}:show")


def after_tickets(scene: Scene) -> Iterable[Json]:
    """The same below a result in which tickets were won."""
    outcomes = [block for block in scene.blocks if isinstance(block, SceneOutcome)]
    if any(row.change.get(TICKETS) for outcome in outcomes for row in outcome.rows):
        yield shelf_button()


def toys_text(toys: Mapping[str, int]) -> str:
    """A collection in a line: `one-eyed bat ×2, headless doll`."""
    return ", ".join(counted(toy, n) for toy, n in toys.items())
