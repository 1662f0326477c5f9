"""A small discord.py bot with one command of each kind, and the playgrounds of these tests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import discord
import pytest
from discord import app_commands

from playground import ManualClock, Playground
from playground.world.clock import PATIENCE
from tests.helpers.as_discord import as_discord


class Panel(discord.ui.LayoutView):
    """A message of Components V2 with a count that its button raises."""

    row: discord.ui.ActionRow[Panel] = discord.ui.ActionRow()

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        self.count = count
        self.words: discord.ui.TextDisplay[Panel] = discord.ui.TextDisplay(f"pressed {count} times")
        self.add_item(discord.ui.Container(self.words))

    @row.button(label="Again", custom_id="again")
    async def again(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        self.count += 1
        self.words.content = f"pressed {self.count} times"
        await interaction.response.edit_message(view=self)

    @row.button(label="Ask me", custom_id="ask")
    async def ask(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Question())


class Chooser(discord.ui.View):
    """A classic message with a select."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.select(
        custom_id="colour",
        placeholder="A colour",
        options=[discord.SelectOption(label="Red", value="r"), discord.SelectOption(label="Blue", value="b")],
    )
    async def colour(self, interaction: discord.Interaction, select: discord.ui.Select[Chooser]) -> None:
        await interaction.response.edit_message(content=f"chosen: {select.values[0]}", view=None)


class Question(discord.ui.Modal, title="A question"):
    """A modal with a text and a choice."""

    word: discord.ui.Label[Question] = discord.ui.Label(
        text="Your word", component=discord.ui.TextInput(custom_id="word", max_length=10)
    )
    side: discord.ui.Label[Question] = discord.ui.Label(
        text="Your side",
        component=discord.ui.RadioGroup(
            custom_id="side",
            options=[
                discord.RadioGroupOption(label="Left", value="l"),
                discord.RadioGroupOption(label="Right", value="r"),
            ],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.word.component, discord.ui.TextInput)
        assert isinstance(self.side.component, discord.ui.RadioGroup)
        answer = f"you said {self.word.component.value} on {self.side.component.value}"
        await interaction.response.send_message(answer, ephemeral=True)


class TinyBot(discord.Client):
    """A bot with a handful of commands, each answered in a different way."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(
            intents=intents, allowed_mentions=discord.AllowedMentions.none(), guild_ready_timeout=0.01
        )
        self.tree = app_commands.CommandTree(self)
        self.hold = asyncio.Event()
        self.resumed = 0
        self.heard: list[str] = []
        add_commands(self)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumed += 1

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message.content)


def add_commands(bot: TinyBot) -> None:
    tree = bot.tree

    @tree.command(description="Answer in public")
    async def hello(interaction: discord.Interaction, name: str = "you") -> None:
        await interaction.response.send_message(f"hello {name}")

    @tree.command(description="Answer in private")
    async def whisper(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True)
        await interaction.edit_original_response(content="psst, edited")
        await interaction.followup.send("and more", ephemeral=True)

    @tree.command(description="Answer later")
    async def later(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await bot.hold.wait()
        await interaction.followup.send("done")

    @tree.command(description="Show a panel")
    async def panel(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Panel())

    @tree.command(description="Show a select")
    async def choose(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("choose", view=Chooser())

    table = app_commands.Group(name="table", description="Tables", guild_only=True)

    @table.command(name="open", description="Open a table")
    async def open_table(
        interaction: discord.Interaction, game: str, stake: app_commands.Range[int, 1, 10] = 1
    ) -> None:
        await interaction.response.send_message(f"{game} for {stake}")

    @open_table.autocomplete("game")
    async def games(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        known = ["threes", "thirteen", "hearts"]
        return [app_commands.Choice(name=each, value=each) for each in known if each.startswith(typed)]

    tree.add_command(table)

    @tree.command(description="For admins")
    @app_commands.default_permissions(manage_guild=True)
    async def doctor(interaction: discord.Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"{member.display_name} is well", ephemeral=True)


@contextlib.asynccontextmanager
async def running(bot: discord.Client, playground: Playground) -> AsyncIterator[discord.Client]:
    """Run the bot, logged in and ready, and close it afterwards."""
    async with bot:
        task = asyncio.create_task(bot.start(playground.token))
        try:
            await playground.wait_for(lambda: playground.connected or task.done())
            await asyncio.wait_for(bot.wait_until_ready(), PATIENCE)
            yield bot
        finally:
            await bot.close()
            await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with as_discord(Playground(rate_limits=False, answer_within=PATIENCE)) as found:
        yield found


@pytest.fixture
async def bot(playground: Playground) -> AsyncIterator[TinyBot]:
    tiny = TinyBot()
    async with running(tiny, playground):
        yield tiny


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()
