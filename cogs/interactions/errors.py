"""Error messages for failed commands and presses. Unforeseen errors get an id that is in the log too."""

from __future__ import annotations

import logging
import math
import secrets

import discord
from discord import app_commands

from bot.app import App
from bot.language import _, ngettext
from bot.user_errors import sentence_of
from cogs.interactions.pages import cover_panel, trouble_here
from cogs.requests.responder import ReplyLost, Responder
from cogs.ui.components import note

log = logging.getLogger(__name__)


def sentence(error: BaseException) -> str:
    """Return the sentence for an error. An unforeseen one is logged under an id, which the sentence names."""
    code = secrets.token_hex(2).upper()
    match error:
        case ReplyLost():
            log.warning("an answer was lost (%s): %r", code, error.__cause__)
            return _("That counted; only my reply got lost.")
        case discord.RateLimited():
            log.warning("Discord asks for a pause of %.0f s (%s)", error.retry_after, code)
            words = _("Discord has asked me to slow down. Try again in {n} s.")
            return words.format(n=math.ceil(error.retry_after))
        case app_commands.CommandOnCooldown():
            seconds = math.ceil(error.retry_after)
            words = ngettext(
                "You asked a moment ago. Try again in {n} second.",
                "You asked a moment ago. Try again in {n} seconds.",
                seconds,
            )
            return words.format(n=seconds)
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            log.warning("a command that is not known here, or not like that (%s): %s", code, error)
            return _("This command has changed. Restart Discord, then try again.")
        case app_commands.TransformerError():
            return _("I can't read that. Choose from the list.")
    return sentence_of(error)


async def answer_error(interaction: discord.Interaction[App], error: app_commands.AppCommandError) -> None:
    """Answer a failed slash command with a sentence."""
    original = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    text_of_error = sentence(original)
    if interaction.type is discord.InteractionType.autocomplete:
        return
    trouble = trouble_here(interaction)
    if trouble is not None and trouble not in text_of_error:
        text_of_error = f"{text_of_error}\n{trouble}"
    try:
        await Responder.to(interaction).show_error(note(text_of_error))
    except (discord.HTTPException, ReplyLost) as unsaid:
        log.warning("nobody could be told: %s", unsaid)
    cover_panel(interaction)
