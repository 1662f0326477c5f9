"""A bot on another library, which fails where the playground fits discord.py alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import hikari
import pytest

from playground import Playground


class Stranger:
    """A short bot on hikari: one command, one button, one edit."""

    def __init__(self, playground: Playground) -> None:
        self.bot = hikari.GatewayBot(
            playground.token,
            rest_url=playground.base_url,
            intents=hikari.Intents.GUILDS | hikari.Intents.GUILD_MESSAGES,
            banner=None,
            logs=None,
            suppress_optimization_warning=True,
        )
        self.met, self.edited = asyncio.Event(), asyncio.Event()
        self.guilds: list[str] = []
        self.edits: list[str | None] = []
        self.bot.listen(hikari.GuildAvailableEvent)(self.on_guild)
        self.bot.listen(hikari.InteractionCreateEvent)(self.on_interaction)
        self.bot.listen(hikari.GuildMessageUpdateEvent)(self.on_edit)

    async def register(self) -> None:
        application = await self.bot.rest.fetch_application()
        command = self.bot.rest.slash_command_builder("strange", "A command of a stranger")
        await self.bot.rest.set_application_commands(application.id, [command])

    async def on_guild(self, event: hikari.GuildAvailableEvent) -> None:
        self.guilds.append(event.guild.name)
        self.met.set()

    async def on_edit(self, event: hikari.GuildMessageUpdateEvent) -> None:
        self.edits.append(event.message.content or None)
        self.edited.set()

    async def on_interaction(self, event: hikari.InteractionCreateEvent) -> None:
        interaction = event.interaction
        if isinstance(interaction, hikari.CommandInteraction):
            row = self.bot.rest.build_message_action_row()
            row.add_interactive_button(hikari.ButtonStyle.PRIMARY, "strange button", label="Press")
            await interaction.create_initial_response(
                hikari.ResponseType.MESSAGE_CREATE, "hello from afar", component=row
            )
            await interaction.edit_initial_response("hello again", component=row)
        elif isinstance(interaction, hikari.ComponentInteraction):
            await interaction.create_initial_response(
                hikari.ResponseType.MESSAGE_UPDATE,
                f"pressed by {interaction.user.global_name}",
                components=[],
            )
            await interaction.execute("a follow-up", flags=hikari.MessageFlag.EPHEMERAL)


@asynccontextmanager
async def running(playground: Playground) -> AsyncIterator[Stranger]:
    stranger = Stranger(playground)
    await stranger.bot.start(check_for_updates=False)
    try:
        await playground.wait_for(lambda: playground.connected)
        yield stranger
    finally:
        await stranger.bot.close()


@pytest.fixture
async def stranger(playground: Playground) -> AsyncIterator[Stranger]:
    async with running(playground) as found:
        yield found


async def test_stranger_registers_answers_and_edits(playground: Playground, stranger: Stranger) -> None:
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    await stranger.register()
    assert ann.commands(tavern) == ["strange"]
    reply = await ann.slash(tavern, "strange")
    assert reply.message is not None
    await playground.wait_for(lambda: "hello again" in reply.text)
    pressed = await ann.press(reply.message, "Press")
    assert pressed.text == "pressed by Ann"
    await playground.wait_for(lambda: pressed.followups)
    assert ann.ephemerals(tavern)[-1].text == "a follow-up"


async def test_stranger_sees_the_guild_and_its_own_edits(playground: Playground, stranger: Stranger) -> None:
    tavern = playground.guild.channel("tavern")
    sent = await stranger.bot.rest.create_message(tavern.id, "first", attachment=hikari.Bytes(b"x", "x.txt"))
    await sent.edit("second")
    await playground.wait_for(lambda: tavern.messages[-1].text == "second")
    assert tavern.messages[-1].attachments[0].content == b"x"
    async with asyncio.timeout(5):
        await stranger.met.wait()
        await stranger.edited.wait()
    assert stranger.edits == ["second"]
    assert stranger.guilds == [playground.guild.name]
    fetched = await stranger.bot.rest.fetch_message(tavern.id, sent.id)
    assert fetched.content == "second"
