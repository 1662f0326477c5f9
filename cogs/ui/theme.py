"""The common style of a table's messages: its colour, its names, its headline."""

from __future__ import annotations

from bot.face.text.card_names import use_match_cards
from bot.face.text.emoji_text import emoji_for
from bot.face.text.templates import Renderer
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import PLAIN, Json, button
from games.engine import (
    Game,
    Money,
    Nicknames,
    Pots,
    Scene,
    SceneHeader,
)

VENUES = {"tavern": "in a tavern", "house": "in a gambling house", "nugget": "at the Gilded Nugget"}
"""The names of the venues (GEN-R10)."""
ACCENTS = {
    "Gambling? I'm In!": 0xB45309,
    "Glittergold's Guide to Gambling": 0xCA8A04,
    "A Conclave of Wyrms": 0xB91C1C,
    "Please Don't Burn My Village!": 0xEA580C,
    "The Red Dragon Inn 3": 0x7C3AED,
}
"""The colours of the edge, by rulebook."""


def accent(view: TableView) -> int:
    """Return the colour of the table's rulebook."""
    return accent_of(view.game)


def accent_of(game: Game) -> int:
    """Return the colour of a game's rulebook."""
    return ACCENTS.get(game.rulebook, PLAIN)


def renderer_for(view: TableView) -> Renderer:
    """Says lines with the names of this table, and from then on tells cards as its match does."""
    use_match_cards(view.game.card_faces(view.played))
    names = {number: seat.name for number, seat in view.table.everyone.items()}
    names |= view.names
    for block in view.scene.blocks if view.scene is not None else ():
        if isinstance(block, Nicknames):
            names |= dict(block.names)
    return Renderer(names)


def bring_button(table: int, *, lost: bool = False) -> Json:
    """Return the button that posts a table message again at the end of the chat; `lost`: one out of date for good."""
    return button("My table" if lost else "Bring it here", custom_ids.verb(table, "bring"))


def words_button() -> Json:
    """Return the button that explains every word."""
    return button("Words", "help:words")


def money_kind_of(view: TableView) -> Money:
    """Return the kind of stake at this table, as its options are now."""
    return view.game.money_kind(view.options)


def headline(view: TableView, scene: Scene, renderer: Renderer) -> str:
    """Return the game's title, and below it the phase, the pots and the bets."""
    title, facts = view.game.title, []
    for block in scene.blocks:
        if isinstance(block, SceneHeader):
            title = block.title
            if block.phase is not None:
                facts.append(renderer.say(block.phase))
            facts += [renderer.say(fact) for fact in block.facts]
        elif isinstance(block, Pots):
            facts += _pots(block, renderer)
    if view.free and view.table.kind.hosted and money_kind_of(view) != "points":
        facts.append("for fun")
    facts = [facts[0][:1].upper() + facts[0][1:], *facts[1:]] if facts else []
    return "\n".join([f"## {title}", *([" · ".join(facts)] if facts else [])])


def pieces_aside(scene: Scene | None) -> bool:
    """Return whether the pieces are only a prize for the winner, so that the seats' money needn't be shown."""
    return scene is not None and any(isinstance(block, Pots) and block.aside for block in scene.blocks)


def _pots(block: Pots, renderer: Renderer) -> list[str]:
    parts = []
    for at, (amount, seats) in enumerate(block.pots):
        if block.unit != "piece":
            # a pot inside the game, as in a round of gambling
            holders = ", ".join(renderer.name(seat) for seat in seats)
            parts.append(f"{amount} {block.unit.capitalize()} in the pot ({holders})")
        elif block.aside:
            parts.append(f"{amount} pieces for the winner")
        elif at == 0:
            parts.append(f"{emoji_for('chip') or ''} pot **{amount}**".strip())
        else:
            parts.append(f"side pot {amount} ({', '.join(renderer.name(seat) for seat in seats)})")
    if not block.pots:
        parts.append("pot 0")
    if block.bets:
        parts.append(f"bet **{max(bet for _, bet in block.bets)}**")
    return parts
