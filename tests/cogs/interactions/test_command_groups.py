"""Groups of slash commands that several features fill: they stand without the cog that owns them."""

from __future__ import annotations

import discord
import pytest

from bot.app import App
from cogs.interactions.command_groups import DESCRIPTIONS, command_group


@pytest.fixture
def app() -> App:
    """A client that never connects."""
    return App(command_prefix=[], intents=discord.Intents.none())


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_a_group_is_made_once_for_whoever_asks_first(app: App, name: str) -> None:
    group = command_group(app, name)
    assert group.description == DESCRIPTIONS[name]
    assert command_group(app, name) is group
    assert app.tree.get_command(name) is group


def test_the_house_is_for_admins_on_servers_whoever_adds_to_it(app: App) -> None:
    house = command_group(app, "house")
    assert house.default_permissions == discord.Permissions(manage_guild=True)
    assert house.allowed_contexts is not None
    assert not house.allowed_contexts.dm_channel
    others = [command_group(app, name) for name in DESCRIPTIONS if name != "house"]
    assert all(group.default_permissions is None for group in others)
