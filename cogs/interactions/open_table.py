"""Opens a table from a command, with the checks that need Discord."""

from __future__ import annotations

import discord

from bot.app import App
from bot.places.settings import load_place_settings
from bot.places.stakes import Base
from bot.pressed import is_private_thread
from bot.tables.registry import TableRegistry
from bot.tables.view import TableView
from bot.user_errors import UserError
from cogs.interactions.context import channel_of, person_of, place_key_of
from cogs.interactions.permissions import missing_here
from db.store import Store


async def open_table(
    bot: App,
    interaction: discord.Interaction[App],
    game: str,
    *,
    stake: int | None = None,
    base: Base | None = None,
    fun: bool = False,
    gembones: bool = False,
) -> TableView:
    """Open a table in the interaction's channel and return its host's view of it.

    `stake` is its buy-in; None is one that fits the smallest purse. Raises `UserError` if the bot may not write there,
    or if the place's settings do not allow the table.
    """
    place_key = place_key_of(interaction)
    channel = interaction.channel
    missing = missing_here(interaction)
    if missing:
        raise UserError("options", sentence=missing)
    place_settings = await load_place_settings(bot.service(Store), place_key)
    table = await bot.service(TableRegistry).open(
        place_key,
        channel_of(interaction),
        person_of(interaction),
        game,
        settings={
            "buy_in": place_settings.usual_buy_in if stake is None else stake,
            "base": base or place_settings.start_base,
            "fits": stake is None,
            "free": fun,
            "for_gembones": gembones and not fun,
        },
        place_settings=place_settings,
        parent_id=channel.parent_id if isinstance(channel, discord.Thread) else None,
        hidden=is_private_thread(channel),
    )
    return await table.view_for(person_of(interaction).user_id)
