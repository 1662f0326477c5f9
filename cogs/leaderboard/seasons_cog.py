"""`/house season`, and the medals that seasons leave on a member's profile."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.language import _, ngettext
from bot.user_errors import UserError
from cogs.interactions.context import person_of, place_key_of
from cogs.interactions.member_pages import Section, Subject
from cogs.leaderboard import rows
from cogs.leaderboard.painter import medals_text
from cogs.leaderboard.seasons import Seasons
from cogs.requests.responder import Responder
from cogs.ui.components import note
from db.places import AuditEntry
from db.store import Store


class SeasonsCog(commands.Cog):
    """The command that ends a season, and the medals that seasons leave."""

    def __init__(self, bot: App, seasons: Seasons) -> None:
        self.bot = bot
        self.seasons = seasons

    @app_commands.command(name="season", description="End the season of ratings now, and begin the next one")
    async def season(self, interaction: discord.Interaction[App]) -> None:
        """End the season: money and leaderboards stay; the best three of each game keep a medal."""
        responder = Responder(interaction, "message")
        place_key, person = place_key_of(interaction), person_of(interaction)
        if not person.admin:
            raise UserError("not_admin")
        accounts = self.bot.service(MemberAccounts)
        number, medals = await self.seasons.end(place_key, accounts.clock.now())
        actor = await accounts.get_or_create(place_key, person)
        await accounts.commit(AuditEntry(place_key, actor, "season ended", {"season": number}))
        over = ngettext(
            "Season {season} is over, and 1 medal was awarded. Season {next} begins.",
            "Season {season} is over, and {n} medals were awarded. Season {next} begins.",
            medals,
        )
        await responder.show(note(over.format(season=number, n=medals, next=number + 1)))

    async def on_profile(self, subject: Subject) -> list[Section]:
        """Return the medals of a member."""
        medals = await self.bot.service(Store).read(rows.medals, subject.account)
        return [Section(_("Medals"), medals_text(medals))] if medals else []
