"""The rules of a game as a private note."""

from __future__ import annotations

from cogs.components import Json, container, message, text
from games.engine import Game


def rules_note(game: Game) -> Json:
    """A game's rules in our own words, with its options."""
    options = "\n".join(
        f"- **{field.title or name}**: {field.description}"
        for name, field in game.options.model_fields.items()
    )
    parts = [text(f"## {game.title}\n{game.rules}"[:2800])]
    if options:
        parts.append(text(f"### Settings\n{options}"[:1100]))
    return message(container(parts, 0x6B7280), ephemeral=True)
