"""The languages that members choose from."""

from __future__ import annotations

from discord import app_commands

from bot.language import LANGUAGES, own_name
from bot.user_errors import UserError

USUAL = "usual"
"""The choice of no language of one's own."""
CHOICES = [
    *(app_commands.Choice(name=own_name(language), value=language) for language in LANGUAGES),
    app_commands.Choice(name="The usual one", value=USUAL),
]
"""The languages, each by its name for itself."""


def chosen(language: str) -> str | None:
    """Return a choice as it is kept; None for the usual one. Raises `UserError` for one that isn't offered."""
    if language != USUAL and language not in LANGUAGES:
        raise UserError("passed")
    return None if language == USUAL else language
