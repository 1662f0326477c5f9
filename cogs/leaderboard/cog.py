"""`/leaderboard`: members ranked by what matches paid, and by worth (GEM-R7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, Self, get_args

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.clock import DAY
from bot.face.text.money_text import in_base
from bot.face.text.signs import signed
from bot.face.text.templates import safe_name
from bot.language import N_, _, ngettext, number
from bot.places.stakes import Base
from bot.pressed import is_on_private
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.autocomplete import game_choices
from cogs.interactions.command_groups import anywhere
from cogs.interactions.context import in_language_of_readers, place_key_of
from cogs.interactions.shared_reads import SharedReads
from cogs.leaderboard import rows as season_rows
from cogs.leaderboard.painter import ratings_message
from cogs.leaderboard.rows import Board, BoardLine, BoardPage, leaderboard
from cogs.leaderboard.seasons import Seasons
from cogs.requests.responder import Responder
from cogs.ui.charts import ACCENT, Chart, board_chart, chart_message
from cogs.ui.components import Json, button, container, message, rows, text
from db.store import Store
from games.registry import GAMES

Interaction = discord.Interaction[App]
Period = Literal["week", "month", "all"]

PREFIX = "board"
"""Custom ids of its buttons: `board:<board>:<game or nothing>:<period>:<page>:<base or nothing>`.

