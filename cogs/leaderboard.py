"""`/leaderboard`: the best of a server by result, by score and by worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Dicenight
from bot.clock import DAY
from bot.user_errors import UserError
from cogs.interactions.autocomplete import game_choices
from cogs.interactions.context import guild_of
from cogs.interactions.responder import Responder
from cogs.interactions.router import register
from cogs.ui.charts import ACCENT, Chart, board_chart, shown
from cogs.ui.components import Json, button, container, message, rows, text
from cogs.ui.text.money_text import signed
from cogs.ui.text.templates import safe_name
from db import Board, BoardLine
from games.catalogue import GAMES

Interaction = discord.Interaction[Dicenight]
Period = Literal["week", "month", "all"]

PREFIX = "board"
"""Custom ids of its buttons: `board:<board>:<game or nothing>:<period>:<page>`."""
SIZE = 10
DAYS: dict[Period, int | None] = {"week": 7, "month": 30, "all": None}
TITLES: dict[Board, str] = {
    "winnings": "Winnings against members",
    "house": "Winnings against the house",
    "points": "Points",
    "shares": "Shares",
    "wins": "Matches won",
    "worth": "Net worth",
}
UNITS: dict[Board, str] = {"winnings": "copper", "house": "copper", "worth": "copper"}
"""What the numbers of a board are counted in, where they are money (GEM-R6)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One page of one board, as its custom id says it."""

    board: Board = "winnings"
    game: str | None = None
    period: Period = "all"
    page: int = 0

    def custom_id(self) -> str:
        """The id that `read` reads."""
        return f"{PREFIX}:{self.board}:{self.game or ''}:{self.period}:{self.page}"


def read(rest: str) -> Asked:
    """Parse a custom id without its prefix. Raises `UserError` if it is none of ours."""
    board, _, rest = rest.partition(":")
    game, _, rest = rest.partition(":")
    period, _, page = rest.partition(":")
    boards = {known: known for known in TITLES}
    periods = {known: known for known in DAYS}
    if board not in boards or period not in periods or not page.isdecimal() or len(page) > 6:
        raise UserError("passed")
    if game and game not in GAMES:
        raise UserError("unknown_game")
    return Asked(boards[board], game or None, periods[period], int(page))


class LeaderboardCog(commands.Cog):
    """One command and its buttons."""

    def __init__(self, bot: Dicenight) -> None:
        self.bot = bot

    @app_commands.command(name="leaderboard", description="Who is ahead on this server")
    @app_commands.guild_only()
    @app_commands.describe(
        board="What is counted (winnings against members, if you name none)",
        game="Only this game",
        period="Only what happened lately",
        show="Show it to the channel, not only to you",
        chart="With bars, in a picture",
    )
    @app_commands.choices(
        board=[app_commands.Choice(name=title, value=board) for board, title in TITLES.items()]
    )
    async def leaderboard(
        self,
        interaction: Interaction,
        board: str = "winnings",
        game: str | None = None,
        period: Period = "all",
        show: bool = False,
        chart: bool = False,
    ) -> None:
        """The first page, or the first ten as bars."""
        asked = read(f"{board}:{game or ''}:{period}:0")
        responder = Responder(interaction, "message", private=not show)
        if chart and (bars := await responder.after(self._bars(interaction, asked))) is not None:
            payload, file = await responder.after(shown(bars, private=not show, drawn=self.bot.pictures))
            await responder.show(payload, file)
            return
        await responder.show(await responder.after(self._page(interaction, asked, private=not show)))

    @leaderboard.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return game_choices(current)

    async def turn(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """A button of a board."""
        private = interaction.message is not None and interaction.message.flags.ephemeral
        await responder.show(await responder.after(self._page(interaction, read(rest), private=private)))

    async def _page(self, interaction: Interaction, asked: Asked, *, private: bool) -> Json:
        lines, total = await self._lines(interaction, asked)
        parts = [text(board_text(asked, lines)), *rows(_buttons(asked, total))]
        return message(container(parts, ACCENT), ephemeral=private)

    async def _lines(self, interaction: Interaction, asked: Asked) -> tuple[list[BoardLine], int]:
        days = None if asked.board == "worth" else DAYS[asked.period]
        since = None if days is None else self.bot.registry.context.clock.now() - days * DAY
        return await self.bot.store.leaderboard(
            guild_of(interaction), asked.board, game=asked.game, since=since, page=asked.page, size=SIZE
        )

    async def _bars(self, interaction: Interaction, asked: Asked) -> Chart | None:
        lines, _ = await self._lines(interaction, asked)
        rows = [(line.name, line.value, _value(asked.board, line.value)) for line in lines]
        return board_chart(_about(asked), rows, board_text(asked, lines))


def board_text(asked: Asked, lines: list[BoardLine]) -> str:
    """Return a board in lines; equal values share a rank."""
    rows = [f"{line.rank} · **{safe_name(line.name)}** {_value(asked.board, line.value)}" for line in lines]
    return f"## {_about(asked)}\n" + ("\n".join(rows) or "Nobody yet.")


def _about(asked: Asked) -> str:
    about = TITLES[asked.board]
    if asked.board == "worth":
        about += " · at this moment"
    else:
        about += f" · {GAMES[asked.game].title}" if asked.game else ""
        about += {"week": " · last 7 days", "month": " · last 30 days", "all": ""}[asked.period]
    return about


def _value(board: Board, value: int) -> str:
    unit = UNITS.get(board)
    if board in ("winnings", "house"):
        return f"{signed(value)} {unit}"
    return f"{value:,} {unit}" if unit else f"{value:,}"


def _buttons(asked: Asked, total: int) -> list[Json]:
    buttons = []
    if asked.page > 0:
        buttons.append(button("Back", replace(asked, page=asked.page - 1).custom_id()))
    if (asked.page + 1) * SIZE < total:
        buttons.append(button("More", replace(asked, page=asked.page + 1).custom_id()))
    return buttons


async def setup(bot: Dicenight) -> None:
    """Load the command and let the router know the buttons."""
    cog = LeaderboardCog(bot)
    await bot.add_cog(cog)
    register(bot, PREFIX, cog.turn)