Older messages have ids without the base."""
RATINGS = "ratings"
"""The board of ratings; all others rank money, points or matches."""
SIZE = 10
DAYS: dict[Period, int | None] = {"week": 7, "month": 30, "all": None}
"""The number of days (UTC) that a board covers, including today."""
TITLES: dict[Board, str] = {
    "winnings": N_("Winnings against members"),
    "house": N_("Winnings against the house"),
    "points": N_("Points"),
    "shares": N_("Shares"),
    "crowns": N_("Nights won"),
    "wins": N_("Matches won"),
    "worth": N_("Net worth"),
}
MONEY: frozenset[Board] = frozenset({"winnings", "house"})
"""The boards that can be limited to one base; for all bases together they count in copper (GEM-R6)."""
COUNTED: dict[Board, str] = {
    "winnings": N_("{matches} played for money between members."),
    "house": N_("{matches} with the house's money in."),
    "points": N_("{matches} that paid points."),
    "shares": N_("{matches} that paid shares."),
    "crowns": N_("{matches} in all."),
    "wins": N_("{matches} in all; you win one by coming out ahead in money or points."),
}
"""The matches that a board is based on."""
FEW = 10
"""A result from fewer matches than this is marked: it is more luck than skill."""
FRESH = 5.0
"""Seconds for which a page is served from the cache."""


@dataclass(frozen=True, slots=True)
class BoardRequest:
    """One page of one board, as written in a custom id."""

    board: Board = "winnings"
    game: str | None = None
    period: Period = "all"
    page: int = 0
    base: Base | None = None

    def custom_id(self) -> str:
        """The id of the button that leads here; `parse` reads it."""
        return f"{PREFIX}:{self.board}:{self.game or ''}:{self.period}:{self.page}:{self.base or ''}"

    @classmethod
    def parse(cls, rest: str) -> Self:
        """Parse a custom id without its prefix. Raises `UserError` if it is none of ours."""
        board, game, period, page, base = [*rest.split(":", 4), "", "", "", ""][:5]
        boards = {known: known for known in TITLES}
        periods = {known: known for known in DAYS}
        bases: dict[str, Base] = {known: known for known in get_args(Base)}
        if board not in boards or period not in periods or not page.isdecimal() or len(page) > 6:
            raise UserError("passed")
        if base and base not in bases:
            raise UserError("passed")
        if base and boards[board] not in MONEY:
            raise UserError("board_of_no_base")
        if game and game not in GAMES:
            raise UserError("unknown_game")
        return cls(boards[board], game or None, periods[period], int(page), bases.get(base))


class LeaderboardCog(commands.Cog):
    """The command `/leaderboard` and the buttons of its pages."""

    def __init__(self, bot: App, seasons: Seasons) -> None:
        self.bot = bot
        self.seasons = seasons
        self._pages: SharedReads[tuple[int, BoardRequest], BoardPage] = SharedReads(
            lambda: bot.service(TableRegistry).context.clock, FRESH
        )

    @app_commands.command(name="leaderboard", description="See who's ahead here")
    @anywhere
    @app_commands.describe(
        board="What to count (winnings against members if you leave it out)",
        game="Only this game",
        period="Only what happened lately",
        base="Only gembones of this base, for the two boards of winnings",
        show="Show it to the channel, not only to you",
        chart="With bars, in a picture",
        season="For ratings: the number of a season (the present one if you leave it out)",
    )
    @app_commands.choices(
        board=[
            *(app_commands.Choice(name=title, value=board) for board, title in TITLES.items()),
            app_commands.Choice(name="Ratings", value=RATINGS),
        ]
    )
    @app_commands.checks.cooldown(6, 10.0)
    async def leaderboard(
        self,
        interaction: Interaction,
        board: str = "winnings",
        game: str | None = None,
        period: Period = "all",
        base: Base | None = None,
        show: bool = False,
        chart: bool = False,
        season: app_commands.Range[int, 1, 10_000] | None = None,
    ) -> None:
        """Show the first page of a board, its first ten as bars, or ratings."""
        if board == RATINGS:
            await self._ratings(interaction, game, season, private=not show)
            return
        request = BoardRequest.parse(f"{board}:{game or ''}:{period}:0:{base or ''}")
        responder = Responder(interaction, "message", private=not show)
        with in_language_of_readers(interaction, private=not show):
            if chart and (bars := await self._bars(interaction, request)) is not None:
                drawn = self.bot.draws_for(None if show else interaction.user.id)
                payload, file = await chart_message(bars, private=not show, drawn=drawn)
                await responder.show(payload, file)
                return
            await responder.show(await self._page(interaction, request, private=not show))

    async def _ratings(
        self, interaction: Interaction, game: str | None, season: int | None, *, private: bool
    ) -> None:
        """Show the ratings of a game in a season that are certain enough to be shown."""
        if game is None or game not in GAMES or GAMES[game].rated_after is None:
            raise UserError("no_rated_game")
        responder = Responder(interaction, "message", private=private)
        place_key, now = place_key_of(interaction), self.bot.service(TableRegistry).context.clock.now()
        current = await self.seasons.current(place_key, now)
        found = [
            each
            for each in await self.bot.service(Store).read(season_rows.seasons, place_key)
            if each.number == (season or current.number)
        ]
        if not found:
            raise UserError("no_season", n=season, last=current.number)
        records = await self.bot.service(Store).read(season_rows.ratings, place_key, found[0].number, game)
        at = found[0].closed or now
        with in_language_of_readers(interaction, private=private):
            await responder.show(ratings_message(GAMES[game], found[0], records, at, private=private))

    @leaderboard.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return game_choices(current)

    async def turn(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Turn a page of a board."""
        private = is_on_private(interaction)
        with in_language_of_readers(interaction, private=private):
            await responder.show(await self._page(interaction, BoardRequest.parse(rest), private=private))

    async def _page(self, interaction: Interaction, request: BoardRequest, *, private: bool) -> Json:
        page = await self._read(interaction, request)
        parts = [text(board_text(request, page)), *rows(_buttons(request, page.total))]
        return message(container(parts, ACCENT), ephemeral=private)

    async def _read(self, interaction: Interaction, request: BoardRequest) -> BoardPage:
        place_key = place_key_of(interaction)
        return await self._pages.get((place_key, request), lambda: self._look_up(place_key, request))

    async def _look_up(self, place_key: int, request: BoardRequest) -> BoardPage:
        days = None if request.board == "worth" else DAYS[request.period]
        today = int(self.bot.service(TableRegistry).context.clock.now() // DAY)
        return await self.bot.service(Store).report(
            leaderboard,
            place_key,
            request.board,
            game=request.game,
            base=request.base,
            first_day=None if days is None else today - days + 1,
            page=request.page,
            size=SIZE,
        )

    async def _bars(self, interaction: Interaction, request: BoardRequest) -> Chart | None:
        page = await self._read(interaction, request)
        rows = [(line.name, line.value, _value(request, line.value)) for line in page.lines]
        return board_chart(_about(request), rows, board_text(request, page))


def board_text(request: BoardRequest, page: BoardPage) -> str:
    """Return a board in lines, with a line below on what it counts; equal values share a rank."""
    lines = [_line(request, line) for line in page.lines]
    board = f"## {_about(request)}\n" + ("\n".join(lines) or _("Nobody yet: play a game and be the first."))
    if page.matches:
        counted = _(COUNTED[request.board]).format(matches=_counted(request, page.matches))
        board += f"\n-# {counted}"
        if any(_is_few(line) for line in page.lines):
            few = _("*Only*: fewer than {n}, so luck still has the bigger say.").format(n=FEW)
            board += f" {few}"
    return board


def _line(request: BoardRequest, line: BoardLine) -> str:
    row = f"{line.rank} · **{safe_name(line.name)}** {_value(request, line.value)}"
    if not line.matches:
        return row
    counted = _counted(request, line.matches)
    if _is_few(line):
        counted = _("*only* {matches}").format(matches=counted)
    if request.board in ("wins", "crowns"):
        return _("{row} of {matches}").format(row=row, matches=counted)
    return f"{row} · {counted}"


def _is_few(line: BoardLine) -> bool:
    return 0 < line.matches < FEW


def _counted(request: BoardRequest, n: int) -> str:
    if request.board == "crowns":
        return ngettext("1 night", "{n} nights", n).format(n=number(n))
    return ngettext("1 match", "{n} matches", n).format(n=number(n))


def _about(request: BoardRequest) -> str:
    title = _(TITLES[request.board])
    if request.board == "worth":
        return f"{title} · {_('at this moment')}"
    if request.base:
        title = _("{board} in {base}").format(board=title, base=_(request.base))
    game = _(GAMES[request.game].title) if request.game else ""
    period = {"week": _("last 7 days"), "month": _("last 30 days"), "all": ""}[request.period]
    return " · ".join(filter(None, [title, game, period]))


def _value(request: BoardRequest, value: int) -> str:
    if request.board in MONEY:
        return in_base(signed(value), request.base or "copper")
    return in_base(number(value), "copper") if request.board == "worth" else number(value)


def _buttons(request: BoardRequest, total: int) -> list[Json]:
    buttons = []
    if request.page > 0:
        buttons.append(button("Back", replace(request, page=request.page - 1).custom_id()))
    if (request.page + 1) * SIZE < total:
        buttons.append(button("More", replace(request, page=request.page + 1).custom_id()))
    return buttons
